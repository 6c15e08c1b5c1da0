r"""Compares what exact arithmetic cannot, such as ``\sqrt{12}`` with ``2\sqrt{3}``, by ``math-verify``.

``math-verify`` (and with it sympy) is imported at the first such expression, never before. Its own timeouts rest on
signals, which work in the main thread only and would disturb a caller's alarm, so they stay off; instead only
expressions whose cost is small by their form get there: short, shallow, few operations, small powers.
"""

from __future__ import annotations

import logging
import math
import re
import threading
from collections.abc import Callable
from functools import cache

from evolving_intent_env.intent.program import Number
from evolving_intent_env.verify.arithmetic import is_arithmetic

_MAX_LENGTH = 80
_MAX_DEPTH = 2
_MAX_OPERATIONS = 8
_MAX_ROOTS = 3
_MAX_POWERS = 8
"""Bound on the product of all exponents, which bounds every power that parentheses can stack."""

_OPERATION = re.compile(r"[-+*/^(]|\\[a-z]+")
_POWER = re.compile(r"\^\s*(?:\{\s*(-?[0-9])\s*\}|(-?[0-9])(?![0-9.]))(?!\s*\^)")
_OUT_OF_REACH = re.compile(r"[0-9.]\s+[0-9.]|[0-9]{10}|[\[\],]|\\(?:frac|sqrt)\s*[^\s{]")
_DECIMAL = re.compile(r"([0-9]+)\.([0-9]+)")
_ONE_AT_A_TIME = threading.Lock()
"""Neither sympy's caches nor the parser's tables are documented as safe to fill from two threads."""


def equals(expression: str, gold: Number | str) -> bool:
    """Whether a cleaned expression has the value of a gold number or of a cleaned gold expression.

    Returns:
        False also for everything that is no arithmetic, or too costly to compare.
    """
    if not _is_cheap(expression) or (isinstance(gold, str) and not _is_cheap(gold)):
        return False
    if not isinstance(gold, str):
        gold = rf"\frac{{{gold.numerator}}}{{{gold.denominator}}}"
    compare = _math_verify()
    with _ONE_AT_A_TIME:
        return compare(_exact_decimals(expression), _exact_decimals(gold))


def _is_cheap(text: str) -> bool:
    if len(text) > _MAX_LENGTH or not is_arithmetic(text) or _OUT_OF_REACH.search(text):
        return False
    if len(_OPERATION.findall(text)) > _MAX_OPERATIONS or text.count("\\sqrt") > _MAX_ROOTS:
        return False
    powers = _POWER.findall(text)
    if len(powers) != text.count("^") or math.prod(max(1, abs(int(a or b))) for a, b in powers) > _MAX_POWERS:
        return False
    depth = deepest = 0
    for character in text:
        depth += (character in "({") - (character in ")}")
        deepest = max(deepest, depth)
    return depth == 0 and deepest <= _MAX_DEPTH


def _exact_decimals(text: str) -> str:
    r"""Writes ``2.5`` as ``(\frac{25}{10})``, as ``math-verify`` compares decimals to six places only."""
    return _DECIMAL.sub(lambda part: rf"(\frac{{{part[1]}{part[2]}}}{{1{'0' * len(part[2])}}})", text)


@cache
def _math_verify() -> Callable[[str, str], bool]:
    from math_verify import LatexExtractionConfig, grader, parser

    for module in (grader, parser):
        logging.getLogger(module.__name__).addFilter(_no_timeout_advice)
    options = {"extraction_config": [LatexExtractionConfig()], "fallback_mode": "no_fallback", "parsing_timeout": None}

    def compare(expression: str, gold: str) -> bool:
        target, expected = (parser.parse(f"${text}$", **options) for text in (expression, gold))
        return bool(target and expected and grader.verify(expected, target, timeout_seconds=None))

    return compare


def _no_timeout_advice(record: logging.LogRecord) -> bool:
    """Drops the advice to bring one's own bound on the cost: there is one."""
    return "Timeout is disabled" not in record.getMessage()
