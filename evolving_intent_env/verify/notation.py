"""Strips the notation around a number: LaTeX, Markdown, currency signs and typographic characters.

What comes out is ASCII in everything that matters to a number, so that the grammar of :mod:`parse` needs one spelling
of each thing. Only the short text around a candidate answer is ever cleaned, never a whole reply.
"""

from __future__ import annotations

import re

_DIGIT_ZEROS = (0x660, 0x6F0, 0x966, 0x9E6, 0xFF10, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6)
"""The zeros of the other scripts' digits that models write: a fixed list, as Unicode grows with the Python version."""

_CHARACTERS = {
    **{zero + digit: str(digit) for zero in _DIGIT_ZEROS for digit in range(10)},
    **dict.fromkeys(map(ord, "\u2212\u2010\u2011\u2012\u2013\uff0d\ufe63"), "-"),
    **dict.fromkeys(map(ord, "\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f"), " "),
    **dict.fromkeys(map(ord, "\u200b\u2060\ufeff\u200e\u200f"), ""),
    **dict.fromkeys(map(ord, "£€¥₹₩₽₺₱฿"), "$"),
    **dict.fromkeys(map(ord, "×✕⋅·"), "*"),
    **dict.fromkeys(map(ord, "⁄∕÷"), "/"),
    **dict.fromkeys(map(ord, "≈≃"), "="),
    **{ord(mark): f" {top}/{bottom}" for mark, top, bottom in zip("½⅓⅔¼¾⅕⅛", "1121311", "2334458", strict=True)},
    ord("，"): ",",
    ord("．"): ".",
    ord("％"): "%",
    ord("＝"): "=",
}

_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
_LOWERED = str.maketrans(_SUPERSCRIPTS, "0123456789-")
_RAISED = re.compile(f"(?<=[0-9)])[{_SUPERSCRIPTS}]+")

_WRAPPER = re.compile(
    r"\\(?:text(?:bf|it|rm|sf|tt|normal)?|math(?:bf|rm|it|sf|tt|bb|cal)|mbox|bm|boldsymbol|emph|underline|boxed|fbox)"
    r"\s*\{([^{}]*)\}"
)
_WRAPPERS_DEEP = 4

_MARKUP = re.compile(
    r"""(?=[\\~$`*_^])(?:
      (?P<space>\\[,;:\ ~\\] | ~ | \\q?quad(?![a-zA-Z]) | (?<=[A-Za-z])\\?\$)
    | (?P<percent>\\%)
    | (?P<equals>\\approx(?![a-zA-Z]))
    | (?P<power>(?<=[0-9)])\*\*(?=[0-9(]))
    | (?P<fraction>\\[dtc]frac(?![a-zA-Z]))
    | \\[!$()\[\]#&] | [$`] | \*\*+ | __+
    | \\(?:left|right|displaystyle|pounds|degree|circ)(?![a-zA-Z])
    | \^\s*(?:\{\s*(?:\\circ|°)\s*\} | \\circ(?![a-zA-Z]) | °))""",
    re.VERBOSE,
)
_REPLACEMENTS = {"space": " ", "percent": "%", "equals": "=", "power": "^", "fraction": r"\frac"}
_PLAIN = re.compile(r"[0-9A-Za-z .,/%=+\-\n]*")


def clean(text: str) -> str:
    r"""The same text without the notation around its numbers.

    ``$\$1{,}000$`` becomes ``1,000``, and ``12\,\text{km}`` becomes ``12  km ``. Operators, ``\frac`` and every unknown
    command stay, so that an expression is never mistaken for a number.
    """
    if _PLAIN.fullmatch(text):
        return text
    if not text.isascii():
        text = _RAISED.sub(_lowered, text.translate(_CHARACTERS))
    text = text.replace("{,}", ",")
    if "\\" in text:
        for _ in range(_WRAPPERS_DEEP):
            text, found = _WRAPPER.subn(r" \1 ", text)
            if not found:
                break
    return _MARKUP.sub(_replacement, text)


def _replacement(match: re.Match[str]) -> str:
    return _REPLACEMENTS[match.lastgroup] if match.lastgroup else ""


def _lowered(match: re.Match[str]) -> str:
    return f"^{{{match[0].translate(_LOWERED)}}}"
