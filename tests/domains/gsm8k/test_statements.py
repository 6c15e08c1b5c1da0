from __future__ import annotations

import pytest

from evolving_intent_env.domains.gsm8k.clauses import statements
from evolving_intent_env.domains.gsm8k.leaning import leans
from evolving_intent_env.domains.gsm8k.people import people, resolve, unresolved
from evolving_intent_env.domains.gsm8k.question import Asked, self_contained, split_question


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("Nora buys a boat for $900 and then puts in $200.", ["Nora buys a boat for $900.", "Nora then puts in $200."]),
        ("Nora has 5 boats, and Otto has 6 boats.", ["Nora has 5 boats.", "Otto has 6 boats."]),
        (
            "Nora bought 4 pens, 3 cups and 2 maps.",
            ["Nora bought 4 pens.", "Nora bought 3 cups.", "Nora bought 2 maps."],
        ),
        ("Nora bought 4 pens for $2 each.", ["Nora bought 4 pens.", "The pens cost $2 each."]),
        (
            "Nora is 3 years younger than Otto, who is 20 years old.",
            ["Nora is 3 years younger than Otto.", "Otto is 20 years old."],
        ),
        ("A shop has 40 red hats and 50 blue hats.", ["A shop has 40 red hats.", "The shop has 50 blue hats."]),
        ("Last week Nora sold 4 pens and 3 cups.", ["Last week Nora sold 4 pens.", "Last week Nora sold 3 cups."]),
        ("Nora gave 40 pens to Ann, 80 to Bo.", ["Nora gave 40 pens to Ann.", "Nora gave 80 pens to Bo."]),
    ],
)
def test_a_sentence_is_cut_where_both_halves_are_sentences(sentence: str, parts: list[str]) -> None:
    assert statements(sentence) == parts


@pytest.mark.parametrize(
    "sentence",
    [
        "Nora has 5 red and 6 blue boats.",
        "She eats 3 apples and 2 pears a day.",
        "The film is 1 hour and 30 minutes long.",
        "If Nora sells 3 boats and Otto sells 4 boats, they are happy.",
        "Nora knows that a pen costs $2 and a cup costs $3.",
        "There are 16 boys and 22 girls playing chess.",
        "Nora and Otto have 5 boats.",
    ],
)
def test_a_sentence_is_left_whole_where_a_half_would_lose_something(sentence: str) -> None:
    assert statements(sentence) == [sentence]


def test_pronouns_become_the_only_name_they_can_mean() -> None:
    cast = people("Nora has a brother. Nora sells boats.")
    assert resolve("She sells 5 of her boats.", cast) == "Nora sells 5 of her boats."
    assert resolve("Her boat costs $5.", cast) == "Nora's boat costs $5."
    assert resolve("Nora sells her boat.", cast) == "Nora sells her boat."


def test_a_pronoun_that_may_mean_two_people_stays() -> None:
    cast = people("Nora has 3 boats. Ida has 4 boats.")
    assert resolve("She sells 2.", cast) == "She sells 2."
    assert unresolved("She sells 2.", cast)


def test_statements_lean_on_what_their_words_point_back_to() -> None:
    texts = [
        "Nora has 9 boats.",
        "Otto has a shop.",
        "The rest are red.",
        "They cost $5 each.",
        "The shop sells 7 pens.",
    ]
    assert leans(texts, people(" ".join(texts)), "How many red boats are there?") == [(), (), (0, 1), (2,), (1,)]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("If Otto sells 30 pens, how much does he earn?", Asked("How much does he earn?", ("Otto sells 30 pens.",))),
        ("How much does Otto earn if he sells 30 pens?", Asked("How much does Otto earn?", ("He sells 30 pens.",))),
        (
            "How many pens does Otto sell in 4 weeks?",
            Asked("How many pens does Otto sell over the whole period?", ("The whole period is 4 weeks.",)),
        ),
        (
            "After 15 days, how many pens does Otto have?",
            Asked("How many pens does Otto have by the end of the whole period?", ("The whole period is 15 days.",)),
        ),
        ("How many pens are in the two boxes?", Asked("How many pens are in both boxes?", ())),
        ("Calculate the total cost of the pens.", Asked("What is the total cost of the pens?", ())),
        (
            "How heavy is the box if it holds 5 pens?",
            Asked("How heavy is the box?", ("The box holds 5 pens.",)),
        ),
        (
            "How much do 8 pens cost?",
            Asked("How much does the whole order cost?", ("The whole order is for 8 pens.",)),
        ),
        (
            "How old will Otto be in 3 years?",
            Asked("How old will Otto be at the time in question?", ("The time in question is 3 years from now.",)),
        ),
        (
            "How much does Otto earn in a month with 30 days?",
            Asked("How much does Otto earn in a month?", ("The month has 30 days.",)),
        ),
    ],
)
def test_a_question_gives_up_its_facts(question: str, asked: Asked) -> None:
    assert split_question(question) == asked


@pytest.mark.parametrize("question", ["After selling 5 pens, how many are left?", "How many of 12 pens are red?"])
def test_a_question_that_cannot_give_up_its_numbers_is_refused(question: str) -> None:
    assert isinstance(split_question(question), str)


def test_a_question_is_understood_on_its_own_or_refused() -> None:
    one, two = people("Nora has pens."), people("Nora has pens. Ida has pens.")
    assert self_contained("How many pens does she have?", one, "", ()) == "How many pens does Nora have?"
    assert self_contained("How many pens does she have?", two, "", ()) is None
    assert self_contained("How many does Nora have?", one, "pens", ()) == "How many pens does Nora have?"
    assert self_contained("How many does Nora have?", one, "", ()) is None
    assert (
        self_contained("How many pens do they have together?", two, "", ("Nora and Ida",))
        == "How many pens do Nora and Ida have together?"
    )
    assert self_contained("How much does it weigh?", (), "", ()) is None
