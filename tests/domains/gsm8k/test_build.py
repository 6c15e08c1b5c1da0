from __future__ import annotations

import pytest

from evolving_intent_env.domains.gsm8k.build import NO_ANSWER, NO_QUESTION, NOT_TRACED, OPEN_QUESTION, Row, build
from evolving_intent_env.domains.gsm8k.people import people, resolve
from evolving_intent_env.domains.gsm8k.quantities import carries
from evolving_intent_env.domains.gsm8k.question import Asked, self_contained, split_question
from evolving_intent_env.domains.gsm8k.referents import group_of
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


@pytest.mark.parametrize(
    ("question", "asked", "facts"),
    [
        ("How many walls does Nora need to paint 9 rooms?", "carry out the plan?", ["The plan is to paint 9 rooms."]),
        ("How long will it take Nora to save $90?", "to reach the goal?", ["The goal is to save $90."]),
        (
            "How much change does Nora get from a $20 bill?",
            "How much change does Nora get?",
            ["The amount handed over is a $20 bill."],
        ),
        (
            "How many letters do 9 clerks write?",
            "do the clerks in question write?",
            ["There are 9 clerks in question."],
        ),
        (
            "How long does Nora need for a 250-page book?",
            "for the book in question?",
            ["The book in question has 250 pages."],
        ),
        (
            "How many pens did Nora sell in the first 3 weeks of the year?",
            "in the weeks in question?",
            ["The weeks in question are the first 3 of the year."],
        ),
        (
            "How much do 3 pens and a cup cost?",
            "How much does the whole order cost?",
            ["The whole order is for 3 pens and a cup."],
        ),
        ("How much does Nora pay with a 20% tip?", "with the tip?", ["The tip is 20%."]),
        (
            "In how many years will Nora be 25 years old?",
            "reach the age in question?",
            ["The age in question is 25 years."],
        ),
        ("In 6 years how old will Nora be?", "at the time in question?", ["The time in question is 6 years from now."]),
        (
            "When Nora is 50 years old, how old will Otto be?",
            "at the time in question?",
            ["At the time in question, Nora is 50 years old."],
        ),
        ("After giving Otto 5 plums, how many does Nora keep?", "does Nora keep?", ["Nora gives Otto 5 plums."]),
        ("How much does Nora make by selling 30 hats?", "does Nora make?", ["Nora sells 30 hats."]),
        ("After Nora eats 3 of the plums, how many plums are left?", "are left?", ["Nora eats 3 of the plums."]),
        (
            "If each wombat claws Nora 4 times, how many claws are there?",
            "are there?",
            ["Each wombat claws Nora 4 times."],
        ),
        ("If Nora would get a 40% discount, how much would she pay?", "she pay?", ["Nora will get a 40% discount."]),
        (
            "If Ida sold 24 candy bars, how many did Nora sell?",
            "How many candy bars did Nora sell?",
            ["Ida sold 24 candy bars."],
        ),
        (
            "To make 20 servings, how many cans does Nora buy?",
            "carry out the plan?",
            ["The plan is to make 20 servings."],
        ),
    ],
)
def test_what_a_question_says_besides_becomes_statements(question: str, asked: str, facts: list[str]) -> None:
    parted = split_question(question)
    assert not isinstance(parted, str), parted
    assert parted.text.endswith(asked)
    assert list(parted.facts) == facts
    assert not carries(parted.text)


@pytest.mark.parametrize(
    "question",
    [
        "How many more sheep must Nora buy to have 69 fewer sheep than Otto?",
        "How many more pens did Nora sell than the other 2 people combined?",
        "How many 5-ounce candles can Nora make?",
    ],
)
def test_a_number_that_no_statement_can_take_keeps_the_question_out(question: str) -> None:
    assert split_question(question) == "question keeps a number"


def test_an_ordinal_or_a_kind_may_stay_in_a_question() -> None:
    assert split_question("How many miles did Nora run on the 13th day?") == Asked(
        "How many miles did Nora run on the 13th day?", ()
    )


def test_a_group_that_is_counted_is_named_only_if_that_many_have_names() -> None:
    groups = ("Nora, Ida and Otto",)
    assert self_contained("How many pens do the three of them have?", (), "", groups) == (
        "How many pens do Nora, Ida and Otto have?"
    )
    assert self_contained("How many pens do the four of them have?", (), "", groups) is None


def test_things_that_are_washed_are_not_people() -> None:
    assert self_contained("How long does it take to wash all of them?", (), "", ("Nora and Ida",)) is None


def test_her_before_an_amount_stands_alone() -> None:
    cast = people("Nora rows a boat.")
    assert resolve("It took her sixteen seconds to row.", cast) == "It took Nora sixteen seconds to row."
    assert resolve("It took her 16 seconds to row.", cast) == "It took Nora 16 seconds to row."
    assert resolve("It took her boat 16 seconds.", cast) == "It took Nora's boat 16 seconds."


def test_a_task_with_one_person_and_one_relative_says_who_they_are() -> None:
    made = chain(
        "Nora has 12 plums. Her brother has half as many plums. How many plums do they have together?",
        "Her brother has 12/2=<<12/2=6>>6 plums\nTogether they have 12+6=<<12+6=18>>18 plums\n#### 18",
    )
    assert made.source.text == "How many plums do Nora and her brother have together?"


def test_a_relative_with_a_name_is_nobody_else() -> None:
    facts = ["Her brother Otto has 6 plums."]
    assert group_of(people("Nora has plums. Her brother Otto has 6 plums."), facts) == ()


def test_no_word_for_a_thing_becomes_a_person() -> None:
    assert [person.name for person in people("Nora is ill. Insurance covers 80% of the cost.")] == ["Nora"]
    assert [person.name for person in people("Nora has 5 more pens than Marovich.")] == ["Nora", "Marovich"]
