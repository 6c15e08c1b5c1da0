"""How a number of the task may appear in a solution: as it is, as a share, as what is left of it, in another unit."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from evolving_intent_env.domains.gsm8k.numbers import Span
from evolving_intent_env.intent.program import Expr, Number, exact

_CONSTANTS: dict[Number, frozenset[str]] = {
    exact(value): frozenset(cues.split())
    for value, cues in {
        "7": "week daily",
        "12": "year month dozen foot feet inch annual monthly inche inches",
        "24": "hour day",
        "60": "minute hour second",
        "52": "week year weekly",
        "365": "day year daily",
        "366": "day year leap",
        "30": "month day",
        "31": "month day",
        "4": "week month quart side square quarter",
        "1000": "",
        "100": "",
        "16": "ounce pound oz ounc",
        "3": "yard feet foot triangle",
        "10": "dime decade",
        "25": "quarter",
        "5": "nickel weekday weekdays",
        "36": "inch yard inche",
        "5280": "feet mile",
        "3600": "hour second",
        "1440": "minute day",
        "360": "degree circle",
        "180": "degree triangle",
        "90": "degree",
        "8": "octopus spider legs leg",
        "6": "side insect",
        "0.01": "",
        "0.1": "dime",
        "0.25": "quarter",
        "0.05": "nickel",
        "28": "february day",
        "1/7": "week",
    }.items()
}
_FACTORS: dict[str, tuple[int, ...]] = {
    "hour": (60, 24, 3600),
    "minute": (60,),
    "min": (60,),
    "second": (60,),
    "day": (24, 7),
    "week": (7, 52),
    "month": (12, 30, 4),
    "year": (12, 52, 365),
    "feet": (12, 3),
    "foot": (12, 3),
    "yard": (3, 36),
    "inch": (12,),
    "inche": (12,),
    "dozen": (12,),
    "cent": (100,),
    "dollar": (100,),
    "$": (100,),
    "pound": (16,),
    "ounce": (16,),
    "meter": (100, 1000),
    "kilometer": (1000,),
    "kg": (1000,),
    "gram": (1000,),
    "liter": (1000,),
    "milliliter": (1000,),
    "ml": (1000,),
    "km": (1000,),
    "cm": (100,),
    "centimeter": (100,),
    "quarter": (4,),
    "nickel": (20,),
    "dime": (10,),
    "penny": (100,),
    "pair": (2,),
    "couple": (2,),
    "decade": (10,),
    "gallon": (4, 128),
    "ton": (2000,),
    "thousand": (1000,),
    "hundred": (100,),
}
_HALF = Fraction(1, 2)
_WHOLES = (60, 12, 24)
_WHOLE_UNITS = frozenset(("a", "an", "hour", "hours", "day", "days", "dozen"))
"""What follows "half" where it means 30 minutes, 6 pieces or 12 hours."""


@lru_cache(maxsize=1024)
def named(name: str) -> Expr:
    """The expression that reads a value; there is one object for each name, as nearly all rows use the same few."""
    return Expr("name", name=name)


@lru_cache(maxsize=1024)
def number(value: Number) -> Expr:
    """The expression of a number, one object for each."""
    return Expr("number", value)


_ONE, _HUNDRED = number(1), number(100)


def constant_cost(value: Number, cues: frozenset[str], *, divisor: bool) -> float | None:
    """How far-fetched it is that a literal is a known constant; None if it is none."""
    if value == 1:
        return 0.4
    known = _CONSTANTS.get(value)
    if known is not None and (not known or known & cues):
        return 0.3
    if value == 2:
        return 0.6
    if (
        divisor
        and isinstance(value, int)
        and 2 < value <= 12
        and ("average" in cues or "averag" in cues or "mean" in cues)
    ):
        return 0.6
    return 0.9 if value == _HALF else None


def spellings(span: Span, index: int) -> Mapping[Number, tuple[Expr, float]]:
    """Each literal that a number may appear as, with its expression and how far-fetched that is."""
    if span.kind == "fraction":
        unit = "hour" if span.unit in _WHOLE_UNITS else ""
    else:
        unit = span.unit if span.unit in _FACTORS else span.unit.rstrip("s")
    return _spellings(index, span.kind, span.value, span.over, unit if unit in _FACTORS else "")


@lru_cache(maxsize=4096)
def _spellings(index: int, kind: str, value: Number, over: int, unit: str) -> Mapping[Number, tuple[Expr, float]]:
    name = named(f"n{index}")
    if kind == "percent":
        found = _percentage(Fraction(value), name)
    elif kind == "fraction":
        found = _fraction(int(value), over, unit, name, named(f"n{index}_over"))
    else:
        found = _plain(value, kind, unit, name)
    first: dict[Number, tuple[Expr, float]] = {}
    for worth, expr, cost in found:
        first.setdefault(exact(worth), (expr, cost))
    return first


def _percentage(worth: Fraction, name: Expr) -> list[tuple[Number, Expr, float]]:
    share = Expr("/", parts=(name, _HUNDRED))
    return [
        (worth, name, 0.0),
        (worth / 100, share, 0.0),
        (1 - worth / 100, Expr("-", parts=(_ONE, share)), 0.1),
        (1 + worth / 100, Expr("+", parts=(_ONE, share)), 0.1),
        (100 - worth, Expr("-", parts=(_HUNDRED, name)), 0.2),
        (100 + worth, Expr("+", parts=(_HUNDRED, name)), 0.2),
    ]


def _fraction(value: int, bottom: int, unit: str, name: Expr, over: Expr) -> list[tuple[Number, Expr, float]]:
    worth = Fraction(value, bottom)
    share = Expr("/", parts=(name, over))
    found: list[tuple[Number, Expr, float]] = [(worth, share, 0.0), (bottom, over, 0.0)]
    if value != 1:
        found.append((value, name, 0.0))
    if worth < 1:
        found.append((1 - worth, Expr("-", parts=(_ONE, share)), 0.1))
    if bottom - value > 1:
        found.append((bottom - value, Expr("-", parts=(over, name)), 0.2))
    if worth:
        found.append((1 / worth, Expr("/", parts=(over, name)), 0.1))
    found.append((1 + worth, Expr("+", parts=(_ONE, share)), 0.2))
    wholes = (100, *_WHOLES) if unit else (100,)
    found.extend((worth * factor, Expr("*", parts=(share, number(factor))), 0.5) for factor in wholes)
    return found


def _plain(value: Number, kind: str, unit: str, name: Expr) -> list[tuple[Number, Expr, float]]:
    single = kind == "fixed" and value == 1
    found: list[tuple[Number, Expr, float]] = [(value, name, 1.0 if single else 0.0)]
    for factor in _FACTORS.get(unit, ()):
        found.append((value * factor, Expr("*", parts=(name, number(factor))), 0.5))
        found.append((Fraction(value) / factor, Expr("/", parts=(name, number(factor))), 0.5))
    if kind == "times":
        found.append((value + 1, Expr("+", parts=(name, _ONE)), 0.5))
    return found
