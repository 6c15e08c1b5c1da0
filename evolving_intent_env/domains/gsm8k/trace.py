"""From the literals of a solution's equations to the numbers of the task: the program of every step.

A literal may stand for a number of an argument, for an earlier result or for a known constant, and often for more than
one of them. All ways to read the whole solution are ranked (a good reading uses every number and every earlier result);
those that come close to the best one are kept, so that a later stage can tell what is certain: a value may only be
revised where all of them agree on what follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from evolving_intent_env.domains.gsm8k.annotations import Equation, Tree
from evolving_intent_env.domains.gsm8k.numbers import Span
from evolving_intent_env.domains.gsm8k.spellings import constant_cost, spellings
from evolving_intent_env.intent.program import Expr, Number

_BEAM = 32
_WIDTH = 12
_CLOSE = 0.45
_REACH = 1.7
"""What is so much worse than the best on the way cannot come close to it in the end."""
_TWICE = 0.6
"""The cost of reading two literals of one equation as the same number."""


class Option(NamedTuple):
    """One way to read a piece of a solution.

    Attributes:
        cost: How far-fetched it is, less one for everything it uses.
        expr: Over the names of numbers (``n0``, ``n0_over``) and earlier results (``r0``).
        uses: The numbers and results it uses.
    """

    cost: float
    expr: Expr
    uses: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a whole solution.

    Attributes:
        steps: For every equation an expression over the names of numbers and of earlier results.
        score: How good it is.
    """

    steps: tuple[Expr, ...]
    score: float

    def program(self, index: int) -> Expr:
        """The expression of one step over number names only."""
        return _substituted(self.steps[index], self)


def _substituted(expr: Expr, reading: Reading) -> Expr:
    if expr.kind == "name":
        return reading.program(int(expr.name[1:])) if expr.name[0] == "r" else expr
    if not expr.parts:
        return expr
    return Expr(expr.kind, expr.value, expr.name, tuple(_substituted(part, reading) for part in expr.parts))


def value_names(spans: Sequence[Span]) -> dict[str, Number]:
    """The true values of the numbers by name: ``n{i}``, and ``n{i}_over`` for a fraction's denominator."""
    values: dict[str, Number] = {}
    for index, span in enumerate(spans):
        values[f"n{index}"] = span.value
        if span.kind == "fraction":
            values[f"n{index}_over"] = span.over
    return values


def span_of(name: str) -> int:
    """The index of the number that a value name belongs to."""
    return int(name[1:].partition("_")[0])


def readings(
    equations: Sequence[Equation], spans: Sequence[Span], contexts: Sequence[frozenset[str]], cues: frozenset[str]
) -> list[Reading] | None:
    """Every reading of a solution close to the best one, the best first; None if an operand cannot be traced.

    Args:
        equations: The solution.
        spans: Every number of the arguments.
        contexts: For each number, the content words around it.
        cues: Content words of the whole task, which tell what constants it may use.
    """
    tracer = _Tracer(spans, contexts, cues)
    beam: list[tuple[float, frozenset[str], tuple[Expr, ...]]] = [(0.0, frozenset(), ())]
    for index, equation in enumerate(equations):
        options = tracer.step(equation)
        if not options:
            return None
        grown = [
            (cost + option.cost + len(used & option.uses), used | option.uses, (*steps, option.expr))
            for cost, used, steps in beam
            for option in options
        ]
        grown.sort(key=lambda item: item[0])
        hopeless = grown[0][0] + _REACH
        beam = [item for item in grown[:_BEAM] if item[0] <= hopeless]
        tracer.add_result(index, equation)
    unique: dict[tuple[Expr, ...], float] = {}
    limit = float("inf")
    for cost, _, steps in beam:
        if cost > limit:
            break
        unique[steps] = full = cost + _split_fractions(steps, spans) + _circles(steps)
        limit = min(limit, full + _CLOSE)
    ranked = sorted((cost, place, steps) for place, (steps, cost) in enumerate(unique.items()) if cost <= limit)
    return [Reading(_rounded(steps, equations), -cost) for cost, _, steps in ranked]


def _split_fractions(steps: Sequence[Expr], spans: Sequence[Span]) -> float:
    """The cost of using a fraction's numerator without its denominator."""
    names = {name for step in steps for name in step.names}
    return sum(
        1.5
        for index, span in enumerate(spans)
        if span.kind == "fraction" and f"n{index}" in names and f"n{index}_over" not in names
    )


def _circles(steps: Sequence[Expr]) -> float:
    """The cost of dividing a quantity by a result that was made from it, which hardly any solution does."""
    roots: dict[str, frozenset[str]] = {}
    cost = 0.0
    for index, step in enumerate(steps):
        roots[f"r{index}"] = frozenset().union(*(roots.get(name, frozenset((name,))) for name in step.names))
        if step.kind == "/" and step.parts[1].kind == "name" and step.parts[1].name[0] == "r":
            above = frozenset().union(*(roots.get(name, frozenset((name,))) for name in step.parts[0].names))
            cost += 0.6 * (not above.isdisjoint(roots[step.parts[1].name]))
    return cost


