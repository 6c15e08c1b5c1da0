"""Scores: every notation in every frame, hostile replies, threads, and the real answers of GSM8K."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evolving_intent_env.intent.program import format_number
from evolving_intent_env.verify import Verdict, parse_number, score_number

Style = Callable[[Fraction], str]


def _decimal(value: Fraction, places: int) -> str:
    scaled = abs(value) * 10**places
    assume(scaled.denominator == 1)
    whole, part = divmod(int(scaled), 10**places)
    return f"{'-' if value < 0 else ''}{whole:,}.{part:0{places}d}"


def _whole(value: Fraction) -> int:
    assume(value.denominator == 1)
    return int(value)


def _mixed(value: Fraction, between: str) -> str:
    whole, part = divmod(abs(value), 1)
    assume(whole and part)
    return f"{'-' if value < 0 else ''}{whole}{between.format(part.numerator, part.denominator)}"


STYLES: dict[str, Style] = {
    "ours": format_number,
    "ratio": lambda v: f"{v.numerator}/{v.denominator}",
    "frac": lambda v: rf"\frac{{{v.numerator}}}{{{v.denominator}}}",
    "dfrac": lambda v: f"{'-' if v < 0 else ''}" + rf"\dfrac{{{abs(v.numerator)}}}{{{v.denominator}}}",
    "unreduced": lambda v: rf"$\frac{{{6 * v.numerator}}}{{{6 * v.denominator}}}$",
    "mixed": lambda v: _mixed(v, " {}/{}"),
    "mixed frac": lambda v: _mixed(v, r"\frac{{{}}}{{{}}}"),
    "cents": lambda v: _decimal(v, 2),
    "dollars and cents": lambda v: "$" + _decimal(v, 2),
    "escaped dollars": lambda v: r"\$" + _decimal(v, 2),
    "pounds": lambda v: "£" + _decimal(v, 2),
    "four places": lambda v: _decimal(v, 4),
    "true minus": lambda v: _decimal(v, 1).replace("-", "\u2212"),
    "thousands": lambda v: f"{_whole(v):,}",
    "LaTeX thousands": lambda v: f"{_whole(v):,}".replace(",", "{,}"),
    "thin thousands": lambda v: f"{_whole(v):,}".replace(",", r"\,"),
    "narrow thousands": lambda v: f"{_whole(v):,}".replace(",", "\u202f"),
    "fullwidth": lambda v: str(_whole(v)).translate({48 + d: 0xFF10 + d for d in range(10)}),
    "units": lambda v: f"{_decimal(v, 2)} apples",
    "text units": lambda v: rf"{_decimal(v, 2)}\text{{ dollars}}",
    "spaced units": lambda v: rf"{_decimal(v, 2)}\ \mathrm{{km}}",
    "percent": lambda v: f"{_decimal(v, 1)}%",
    "escaped percent": lambda v: rf"{_decimal(v, 1)}\%",
    "equation": lambda v: f"x = {format_number(v)}",
    "bold": lambda v: f"**{format_number(v)}**",
    "bold LaTeX": lambda v: rf"\mathbf{{{format_number(v)}}}",
    "inline": lambda v: rf"\({format_number(v)}\)",
    "exponent": lambda v: f"{_whole(v)}e0",
    "power of ten": lambda v: rf"{_decimal(v / 100, 4)} \times 10^{{2}}",
    "power of a tenth": lambda v: rf"{_decimal(v * 10, 1)} \times 10^{{-1}}",
}

FRAMES = [
    r"\boxed{%s}",
    r"\fbox{ %s }",
    r"So $\boxed{%s}$, which is 3 more than 4.",
    r"<think>Perhaps \boxed{77}?</think>It is $$\boxed{%s}$$",
    "16 - 3 - 4 = 9\n#### %s",
    "#### %s\n",
    "The answer is %s.",
    "The answer is %s. It took 2 steps and 3 facts.",
    "The answer is: %s",
    "**Answer:** %s",
    "Of 7 eggs 2 break.\n\n### Final Answer\n\n%s",
    "The final answer, after all 3 corrections, is %s.",
    "With 7 of them and 2 more, the total comes to %s",
]

numbers = st.integers(-(10**9), 10**9).map(Fraction) | st.builds(
    Fraction, st.integers(-(10**6), 10**6), st.sampled_from([1, 2, 3, 4, 5, 7, 8, 20, 25, 100, 9999])
)


@pytest.mark.parametrize("style", STYLES)
@given(value=numbers, other=numbers, frame=st.sampled_from(FRAMES))
def test_a_number_is_correct_in_every_style_and_frame_and_another_is_wrong(
    style: str, value: Fraction, other: Fraction, frame: str
) -> None:
    reply = frame.replace("%s", STYLES[style](value))
    assert score_number(reply, format_number(value)) == Verdict(1.0, "correct", format_number(value))
    assume(other != value)
    assert score_number(reply, format_number(other)) == Verdict(0.0, "wrong", format_number(value))


def test_the_gold_may_be_the_benchmarks_own_text() -> None:
    for gold in ("1234", "1,234", "1234.00", "$1,234"):
        assert score_number(r"\boxed{1234}", gold).outcome == "correct"
        assert score_number(r"\boxed{1235}", gold).outcome == "wrong"


def test_dollars_and_cents_are_the_same_number() -> None:
    """An earlier benchmark's verifier compared text, so that $100.00 was not 100."""
    assert score_number("The answer is $100.00.", "100").score == 1.0
    assert score_number("The answer is $100.01.", "100").score == 0.0


