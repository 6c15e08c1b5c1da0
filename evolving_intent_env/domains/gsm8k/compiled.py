"""Programs as closures, for the many evaluations that choosing wrong values takes; equal to ``Expr.evaluate``."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction

from evolving_intent_env.errors import ProgramError
from evolving_intent_env.intent.program import Expr, Number

Compiled = Callable[[Mapping[str, Number]], Number]
"""From values by name to the result."""


def compiled(expr: Expr) -> Compiled:
    """The program as a function of its values; it raises ProgramError where a divisor is zero."""
    if expr.kind == "name":
        return operator.itemgetter(expr.name)
    if expr.kind == "number":
        constant = expr.value
        return lambda values: constant
    if expr.kind in ("floor", "ceil"):
        whole = math.floor if expr.kind == "floor" else math.ceil
        inner = compiled(expr.parts[0])
        return lambda values: whole(inner(values))
    left, right = expr.parts
    return _OPERATIONS[expr.kind](compiled(left), compiled(right))


def _sum(left: Compiled, right: Compiled) -> Compiled:
    def result(values: Mapping[str, Number]) -> Number:
        a, b = left(values), right(values)
        if type(a) is int and type(b) is int:
            return a + b
        return _ratio(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)

    return result


def _difference(left: Compiled, right: Compiled) -> Compiled:
    def result(values: Mapping[str, Number]) -> Number:
        a, b = left(values), right(values)
        if type(a) is int and type(b) is int:
            return a - b
        return _ratio(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator)

    return result


def _product(left: Compiled, right: Compiled) -> Compiled:
    def result(values: Mapping[str, Number]) -> Number:
        a, b = left(values), right(values)
        if type(a) is int and type(b) is int:
            return a * b
        return _ratio(a.numerator * b.numerator, a.denominator * b.denominator)

    return result


def _quotient(left: Compiled, right: Compiled) -> Compiled:
    def result(values: Mapping[str, Number]) -> Number:
        a, b = left(values), right(values)
        if not b:
            raise ProgramError("division by zero")
        return _ratio(a.numerator * b.denominator, a.denominator * b.numerator)

    return result


def _ratio(top: int, bottom: int) -> Number:
    # Whole results are the rule, and need no Fraction.
    return Fraction(top, bottom) if top % bottom else top // bottom


_OPERATIONS = {"+": _sum, "-": _difference, "*": _product, "/": _quotient}
