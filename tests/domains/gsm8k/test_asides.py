from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evolving_intent_env.domains.gsm8k.aside_wording import wordings
from evolving_intent_env.domains.gsm8k.asides import with_asides
from evolving_intent_env.domains.gsm8k.predecessors import converts, relation
from evolving_intent_env.intent.chain import Argument, Chain, Counterfactual, Function
from evolving_intent_env.intent.invariants import check_chain
from evolving_intent_env.intent.program import exact, parse_program
from evolving_intent_env.simulate.scenario import PRESETS
from evolving_intent_env.simulate.schedule import schedule


def two_facts(boxes: int, pens: int, question: str = "How many pens does Nora have?") -> Chain:
    """A chain with two arguments and no predecessor."""

    def argument(id_: str, text: str, value: int) -> Argument:
        wrong = Counterfactual(
            text.replace(str(value), str(value + 2)), str(value), str(value + 2), ((id_, value + 2),)
        )
        return Argument(id_, text, ((id_, value),), (wrong,))

    arguments = (
        argument("a1", f"Nora has {boxes} boxes.", boxes),
        argument("a2", f"Each box holds {pens} pens.", pens),
    )
    source = Function("source", question, ("a1", "a2"), "a1 * a2")
    return Chain("made-up", "gsm8k", source, (), arguments, str(boxes * pens))


@given(st.integers(2, 500), st.integers(2, 500))
def test_asides_make_a_short_chain_long_enough_and_keep_its_answer(boxes: int, pens: int) -> None:
    bare = two_facts(boxes, pens)
    chain = with_asides(bare)
    assert list(check_chain(chain)) == []
    assert chain.gold("source", bare.truth()) == str(boxes * pens)
    assert (chain.source, chain.arguments[:2]) == (bare.source, bare.arguments)
    assert len(schedule(chain, PRESETS["evolve"]).turns) == PRESETS["evolve"].turns


@given(st.integers(2, 500), st.integers(2, 500))
def test_an_asides_number_is_new_and_its_question_stays_sensible(boxes: int, pens: int) -> None:
    chain = with_asides(two_facts(boxes, pens))
    said = {int(number) for argument in chain.arguments[:2] for text in argument.wordings for number in digits(text)}
    own = [int(digits(argument.text)[0]) for argument in chain.arguments[2:]]
    assert own
    assert not set(own) & {*said, boxes * pens}
    assert len(set(own)) == len(own)
    for function in chain.predecessors:
        for first in chain.arguments[0].wordings:
            for second in chain.arguments[1].wordings:
                gold = chain.gold(function.id, {**chain.truth(), "a1": first, "a2": second})
                assert exact(gold or "nothing") > 0


def digits(text: str) -> list[str]:
    return re.findall(r"\d+", text.replace(",", ""))


def test_only_the_predecessor_needs_an_asides_argument_and_only_it_names_the_person() -> None:
    chain = with_asides(two_facts(3, 7))
    for argument in chain.arguments[2:]:
        name = argument.text.split(" ")[0]
        assert argument.id not in chain.source_ids
        assert [f.id for f in chain.predecessors if argument.id in f.arguments] == [
            f.id for f in chain.predecessors if name in f.text
        ]
        assert name not in chain.source.text


def test_nothing_is_added_twice_or_where_nothing_is_lacking() -> None:
    chain = with_asides(two_facts(3, 7))
    assert with_asides(chain) == chain
    three = two_facts(3, 7)
    colour = Argument("a3", "The boxes are red.")
    earlier = (
        Function("p1", "How many boxes?", ("a1",), "a1 + 1"),
        Function("p2", "How many more?", ("a1",), "a1 - 1"),
    )
    source = replace(three.source, arguments=("a1", "a2", "a3"))
    full = replace(three, source=source, arguments=(*three.arguments, colour), predecessors=earlier)
    assert with_asides(full) == full


def test_a_question_that_only_converts_gives_way() -> None:
    chain = two_facts(3, 7, "How many minutes does Nora walk?")
    seconds = Function("p1", "How many seconds does Nora walk?", ("a1", "a2"), "a1 * a2 * 60")
    rich = with_asides(replace(chain, predecessors=(seconds,)))
    assert len(rich.predecessors) == 2
    assert seconds.text not in [function.text for function in rich.predecessors]
    odd = replace(chain, source=replace(chain.source, text="Which number is it?"), predecessors=(seconds,))
    assert with_asides(odd) == odd


@pytest.mark.parametrize(
    ("source", "earlier"),
    [
        ("How many pens did Nora buy in total?", "How many pens did Nora and Omar buy in total?"),
        ("How much money does Nora have left?", "How much money do Nora and Omar have left in total?"),
        ("How many pens are in the box?", "How many more pens are in the box than Omar guesses?"),
        (
            "How many pens does each friend get if the rest is lost?",
            "How many more pens does each friend get than Omar guesses if the rest is lost?",
        ),
        ("How many people live in the house?", "How many more people live in the house than Omar guesses?"),
        ("In total, how many birds sang?", "In total, how many more birds sang than Omar guesses?"),
        ("How much will Nora pay, in dollars?", "How much more will Nora pay than Omar guesses, in dollars?"),
        ("How old is Nora?", "How many years older is Nora than Omar guesses?"),
        ("How long, in hours, did the walk last?", "How many hours longer did the walk last than Omar guesses?"),
        ("What is the total cost of the pens?", "How much higher is the total cost of the pens than Omar guesses?"),
        ("What is the number of birds left?", "How much higher is the number of birds left than Omar guesses?"),
    ],
)
def test_the_shape_of_the_question_decides_the_asides(source: str, earlier: str) -> None:
    asked = [wording.question("Omar") for wording in wordings(source, money=True, turn=0).values()]
    assert earlier in asked


@pytest.mark.parametrize(
    "source",
    [
        "How many more pens does Nora have than Ben?",
        "How much money do Nora, Ben and Ida have?",
        "What percentage of the pens are red?",
        "How long is the walk?",
        "How many dollars' worth of tickets were sold?",
        "What is the speed of the boat?",
    ],
)
def test_other_questions_have_no_aside(source: str) -> None:
    assert wordings(source, money=True, turn=0) == {}


def test_how_functions_relate() -> None:
    whole, part, other = parse_program("a * b + c"), parse_program("a * b"), parse_program("a - c")
    assert relation(whole, part, ["1", "2", "3"], ["1", "2"]) == "extend"
    assert relation(part, whole, ["1", "2"], ["1", "2", "3"]) == "narrow"
    assert relation(part, other, ["1", "2"], ["1", "3"]) == "reframe"
    assert relation(part, parse_program("d + e"), ["1", "2"], ["4", "5"]) == "other"
    cents = parse_program("a * b * 100")
    assert converts(cents, part)
    assert relation(part, cents, ["1", "2"], ["1", "2"]) == "other"
