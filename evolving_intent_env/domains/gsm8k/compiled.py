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

_OPERATIONS: dict[str, Callable[[Number, Number], Number]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}


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
    left, right = (compiled(part) for part in expr.parts)
    operation = _OPERATIONS.get(expr.kind, _quotient)

    def result(values: Mapping[str, Number]) -> Number:
        found = operation(left(values), right(values))
        return found if isinstance(found, int) or found.denominator != 1 else found.numerator

    return result


def _quotient(dividend: Number, divisor: Number) -> Number:
    if not divisor:
        raise ProgramError("division by zero")
    if isinstance(dividend, int) and isinstance(divisor, int):
        whole, rest = divmod(dividend, divisor)
        return whole if not rest else Fraction(dividend, divisor)
    return Fraction(dividend) / divisor
