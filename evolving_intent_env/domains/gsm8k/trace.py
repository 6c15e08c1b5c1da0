"""From the literals of a solution's equations to the numbers of the task: the program of every step.

A literal may stand for a number of an argument, for an earlier result or for a known constant, and often for more than
one of them. All ways to read the whole solution are ranked (a good reading uses every number and every earlier result);
those that come close to the best one are kept, so that a later stage can tell what is certain: a value may only be
revised where all of them agree on what follows.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from evolving_intent_env.domains.gsm8k.annotations import Equation, Tree
from evolving_intent_env.domains.gsm8k.numbers import Span
from evolving_intent_env.domains.gsm8k.text import stems
from evolving_intent_env.intent.program import Expr, Number, exact

_BEAM = 48
_CLOSE = 0.45

_CONSTANTS: dict[Number, tuple[str, ...]] = {
    7: ("week",), 12: ("year", "month", "dozen", "foot", "feet", "inch"), 24: ("hour", "day"), 60: ("minute", "hour", "second"),
    52: ("week", "year"), 365: ("day", "year"), 366: ("day", "leap"), 30: ("month", "day"), 31: ("month", "day"), 4: ("week", "month", "quart", "side", "square"), 1000: (),
    100: (), 16: ("ounc", "pound"), 3: ("yard", "feet", "foot", "triangle"), 10: ("dime", "decade"), 25: ("quarter",), 5: ("nickel", "weekday"),
    36: ("inch", "yard"), 5280: ("feet", "mile"), 3600: ("hour", "second"), 1440: ("minute", "day"), 360: ("degree", "circle"), 180: ("degree", "triangle"), 90: ("degree",), 8: ("octopus", "spider"), 6: ("side", "insect"), exact("0.01"): (), exact("0.1"): ("dime",), exact("0.25"): ("quarter",), exact("0.05"): ("nickel",),
}  # fmt: skip
_UNIT_FACTORS: dict[str, tuple[int, ...]] = {
    "hour": (60, 24, 3600), "minute": (60,), "second": (60,), "day": (24, 7), "week": (7, 52), "month": (12, 30, 4), "year": (12, 52, 365),
    "feet": (12, 3), "foot": (12, 3), "yard": (3, 36), "inch": (12,), "dozen": (12,), "cent": (100,), "dollar": (100,), "$": (100,), "pound": (16,), "ounce": (16,),
    "meter": (100, 1000), "kilometer": (1000,), "kg": (1000,), "gram": (1000,), "liter": (1000,), "milliliter": (1000,), "ml": (1000,), "km": (1000,), "cm": (100,), "centimeter": (100,),
    "quarter": (4,), "nickel": (20,), "dime": (10,), "penny": (100,), "pair": (2,), "couple": (2,), "half": (2,), "decade": (10,), "centurie": (100,), "gallon": (4, 128), "ton": (2000,),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Option:
    """One way to read a piece of a solution.

    Attributes:
        expr: Over the names of numbers (``n0``, ``n0_over``) and earlier results (``r0``).
        uses: Those names.
        cost: How far-fetched it is.
    """

    expr: Expr
    uses: frozenset[str]
    cost: float


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a whole solution: an expression for every step, over number names only, and how good it is."""

    steps: tuple[Expr, ...]
    score: float


def value_names(spans: Sequence[Span]) -> dict[str, Number]:
    """The true values of the numbers by name: ``n{i}``, and ``n{i}_over`` for a fraction's denominator."""
    values: dict[str, Number] = {}
    for index, span in enumerate(spans):
        values[f"n{index}"] = span.value
        if span.kind == "fraction":
            values[f"n{index}_over"] = span.over
    return values


