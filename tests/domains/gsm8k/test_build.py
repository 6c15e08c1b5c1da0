from __future__ import annotations

import pytest

from evolving_intent_env.domains.gsm8k.build import NO_ANSWER, NO_QUESTION, NOT_TRACED, OPEN_QUESTION, Row, build
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.invariants import check_chain

QUESTION = (
    "Nora runs a small shop. She buys 12 crates of plums. Each crate holds 20 plums. She sells 30% of the plums. "
    "If she gives 8 plums to Otto, how many plums does she have left?"
)
ANSWER = """How many plums does Nora buy? ** She buys 12*20=<<12*20=240>>240 plums
How many plums does Nora sell? ** She sells 240*.3=<<240*.3=72>>72 plums
How many plums does Nora keep after the sale? ** That leaves 240-72=<<240-72=168>>168 plums
How many plums does Nora have left? ** In the end there are 168-8=<<168-8=160>>160 plums
#### 160"""


def chain(question: str = QUESTION, answer: str = ANSWER) -> Chain:
    made = build(Row(7, "test", question, answer))
    assert isinstance(made, Chain), made
    return made


def test_a_row_becomes_a_chain() -> None:
    made = chain()
    assert made.task_id == "gsm8k-test-7"
    assert made.original_id == "7"
    assert made.answer == "160"
    assert made.source.text == "How many plums does Nora have left?"
    assert "Each crate holds 20 plums." in [argument.text for argument in made.arguments]
    assert "Nora gives 8 plums to Otto." in [argument.text for argument in made.arguments]
    assert check_chain(made) == ()


def test_predecessors_come_nearest_first_with_their_own_answers() -> None:
    made = chain()
    golds = [made.gold(function.id, made.truth()) for function in made.predecessors]
    texts = [function.text for function in made.predecessors]
    assert texts[-1] == "How many plums does Nora buy?"
    assert golds == ["168", "72", "240"]
    assert [function.relation for function in made.predecessors] == ["extend"] * 3


def test_a_predecessor_needs_what_its_program_reads_and_what_that_leans_on() -> None:
    made = chain()
    bought = made.predecessors[-1]
    assert {name.split("_")[0] for name in bought.expr.names} <= set(bought.arguments)  # type: ignore[union-attr]
    for id_ in bought.arguments:
        assert set(made.by_id[id_].leans_on) <= set(bought.arguments)


def test_counterfactuals_change_one_number_and_the_answer() -> None:
    made = chain()
    revised = [argument for argument in made.arguments if argument.counterfactuals]
    assert len(revised) == 4
    for argument in revised:
        for wrong in argument.counterfactuals:
            said = {**made.truth(), argument.id: wrong.text}
            gold = made.gold("source", said)
            assert gold is not None
            assert gold != made.answer
            assert gold.isdigit()


@pytest.mark.parametrize(
    ("question", "answer", "reason"),
    [
        ("Nora has 5 pens. What now? How many?", ANSWER, NO_QUESTION),
        ("Nora has 5 pens. How many of 3 pens are red?", "5*3=<<5*3=15>>15\n#### 15", "question keeps a number"),
        ("Nora has 5 pens. How many pens are there?", "She has 5*2=<<5*2=10>>10\n#### 11", NO_ANSWER),
        ("Nora has 5 pens. How many pens are there?", "She has 5*13=<<5*13=65>>65\n#### 65", NOT_TRACED),
        ("Nora has 5 pens. Ida has 6 pens. How many pens does she have?", "5+6=<<5+6=11>>11\n#### 11", OPEN_QUESTION),
    ],
)
def test_a_row_that_makes_no_good_chain_is_left_out_with_the_reason(question: str, answer: str, reason: str) -> None:
    assert build(Row(0, "test", question, answer)) == reason


def test_a_number_said_twice_is_not_revised() -> None:
    made = chain(
        "Nora has 15 plums. The 15 plums are in 3 bags. Each bag is sold for $4. How much money does Nora make?",
        "How many bags are there? ** There are 3 bags so she makes 3*4=$<<3*4=12>>12\n#### 12",
    )
    revised = [wrong.original for argument in made.arguments for wrong in argument.counterfactuals]
    assert revised
    assert not any("15" in original for original in revised)


def test_a_result_that_the_task_states_keeps_its_operands() -> None:
    made = chain(
        "Nora has 5 red plums. Nora has 7 blue plums. In sum those are 12 plums. Each plum costs $3. "
        "How much do the plums cost?",
        "There are 5+7=<<5+7=12>>12 plums\nThey cost 12*3=$<<12*3=36>>36\n#### 36",
    )
    assert [bool(argument.counterfactuals) for argument in made.arguments][:2] == [False, False]


def test_building_is_deterministic() -> None:
    assert chain() == chain()
