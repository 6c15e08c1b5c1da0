"""Gardens and orchards."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.story import PEOPLE, Before, Fact, Noun, Story

_FRUIT = (Noun("apple", "apples"), Noun("pear", "pears"), Noun("plum", "plums"), Noun("peach", "peaches"))

STORIES = (
    Story(
        id="orchard-baskets",
        situation="gardens",
        level="easy",
        split="train",
        cast={"who": PEOPLE, "fruit": _FRUIT},
        facts=(
            Fact("baskets", "{who} fills {baskets} baskets in the orchard.", range(3, 13)),
            Fact("each", "Every basket holds {each} {fruit.many}.", range(4, 16)),
            Fact("bruised", "After the picking, {bruised} of the {fruit.many} turn out to be bruised.", range(3, 30)),
            Fact("given", "{who} gives {given} good {fruit.many} to the neighbours.", range(5, 40)),
        ),
        question="How many good {fruit.many} does {who} have left in the end?",
        program="baskets * each - bruised - given",
        before=(
            Before("How many good {fruit.many} does {who} pick?", "baskets * each - bruised", "extend"),
            Before("How many {fruit.many} does {who} pick altogether?", "baskets * each", "narrow"),
            Before(
                "How many {fruit.many} would {who} pick with the spare baskets filled as well?",
                "(baskets + spare) * each",
                "reframe",
            ),
        ),
        asides=(Fact("spare", "There are {spare} spare baskets in the barn.", range(2, 6)),),
    ),
)
