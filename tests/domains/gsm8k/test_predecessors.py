from __future__ import annotations

import pytest

from evolving_intent_env.domains.gsm8k.build import Row, build
from evolving_intent_env.domains.gsm8k.predecessors import further
from evolving_intent_env.domains.gsm8k.simple_questions import variations
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.program import parse_program


def earlier(question: str, *steps: str) -> list[str]:
    """The questions of the predecessors that a made-up row gets."""
    made = build(Row(0, "test", question, "\n".join(steps)))
    assert isinstance(made, Chain)
    return [function.text for function in made.predecessors]


@pytest.mark.parametrize(
    ("asked", "kept"), [("How many nuts are in each bag?", False), ("How many nuts does Nora buy?", True)]
)
def test_a_product_over_all_bags_is_not_what_each_bag_holds(asked: str, kept: bool) -> None:
    found = earlier(
        "Nora buys 4 bags with 45 nuts each. Nora has 6 friends. How many nuts does each friend get?",
        f"{asked} ** Nora buys 4*45=<<4*45=180>>180 nuts.",
        "How many nuts does each friend get? ** Each friend gets 180/6=<<180/6=30>>30 nuts.",
        "#### 30",
    )
    assert (asked in found) == kept


def test_what_a_fact_states_is_not_asked_with_another_result() -> None:
    found = earlier(
        "Otto jumped 40 times. Nora jumped 25% less often than Otto. Ida jumped 3 times as often as Nora. "
        "How many times did Ida jump?",
        "How many times did Otto jump? ** Nora jumped 40*.75=<<40*.75=30>>30 times.",
        "How many times did Ida jump? ** Ida jumped 3*30=<<3*30=90>>90 times.",
        "#### 90",
    )
    assert "How many times did Otto jump?" not in found


def test_a_whole_and_its_part_are_not_added_up() -> None:
    found = earlier(
        "Nora has 20 apples. Nora has 6 more pears than apples. How many fruits does Nora have?",
        "How many pears does Nora have? ** Nora has 20+6=<<20+6=26>>26 pears.",
        "How many fruits does Nora have? ** Nora has 20+26=<<20+26=46>>46 fruits.",
        "#### 46",
    )
    assert "How many pears does Nora have?" in found
    assert not any("fruits and" in text or "more fruits" in text for text in found)


def test_another_unit_is_the_last_resort() -> None:
    source = ("How much does Nora pay?", parse_program("a * b"))
    truth = {"a": 3, "b": 7}
    cents = list(variations(*source, {3, 7}, money=True))
    assert [text for text, _ in cents] == ["How much does Nora pay, in cents?"]
    others = [
        ("How many pens are there?", parse_program("a + 1")),
        ("How many cups are there?", parse_program("b + 1")),
    ]
    assert further([], cents, others, source=source, truth=truth) == others
    assert further([], cents, others[:1], source=source, truth=truth) == [*cents, *others[:1]]


def test_days_are_not_asked_for_in_hours() -> None:
    assert list(variations("How many days will it last?", parse_program("a / b"), {3, 7}, money=False)) == []