def readings(equations: Sequence[Equation], spans: Sequence[Span], contexts: Sequence[set[str]], task: str) -> list[Reading] | None:
    """Every reading of a solution that comes close to the best one, the best first; None if an operand cannot be traced.

    Args:
        equations: The solution.
        spans: Every number of the arguments.
        contexts: For each span, the content words around it.
        task: The task's whole text.
    """
    tracer = _Tracer(spans, contexts, stems(task), "average" in task or "mean" in task)
    per_step: list[list[Option]] = []
    for equation in equations:
        options = tracer.step(equation)
        if not options:
            return None
        per_step.append(options)
        tracer.results.append((equation.tree.result(), equation.stated))
    beam: list[tuple[float, frozenset[str], tuple[Option, ...]]] = [(0.0, frozenset(), ())]
    for options in per_step:
        grown = [
            (cost + option.cost, used | option.uses, (*chosen, option))
            for cost, used, chosen in beam
            for option in options
        ]
        grown.sort(key=lambda item: item[0] - len(item[1]))
        beam = grown[:_BEAM]
    ranked = []
    for cost, used, chosen in beam:
        steps = _expanded(chosen, equations)
        ranked.append(Reading(steps, len(used) - cost))
    best = max(reading.score for reading in ranked)
    close = [reading for reading in ranked if reading.score >= best - _CLOSE]
    unique = {reading.steps: reading for reading in reversed(close)}
    return sorted(unique.values(), key=lambda reading: -reading.score)


def _expanded(chosen: Sequence[Option], equations: Sequence[Equation]) -> tuple[Expr, ...]:
    """Earlier results put in place, and a result rounded to a whole number rounded in the program as well."""
    results: dict[str, Expr] = {}
    for index, (option, equation) in enumerate(zip(chosen, equations, strict=True)):
        expr = _substituted(option.expr, results)
        value = Fraction(equation.tree.result())
        if value.denominator != 1 and isinstance(equation.stated, int):
            if value.__floor__() == equation.stated:
                expr = Expr("floor", parts=(expr,))
            elif value.__ceil__() == equation.stated:
                expr = Expr("ceil", parts=(expr,))
        results[f"r{index}"] = expr
    return tuple(results.values())


def _substituted(expr: Expr, results: dict[str, Expr]) -> Expr:
    if expr.kind == "name":
        return results.get(expr.name, expr)
    if not expr.parts:
        return expr
    return Expr(expr.kind, expr.value, expr.name, tuple(_substituted(part, results) for part in expr.parts))


class _Tracer:
    """Finds what the literals of one equation can stand for, given the numbers and the results so far."""

    def __init__(self, spans: Sequence[Span], contexts: Sequence[set[str]], task: set[str], average: bool) -> None:
        self.spans = spans
        self.contexts = contexts
        self.task = task
        self.average = average
        self.results: list[tuple[Number, Number]] = []

    def step(self, equation: Equation) -> list[Option]:
        """Every way to read one equation, the least far-fetched first."""
        return self._node(equation.tree, stems(equation.text))

    def _node(self, tree: Tree, near: set[str], *, divisor: bool = False) -> list[Option]:
        if tree.kind == "number":
            value = exact(Fraction(tree.value) / 100) if tree.percent else tree.value
            return _best(self._literal(value, near, divisor=divisor))
        left, right = tree.parts
        options = [
            Option(Expr(tree.kind, parts=(one.expr, other.expr)), one.uses | other.uses, one.cost + other.cost)
            for one, other in itertools.product(self._node(left, near), self._node(right, near, divisor=tree.kind == "/"))
        ]
        if tree.kind == "/" and left.kind == right.kind == "number":
            ratio = tree.result()
            for index, span in enumerate(self.spans):
                if span.kind == "fraction" and left.value not in (span.worth,):
                    over, top = Expr("name", name=f"n{index}_over"), Expr("name", name=f"n{index}")
                    uses = frozenset((f"n{index}",))
                    if ratio == span.worth:
                        options.append(Option(Expr("/", parts=(top, over)), uses, self._distance(index, near)))
                    elif ratio == 1 - span.worth:
                        rest = Expr("-", parts=(_number(1), Expr("/", parts=(top, over))))
                        options.append(Option(rest, uses, 0.1 + self._distance(index, near)))
                if span.kind == "percent" and right.value != 100 and Fraction(ratio) * 100 == span.value:
                    percent = Expr("/", parts=(Expr("name", name=f"n{index}"), _number(100)))
                    options.append(Option(percent, frozenset((f"n{index}",)), 0.1 + self._distance(index, near)))
        return _best(options)

    def _distance(self, index: int, near: set[str]) -> float:
        """A small cost for a number whose surroundings share no words with the step."""
        return 0.3 - 0.1 * min(3, len(self.contexts[index] & near))

    def _literal(self, value: Number, near: set[str], *, divisor: bool) -> list[Option]:
        found = []
        for index, result in enumerate(self.results):
            if value in result:
                name = f"r{index}"
                age = len(self.results) - 1 - index
                found.append(Option(Expr("name", name=name), frozenset((name,)), 0.05 * min(age, 4)))
        for index, span in enumerate(self.spans):
            for expr, cost in _spellings(span, index, value):
                found.append(Option(expr, frozenset((f"n{index}",)), cost + self._distance(index, near)))
        constant = self._constant(value, near, divisor=divisor)
        if constant is not None:
            found.append(Option(_number(value), frozenset(), constant))
        return found

    def _constant(self, value: Number, near: set[str], *, divisor: bool) -> float | None:
        """How far-fetched a literal is as a constant; None if it is none."""
        if value == 1:
            return 0.4
        if value in _CONSTANTS:
            cues = _CONSTANTS[value]
            if not cues or any(cue in near or cue in self.task for cue in cues):
                return 0.3
        if value == 2 or self.average and divisor and isinstance(value, int) and value <= 12:
            return 0.6
        if value in (Fraction(1, 2),):
            return 0.9
        return None


