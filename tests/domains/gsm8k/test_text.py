from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evolving_intent_env.domains.gsm8k.numbers import numbers, spelled, written
from evolving_intent_env.domains.gsm8k.text import as_statement, clean, sentences


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Mr. Bolt pays $3.50. He leaves.", ["Mr. Bolt pays $3.50.", "He leaves."]),
        ("It opens at 5 p.m. on Monday. Nobody comes.", ["It opens at 5 p.m. on Monday.", "Nobody comes."]),
        (
            "Team A scores 3 goals. In May, team B. Nobody knows.",
            ["Team A scores 3 goals.", "In May, team B.", "Nobody knows."],
        ),
        ("Ida has 2 cups.Then she buys 3.", ["Ida has 2 cups.", "Then she buys 3."]),
        ("How many?", ["How many?"]),
    ],
)
def test_sentences(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


@given(st.text())
def test_no_character_is_lost_between_sentences(text: str) -> None:
    cleaned = clean(text)
    assert "".join("".join(sentences(cleaned)).split()) == "".join(cleaned.split())


def test_statements_are_whole_sentences() -> None:
    assert as_statement("but he sells 3, and ") == "He sells 3."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("She pays $1,234.50 and .5 dollars", [("$1,234.50", "digits", 1234.5), (".5", "digits", 0.5)]),
        ("20% of two-thirds", [("20%", "percent", 20), ("two-thirds", "fraction", 2 / 3)]),
        ("fifty percent", [("fifty", "percent", 50)]),
        ("two hundred and five goats", [("two hundred and five", "word", 205)]),
        ("half of 2/5", [("half", "fraction", 0.5), ("2/5", "fraction", 0.4)]),
        ("twice a day", [("twice", "times", 2)]),
        ("3 dozen", [("3", "digits", 3), ("dozen", "fixed", 12)]),
        ("at 7 a.m. on the 10th", [("7", "fixed", 7), ("10", "fixed", 10)]),
        ("the third day", []),
        ("in 1998", [("1998", "fixed", 1998)]),
    ],
)
def test_numbers(text: str, found: list[tuple[str, str, float]]) -> None:
    assert [(span.text, span.kind, float(span.worth)) for span in numbers(text)] == found


@given(st.integers(1, 10**6), st.booleans(), st.booleans())
def test_another_value_is_written_as_the_first_was(value: int, dollars: bool, commas: bool) -> None:
    text = f"{'$' if dollars else ''}{value:,}" if commas else f"{'$' if dollars else ''}{value}"
    (span,) = numbers(f"He has {text} here")
    assert span.text == text
    assert written(span, value) == text


@given(st.integers(0, 99))
def test_number_words_read_back(value: int) -> None:
    word = spelled(value)
    assert word is not None
    assert [span.value for span in numbers(f"so {word} of it")] == [value]


def test_words_stay_words_and_capitals_capitals() -> None:
    (span,) = numbers("Seven goats")
    assert written(span, 9) == "Nine"
    assert written(span, 250) is None