def test_a_percent_sign_is_a_unit() -> None:
    assert score_number(r"\boxed{60\%}", "60").score == 1.0
    assert score_number(r"\boxed{0.6}", "60").score == 0.0


def test_comparison_is_exact() -> None:
    assert score_number(r"\boxed{0.3333333333333333333}", "1/3").score == 0.0
    assert score_number(r"\boxed{10000000000000001}", "10000000000000000").score == 0.0
    assert score_number(r"\boxed{0.1 + 0.2}", "0.3").score == 1.0


def test_a_gold_that_is_no_number_is_compared_as_text_or_formula() -> None:
    assert score_number(r"\boxed{\text{Tuesday}}", "tuesday.").outcome == "correct"
    assert score_number(r"\boxed{Monday}", "Tuesday").outcome == "wrong"
    assert score_number(r"\boxed{5}", "Tuesday").outcome == "wrong"
    assert score_number(r"\boxed{5}", "2 + 3").outcome == "correct"
    assert score_number(r"\boxed{\sqrt{12}}", r"2\sqrt{3}").outcome == "correct"
    assert score_number(r"\boxed{\sqrt{13}}", r"2\sqrt{3}").outcome == "wrong"


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("", Verdict(0.0, "empty")),
        (" \n\t", Verdict(0.0, "empty")),
        ("How much does an egg cost?", Verdict(0.0, "no_answer")),
        (r"<think>\boxed{5}", Verdict(0.0, "no_answer")),
        (r"\boxed{\text{unknown}}", Verdict(0.0, "wrong", r"\text{unknown}")),
        (r"\boxed{4 \text{ or } 5}", Verdict(0.0, "wrong", r"4 \text{ or } 5")),
        (r"\boxed{9^{9^{9^9}}}", Verdict(0.0, "wrong", "9^{9^{9^9}}")),
        (r"\boxed{10^{1000000}}", Verdict(0.0, "wrong", "10^{1000000}")),
        ("5" * 1_000_001, Verdict(0.0, "too_long")),
        (None, Verdict(0.0, "invalid")),
        (b"5", Verdict(0.0, "invalid")),
        (5, Verdict(0.0, "invalid")),
    ],
)
def test_outcomes(reply: object, verdict: Verdict) -> None:
    assert score_number(reply, "5") == verdict


_anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, st.text()),
)


@given(_anything)
def test_what_is_no_text_is_invalid(reply: object) -> None:
    assert score_number(reply, "5") == Verdict(0.0, "invalid")


