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
from math import ceil, floor, inf
from operator import is_, itemgetter
from typing import NamedTuple, TypeVar

from evolving_intent_env.domains.gsm8k.annotations import Equation, Tree
from evolving_intent_env.domains.gsm8k.numbers import Span
from evolving_intent_env.domains.gsm8k.spellings import constant_cost, named, number, spellings
from evolving_intent_env.intent.program import Expr, Number

_BEAM = 32
_WIDTH = 12
_CLOSE = 0.45
_REACH = 1.7
"""What is so much worse than the best on the way cannot come close to it in the end."""
_Path = tuple[float, int, tuple[Expr, ...]]
"""A way to read the steps so far: its cost, what it uses, one expression for each step."""
_TWICE = 0.6
"""The cost of reading two literals of one equation as the same number."""


class Option(NamedTuple):
    """One way to read a piece of a solution.

    Attributes:
        cost: How far-fetched it is, less one for everything it uses.
        expr: Over the names of numbers (``n0``, ``n0_over``) and earlier results (``r0``).
        uses: The numbers and results it uses, one bit for each.
    """

    cost: float
    expr: Expr
    uses: int


_Pair = tuple[float, Option, Option]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a whole solution.

    Attributes:
        steps: For every equation an expression over the names of numbers and of earlier results.
        score: How good it is.
    """

    steps: tuple[Expr, ...]
    score: float

    def programs(self) -> list[Expr]:
        """The expression of every step over number names only."""
        found: list[Expr] = []
        for step in self.steps:
            found.append(_substituted(step, found))
        return found


def _substituted(expr: Expr, results: Sequence[Expr]) -> Expr:
    if expr.kind == "name":
        return results[int(expr.name[1:])] if expr.name[0] == "r" else expr
    if not expr.parts:
        return expr
    parts = tuple([_substituted(part, results) for part in expr.parts])
    return expr if all(map(is_, parts, expr.parts)) else Expr(expr.kind, parts=parts)


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
    beam: list[_Path] = [(0.0, 0, ())]
    for index, equation in enumerate(equations):
        options = tracer.step(equation)
        if not options:
            return None
        beam = _grown(beam, options)
        tracer.add_result(index, equation)
    unique: dict[tuple[Expr, ...], float] = {}
    limit = inf
    for cost, _, steps in beam:
        if cost > limit:
            break
        unique[steps] = full = cost + _split_fractions(steps, spans) + _circles(steps)
        limit = min(limit, full + _CLOSE)
    ranked = sorted((cost, place, steps) for place, (steps, cost) in enumerate(unique.items()) if cost <= limit)
    return [Reading(_rounded(steps, equations), -cost) for cost, _, steps in ranked]


def _grown(beam: Sequence[_Path], options: Sequence[Option]) -> list[_Path]:
    """The best ways to go on, the best first; both ``beam`` and ``options`` are in order of cost."""
    costs: list[tuple[float, int, int]] = []
    hopeless = inf
    for place, (cost, used, _) in enumerate(beam):
        for choice, (more, _, uses) in enumerate(options):
            if cost + more > hopeless:
                break
            full = cost + more + (used & uses).bit_count()
            costs.append((full, place, choice))
            hopeless = min(hopeless, full + _REACH)
    costs.sort()
    return [
        (full, beam[place][1] | options[choice].uses, (*beam[place][2], options[choice].expr))
        for full, place, choice in costs[:_BEAM]
        if full <= hopeless
    ]


def _split_fractions(steps: Sequence[Expr], spans: Sequence[Span]) -> float:
    """The cost of using a fraction's numerator without its denominator."""
    fractions = [index for index, span in enumerate(spans) if span.kind == "fraction"]
    if not fractions:
        return 0.0
    names = frozenset().union(*(step.names for step in steps))
    return 1.5 * sum(f"n{index}" in names and f"n{index}_over" not in names for index in fractions)


def _circles(steps: Sequence[Expr]) -> float:
    """The cost of dividing a quantity by a result that was made from it, which hardly any solution does."""
    if not any(map(_divides_by_result, steps)):
        return 0.0
    roots: dict[str, frozenset[str]] = {}
    cost = 0.0
    for index, step in enumerate(steps):
        roots[f"r{index}"] = frozenset().union(*(roots.get(name, frozenset((name,))) for name in step.names))
        if _divides_by_result(step):
            above = frozenset().union(*(roots.get(name, frozenset((name,))) for name in step.parts[0].names))
            cost += 0.6 * (not above.isdisjoint(roots[step.parts[1].name]))
    return cost


def _divides_by_result(step: Expr) -> bool:
    return step.kind == "/" and step.parts[1].name[:1] == "r"


