"""The solution of a row as equations: the calculator annotations, and equations written out in the text without one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evolving_intent_env.domains.gsm8k.numbers import number_in
from evolving_intent_env.domains.gsm8k.text import stems
from evolving_intent_env.intent.program import Number, exact

_DASHES = str.maketrans({"\u2212": "-", "\u2013": "-", "\u2014": "-", "\u00a0": " "})
_ANNOTATION = re.compile(r"<<([^<>]*?)>>")
_PIECE = re.compile(
    r"(?P<number>\$?\d[\d,]*(?:\.\d+)?%?|\$?\.\d+%?)|(?P<unit>/ ?[A-Za-z]+)|(?P<word>[A-Za-z][A-Za-z']*)"
    r"|(?P<sign>[-+*/×÷()=])|(?P<other>[^\s])"
)
_MOST_WORDS = 5
_TOKEN = re.compile(r"\s*(?:(\d[\d,]*\.?\d*|\.\d+)(\s*%)?|([-+*/x×÷()]))")


@dataclass(frozen=True, slots=True)
class Tree:
    """An equation's left side: a literal number, or an operation over two trees."""

    kind: str
    value: Number = 0
    percent: bool = False
    parts: tuple[Tree, ...] = ()

    @property
    def worth(self) -> Number:
        """What a literal is worth; "20%" is a fifth."""
        return exact(Fraction(self.value) / 100) if self.percent else self.value

    def result(self) -> Number:
        """What it comes to; raises ZeroDivisionError."""
        if self.kind == "number":
            return self.worth
        left, right = (part.result() for part in self.parts)
        if self.kind == "+":
            found: Number = left + right
        elif self.kind == "-":
            found = left - right
        else:
            found = left * right if self.kind == "*" else Fraction(left) / right
        return found if isinstance(found, int) else exact(found)


@dataclass(frozen=True, slots=True)
class Equation:
    """One equation of a solution.

    Attributes:
        tree: Its left side.
        result: What the left side comes to.
        stated: The result as written, which may be rounded.
        line: The number of the solution's line it stands in.
        text: That line's words.
        noun: The word after the result.
        stems: The line's content words.
    """

    tree: Tree
    result: Number
    stated: Number
    line: int
    text: str
    noun: str
    stems: frozenset[str]


def equations(lines: list[str]) -> list[Equation]:
    """Every equation of a solution, in order; an annotation is preferred to the same equation in the text."""
    found: list[Equation] = []
    for index, line in enumerate(lines):
        line = line.translate(_DASHES)
        annotated = [(match.start(), match.end(), match.group(1)) for match in _ANNOTATION.finditer(line)]
        here: list[tuple[int, Equation]] = []
        plain = _ANNOTATION.sub(lambda match: " " * len(match.group()), line)
        words = _ANNOTATION.sub("", line)
        for start, end, inside in annotated:
            left, _, right = inside.partition("=")
            right = right.split("=")[-1]
            tree, stated = parse(left), literal(right)
            if tree is not None and stated is not None:
                here.append((start, _equation(tree, stated, index, words, line[end:])))
        written = list(_written(plain)) if plain.count("=") > len(here) or _bare(here) else []
        bare = {equation.stated for _, equation in here if equation.tree.kind == "number"}
        spelled_out = {stated for _, _, _, stated in written}
        here = [
            (at, equation)
            for at, equation in here
            if equation.tree.kind != "number" or equation.stated not in spelled_out
        ]
        known = {equation.stated for _, equation in here} - bare
        for start, end, tree, stated in written:
            if stated not in known:
                here.append((start, _equation(tree, stated, index, words, plain[end:])))
        found.extend(equation for _, equation in sorted(here, key=lambda pair: pair[0]))
    return found


def _bare(here: Sequence[tuple[int, Equation]]) -> bool:
    """Whether an annotation holds only a result, so that the equation must be read from the words."""
    return any(equation.tree.kind == "number" for _, equation in here)