_fragments = st.sampled_from(
    [r"\boxed{", "}", "{", "####", "answer is ", "Answer: ", "final answer", "\n", " ", "</think>", "<think>", "$", "-",
     "5", "1/0", "1,234", "e9", "^", r"\frac", r"\sqrt{", r"\text{", "**", "not ", "=", ".", "\ud800", "½", "٣", "²"]
)  # fmt: skip


@settings(deadline=None)  # the first irrational expression imports sympy
@given(st.text() | st.lists(_fragments | st.text(max_size=3), max_size=30).map("".join), st.text(max_size=10))
def test_nothing_an_agent_writes_raises(reply: str, gold: str) -> None:
    verdict = score_number(reply, gold)
    assert verdict.score == (verdict.outcome == "correct")
    assert (verdict.answer is not None) == (verdict.outcome in ("correct", "wrong"))


_SIZE = 1_000_000


@pytest.mark.parametrize(
    "unit",
    ["7", "{", "}", "\\", "$", "*", "-", "^", " ", "\n", "\u00a0", "٣", "😀", "\ud800", "111,", "111 ", "1:", "1 1/",
     "1e1", "a1 ", "1.\n", "not 5 ", "answer is ", "answer: 1/1/", "answer to ", "final answer ", "answer\n",
     r"\boxed{", r"\boxed{}", r"\boxed ", r"\boxed" + "{" * 990, "####", "#### ", "####a\n", "<think>", "</think>",
     r"\frac{1}", r"\text{", r"\text{}"],
)  # fmt: skip
def test_a_megabyte_of_anything_is_read_at_once(unit: str) -> None:
    reply = (unit * (_SIZE // len(unit) + 1))[:_SIZE]
    start = time.process_time()
    verdict = score_number(reply, "5")
    assert time.process_time() - start < 0.5
    assert verdict.score == 0.0


@pytest.mark.parametrize("before", ["", r"\boxed{", "#### ", "The answer is ", r"\boxed{2^{", "1."])
def test_endless_digits_are_no_number(before: str) -> None:
    reply = before + "7" * 900_000 + "}" * before.count("{")
    start = time.process_time()
    assert score_number(reply, "7").outcome in ("wrong", "no_answer")
    assert time.process_time() - start < 0.5


def test_the_last_word_of_a_long_reply_counts() -> None:
    assert score_number("7 is odd. " * 90_000 + r"\boxed{5}", "5").outcome == "correct"
    assert score_number(r"\boxed{5}" + " That is odd." * 70_000, "5").outcome == "correct"


def test_threads() -> None:
    jobs = [(rf"\boxed{{\sqrt{{{n}}} \cdot \sqrt{{{n}}} + {k}}}", n + k) for n in (2, 3, 5, 6) for k in range(6)]
    with ThreadPoolExecutor(6) as pool:
        right = list(pool.map(lambda job: score_number(job[0], str(job[1])).outcome, jobs))
        wrong = list(pool.map(lambda job: score_number(job[0], str(job[1] + 1)).outcome, jobs))
    assert set(right) == {"correct"}
    assert set(wrong) == {"wrong"}


def test_sympy_is_imported_only_when_it_is_needed() -> None:
    program = (
        "import sys; from evolving_intent_env.verify import score_number;"
        r"score_number('\\boxed{\\frac{\\sqrt{16}}{2}}', '2'); print('sympy' in sys.modules, end=' ');"
        r"score_number('\\boxed{\\sqrt{2}\\cdot\\sqrt{2}}', '2'); print('sympy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
    assert done.stderr == ""


@pytest.mark.data
@pytest.mark.parametrize("split", ["test", "train"])
def test_the_real_answers_of_gsm8k(data: Path, split: str) -> None:
    rows = (data / "gsm8k" / f"{split}.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(rows) == {"test": 1319, "train": 7473}[split]
    for row in rows:
        solution: str = json.loads(row)["answer"]
        gold = solution.rpartition("#### ")[2]
        value = parse_number(gold)
        assert value is not None
        verdict = score_number(solution, gold)
        assert verdict == Verdict(1.0, "correct", format_number(value)), solution
        assert score_number(solution, format_number(value + 1)).outcome == "wrong", solution
