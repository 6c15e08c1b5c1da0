"""Wrong earlier values: other values for a number of an argument, under which the task stays sensible."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from evolving_intent_env.domains.gsm8k.compiled import Compiled, compiled
from evolving_intent_env.domains.gsm8k.numbers import Span, written
from evolving_intent_env.domains.gsm8k.trace import Reading
from evolving_intent_env.errors import ProgramError
from evolving_intent_env.intent.program import Expr, Number, exact

PER_SPAN = 2
PER_ARGUMENT = 4

_OFFSETS = (2, -2, 1, -1, 3, -3, 4, -4, 5, -5, 6, -6, 8, -8, 10, -10, 12, -12)
_PARTS = {(1, 2): "half", (1, 3): "a third", (1, 4): "a quarter"}
_NAMED = {(1, 3): "third", (1, 4): "quarter", (1, 5): "fifth", (2, 3): "thirds", (3, 4): "quarters"}


@dataclass(frozen=True, slots=True)
class Change:
    """Another way to write a number.

    Attributes:
        text: What stands in the number's place.
        value: Its value (a fraction's numerator).
        over: A fraction's denominator.
    """

    text: str
    value: Number
    over: int = 1


@dataclass(frozen=True, slots=True)
class Variant:
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
        best = found[0].steps
        self.last = f"r{len(best) - 1}"
        self.readings = [_Steps(reading, self.last, truth) for reading in found]
        self.best = self.readings[0]
        true = self.best.true
        self.patterns = {name: _pattern(true[name]) for name, _, _ in self.best.steps}
        steps = [step for index, step in enumerate(best) if f"r{index}" in self.patterns]
        self.differences = [
            (compiled(node), node.evaluate(true) > 0)
            for step in steps
            for node in _differences(step)
            if node is not step
        ]
        self.extra = [(expr.names, compiled(expr), _pattern(expr.evaluate(truth))) for expr in extra]

    def holds(self, changed: Mapping[str, Number]) -> bool:
        """Whether the task stays sensible under wrong values, its answer differs, and all readings agree on it."""
        try:
            values = self.best.values(changed, self.patterns)
            if values is None or values[self.last] == self.best.true[self.last]:
                return False
            if any((node(values) > 0) != positive for node, positive in self.differences):
                return False
            if any(
                not _like(program(values), pattern)
                for names, program, pattern in self.extra
                if not names.isdisjoint(changed)
            ):
                return False
            for reading in self.readings[1:]:
                other = reading.values(changed, None)
                if other is None or any(other[name] != values[name] for name in self.patterns if name in other):
                    return False
        except ProgramError:
            return False
        return True


class _Steps:
    """The steps that a reading's answer rests on, with what each of them rests on in turn."""

    def __init__(self, reading: Reading, last: str, truth: Mapping[str, Number]) -> None:
        needed = {last}
        for index in reversed(range(len(reading.steps))):
            if f"r{index}" in needed:
                needed.update(name for name in reading.steps[index].names if name[0] == "r")
        self.true = dict(truth)
        self.steps: list[tuple[str, Compiled, frozenset[str]]] = []
        roots: dict[str, frozenset[str]] = {}
        for index, step in enumerate(reading.steps):
            name = f"r{index}"
            if name in needed:
                roots[name] = frozenset().union(*(roots.get(part, frozenset((part,))) for part in step.names))
                self.true[name] = step.evaluate(self.true)
                self.steps.append((name, compiled(step), roots[name]))

    def values(
        self, changed: Mapping[str, Number], patterns: Mapping[str, tuple[int, int, Number]] | None
    ) -> dict[str, Number] | None:
        """All values under a change; None as soon as a step's result does not fit its pattern."""
        values = {**self.true, **changed}
        for name, step, roots in self.steps:
            if roots.isdisjoint(changed):
                continue
            value = step(values)
            if patterns is not None and not _like(value, patterns[name]):
                return None
            values[name] = value
        return values


def _pattern(value: Number) -> tuple[int, int, Number]:
    sign = (value > 0) - (value < 0)
    if isinstance(value, int):
        return sign, 0, value
    return sign, 1 if 100 % value.denominator == 0 else 2, value


def _like(value: Number, pattern: tuple[int, int, Number]) -> bool:
    """The same sign, as whole as the truth, and of the same order of size."""
    sign, roughness, _ = _pattern(value)
    if sign != pattern[0] or roughness > pattern[1]:
        return False
    size, true = sign * value, sign * pattern[2]
    return true <= 5 * size and size <= 5 * true


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
    per_span: dict[int, int] = {}
    options = {index: iter(_candidates(spans[index], texts[places[index]])) for index in revisable}
    others = {span.worth for span in spans}
    for _ in range(PER_SPAN):
        for index in revisable:
            mine = chosen.setdefault(places[index], [])
            if len(mine) >= PER_ARGUMENT:
                continue
            for change in options[index]:
                if (change.value if change.over == 1 else Fraction(change.value) / change.over) in others:
                    continue
                variant = _variant(index, spans[index], change)
                if sense.holds(dict(variant.values)) and all(
                    sense.holds({**dict(other.values), **dict(variant.values)})
                    for place, those in chosen.items()
                    if place != places[index]
                    for other in those
                ):
                    mine.append(variant)
                    per_span[index] = per_span.get(index, 0) + 1
                    break
    return {place: found for place, found in chosen.items() if found}


def _variant(index: int, span: Span, change: Change) -> Variant:
    values: list[tuple[str, Number]] = [(f"n{index}", change.value)]
    if span.kind == "fraction":
        values.append((f"n{index}_over", change.over))
    return Variant(index, change, tuple(values))


def _candidates(span: Span, text: str) -> Iterator[Change]:
    """Other values of a number in the manner it is written, the most plausible first."""
    before, after = text[: span.start], text[span.end :]
    if span.kind == "fraction":
        yield from _fractions(span, after)
    elif span.kind == "times":
        yield from _multiples(span, after)
    elif span.kind == "percent":
        step = 10 if Fraction(span.value) % 10 == 0 else 5 if Fraction(span.value) % 5 == 0 else 1
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
        if text is not None and text != span.text and not _article_clash(before, text):
            yield Change(text, value)


def _near(true: Number, step: Number) -> Iterator[Number]:
    """Values near the true one by whole steps, then simple multiples of it."""
    for offset in _OFFSETS:
        value = true + offset * step
        yield value if isinstance(value, int) else exact(value)
    for factor in (2, Fraction(1, 2), 3, Fraction(3, 2), Fraction(1, 3)):
        yield exact(true * factor)


_ROUND = (5, 10, 50, 100, 500, 1000, 5000, 10_000, 50_000, 100_000, 500_000, 1_000_000)


def _step(span: Span) -> Number:
    """The size of a plausible change: one in the last digit that matters."""
    value = Fraction(span.value)
    if value.denominator != 1:
        coarse = (Fraction(text) for text in ("0.5", "0.25", "0.1", "0.05"))
        return exact(next((step for step in coarse if (value / step).denominator == 1), Fraction("0.01")))
    whole = int(value)
    if whole <= 20:
        return 5 if whole == 20 else 1
    fitting = [step for step in (1, *_ROUND) if whole % step == 0 and step * 3 <= whole]
    small = next((step for step in fitting if whole // step < 8), fitting[-1])
    return small


def _article_clash(before: str, text: str) -> bool:
    """Whether "a" or "an" before the number would no longer fit."""
    match = re.search(r"\b(an?) $", before, re.IGNORECASE)
    return match is not None and (match.group(1).lower() == "an") != _vowel(text)


def _vowel(text: str) -> bool:
    return bool(re.match(r"\$?(?:8|11(?!\d)|18(?!\d)|eight|eleven|[aeio])", text, re.IGNORECASE))


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
