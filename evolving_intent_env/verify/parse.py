r"""The exact number that a text spells, in the notations in which people and models write numbers.

Decisions a reader may want to know:

* A percent sign is a unit, as in GSM8K, whose gold for a question about a percentage is ``60``: ``60%`` is 60, and 0.6
  is not.
* So is every word after the number (``5 apples``, ``12 km/h``, ``3 dozen``), except the words of scale: ``2.5 million``
  is 2500000. A second number after the first is not a unit: ``5 or 6`` and ``5, 6`` are no number.
* ``1,234``, ``1 234`` and ``1,00,000`` are one number each; ``1,5`` and ``1.234,5`` are none: they can be read twice.
* ``2 1/2`` and ``1\frac{1}{2}`` are mixed numbers; ``3:30`` and ``2:1`` are no numbers.
* Number words count up to one hundred.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from evolving_intent_env.intent.program import Number, exact
from evolving_intent_env.verify.notation import clean

MAX_LENGTH = 200
"""Longer text is no number. It keeps every number under Python's own limit on the digits of an ``int``."""

_MAX_EXPONENT = 300
_SCALES = {
    "k": 10**3,
    "hundred": 10**2,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}

_WHOLE = r"(?:[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3}|[0-9]{1,3}(?:\ [0-9]{3})+|[0-9]+)"
_DECIMAL = rf"(?:{_WHOLE}(?:\.[0-9]+)?|\.[0-9]+)"
_NUMBER = rf"""(?P<number>
    (?: (?P<whole>[0-9]+)?\ *\\frac\s*
        (?:\{{\s*(?P<top>[-+]?{_DECIMAL})\s*\}}|(?P<top_digit>[0-9]))\s*
        (?:\{{\s*(?P<bottom>{_DECIMAL})\s*\}}|(?P<bottom_digit>[0-9]))
    | (?P<mixed>[0-9]+)(?:\ +and)?\ +(?P<mixed_top>[0-9]+)\s?/\s?(?P<mixed_bottom>[0-9]+)
    | (?P<decimal>{_DECIMAL})
        (?: [eE](?P<exponent>[-+]?[0-9]{{1,3}})
        | \s*(?:\\times|\\cdot|[x*])\s*10\s*\^\s*
          (?:\{{\s*(?P<power>[-+]?[0-9]{{1,3}})\s*\}}|(?P<bare_power>[-+]?[0-9]{{1,3}}))
        | \s?/\s?(?P<divisor>{_DECIMAL})
        )?
    )
    (?: (?P<kilo>[kK])\b | \s*(?P<scale>(?i:hundred|thousand|million|billion|trillion))s?\b )?
    )"""

_WHOLE_TEXT = re.compile(
    rf"\s*(?:~\s*)?(?P<sign>[-+]?)\s*{_NUMBER}(?:\.\s*\Z|(?P<unit>(?![.)]).*)\Z)", re.VERBOSE | re.DOTALL
)
_IN_TEXT = re.compile(
    rf"""(?=[-+.0-9\\])
    (?<![0-9A-Za-z_À-ɏ.^\\{{])                        # glued to a Latin word, a decimal, an exponent, a group
    (?<![0-9A-Za-z)][-+*/])(?<!\d[:,])(?<!\d\ :\ )     # an operand, a range, a date, a ratio, one of a glued list
    (?P<sign>[-+]?){_NUMBER}
    (?!\d|[-.,:/+*^]\d|\ :\ \d|\s?\^|\{{|\(\d)         # the same on the other side
    (?!\s?\\(?:sqrt|pi|times|cdot|div|frac|pm)|(?:st|nd|rd|th)\b|[A-Za-z_]{{1,8}}\d)""",
    re.VERBOSE,
)
_SIMPLE = re.compile(r"-?[0-9]{1,18}")
_SIMPLE_DECIMAL = re.compile(r"-?[0-9]{1,18}\.[0-9]{1,18}")
_UNIT = re.compile(r"(?:[^\W\d_]|[\s.,'\"/()%°²³]|-(?=[^\W\d_])|(?:(?<=[A-Za-z])|(?<=[A-Za-z]\s))\^(?:[23]|\{[23]\}))*")
_NO_UNIT = re.compile(r"\b(?:[xyz]|or|times|plus|minus|squared|cubed)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:or|and)\b|;|,\s", re.IGNORECASE)
_EDGES = " \t\r\n*_\"'"

_LIST_MARK = re.compile(r"[.)]\s+\S")
_DENIED = re.compile(
    r"(?:\b(?:(?:can)?not|never|no longer|instead of|rather than|step)|n't)(?: be)?\s*[(\"'*]*\Z", re.IGNORECASE
)
"""What makes the next number not the one that is meant; ``Step 3`` counts steps."""
DENIED_REACH = 24
"""How many characters before a number can deny it or otherwise belong to it."""

