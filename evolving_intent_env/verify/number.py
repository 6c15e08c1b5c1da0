r"""Scores a reply against a numeric gold answer, exactly.

``$100.00`` is 100 and ``\frac{1}{2}`` is 0.5, as numbers and not as text. How the answer is found in a reply is told
in :mod:`extract`, what counts as a number in :mod:`parse`, and what becomes of arithmetic left undone in
:mod:`arithmetic`.

A gold answer is the text of :func:`~evolving_intent_env.intent.program.format_number` or the benchmark's own
(``"1,234"``, ``"18.00"``). A gold that has no rational value is compared as text, without regard to notation, case or
spaces, and, where both sides are arithmetic, by ``math-verify`` (see :mod:`symbolic`).
"""

from __future__ import annotations

from functools import lru_cache

from evolving_intent_env.intent.program import Number, format_number
from evolving_intent_env.verify.arithmetic import evaluate
from evolving_intent_env.verify.extract import Answer, extract_answer, find_answer
from evolving_intent_env.verify.notation import clean
from evolving_intent_env.verify.parse import parse_number
from evolving_intent_env.verify.symbolic import equals
from evolving_intent_env.verify.verdict import MAX_REPLY, Verdict

__all__ = ["extract_answer", "parse_number", "score_number"]

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
        The verdict. Its answer is the number in plain form (``"1234"``, ``"3.5"``, ``"7/3"``), else the text that was
        meant.
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
    expected = _gold_number(gold)
    if expected is None:
        return _folded(answer.text) == _folded(gold) or equals(clean(answer.text), clean(gold))
    if answer.value is None:
        return equals(clean(answer.text), expected)
    return answer.value == expected


@lru_cache(maxsize=4096)
def _gold_number(gold: str) -> Number | None:
    """The number of a gold answer; all rollouts of a group, and all turns of a task, ask for the same few."""
    number = parse_number(gold)
    return evaluate(clean(gold)) if number is None else number


def _folded(text: str) -> str:
    return " ".join(clean(text).casefold().split()).rstrip(".")
