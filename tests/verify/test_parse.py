"""The grammar of numbers: a table of notations, and exactness over all of them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evolving_intent_env.intent.program import Number, format_number
from evolving_intent_env.verify import parse_number
from evolving_intent_env.verify.notation import clean
from evolving_intent_env.verify.parse import numbers_in

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("100", 100),
        ("$100.00", 100),
        ("1,234", 1234),
        ("1,234,567.50", Fraction(2469135, 2)),
        ("1,00,000", 100_000),
        ("1 234", 1234),
        ("1\u202f234", 1234),
        ("00012", 12),
        ("5.", 5),
        (".5", HALF),
        ("-.5", -HALF),
        ("+5", 5),
        ("-3", -3),
        ("\u22123", -3),
        ("- 3", -3),
        ("-$5", -5),
        ("$-5", -5),
        ("1/2", HALF),
        ("1 / 2", HALF),
        ("-7/3", Fraction(-7, 3)),
        (r"\frac{1}{2}", HALF),
        (r"\dfrac12", HALF),
        (r"\tfrac{1}{2}", HALF),
        (r"-\frac{7}{3}", Fraction(-7, 3)),
        (r"\frac{-7}{3}", Fraction(-7, 3)),
        (r"\frac{1,000}{3}", Fraction(1000, 3)),
        (r"1\frac{1}{2}", Fraction(3, 2)),
        (r"-1\frac{1}{2}", Fraction(-3, 2)),
        ("2 1/2", Fraction(5, 2)),
        ("2 and 1/2", Fraction(5, 2)),
        ("½", HALF),
        ("2½", Fraction(5, 2)),
        ("60%", 60),
        (r"60\%", 60),
        ("60 percent", 60),
        (r"18\text{ dollars}", 18),
        (r"18 \text{ dollars per } \textbf{day}", 18),
        (r"12\ \text{km}", 12),
        (r"12\,\mathrm{km}", 12),
        ("5 apples", 5),
        ("5 m^2", 5),
        (r"12 \text{ cm}^2", 12),
        ("12 km/h", 12),
        ("5-pound bags", 5),
        ("3 dozen", 3),
        ("5th", 5),
        ("18 元", 18),
        ("x = 5", 5),
        ("9 * 2 = 18", 18),
        (r"\approx 5", 5),
        (r"5^{\circ}", 5),
        (r"5^\circ", 5),
        ("5°", 5),
        ("1.5e3", 1500),
        ("1e-2", Fraction(1, 100)),
        (r"3 \times 10^2", 300),
        (r"3 \times 10^{-2}", Fraction(3, 100)),
        ("1.5×10³", 1500),
        ("1{,}234", 1234),
        (r"\mathbf{1{,}234}", 1234),
        (r"1\,234", 1234),
        (r"1,\!234", 1234),
        (r"$\$1{,}000$", 1000),
        ("£5", 5),
        ("€ 1,000.50", Fraction(2001, 2)),
        ("$2.5 million", 2_500_000),
        ("130k", 130_000),
        ("(5)", 5),
        ("{{5}}", 5),
        ("**18**", 18),
        ("`18`", 18),
        (r"\(18\)", 18),
        (r"\[18\]", 18),
        ("٣٤", 34),
        ("１２", 12),
        ("twelve", 12),
        ("Twenty-one apples", 21),
        ("a hundred", 100),
        ("minus five", -5),
    ],
)
def test_a_number_in_its_notation(text: str, value: Number) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "apples",
        "5 or 6",
        "5, 6",
        "x = 5 or x = 6",
        "x = 5, y = 6",
        "1,5",
        "1,2345",
        "1.234,5",
        "1.2.3",
        "3:30",
        "2:1",
        "10-5",
        "5 - 3",
        "5x",
        "5!",
        "5^2",
        r"5\pi",
        r"2\sqrt{3}",
        "1/0",
        r"\frac{1}{0}",
        "3 5/2",
        "1/2/3",
        "5 feet 3 inches",
        "x > 5",
        ">= 5",
        r"x \neq 5",
        "a1",
        "not 5",
        "3. Compute",
        "five thousand and one",
        "1e400",
        "9" * 5000,
        "0." + "3" * 5000,
    ],
)
def test_no_number_or_more_than_one(text: str) -> None:
    assert parse_number(text) is None


@pytest.mark.parametrize(
    "text",
    ["covid19", "covid-19", "a1", "the 5th", "x_1", "2^10", "at 3:30", "as 2:1", "as 2 : 1", "10/12/2020", "2020-01-05",
     "v1.2.3", "5-10", "12,34", "1. Add\n2. Stop", "it is not 5", "it isn't 5", "it cannot be 5", "Step 3: think",
     r"\sqrt{16}", r"2\sqrt{3}"],
)  # fmt: skip
def test_digits_that_are_no_number_of_a_text(text: str) -> None:
    assert [value for _, value, _ in numbers_in(clean(text))] == []


@given(st.integers(-(10**30), 10**30))
def test_integers_are_exact(number: int) -> None:
    assert parse_number(str(number)) == number
    assert parse_number(f"{number:,}") == number
    assert isinstance(parse_number(f"{number}.00"), int)


@given(st.fractions(max_denominator=10**12))
def test_what_we_format_reads_back(number: Fraction) -> None:
    assert parse_number(format_number(number)) == number


@given(st.text(max_size=300))
def test_nothing_raises(text: str) -> None:
    value = parse_number(text)
    assert value is None or isinstance(value, (int, Fraction))
