"""Whether a story's numbers make sense: its comparisons and questions as functions of its numbers.

Filling one story tries hundreds of numbers, so its programs are turned into closures once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction

from evolving_intent_env.domains.grade_school.story import Comparison, Story
from evolving_intent_env.intent.program import Expr, Number

Values = Mapping[str, Number]
Answer = Callable[[Values], Number | None]
"""From a story's numbers to a result; None if it, or a step on the way to it, makes no sense."""


class Sense:
    """What a story's numbers must meet.

    Args:
        story: The story.
    """

    def __init__(self, story: Story) -> None:
        self._comparisons = [(c.left.names | c.right.names, _holds(c)) for c in story.comparisons]
        self._answers = [(task.expr.names, _sensible_answer(task.expr, task.money)) for task in story.tasks]

    def answers(self, values: Values) -> list[Number] | None:
        """Every function's result, the source's first; None if something makes no sense."""
        if not all(holds(values) for _, holds in self._comparisons):
            return None
        results = []
        for _, answer in self._answers:
            result = answer(values)
            if result is None:
                return None
            results.append(result)
        return results

    def bears(self, values: Values, changed: frozenset[str], answer: Number) -> bool:
        """Whether everything that reads all of the ``changed`` numbers makes sense, and the source's answer is another.

        What reads fewer of them has been looked at before: when fewer of them were changed.
        """
        for names, holds in self._comparisons:
            if changed <= names and not holds(values):
                return False
        for place, (names, result_of) in enumerate(self._answers):
            if changed <= names:
                result = result_of(values)
                if result is None or (place == 0 and result == answer):
                    return False
        return True


def _holds(comparison: Comparison) -> Callable[[Values], bool]:
    left, right, or_equal = comparison.left, comparison.right, comparison.or_equal

    def holds(values: Values) -> bool:
        a, b = left.evaluate(values), right.evaluate(values)
        return a < b or (or_equal and a == b)

    return holds


def _sensible_answer(expr: Expr, money: bool) -> Answer:
    """The result of a question: positive, and whole unless it is money."""
    inner = _sensible(expr, money)

    def answer(values: Values) -> Number | None:
        result = inner(values)
        return result if result is not None and result > 0 and _whole(result, money) else None

    return answer


def _sensible(expr: Expr, money: bool) -> Answer:
    """The value; None if a difference is zero or negative, or a quotient breaks a thing in pieces on the way.

    A percentage's ``/ 100`` may give any fraction.
    """
    kind = expr.kind
    if kind == "name":
        name = expr.name
        return lambda values: values[name]
    if kind == "number":
        constant = expr.value
        return lambda values: constant
    if kind in ("floor", "ceil"):
        return _rounding(_sensible(expr.parts[0], money), math.floor if kind == "floor" else math.ceil)
    left, right = (_sensible(part, money) for part in expr.parts)
    percentage = expr.parts[1].kind == "number" and expr.parts[1].value == 100

    def result(values: Values) -> Number | None:
        a, b = left(values), right(values)
        if a is None or b is None:
            return None
        if kind == "+":
            return _integral(a + b)
        if kind == "*":
            return _integral(a * b)
        if kind == "-":
            return _integral(a - b) if a > b else None
        quotient = _integral(Fraction(a, b))
        return quotient if percentage or _whole(quotient, money) else None

    return result


def _rounding(inner: Answer, rounded: Callable[[Number], int]) -> Answer:
    def result(values: Values) -> Number | None:
        value = inner(values)
        return None if value is None else rounded(value)

    return result


def _whole(value: Number, money: bool) -> bool:
    return type(value) is int or (money and 100 % value.denominator == 0)


def _integral(value: Number) -> Number:
    return value if type(value) is int else value.numerator if value.denominator == 1 else value
