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
        (
            "There are 16 boys and 22 girls playing chess.",
            ["There are 16 boys playing chess.", "There are 22 girls playing chess."],
        ),
        (
            "There are 9 girls playing chess and twice that number playing cards.",
            ["There are 9 girls playing chess.", "Twice that number are playing cards."],
        ),
        ("Nora has 9 hats and 4 more caps than hats.", ["Nora has 9 hats.", "Nora has 4 more caps than hats."]),
        (
            "Nora has 2 more hats than caps and 4 fewer bags than hats.",
            ["Nora has 2 more hats than caps.", "Nora has 4 fewer bags than hats."],
        ),
        ("Nora is baking 9 pies and 12 rolls.", ["Nora is baking 9 pies.", "Nora is baking 12 rolls."]),
        ("Nora needs to buy 9 pies and 12 rolls.", ["Nora needs to buy 9 pies.", "Nora needs to buy 12 rolls."]),
        ("The room has 9 beds and 1 desk.", ["The room has 9 beds.", "The room has 1 desk."]),
        (
            "Nora bought a hat for $9, a bag for $30 and 4 pens at $2 each.",
            [
                "Nora bought a hat for $9.",
                "Nora bought a bag for $30.",
                "Nora bought 4 pens.",
                "The pens cost $2 each.",
            ],
        ),
        (
            "Nora buys 3 pounds of rice for $2 per pound.",
            ["Nora buys 3 pounds of rice.", "The rice costs $2 per pound."],
        ),
        (
            "Nora can wash 6 cups a minute and dry 20 cups in 5 minutes.",
            ["Nora can wash 6 cups a minute.", "Nora can dry 20 cups in 5 minutes."],
        ),
        ("A pot costs $9 and can hold 3 plants.", ["A pot costs $9.", "The pot can hold 3 plants."]),
        (
            "Nora works 2 hours less than she sleeps and she swims for an hour each day.",
            ["Nora works 2 hours less than she sleeps.", "She swims for an hour each day."],
        ),
        (
            "Nora has one cat that is half the weight of Bo's cat and another cat that is a third of it.",
            ["Nora has one cat that is half the weight of Bo's cat.", "Nora has another cat that is a third of it."],
        ),
        (
            "It takes Nora 9 minutes to wash a car and 4 minutes to wash a bike.",
            ["It takes Nora 9 minutes to wash a car.", "It takes Nora 4 minutes to wash a bike."],
        ),
        ("A pen costs $2, a cup $3 and a map $4.", ["A pen costs $2.", "A cup costs $3.", "A map costs $4."]),
        (
            "Nora had lessons for 2 hours on Mondays and 3 hours on Fridays.",
            ["Nora had lessons for 2 hours on Mondays.", "Nora had lessons for 3 hours on Fridays."],
        ),
        (
            "On Monday, Nora sold 9 pens and took 5 calls on Tuesday.",
            ["On Monday, Nora sold 9 pens.", "Nora took 5 calls on Tuesday."],
        ),
        ("Then Nora sold 4 pens for $2 each.", ["Then Nora sold 4 pens.", "The pens sold for $2 each."]),
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
        "Nora and Otto have 5 boats.",
        "Nora has 3 cups of tea, one black, one green and one white.",
        "Otto found a shop that sells hats for $30 and a scarf for $20.",
        "Otto gave Nora 6 cars, 1 more than Ida.",
        "Otto can fill 20 pots and cost $12.",
        "In the first week, Otto ran 5 miles on Monday and in the second week, Otto ran 6 miles.",
    ],
)
def test_a_sentence_is_left_whole_where_a_half_would_lose_something(sentence: str) -> None:
    assert statements(sentence) == [sentence]


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("Nora runs 6 miles per hour for 2 hours.", ["Nora runs 6 miles per hour.", "Nora runs for 2 hours."]),
        ("Nora biked 12 miles per hour for 4.5 hours.", ["Nora biked 12 miles per hour.", "Nora biked for 4.5 hours."]),
        ("A bus drove for 3 hours at 50 mph.", ["A bus drove for 3 hours.", "The bus drove at 50 mph."]),
        ("Nora walked 8 miles in 2 hours.", ["Nora walked 8 miles.", "This took Nora 2 hours."]),
        ("A match lasts 5 rounds of 3 minutes.", ["A match lasts 5 rounds.", "Each round lasts 3 minutes."]),
        ("Nora has 5 boxes with 50 beads in each box.", ["Nora has 5 boxes.", "Each box has 50 beads."]),
        (
            "Nora bought 8 packs of 5 cloth bags for $4 each.",
            ["Nora bought 8 packs of cloth bags.", "Each pack has 5 cloth bags.", "They cost $4 each."],
        ),
    ],
)
def test_numbers_that_multiply_are_taken_apart(sentence: str, parts: list[str]) -> None:
    assert statements(sentence) == parts


def test_packs_stay_together_where_the_task_counts_such_packs_again() -> None:
    sentence = "Nora has 5 boxes with 50 beads in each box."
    assert statements(sentence, f"{sentence} Otto has 3 boxes.") == [sentence]
    assert len(statements(sentence, f"{sentence} Otto has 3 bags.")) == 2


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        (
            "A box contains 30 pens among which 2 are broken, 20% are red and the rest are blue.",
            ["A box contains 30 pens.", "2 of the pens are broken.", "20% of the pens are red and the rest are blue."],
        ),
        ("Nora has 9 cups, 3 of which are red.", ["Nora has 9 cups.", "3 of the cups are red."]),
        (
            "Half of the hats are red, 2/5 of the remaining hats are blue, and the rest are white.",
            ["Half of the hats are red.", "2/5 of the remaining hats are blue, and the rest are white."],
        ),
    ],
)
def test_shares_are_said_one_by_one(sentence: str, parts: list[str]) -> None:
    assert statements(sentence) == parts


@pytest.mark.parametrize(
    "sentence",
    [
        "Nora has 12 cats and dogs, 2/3 of which are cats.",
        "Nora sold half of the pens and 1/4 of what was left at home.",
    ],
)
def test_a_share_of_something_unclear_stays_with_it(sentence: str) -> None:
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


def test_bare_shares_and_what_each_pack_holds_lean_on_what_they_count() -> None:
    texts = ["Nora sends 9 cards.", "Otto has 4 boxes.", "Each box holds 5 cups.", "Seven are red."]
    assert leans(texts, people(" ".join(texts)), "How many cards does Nora send?") == [(), (), (1,), (2,)]


def test_the_last_sentence_of_a_statement_may_lean_as_well() -> None:
    texts = ["Nora has 9 boats.", "Otto has 4 pens.", "Otto likes boats. He buys the rest."]
    assert leans(texts, people(" ".join(texts)), "How many boats does Nora have?")[2] == (0, 1)


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
