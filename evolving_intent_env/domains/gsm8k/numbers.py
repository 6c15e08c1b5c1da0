"""Numbers in sentences: where they stand, what they are worth, and how another value would be written there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from evolving_intent_env.domains.gsm8k.words import listed
from evolving_intent_env.intent.program import Number, exact

Kind = Literal["digits", "word", "percent", "fraction", "times", "fixed"]
"""How a number is written: ``fraction`` is "2/5", "a third" or "half"; ``times`` is "twice", "double", "triple";
``fixed`` numbers (a dozen, ordinals, clock times, years, a single "one") are worth something but are never revised."""

_UNITS = listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fourty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
_SMALL = {word: value for value, word in enumerate(_UNITS)} | _TENS
_ORDINALS = frozenset(("st", "nd", "rd", "th"))
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000}
_SCALE_WORDS = {**_SCALES, "k": 1000, "m": 1_000_000}
_PARTS = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "fourth": 4,
    "fourths": 4,
    "fifth": 5,
    "fifths": 5,
    "sixth": 6,
    "sixths": 6,
    "seventh": 7,
    "sevenths": 7,
    "eighth": 8,
    "eighths": 8,
    "ninth": 9,
    "ninths": 9,
    "tenth": 10,
    "tenths": 10,
    "twelfth": 12,
    "twelfths": 12,
}
_TIMES = {
    "twice": 2,
    "thrice": 3,
    "double": 2,
    "doubled": 2,
    "doubles": 2,
    "doubling": 2,
    "triple": 3,
    "triples": 3,
    "tripled": 3,
    "tripling": 3,
    "quadruple": 4,
    "quadrupled": 4,
    "quadruples": 4,
}
_FIXED = {
    "dozen": 12,
    "dozens": 12,
    "couple": 2,
    "pair": 2,
    "pairs": 2,
    "both": 2,
    "once": 1,
    "single": 1,
}

_CARDINAL = rf"(?:{'|'.join([*_UNITS, *_TENS, *_SCALES])})"
_JOINT = rf"(?:-|[ ]and[ ](?=(?:{'|'.join([*_UNITS, *_TENS])})\b)|[ ])"
_CARDINALS = rf"{_CARDINAL}(?:(?<=hundred){_JOINT}{_CARDINAL}|(?<=thousand){_JOINT}{_CARDINAL}|(?:-|[ ]){_CARDINAL})*"
_TOKEN = re.compile(
    rf"""
      (?P<mixed>\$?\d+\s+(?:and\s+)?\d+/\d+)
    | (?P<slash>(?<![\d/])\d+/\d+(?![\d/]))
    | (?P<digits>\$?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)?(?:(?<=\d)\.\d+|(?<!\d)\.\d+|(?<=\d)))
    | \b(?P<part>(?:(?:an?|one|two|three|four|five|six|seven|eight|nine)(?:-|\s))?(?:{"|".join(_PARTS)}))\b
    | \b(?P<word>{_CARDINALS})\b
    | \b(?P<times>{"|".join(_TIMES)})\b
    | \b(?P<fixed>{"|".join(_FIXED)})\b
    """,
    re.VERBOSE | re.IGNORECASE,
)

_WORDS = frozenset(
    form for word in (*_SMALL, *_SCALES, *_PARTS, *_TIMES, *_FIXED) for form in (word, word.capitalize(), word.upper())
)


def _any_of(words: Iterable[str]) -> str:
    """A pattern for any of some words that tells them apart letter by letter, which is fast; the longest one wins."""
    endings: dict[str, list[str]] = {}
    for word in sorted(words, reverse=True):
        endings.setdefault(word[:1], []).append(word[1:])
    branches = [letter + _any_of(rest) if letter else "" for letter, rest in endings.items()]
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"


_START = re.compile(
    rf"(?<![A-Za-z])(?:{_any_of(_WORDS)}(?![A-Za-z])|[Aa][Nn]?(?=[-\s](?i:{'|'.join(_PARTS)})))|\d|\$\.?\d|\.\d"
)
"""Where a number may begin."""
_UNIT = re.compile(r"[ -]?([A-Za-z]+)")
_SCALE = re.compile(r"[ -](hundred|thousand|million|billion|k|K|M)\b|(k|K|M)\b")
_YEAR = re.compile(r"(?:19|20)\d\d")
_BEFORE_YEAR = re.compile(r"\b(?:in|since|year|of|by|from|until|[A-Z][a-z]+|\d,) $")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_PERCENT = re.compile(r" ?%| percent\b| per cent\b")
_DIGITS = re.compile(r"[\d,]*\.?\d+")
_INTEGER = re.compile(r"\d+")
_CLOCK = re.compile(r"\d(?:\d?:\d\d|\d* ?(?i:[ap]\.?m\b\.?|o'clock))")


class Span(NamedTuple):
    """A number in a text.

    Attributes:
        start: Where it begins, the dollar sign included.
        end: Where it ends, the percent sign included.
        text: The characters between.
        kind: How it is written.
        value: What it is worth; the percent number of a percentage, the numerator of a fraction.
        over: The denominator of a fraction, else 1.
        unit: The word after it, in lower case; ``"$"`` for an amount of dollars.
    """

    start: int
    end: int
    text: str
    kind: Kind
    value: Number
    over: int = 1
    unit: str = ""

    @property
    def worth(self) -> Number:
        """The value as a quantity: a fraction divided out; a percentage stays a percent number."""
        return self.value if self.over == 1 else exact(Fraction(self.value, self.over))


def number_in(digits: str) -> Number:
    """The number that bare digits spell, with or without decimals."""
    return int(digits) if digits.isdecimal() else exact(digits)


def numbers(text: str) -> tuple[Span, ...]:
    """Every number of a text, from left to right."""
    return _numbers(text.rstrip(" .?!"))  # how a sentence ends changes no number, and many texts differ only in that


@lru_cache(maxsize=4096)
def _numbers(text: str) -> tuple[Span, ...]:
    found: list[Span] = []
    at = 0
    while start := _START.search(text, at):
        at = start.end()
        match = _TOKEN.match(text, start.start())
        span = _read(match, text) if match else None
        if match and span:
            found.append(span)
            at = match.end()
    if found and _CLOCK.search(text):
        clocks = [match.span() for match in _CLOCK.finditer(text)]
        for place, span in enumerate(found):
            if span.kind in ("digits", "word") and any(start <= span.start < end for start, end in clocks):
                found[place] = span._replace(kind="fixed")
    return tuple(found)


def _read(match: re.Match[str], text: str) -> Span | None:
    start, end = match.span()
    raw = match.group()
    kind: Kind = match.lastgroup  # type: ignore[assignment]
    value: Number
    over = 1
    unit = _unit(text, end)
    if kind == "digits":
        if not raw or (start and text[start - 1].isascii() and text[start - 1].isalpha()):
            return None
        value = int(raw) if raw.isdecimal() else number_in(raw.replace("$", "").replace(",", ""))
        scale = _SCALE.match(text, end) if unit in _SCALE_WORDS else None
        if scale:
            name = (scale.group(1) or scale.group(2)).lower()
            return Span(start, end, raw, "fixed", exact(value * _SCALE_WORDS[name]), 1, _unit(text, scale.end()))
        ordinal = unit in _ORDINALS and raw.isdecimal() and _ORDINAL.match(text, end)
        if ordinal or (len(raw) == 4 and _YEAR.fullmatch(raw) and _BEFORE_YEAR.search(text[:start])):
            kind = "fixed"
    elif kind == "word":
        value = _SMALL.get(raw, -1)
        if value < 0:
            value = _cardinal(raw)
        if value <= 1:
            kind = "fixed"
    else:
        read = _special(match, text)
        if read is None:
            return None
        kind, value, over = read
    percent = None
    if (unit in ("percent", "per") or text.startswith(("%", " %"), end)) and kind in ("digits", "word"):
        percent = _PERCENT.match(text, end)
    if percent:
        end = percent.end() if "%" in percent.group() else end
        return Span(start, end, text[start:end], "percent", value, 1, _unit(text, percent.end()))
    return Span(start, end, raw, kind, value, over, "$" if raw[0] == "$" else unit)


def _special(match: re.Match[str], text: str) -> tuple[Kind, Number, int] | None:
    """Reads what is neither digits nor cardinals: its kind, value and denominator."""
    raw = match.group()
    if match.lastgroup == "slash":
        top, bottom = raw.split("/")
        if int(bottom) == 0 or (bottom == "7" and top == "24"):
            return None
        return "fraction", int(top), int(bottom)
    if match.lastgroup == "mixed":
        whole, top, bottom = _INTEGER.findall(raw)
        return None if int(bottom) == 0 else ("fixed", exact(int(whole) + Fraction(int(top), int(bottom))), 1)
    if match.lastgroup == "part":
        return _part(raw, text, match.start(), match.end())
    if match.lastgroup == "times":
        return "times", _TIMES[raw.lower()], 1
    return "fixed", _FIXED[raw.lower()], 1


def _part(raw: str, text: str, start: int, end: int) -> tuple[Kind, Number, int] | None:
    """Reads "half", "a third", "two-fifths"; an ordinal such as "the third day" is no number."""
    pieces = re.split(r"[-\s]", raw.lower())
    name = pieces[-1]
    over = _PARTS[name]
    if len(pieces) == 1:
        if name in ("half", "halves"):
            return "fraction", 1, 2
        if name in ("quarter", "quarters") and re.match(r" (of|as)\b", text[end:]):
            return "fraction", 1, 4
        if (
            name == "third"
            and re.match(r" (as|of (?:the|his|her|their|its|that|those|them|what)\b)", text[end:])
            and not re.search(r"\b(the|every|on|each) $", text[:start])
        ):
            return "fraction", 1, 3
        return None
    head = pieces[0]
    value = 1 if head in ("a", "an", "one") else _SMALL[head]
    if (
        head in ("a", "an")
        and name not in ("half", "quarter")
        and not re.match(r" (of|as|the|that|more|less|cup|mile|pound|full|an hour)\b", text[end:])
    ):
        return None  # "a third friend"
    if value > 1 and not name.endswith("s"):
        return None  # "two third graders"
    if name in ("quarters", "halves") and re.search(r"\s", raw) and not re.match(r" of\b|-| full", text[end:]):
        return None  # coins
    return "fraction", value, over


def _cardinal(raw: str) -> int:
    total = current = 0
    for word in re.split(r"[-\s]+", raw.lower()):
        if word in _SMALL:
            current += _SMALL[word]
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in _SCALES:
            total, current = total + max(current, 1) * _SCALES[word], 0
    return total + current


def _unit(text: str, end: int) -> str:
    match = _UNIT.match(text, end)
    return match.group(1).lower() if match else ""


def spelled(value: int) -> str | None:
    """The word for 0 to 99."""
    if 0 <= value < 20:
        return _UNITS[value]
    for word, tens in _TENS.items():
        if word != "fourty" and tens <= value < tens + 10:
            return word if value == tens else f"{word}-{_UNITS[value - tens]}"
    return None


def written(span: Span, value: Number) -> str | None:
    """Another value in the manner of ``span``: its dollar sign, commas, decimals, words; None where there is none."""
    head, digits, tail = _around_digits(span.text)
    if not digits:
        if span.kind not in ("word", "percent"):
            return None
        word = spelled(value) if isinstance(value, int) else None
        return word.capitalize() if word and span.text[0].isupper() else word
    decimals = len(digits.partition(".")[2])
    if type(value) is int and decimals < 2:
        whole, fraction = value, ""
    else:
        scaled = value * 10**decimals
        if scaled.denominator != 1:
            return None
        whole, part = divmod(scaled.numerator, 10**decimals)
        fraction = f".{part:0{decimals}d}" if decimals else ""
    grouped = f"{whole:,}" if "," in digits or (whole >= 10_000 and span.value < 10_000) else str(whole)
    return f"{head}{grouped}{fraction}{tail}"


@lru_cache(maxsize=4096)
def _around_digits(text: str) -> tuple[str, str, str]:
    """What stands before the digits of a number, the digits, and what stands after them."""
    match = _DIGITS.search(text)
    return (text[: match.start()], match.group(), text[match.end() :]) if match else ("", "", "")


def tells(text: str) -> bool:
    """Whether a text holds a number that a solution could need."""
    return any(span.kind != "fixed" or span.value > 1 for span in numbers(text))
