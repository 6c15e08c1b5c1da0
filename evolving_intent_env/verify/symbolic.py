r"""Compares an arithmetic expression with a gold answer through ``math-verify``: ``\frac{\sqrt{16}}{2}``, ``2+3``.

``math-verify`` (and with it sympy) is imported at the first expression, never before. Its own timeouts rest on signals, which
work in the main thread only and would disturb a caller's alarm, so they stay off; instead :func:`is_expression` admits only
arithmetic whose cost is small by its form: short, shallow, few roots, and powers that cannot grow into each other.
"""

from __future__ import annotations

import logging
import math
import re
import threading
from functools import cache
from typing import Any

from evolving_intent_env.intent.program import Number

_MAX_LENGTH = 200
_MAX_DEPTH = 6
_MAX_ROOTS = 2
_MAX_OPERATORS = 40
_MAX_POWER = 1_000
"""Bound on the product of all exponents: that of the exponents that parentheses can stack on each other is no larger."""

_ARITHMETIC = re.compile(r"(?:[0-9.+\-*/^(){}\[\]\s]|\\(?:frac(?=\s*\{)|sqrt(?=\s*[{\[])|(?:cdot|times|div)(?![a-zA-Z])))+")
_OPERATOR = re.compile(r"[-+*/^]|\\[a-z]+|\)\s*\(|[0-9]\s*\(")
_JUXTAPOSED = re.compile(r"[0-9.]\s+[0-9.]|[0-9.]\s*\[")
_POWER = re.compile(r"\^\s*(?:\{\s*(-?[0-9]{1,3})\s*\}|(-?[0-9]{1,3})(?![0-9.]))(?!\s*\^)")
_DECIMAL = re.compile(r"([0-9]+)\.([0-9]+)")
_ONE_AT_A_TIME = threading.Lock()
"""Neither sympy's caches nor the parser's tables are documented as safe to fill from two threads."""


def is_expression(text: str) -> bool:
    """Whether cleaned text is arithmetic on numbers that is cheap to evaluate, whatever it is."""
    if len(text) > _MAX_LENGTH or not _ARITHMETIC.fullmatch(text) or _JUXTAPOSED.search(text):
        return False
    operators = len(_OPERATOR.findall(text))
    if not 0 < operators <= _MAX_OPERATORS or text.count("\\sqrt") > _MAX_ROOTS:
        return False
    powers = _POWER.findall(text)
    if len(powers) != text.count("^") or math.prod(max(1, abs(int(a or b))) for a, b in powers) > _MAX_POWER:
        return False
    depth = deepest = 0
    for character in text:
        depth += (character in "({[") - (character in ")}]")
        deepest = max(deepest, depth)
        if depth < 0:
            return False
    return depth == 0 and deepest <= _MAX_DEPTH


def equals(expression: str, gold: Number | str) -> bool:
    """Whether an expression (one that :func:`is_expression` admits) has the value of a gold number or gold expression."""
    library = _math_verify()
    with _ONE_AT_A_TIME:
        target = library.read(expression)
        expected = library.read(gold) if isinstance(gold, str) else [library.rational(gold)]
        return bool(target and expected) and library.same(expected, target)


class _MathVerify:
    """The three calls of ``math-verify`` that are needed, without its timeouts."""

    def __init__(self) -> None:
        from math_verify import LatexExtractionConfig, grader, parser
        from sympy import Rational

        for module in (grader, parser):
            logging.getLogger(module.__name__).addFilter(_no_timeout_warning)
        self._parse = parser.parse
        self._verify = grader.verify
        self._rational = Rational
        self._config = [LatexExtractionConfig()]

    def read(self, expression: str) -> list[Any]:
        """The sympy expression, in a list; an empty list when there is none. Decimals become exact fractions."""
        text = _POWER.sub(lambda power: f"^{{{power[1] or power[2]}}}", expression.strip().rstrip("."))
        text = _DECIMAL.sub(lambda part: rf"(\frac{{{part[1]}{part[2]}}}{{1{'0' * len(part[2])}}})", text)
        parsed: list[Any] = self._parse(
            f"${text}$", extraction_config=self._config, fallback_mode="no_fallback", parsing_timeout=None
        )
        return parsed

    def rational(self, value: Number) -> Any:
        """The number as sympy has it."""
        return self._rational(value.numerator, value.denominator)

    def same(self, gold: list[Any], target: list[Any]) -> bool:
        """Whether two parsed expressions are equal."""
        return bool(self._verify(gold, target, timeout_seconds=None))


@cache
def _math_verify() -> _MathVerify:
    return _MathVerify()


def _no_timeout_warning(record: logging.LogRecord) -> bool:
    """Drops the advice to bring one's own bound, which :func:`is_expression` is."""
    return "Timeout is disabled" not in record.getMessage()
