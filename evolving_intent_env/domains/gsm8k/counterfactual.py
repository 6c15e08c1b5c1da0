"""Wrong earlier values: other values for a number of an argument, under which the task stays sensible."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from evolving_intent_env.domains.gsm8k.compiled import Compiled, compiled
from evolving_intent_env.domains.gsm8k.numbers import Span, written
from evolving_intent_env.domains.gsm8k.trace import Reading
from evolving_intent_env.errors import ProgramError
from evolving_intent_env.intent.program import Expr, Number, exact

PER_SPAN = 2
PER_ARGUMENT = 4

_OFFSETS = (2, -2, 1, -1, 3, -3, 4, -4, 5, -5, 6, -6, 8, -8, 10, -10, 12, -12)
_FACTORS = (2, Fraction(1, 2), 3, Fraction(3, 2), Fraction(1, 3))
_FINE = (Fraction("0.5"), Fraction("0.25"), Fraction("0.1"), Fraction("0.05"))
_CENT = Fraction("0.01")


class Change(NamedTuple):
    """Another way to write a number.

    Attributes:
        text: What stands in the number's place.
        value: Its value (a fraction's numerator).
        over: A fraction's denominator.
    """

    text: str
    value: Number
    over: int = 1


class Variant(NamedTuple):
    """A change that keeps the task sensible: which number, what it becomes, and the values it sets."""

    span: int
    change: Change
    values: tuple[tuple[str, Number], ...]


class Sense:
    """What must stay as it is under any wrong value: sign and wholeness of every step, and agreement of all readings.

    Args:
        found: The close readings of the solution, the best first.
        extra: Programs of other functions, over number names.
        truth: The true values.
    """

    def __init__(self, found: Sequence[Reading], extra: Sequence[Expr], truth: Mapping[str, Number]) -> None:
        self.last = f"r{len(found[0].steps) - 1}"
        steps = _steps_to(self.last, found[0])
        self.steps = [_Step(name, expr, compiled(expr)) for name, expr in steps.items()]
        self.true = true = dict(truth)
        for step in self.steps:
            true[step.name] = step.run(true)
        self.patterns = {step.name: _pattern(true[step.name]) for step in self.steps}
        others = [_unlike(_steps_to(self.last, reading), steps) for reading in found[1:]]
        self.others = [other for other in others if other]
        inner = [node for step in self.steps for part in step.expr.parts for node in _differences(part)]
        self.differences = [(node.names, run, run(true) > 0) for node in inner for run in (compiled(node),)]
        self.extra = [(expr.names, run, _pattern(run(truth))) for expr in extra for run in (compiled(expr),)]
        self.checks: dict[tuple[str, ...], _Checks] = {}

    def holds(self, changed: Mapping[str, Number]) -> bool:
        """Whether the task stays sensible under wrong values, its answer differs, and all readings agree on it."""
        names = tuple(changed)
        checks = self.checks.get(names)
        if checks is None:
            checks = self.checks[names] = self._checks_after(changed)
        values = {**self.true, **changed}
        try:
            for name, run, pattern in checks.steps:
                value = values[name] = run(values)
                if not _like(value, pattern):
                    return False
            if values[self.last] == self.true[self.last]:
                return False
            for run, positive in checks.differences:
                if (run(values) > 0) != positive:
                    return False
            for run, pattern in checks.extra:
                if not _like(run(values), pattern):
                    return False
            return all(self._agrees(other, values) for other in self.others)
        except ProgramError:
            return False

    def _checks_after(self, changed: Iterable[str]) -> _Checks:
        """What has to be worked out anew when some numbers change: whatever rests on them."""
        touched = set(changed)
        extra = [(run, pattern) for names, run, pattern in self.extra if not names.isdisjoint(touched)]
        steps = []
        for name, expr, run in self.steps:
            if not expr.names.isdisjoint(touched):
                touched.add(name)
                steps.append((name, run, self.patterns[name]))
        differences = [(run, positive) for names, run, positive in self.differences if not names.isdisjoint(touched)]
        return _Checks(steps, differences, extra)

    def _agrees(self, steps: Sequence[_Step], values: dict[str, Number]) -> bool:
        """Whether another reading makes the same of a change, step by step; values of its own go into ``values``."""
        for name, _, run in steps:
            value = run(values)
            if name not in self.patterns:
                values[name] = value
            elif value != values[name]:
                return False
        return True


class _Checks(NamedTuple):
    """What a change of certain numbers touches: steps, differences inside of steps, and other functions."""

    steps: list[tuple[str, Compiled, _Pattern]]
    differences: list[tuple[Compiled, bool]]
    extra: list[tuple[Compiled, _Pattern]]


class _Step(NamedTuple):
    """One step of a reading: its result's name, its program, and the same as a closure."""

    name: str
    expr: Expr
    run: Compiled


def _steps_to(last: str, reading: Reading) -> dict[str, Expr]:
    """The steps that a reading's answer rests on, by their results' names."""
    needed = {last}
    for index in reversed(range(len(reading.steps))):
        if f"r{index}" in needed:
            needed.update(name for name in reading.steps[index].names if name[0] == "r")
    return {name: expr for index, expr in enumerate(reading.steps) if (name := f"r{index}") in needed}


def _unlike(steps: Mapping[str, Expr], known: Mapping[str, Expr]) -> list[_Step]:
    """Without those steps that come out as the known ones wherever all before them do."""
    return [
        _Step(name, expr, compiled(expr))
        for name, expr in steps.items()
        if (known.get(name) is not expr and known.get(name) != expr)
        or any(part[0] == "r" and part not in known for part in expr.names)
    ]


class _Pattern(NamedTuple):
    """What is to stay of a value: its sign, how far from whole it is, and its size (a ratio of whole numbers)."""

    sign: int
    roughness: int
    top: int
    bottom: int


def _pattern(value: Number) -> _Pattern:
    sign = (value > 0) - (value < 0)
    return _Pattern(sign, _roughness(value), abs(value.numerator), value.denominator)


def _roughness(value: Number) -> int:
    if type(value) is int:
        return 0
    return 1 if 100 % value.denominator == 0 else 2


def _like(value: Number, pattern: _Pattern) -> bool:
    """The same sign, as whole as the truth, and of the same order of size."""
    sign, roughness, top, bottom = pattern
    if type(value) is int and bottom == 1:
        size = sign * value
        return (size > 0 or (sign == 0 and not value)) and top <= 5 * size <= 25 * top
    if type(value) is not int and _roughness(value) > roughness:
        return False
    size, true = sign * value.numerator * bottom, top * value.denominator
    return (size > 0 or (sign == 0 and not value)) and true <= 5 * size and size <= 5 * true


def _differences(expr: Expr) -> Iterator[Expr]:
    if expr.kind == "-":
        yield expr
    for part in expr.parts:
        yield from _differences(part)


def variants(
    spans: Sequence[Span], places: Sequence[int], texts: Sequence[str], revisable: Sequence[int], sense: Sense
) -> dict[int, list[Variant]]:
    """Variants by argument, the most plausible first; those of two arguments are sensible together as well.

    Args:
        spans: Every number of the arguments.
        places: The index of each number's argument.
        texts: The arguments.
        revisable: The indices of the numbers that may be revised.
        sense: What must stay as it is.
    """
    chosen: dict[int, list[Variant]] = {}
    options = {index: iter(_candidates(spans[index], texts[places[index]])) for index in revisable}
    said = {span.worth for span in spans}
    for _ in range(PER_SPAN):
        for index in revisable:
            mine = chosen.setdefault(places[index], [])
            if len(mine) >= PER_ARGUMENT:
                continue
            for change in options[index]:
                if (change.value if change.over == 1 else Fraction(change.value) / change.over) in said:
                    continue
                new = _values(index, spans[index], change)
                if sense.holds(new) and all(
                    sense.holds({**dict(other.values), **new})
                    for place, those in chosen.items()
                    if place != places[index]
                    for other in those
                ):
                    mine.append(Variant(index, change, tuple(new.items())))
                    break
    return {place: found for place, found in chosen.items() if found}


def _values(index: int, span: Span, change: Change) -> dict[str, Number]:
    if span.kind == "fraction":
        return {f"n{index}": change.value, f"n{index}_over": change.over}
    return {f"n{index}": change.value}


def _candidates(span: Span, text: str) -> Iterator[Change]:
    """Other values of a number in the manner it is written, the most plausible first."""
    before, after = text[: span.start], text[span.end :]
    if span.kind == "fraction":
        yield from _fractions(span, after)
    elif span.kind == "times":
        yield from _multiples(span, after)
    elif span.kind == "percent":
        step = 10 if span.value % 10 == 0 else 5 if span.value % 5 == 0 else 1
        top = 100 if span.value < 100 else 400
        yield from _steps(span, step, 1, top, before)
    elif (
        (span.kind in ("digits", "word") and span.value > 1)
        or (span.kind == "digits" and span.unit == "$" and span.value > 0)
        or (span.kind == "digits" and 0 < span.value < 1)
    ):
        yield from _steps(span, _step(span), 0, 10**12, before)


def _steps(span: Span, step: Number, bottom: Number, top: Number, before: str) -> Iterator[Change]:
    true = span.value
    article = _ARTICLE.search(before[-4:])
    an = article and article.group(1).lower() == "an"
    seen: set[Number] = {true}
    for value in _near(true, step):
        if (
            value in seen
            or not bottom < value < top
            or (value <= 1 < true and span.unit != "$")
            or value > 3 * true
            or value * 3 < true
        ):
            continue
        seen.add(value)
        text = written(span, value)
        if text is not None and text != span.text and (an is None or an == _vowel(text)):
            yield Change(text, value)


def _near(true: Number, step: Number) -> Iterator[Number]:
    """Values near the true one by whole steps, then simple multiples of it."""
    for offset in _OFFSETS:
        value = true + offset * step
        yield value if isinstance(value, int) else exact(value)
    for factor in _FACTORS:
        yield exact(true * factor)


_ROUND = (5, 10, 50, 100, 500, 1000, 5000, 10_000, 50_000, 100_000, 500_000, 1_000_000)


def _step(span: Span) -> Number:
    """The size of a plausible change: one in the last digit that matters."""
    whole = span.value
    if not isinstance(whole, int):
        return next((step for step in _FINE if (whole / step).denominator == 1), _CENT)
    if whole <= 20:
        return 5 if whole == 20 else 1
    fitting = [step for step in (1, *_ROUND) if whole % step == 0 and step * 3 <= whole]
    return next((step for step in fitting if whole // step < 8), fitting[-1])


_ARTICLE = re.compile(r"\b(an?) $", re.IGNORECASE)


_VOWEL = re.compile(r"\$?(?:8|11(?!\d)|18(?!\d)|eight|eleven|[aeio])", re.IGNORECASE)


def _vowel(text: str) -> bool:
    return _VOWEL.match(text) is not None


def _fractions(span: Span, after: str) -> Iterator[Change]:
    top, over = int(span.value), span.over
    if "/" in span.text:
        for value, below in (
            (top - 1, over),
            (top + 1, over),
            (top - 2, over),
            (top + 2, over),
            (top, over + 1),
            (top, over - 1),
            (top, over + 2),
        ):
            if 0 < value < below and gcd(value, below) == 1:
                yield Change(f"{value}/{below}", value, below)
        return
    raw = span.text.lower()
    capital = span.text[0].isupper()
    choices: list[Change] = []
    if raw == "half":
        if after.startswith((" as ", " of ")):
            choices = [Change("a third", 1, 3), Change("a quarter", 1, 4)]
        elif re.match(r" (?:the|that|his|her|their|its|this|what)\b", after):
            choices = [Change("a third of", 1, 3), Change("a quarter of", 1, 4)]
    elif raw.startswith(("a ", "one ", "one-")) and re.match(r" (?:of|as|the|that|more|less)\b", after):
        joint = raw[raw.index("-")] if "-" in raw else " "
        head = raw.split(joint)[0]
        for below, name in (
            (3, "third"),
            (4, "quarter" if "fourth" not in raw else "fourth"),
            (5, "fifth"),
            (6, "sixth"),
            (2, "half"),
        ):
            if below != over and not (below == 2 and head == "a"):
                choices.append(Change(f"{head}{joint}{name}", 1, below))
    elif raw == "third" and after.startswith(" as"):
        choices = [Change("quarter", 1, 4)]
    elif "-" in raw and top > 1:
        name = raw.split("-")[1]
        words = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}
        for value in (top - 1, top + 1, top + 2):
            if 0 < value < over and value in words and Fraction(value, over).denominator == over:
                choices.append(Change(f"{words[value]}-{name if value > 1 else name[:-1]}", value, over))
    for change in choices:
        yield Change(change.text.capitalize() if capital else change.text, change.value, change.over)


def _multiples(span: Span, after: str) -> Iterator[Change]:
    raw = span.text.lower()
    capital = span.text[0].isupper()
    choices: list[tuple[str, int]] = []
    if raw in ("twice", "thrice"):
        choices = (
            [("three times", 3), ("four times", 4), ("five times", 5)]
            if raw == "twice"
            else [("twice", 2), ("four times", 4)]
        )
    else:
        ending = re.sub(r"^(doubl|tripl|quadrupl)e?", "", raw)
        for stem, value in (("tripl", 3), ("doubl", 2), ("quadrupl", 4)):
            new = stem + ("e" if not ending or ending in ("d", "s") else "") + ending
            choices.append((new, value))
    for text, value in choices:
        if value != span.value:
            yield Change(text.capitalize() if capital else text, value)