_UP_TO_NINETEEN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_ONES = _UP_TO_NINETEEN.split()
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = {
    **{word: value for value, word in enumerate(_ONES)},
    **{word: 10 * value for value, word in enumerate(_TENS, start=2)},
    **{
        f"{ten} {one}": 10 * i + j for i, ten in enumerate(_TENS, start=2) for j, one in enumerate(_ONES[1:10], start=1)
    },
    "one hundred": 100,
    "a hundred": 100,
}


def parse_number(text: str) -> Number | None:
    """The exact number that a whole text spells, or None when it spells none or more than one.

    Args:
        text: A candidate answer: a number with its notation, units and an ``x =`` before it. Nothing makes it raise.
    """
    if _SIMPLE.fullmatch(text):
        return int(text)
    if len(text) > MAX_LENGTH:
        return None
    if _SIMPLE_DECIMAL.fullmatch(text):
        return exact(text)
    return parse_clean(clean(text))


def parse_clean(text: str) -> Number | None:
    """:func:`parse_number` of text that :func:`clean` has seen."""
    if len(text) > MAX_LENGTH:
        return None
    text = right_side(text).strip(_EDGES)
    while text[:1] + text[-1:] in ("()", "{}"):
        text = text[1:-1].strip(_EDGES)
    match = _WHOLE_TEXT.match(text)
    if match is None:
        return _words(text)
    unit = match["unit"]
    if unit and (not _UNIT.fullmatch(unit) or _NO_UNIT.search(unit)):
        return None
    return _value(match)


def right_side(text: str) -> str:
    """What stands right of the last ``=``; the whole text when there is none, or when it holds several equations."""
    left, equals, right = text.rpartition("=")
    if equals and (left[-1:] in ("<", ">", "!") or ("=" in left and _SEVERAL.search(left))):
        return text
    return right


def numbers_in(text: str, *, backwards: bool = False) -> Iterator[tuple[str, Number, int]]:
    """Every number that stands by itself in running text that :func:`clean` has seen: its text, value and position.

    Left out: digits glued to letters (``a1``), ordinals, list marks at the start of a line (``1.``), times, ratios,
    dates, ranges, and what the text denies (``not 5``).
    """
    matches: Iterable[re.Match[str]] = _IN_TEXT.finditer(text)
    for match in reversed(list(matches)) if backwards else matches:
        start = match.start()
        line = text.rfind("\n", 0, start) + 1
        if not text[line:start].strip(_EDGES) and _LIST_MARK.match(text, match.end()):
            continue
        if _DENIED.search(text[max(0, start - DENIED_REACH) : start]):
            continue
        value = _value(match)
        if value is not None:
            yield match[0], value, start


def _value(match: re.Match[str]) -> Number | None:
    """The number of a match of the grammar; None for a zero divisor, an improper mixed number, an endless exponent."""
    if len(match[0]) > MAX_LENGTH:
        return None
    if match["number"] == match["decimal"]:
        plain = _ungrouped(match["decimal"])
        return exact(match["sign"] + plain) if "." in plain else int(match["sign"] + plain)
    group = match.groupdict()
    whole = group["mixed"] or group["whole"]
    top = group["mixed_top"] or group["top"] or group["top_digit"] or group["decimal"]
    bottom = group["mixed_bottom"] or group["bottom"] or group["bottom_digit"] or group["divisor"] or "1"
    numerator, divisor = Fraction(_ungrouped(top)), Fraction(_ungrouped(bottom))
    if divisor == 0 or (whole and not 0 <= numerator < divisor):
        return None
    value = numerator / divisor
    if whole:
        value += int(whole)
    exponent = int(group["exponent"] or group["power"] or group["bare_power"] or 0)
    if abs(exponent) > _MAX_EXPONENT:
        return None
    value *= Fraction(10) ** exponent
    if scale := group["scale"] or group["kilo"]:
        value *= _SCALES[scale.lower()]
    return exact(-value if group["sign"] == "-" else value)


def _ungrouped(text: str) -> str:
    return text.replace(",", "").replace(" ", "")


def _words(text: str) -> Number | None:
    """The number of ``"twelve"``, ``"minus five"``, ``"twenty-one apples"``: at most one word may follow."""
    words = text.lower().replace("-", " ").rstrip(".").split()
    sign = -1 if words[:1] in (["minus"], ["negative"]) else 1
    words = words[sign == -1 :]
    for length in (2, 1):
        value = _WORDS.get(" ".join(words[:length]))
        rest = words[length:]
        if value is None or len(words) < length:
            continue
        if not rest or (len(rest) == 1 and rest[0].isalpha() and rest[0] not in _WORDS and rest[0] not in _SCALES):
            return sign * value
        return None
    return None
