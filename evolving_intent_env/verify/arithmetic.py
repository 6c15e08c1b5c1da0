r"""The exact value of arithmetic that an agent left undone: ``9 \times 2``, ``\frac{\sqrt{16}}{2}``, ``(16 - 3) * 2``.

Rational arithmetic only, in exact fractions. Length, depth and the size of every number are bounded, so that
``9^{9^{9^9}}`` is refused in microseconds instead of computed.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

from evolving_intent_env.intent.program import Number, exact

_MAX_LENGTH = 200
_MAX_DEPTH = 20
_MAX_BITS = 2_000

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?(?![0-9,])|[0-9]+(?:\.[0-9]+)?(?!,?[0-9])|\.[0-9]+)"
    r"|(?P<mark>[-+*/^(){}]|\\(?:frac|sqrt|cdot|times|div)(?![a-zA-Z])))"
)
_ARITHMETIC = re.compile(r"(?:[0-9.,+\-*/^(){}\[\]\s]|\\(?:frac|sqrt|cdot|times|div)(?![a-zA-Z]))+")
_OPERATION = re.compile(r"[-+*/^(\\]")
_SYNONYMS = {r"\cdot": "*", r"\times": "*", r"\div": "/"}
_CLOSING = {"(": ")", "{": "}"}


def is_arithmetic(text: str) -> bool:
    """Whether cleaned text consists of numbers and operations alone, with at least one operation."""
    return len(text) <= _MAX_LENGTH and bool(_ARITHMETIC.fullmatch(text) and _OPERATION.search(text))


def evaluate(text: str) -> Number | None:
    """The exact value of cleaned text; None when it is not arithmetic, not rational, or too large."""
    if not is_arithmetic(text):
        return None
    tokens: list[str] = []
    position, end = 0, len(text.rstrip(" \t\r\n."))
    while position < end:
        token = _TOKEN.match(text, position, end)
        if token is None:
            return None
        tokens.append(_SYNONYMS.get(token[0].strip(), token[0].strip()))
        position = token.end()
    try:
        return exact(_Reader(tokens).read())
    except _NotRationalError:
        return None


class _NotRationalError(Exception):
    """The text has no exact value that is small enough."""


class _Reader:
    """Reads tokens by recursive descent; every method returns the value of what it read."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._next = 0
        self._depth = 0

    def read(self) -> Fraction:
        value = self._sum()
        if self._next < len(self._tokens):
            raise _NotRationalError
        return value

    def _peek(self) -> str:
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def _take(self, *allowed: str) -> str:
        """The next token if it is one of those allowed, else nothing."""
        token = self._peek()
        if token not in allowed:
            return ""
        self._next += 1
        return token

    def _sum(self) -> Fraction:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise _NotRationalError
        value = self._product()
        while sign := self._take("+", "-"):
            other = self._product()
            value = _bounded(value + other if sign == "+" else value - other)
        self._depth -= 1
        return value

    def _product(self) -> Fraction:
        value = self._signed()
        while True:
            if self._take("*"):
                value = _bounded(value * self._signed())
            elif self._take("/"):
                value = _bounded(_quotient(value, self._signed()))
            elif self._peek() in ("(", "{", r"\frac", r"\sqrt"):
                value = _bounded(value * self._power())
            else:
                return value

    def _signed(self) -> Fraction:
        negative = False
        while sign := self._take("+", "-"):
            negative ^= sign == "-"
        return -self._power() if negative else self._power()

    def _power(self) -> Fraction:
        base = self._atom()
        if not self._take("^"):
            return base
        negative = bool(self._take("-"))
        exponent = self._atom()
        if exponent.denominator != 1:
            raise _NotRationalError
        size = max(abs(base.numerator), base.denominator).bit_length()
        if size * abs(exponent) > _MAX_BITS or (base == 0 and (negative or exponent < 0)):
            raise _NotRationalError
        return Fraction(base ** int(-exponent if negative else exponent))

    def _atom(self) -> Fraction:
        if self._peek() in _CLOSING:
            return self._group(self._peek())
        if self._take(r"\frac"):
            return _quotient(self._group("{"), self._group("{"))
        if self._take(r"\sqrt"):
            return _root(self._group("{"))
        token = self._peek().replace(",", "")
        if not token[:1].isdigit() and not token[1:].isdigit():
            raise _NotRationalError
        self._next += 1
        value = _bounded(Fraction(token))
        if self._peek() == r"\frac":  # a mixed number
            part = self._atom()
            if value.denominator != 1 or not 0 <= part < 1:
                raise _NotRationalError
            value += part
        return value

    def _group(self, opening: str) -> Fraction:
        if not self._take(opening):
            raise _NotRationalError
        value = self._sum()
        if not self._take(_CLOSING[opening]):
            raise _NotRationalError
        return value


def _bounded(value: Fraction) -> Fraction:
    if max(abs(value.numerator), value.denominator).bit_length() > _MAX_BITS:
        raise _NotRationalError
    return value


def _quotient(value: Fraction, divisor: Fraction) -> Fraction:
    if divisor == 0:
        raise _NotRationalError
    return value / divisor


def _root(value: Fraction) -> Fraction:
    if value < 0:
        raise _NotRationalError
    root = Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator))
    if root * root != value:
        raise _NotRationalError
    return root
