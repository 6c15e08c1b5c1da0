"""The solution of a row as equations: the calculator annotations, and equations written out in the text without one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

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
_LITERAL = re.compile(r"\s*(-?)\$?(\d[\d,]*\.?\d*|\.\d+)\s*%?[a-zA-Z]*\.?\s*")
_NOUN = re.compile(r"[\d,.$]*\s+(?:more |fewer |extra |total )?([a-z]+)")
_SIGNS = {"x": "*", "×": "*", "÷": "/"}
_PLAIN = re.compile(r"(\d+)([-+*]|/(?=[1-9]))(\d+)")
"""What most annotations are: two whole numbers."""
_TOKEN = re.compile(r"\s*(?:(\d[\d,]*\.?\d*|\.\d+)(\s*%)?|([-+*/x×÷()]))")


class Tree(NamedTuple):
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
        left, right = [part.result() for part in self.parts]
        if self.kind == "+":
            found: Number = left + right
        elif self.kind == "-":
            found = left - right
        elif self.kind == "*":
            found = left * right
        elif type(left) is int and type(right) is int and left % right == 0:
            found = left // right
        else:
            found = Fraction(left, right)
        return exact(found)


class Equation(NamedTuple):
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
        if "=" not in line:
            continue
        line = line.translate(_DASHES)
        here: list[tuple[int, Equation]] = []
        words = _ANNOTATION.sub("", line)
        outside = line.count("=")
        for match in _ANNOTATION.finditer(line):
            outside -= match.group().count("=")
            left, _, right = match.group(1).partition("=")
            tree, stated = parse(left), literal(right.rpartition("=")[2])
            if tree is not None and stated is not None:
                here.append((match.start(), _equation(tree, stated, index, words, line[match.end() :])))
        if outside > len(here) or _bare(here):
            here = _with_written(here, line, index, words)
        found.extend(equation for _, equation in here)
    return found


def _with_written(
    annotated: Sequence[tuple[int, Equation]], line: str, index: int, words: str
) -> list[tuple[int, Equation]]:
    """The equations of a line in order, those written out in the text included where no annotation has them."""
    plain = _ANNOTATION.sub(lambda match: " " * len(match.group()), line)
    written = list(_written(plain))
    bare = {equation.stated for _, equation in annotated if equation.tree.kind == "number"}
    spelled_out = {stated for _, _, _, stated in written}
    here = [
        (at, equation)
        for at, equation in annotated
        if equation.tree.kind != "number" or equation.stated not in spelled_out
    ]
    known = {equation.stated for _, equation in here} - bare
    for start, end, tree, stated in written:
        if stated not in known:
            here.append((start, _equation(tree, stated, index, words, plain[end:])))
    return sorted(here, key=lambda pair: pair[0])


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
    match = _NOUN.match(text)
    return match.group(1) if match else ""


def literal(text: str) -> Number | None:
    """The number a piece of text spells, or None."""
    if text.isdecimal():
        return int(text)
    match = _LITERAL.fullmatch(text)
    if match is None:
        return None
    number = number_in(match.group(2).replace(",", "").rstrip(".") or "0")
    return -number if match.group(1) else number


def parse(text: str) -> Tree | None:
    """Reads ``(3+2)*20%``; None where it is not such arithmetic."""
    text = text.replace("$", "").strip()
    if plain := _PLAIN.fullmatch(text):
        left, sign, right = plain.groups()
        return Tree(sign, parts=(Tree("number", int(left)), Tree("number", int(right))))
    tokens: list[Tree | str] = []
    at = 0
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
            tokens.append(_SIGNS.get(match.group(3), match.group(3)))
    tokens.reverse()
    try:
        tree = _sum(tokens)
        if tokens:
            return None
        tree.result()
    except (IndexError, ZeroDivisionError):
        return None
    return tree


def _sum(tokens: list[Tree | str]) -> Tree:
    """Reads a sum off the end of the tokens, which are in reverse; raises IndexError where there is none."""
    left = _product(tokens)
    while tokens and tokens[-1] in ("+", "-"):
        sign = str(tokens.pop())
        left = Tree(sign, parts=(left, _product(tokens)))
    return left


def _product(tokens: list[Tree | str]) -> Tree:
    left = _atom(tokens)
    while tokens and (tokens[-1] in ("*", "/", "(") or isinstance(tokens[-1], Tree)):
        sign = str(tokens.pop()) if tokens[-1] in ("*", "/") else "*"
        left = Tree(sign, parts=(left, _atom(tokens)))
    return left


def _atom(tokens: list[Tree | str]) -> Tree:
    first = tokens.pop()
    if isinstance(first, Tree):
        return first
    if first == "(":
        inner = _sum(tokens)
        if tokens.pop() != ")":
            raise IndexError("bracket")
        return inner
    if first == "-":
        inner = _atom(tokens)
        if inner.kind == "number" and not inner.percent:
            return Tree("number", -inner.value)
        return Tree("-", parts=(Tree("number", 0), inner))
    raise IndexError("operand")