def _rounded(steps: Sequence[Expr], equations: Sequence[Equation]) -> tuple[Expr, ...]:
    """A result that the solution rounded to a whole number is rounded in the program as well."""
    found = []
    for expr, equation in zip(steps, equations, strict=True):
        if not isinstance(equation.result, int) and isinstance(equation.stated, int):
            if floor(equation.result) == equation.stated:
                expr = Expr("floor", parts=(expr,))
            elif ceil(equation.result) == equation.stated:
                expr = Expr("ceil", parts=(expr,))
        found.append(expr)
    return tuple(found)


class _Tracer:
    """Finds what the literals of one equation can stand for, given the numbers and the results so far."""

    def __init__(self, spans: Sequence[Span], contexts: Sequence[frozenset[str]], cues: frozenset[str]) -> None:
        self.spans = spans
        self.contexts = contexts
        self.cues = cues
        self.spelled = [spellings(span, index) for index, span in enumerate(spans)]
        self.near: frozenset[str] = frozenset()
        self.hints = cues
        self.distances: dict[int, float] = {}
        self.results: dict[Number, list[int]] = {}
        self.count = 0

    def add_result(self, index: int, equation: Equation) -> None:
        """From here on, a literal may stand for this equation's result."""
        for value in dict.fromkeys((equation.result, equation.stated)):
            self.results.setdefault(value, []).append(index)
        self.count = index + 1

    def step(self, equation: Equation) -> list[Option]:
        """Every way to read one equation, the least far-fetched first."""
        self.near = equation.stems
        self.hints = self.near | self.cues
        self.distances.clear()
        return self._node(equation.tree, divisor=False)

    def _node(self, tree: Tree, *, divisor: bool) -> list[Option]:
        if tree.kind == "number":
            return _best(self._literal(tree.worth, divisor=divisor))
        left, right = tree.parts
        lefts = self._node(left, divisor=False)
        rights = self._node(right, divisor=tree.kind == "/")
        pairs: list[_Pair] = []
        for one in lefts:
            for other in rights:
                twice = (1 + _TWICE) * (one.uses & other.uses).bit_count()
                pairs.append((one.cost + other.cost + twice, one, other))
        options = [
            Option(cost, Expr(tree.kind, parts=(one.expr, other.expr)), one.uses | other.uses)
            for cost, one, other in _best(pairs)
        ]
        if tree.kind == "/" and left.kind == right.kind == "number":
            options.extend(self._ratio(tree))
        return _best(options)

    def _ratio(self, tree: Tree) -> list[Option]:
        """What "2/5" in an equation may be: a fraction or a percentage of the task, or what it leaves."""
        found = []
        ratio = tree.result()
        over_hundred = tree.parts[1].value == 100
        for index, span in enumerate(self.spans):
            if span.kind == "fraction" and tree.parts[0].value != span.worth:
                worth = Fraction(span.worth)
            elif span.kind == "percent" and not over_hundred:
                worth = Fraction(span.worth) / 100
            else:
                continue
            if ratio not in (worth, 1 - worth):
                continue
            below = number(100) if span.kind == "percent" else named(f"n{index}_over")
            share = Expr("/", parts=(named(f"n{index}"), below))
            cost = self._distance(index) - 1
            if ratio == worth:
                found.append(Option(cost, share, 1 << index))
            else:
                found.append(Option(cost + 0.1, Expr("-", parts=(number(1), share)), 1 << index))
        return found

    def _distance(self, index: int) -> float:
        """A small cost for a number whose surroundings share no words with the step."""
        if index not in self.distances:
            self.distances[index] = 0.3 - 0.1 * min(3, len(self.contexts[index] & self.near))
        return self.distances[index]

    def _literal(self, value: Number, *, divisor: bool) -> list[Option]:
        found = []
        for result in self.results.get(value, ()):
            age = self.count - 1 - result
            found.append(Option(0.05 * min(age, 4) - 1, named(f"r{result}"), 1 << len(self.spans) + result))
        for index, spelled in enumerate(self.spelled):
            if value in spelled:
                expr, cost = spelled[value]
                found.append(Option(cost + self._distance(index) - 1, expr, 1 << index))
        constant = constant_cost(value, self.hints, divisor=divisor)
        if constant is not None:
            constant += 0.5 if found else 0.0
            found.append(Option(constant, number(value), 0))
        return found


_cost = itemgetter(0)
_T = TypeVar("_T", Option, _Pair)


def _best(options: list[_T]) -> list[_T]:
    """The cheapest, in order of cost."""
    if len(options) < 2:
        return options
    options.sort(key=_cost)
    hopeless = options[0][0] + _REACH
    return [option for option in options[:_WIDTH] if option[0] <= hopeless]