def _rounded(steps: Sequence[Expr], equations: Sequence[Equation]) -> tuple[Expr, ...]:
    """A result that the solution rounded to a whole number is rounded in the program as well."""
    found = []
    for expr, equation in zip(steps, equations, strict=True):
        value = Fraction(equation.result)
        if value.denominator != 1 and isinstance(equation.stated, int):
            if value.__floor__() == equation.stated:
                expr = Expr("floor", parts=(expr,))
            elif value.__ceil__() == equation.stated:
                expr = Expr("ceil", parts=(expr,))
        found.append(expr)
    return tuple(found)


class _Tracer:
    """Finds what the literals of one equation can stand for, given the numbers and the results so far."""

    def __init__(self, spans: Sequence[Span], contexts: Sequence[frozenset[str]], cues: frozenset[str]) -> None:
        self.spans = spans
        self.contexts = contexts
        self.cues = cues
        self.by_value: dict[Number, list[tuple[int, Expr, float]]] = {}
        for index, span in enumerate(spans):
            for value, expr, cost in spellings(span, index):
                self.by_value.setdefault(value, []).append((index, expr, cost))
        self.results: dict[Number, list[int]] = {}
        self.count = 0

    def add_result(self, index: int, equation: Equation) -> None:
        """From here on, a literal may stand for this equation's result."""
        for value in dict.fromkeys((equation.result, equation.stated)):
            self.results.setdefault(value, []).append(index)
        self.count = index + 1

    def step(self, equation: Equation) -> list[Option]:
        """Every way to read one equation, the least far-fetched first."""
        return self._node(equation.tree, equation.stems, divisor=False)

    def _node(self, tree: Tree, near: frozenset[str], *, divisor: bool) -> list[Option]:
        if tree.kind == "number":
            return _best(self._literal(tree.worth, near, divisor=divisor))
        left, right = tree.parts
        rights = self._node(right, near, divisor=tree.kind == "/")
        options = []
        for one in self._node(left, near, divisor=False):
            for other in rights:
                both = one.uses & other.uses
                cost = one.cost + other.cost + (1 + _TWICE) * len(both)
                options.append(Option(cost, Expr(tree.kind, parts=(one.expr, other.expr)), one.uses | other.uses))
        if tree.kind == "/" and left.kind == right.kind == "number":
            options.extend(self._ratio(tree, near))
        return _best(options)

    def _ratio(self, tree: Tree, near: frozenset[str]) -> list[Option]:
        """What "2/5" in an equation may be: a fraction or a percentage of the task, or what it leaves."""
        found = []
        ratio = tree.result()
        over_hundred = tree.parts[1].value == 100
        for index, span in enumerate(self.spans):
            name = Expr("name", name=f"n{index}")
            if span.kind == "fraction" and tree.parts[0].value != span.worth:
                share = Expr("/", parts=(name, Expr("name", name=f"n{index}_over")))
            elif span.kind == "percent" and not over_hundred:
                share = Expr("/", parts=(name, Expr("number", 100)))
            else:
                continue
            worth = Fraction(span.worth) / (100 if span.kind == "percent" else 1)
            cost = self._distance(index, near) - 1
            if ratio == worth:
                found.append(Option(cost, share, frozenset((f"n{index}",))))
            elif ratio == 1 - worth:
                rest = Expr("-", parts=(Expr("number", 1), share))
                found.append(Option(cost + 0.1, rest, frozenset((f"n{index}",))))
        return found

    def _distance(self, index: int, near: frozenset[str]) -> float:
        """A small cost for a number whose surroundings share no words with the step."""
        return 0.3 - 0.1 * min(3, len(self.contexts[index] & near))

    def _literal(self, value: Number, near: frozenset[str], *, divisor: bool) -> list[Option]:
        found = []
        for result in self.results.get(value, ()):
            name = f"r{result}"
            age = self.count - 1 - result
            found.append(Option(0.05 * min(age, 4) - 1, Expr("name", name=name), frozenset((name,))))
        for index, expr, cost in self.by_value.get(value, ()):
            found.append(Option(cost + self._distance(index, near) - 1, expr, frozenset((f"n{index}",))))
        constant = constant_cost(value, near | self.cues, divisor=divisor)
        if constant is not None:
            constant += 0.5 if found else 0.0
            found.append(Option(constant, Expr("number", value), frozenset()))
        return found


_cost = attrgetter("cost")


def _best(options: list[Option]) -> list[Option]:
    if len(options) < 2:
        return options
    options.sort(key=_cost)
    hopeless = options[0].cost + _REACH
    return [option for option in options[:_WIDTH] if option.cost <= hopeless]
