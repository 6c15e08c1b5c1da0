"""Scores a reply against a numeric gold answer, exactly.

``$100.00`` is 100 and ``\\frac{1}{2}`` is 0.5, as numbers and not as text; how the answer is found in a reply is told in
:mod:`extract`, and what counts as a number in :mod:`parse`.

A gold answer is the text of :func:`~evolving_intent_env.intent.program.format_number` or the benchmark's own (``"1,234"``,
``"18.00"``). A gold that is no number is compared as text, without regard to notation, case or spaces, and, when both it and the
answer are arithmetic, by ``math-verify``.
"""

from __future__ import annotations

from evolving_intent_env.intent.program import format_number
from evolving_intent_env.verify.extract import Answer, extract_answer, find_answer
from evolving_intent_env.verify.notation import clean
from evolving_intent_env.verify.parse import parse_number
from evolving_intent_env.verify.symbolic import equals, is_expression
from evolving_intent_env.verify.verdict import Verdict

__all__ = ["MAX_REPLY", "extract_answer", "parse_number", "score_number"]

MAX_REPLY = 1_000_000
"""A reply of more characters is refused unread."""

_INVALID = Verdict(0.0, "invalid")
_TOO_LONG = Verdict(0.0, "too_long")
_EMPTY = Verdict(0.0, "empty")
_NO_ANSWER = Verdict(0.0, "no_answer")


def score_number(reply: object, gold: str) -> Verdict:
    """Scores what an agent wrote; never raises, whatever it is.

    Args:
        reply: The agent's reply; anything but a ``str`` is ``invalid``.
        gold: The true answer.

    Returns:
        The verdict. Its answer is the number in plain form (``"1234"``, ``"3.5"``, ``"7/3"``), else the text that was meant.
    """
    if not isinstance(reply, str):
        return _INVALID
    if len(reply) > MAX_REPLY:
        return _TOO_LONG
    answer = find_answer(reply)
    if answer is None:
        return _NO_ANSWER if reply.strip() else _EMPTY
    text = answer.text if answer.value is None else format_number(answer.value)
    return Verdict(1.0, "correct", text) if _is_correct(answer, gold) else Verdict(0.0, "wrong", text)


def _is_correct(answer: Answer, gold: str) -> bool:
    expected = parse_number(gold)
    if answer.value is not None and expected is not None:
        return answer.value == expected
    if expected is not None:
        return is_expression(answer.text) and equals(answer.text, expected)
    if _folded(answer.text) == _folded(gold):
        return True
    formula = clean(gold)
    if not is_expression(formula):
        return False
    if answer.value is not None:
        return equals(formula, answer.value)
    return is_expression(answer.text) and equals(answer.text, formula)


def _folded(text: str) -> str:
    return " ".join(clean(text).casefold().split()).rstrip(".")