def _number(value: Number) -> Expr:
    return Expr("number", value)


def _best(options: list[Option]) -> list[Option]:
    options.sort(key=lambda option: option.cost - len(option.uses))
    return options[:_BEAM]


def _spellings(span: Span, index: int, value: Number) -> list[tuple[Expr, float]]:
    """Every way in which a number's value gives a literal: as it is, as a share, as what is left, in another unit."""
    name = Expr("name", name=f"n{index}")
    worth = Fraction(span.worth)
    found: list[tuple[Expr, float]] = []

    def add(matches: bool, expr: Expr, cost: float) -> None:
        if matches and not found:
            found.append((expr, cost))

    one, hundred = _number(1), _number(100)
    if span.kind == "percent":
        share = Expr("/", parts=(name, hundred))
        add(value == worth, name, 0.0)
        add(value == worth / 100, share, 0.0)
        add(value == 1 - worth / 100, Expr("-", parts=(one, share)), 0.1)
        add(value == 1 + worth / 100, Expr("+", parts=(one, share)), 0.1)
        add(value == 100 - worth, Expr("-", parts=(hundred, name)), 0.2)
        add(value == 100 + worth, Expr("+", parts=(hundred, name)), 0.2)
        return found
    if span.kind == "fraction":
        over = Expr("name", name=f"n{index}_over")
        share = Expr("/", parts=(name, over))
        add(value == worth, share, 0.0)
        add(value == span.over, over, 0.0)
        add(value == span.value and span.value != 1, name, 0.0)
        add(value == 1 - worth, Expr("-", parts=(one, share)), 0.1)
        add(value == span.over - span.value and value > 1, Expr("-", parts=(over, name)), 0.2)
        add(value == 1 / worth, Expr("/", parts=(over, name)), 0.1)
        add(value == 1 + worth, Expr("+", parts=(one, share)), 0.2)
        add(value == worth * 100, Expr("*", parts=(share, hundred)), 0.3)
        for factor in (60, 12, 24):
            add(value == worth * factor, Expr("*", parts=(share, _number(factor))), 0.3)
        return found
    add(value == worth, name, 0.0)
    for factor in _UNIT_FACTORS.get(span.unit.rstrip("s") if span.unit not in ("$", "feet") else span.unit, ()):
        add(value == worth * factor, Expr("*", parts=(name, _number(factor))), 0.2)
        add(value == worth / factor, Expr("/", parts=(name, _number(factor))), 0.2)
    if span.kind == "times":
        add(value == worth + 1, Expr("+", parts=(name, one)), 0.5)
    return found