def _written(text: str) -> Iterator[tuple[int, int, Tree, Number]]:
    """Equations written out in words and numbers that are right as they stand: place, left side, result."""
    if "=" not in text:
        return
    pieces = list(_PIECE.finditer(text))
    for index, piece in enumerate(pieces[:-1]):
        after = pieces[index + 1]
        if piece.group() != "=" or not after["number"]:
            continue
        follower = pieces[index + 2].group() if index + 2 < len(pieces) else ""
        stated = literal(after.group())
        left = _left_side(pieces[:index])
        tree = parse(left)
        if tree is None or stated is None or tree.kind == "number" or follower in ("+", "-", "*", "/", "x"):
            continue
        if after.group().endswith("%"):
            plain = parse(left.replace("%", ""))
            if tree.result() * 100 == stated:
                tree = Tree("*", parts=(tree, Tree("number", 100)))
            elif plain is not None and plain.result() == stated:
                tree = plain
        if tree.result() == stated:
            yield piece.start(), after.end(), tree, stated


def _left_side(pieces: Sequence[re.Match[str]]) -> str:
    """The arithmetic that ends a row of pieces, without its words."""
    kept: list[str] = []
    words = 0
    operand_next = False
    for piece in reversed(pieces):
        text = piece.group()
        if piece["number"]:
            if operand_next:
                break
            kept.append(text)
            words, operand_next = 0, True
        elif (piece["sign"] and text != "=") or (text in ("x", "X") and operand_next):
            kept.append(text.lower())
            words, operand_next = 0, text == "("
        elif (piece["word"] or piece["unit"]) and words < _MOST_WORDS:
            words += 1
        else:
            break
    while kept and kept[-1] in "+-*/x×÷)":
        kept.pop()
    return " ".join(reversed(kept))


def _equation(tree: Tree, stated: Number, line: int, text: str, after: str) -> Equation:
    return Equation(tree, tree.result(), stated, line, text, _noun_after(after), stems(text))


def _noun_after(text: str) -> str:
    match = re.match(r"[\d,.$]*\s+(?:more |fewer |extra |total )?([a-z]+)", text)
    return match.group(1) if match else ""


def literal(text: str) -> Number | None:
    """The number a piece of text spells, or None."""
    match = re.fullmatch(r"\s*(-?)\$?(\d[\d,]*\.?\d*|\.\d+)\s*%?[a-zA-Z]*\.?\s*", text)
    if match is None:
        return None
    number = number_in(match.group(2).replace(",", "").rstrip(".") or "0")
    return -number if match.group(1) else number


def parse(text: str) -> Tree | None:
    """Reads ``(3+2)*20%``; None where it is not such arithmetic."""
    tokens: list[Tree | str] = []
    at = 0
    text = text.replace("$", "").strip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            return None
        at = match.end()
        if match.group(1):
            value = match.group(1).replace(",", "").rstrip(".")
            if not value:
                return None
            tokens.append(Tree("number", number_in(value), percent=bool(match.group(2))))
        else:
            tokens.append({"x": "*", "×": "*", "÷": "/"}.get(match.group(3), match.group(3)))
        if len(text) - at and not text[at:].strip():
            break
    try:
        tree, rest = _sum(tokens)
        if rest:
            return None
        tree.result()
    except (IndexError, ZeroDivisionError):
        return None
    return tree


def _sum(tokens: list[Tree | str]) -> tuple[Tree, list[Tree | str]]:
    left, rest = _product(tokens)
    while rest and rest[0] in ("+", "-"):
        sign = str(rest[0])
        right, rest = _product(rest[1:])
        left = Tree(sign, parts=(left, right))
    return left, rest


def _product(tokens: list[Tree | str]) -> tuple[Tree, list[Tree | str]]:
    left, rest = _atom(tokens)
    while rest and (rest[0] in ("*", "/") or rest[0] == "(" or isinstance(rest[0], Tree)):
        if rest[0] in ("*", "/"):
            sign, rest = str(rest[0]), rest[1:]
        else:
            sign = "*"
        right, rest = _atom(rest)
        left = Tree(sign, parts=(left, right))
    return left, rest


def _atom(tokens: list[Tree | str]) -> tuple[Tree, list[Tree | str]]:
    first = tokens[0]
    if isinstance(first, Tree):
        return first, tokens[1:]
    if first == "(":
        inner, rest = _sum(tokens[1:])
        if not rest or rest[0] != ")":
            raise IndexError("bracket")
        return inner, rest[1:]
    if first == "-" and len(tokens) > 1:
        inner, rest = _atom(tokens[1:])
        if inner.kind == "number" and not inner.percent:
            return Tree("number", -inner.value), rest
        return Tree("-", parts=(Tree("number", 0), inner)), rest
    raise IndexError("operand")
