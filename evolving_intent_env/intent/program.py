"""Exact arithmetic programs over the values of arguments.

A program is what makes an episode checkable without a judge: the gold answer of every turn is the active function's
program under the values said so far, and a wrong answer can be traced to the mistake that produces exactly that number.
Text such as ``"(eggs - eaten) * price"`` is parsed from a whitelist of arithmetic (never ``eval``) and evaluated in
exact rational arithmetic.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from evolving_intent_env.errors import ProgramError

Number = int | Fraction
"""An exact value; integral values are always ``int``."""

_MAX_LENGTH = 2_000
_MAX_DEPTH = 100
_MAX_BITS = 4_000
"""Limits that no honest program comes near: on its text, on its nesting, and on a number that is to be written out."""

_PLAIN = 10**18
"""Smaller integers, nearly all there are, are written out without a second look."""

_NUMBER = re.compile(r"[+-]?(?:\d+/\d+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?)", re.ASCII)
_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}
_ATOM = 3
_ROUNDINGS = ("floor", "ceil")
_NO_NAMES = frozenset[str]()
_PARTS = {"number": 0, "name": 0, **dict.fromkeys(_ROUNDINGS, 1), **dict.fromkeys(_PRECEDENCE, 2)}
"""How many operands each kind of node has."""


def exact(value: int | Fraction | str | float) -> Number:
    """The exact number that ``value`` spells: ``1.5``, ``"1.5"`` and ``"3/2"`` are three halves.

    Raises:
        ProgramError: It spells no finite number. Thousands separators and units are not read.
    """
    if type(value) is int:
        return value
    if isinstance(value, str | float):
        text = str(value).strip()
        if len(text) > _MAX_LENGTH or not _NUMBER.fullmatch(text):
            raise ProgramError(f"{text[:80]!r} is not a number such as 12, -0.5 or 3/4")
        value = text
    try:
        number = value if type(value) is Fraction else Fraction(value)
    except ZeroDivisionError as error:
        raise ProgramError(f"{value!r} divides by zero") from error
    return number.numerator if number.denominator == 1 else number


def format_number(value: Number) -> str:
    """Plain text of an exact number: ``"12"``, ``"3.5"`` where the decimals end, else ``"7/3"``.

    Raises:
        ProgramError: The number is too long to be anybody's answer (over a thousand digits).
    """
    if type(value) is int and -_PLAIN < value < _PLAIN:
        return str(value)
    if _is_too_long(value):
        raise ProgramError("the number is too long to be written out")
    if value.denominator == 1:
        return str(value.numerator)
    rest, digits = value.denominator, 0
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest, power = rest // prime, power + 1
        digits = max(digits, power)
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    scaled = abs(value.numerator) * 10**digits // value.denominator
    whole, part = divmod(scaled, 10**digits)
    return f"{'-' if value < 0 else ''}{whole}.{part:0{digits}d}"


def _is_too_long(value: Number) -> bool:
    if type(value) is int:
        return value.bit_length() > _MAX_BITS
    return value.numerator.bit_length() > _MAX_BITS or value.denominator.bit_length() > _MAX_BITS


class _Step(NamedTuple):
    """One step of a program in postfix order; ``name`` and ``value`` belong to leaves."""

    kind: str
    name: str
    value: Number


@dataclass(frozen=True)
class Expr:
    """A node of a program: a number, a name, a rounding (``floor``, ``ceil``) or a binary operation.

    Attributes:
        kind: ``"number"``, ``"name"``, ``"floor"``, ``"ceil"`` or one of ``+ - * /``.
        value: The number of a ``"number"`` node, one that decimals can write.
        name: The name of a ``"name"`` node.
        parts: The operands: two for an operation, one for a rounding, none for leaves.

    Raises:
        ProgramError: The node has no such form.
    """

    kind: str
    value: Number = 0
    name: str = ""
    parts: tuple[Expr, ...] = ()

    def __post_init__(self) -> None:
        if (
            len(self.parts) != _PARTS.get(self.kind)
            or (self.kind == "name") != bool(self.name)
            or (type(self.value) is not int and "/" in format_number(self.value))
        ):
            raise ProgramError(
                f"no node of a program is of kind {self.kind!r} with {len(self.parts)} parts, name {self.name!r} and "
                f"value {self.value}"
            )

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name the program reads."""
        if self.kind == "name":
            return frozenset((self.name,))
        return _NO_NAMES.union(*[part.names for part in self.parts])

    @cached_property
    def steps(self) -> int:
        """How many operations the program takes; a rounding is none."""
        return sum(step.kind in _PRECEDENCE for step in self._postfix)

    @cached_property
    def _postfix(self) -> tuple[_Step, ...]:
        """The program for a stack: it runs several times faster than the tree, and is kept as it is run often."""
        own = _Step(self.kind, self.name, self.value)
        return (*[step for part in self.parts for step in part._postfix], own) if self.parts else (own,)

    def evaluate(self, values: Mapping[str, Number]) -> Number:
        """The program's exact value.

        Raises:
            ProgramError: A name has no value, a divisor is zero, or the value is too long to be anybody's answer.
        """
        stack: list[Number] = []
        push, pop = stack.append, stack.pop
        for kind, name, value in self._postfix:
            if kind == "name":
                if name not in values:
                    raise ProgramError(f"no value for {name!r} in {self}")
                push(values[name])
            elif kind == "number":
                push(value)
            elif kind == "*":
                right = pop()
                push(pop() * right)
            elif kind == "+":
                right = pop()
                push(pop() + right)
            elif kind == "-":
                right = pop()
                push(pop() - right)
            elif kind == "/":
                right = pop()
                if not right:
                    raise ProgramError(f"division by zero in {self}")
                push(_divide(pop(), right))
            else:
                push(math.floor(pop()) if kind == "floor" else math.ceil(pop()))
        result = stack[0]
        if _is_too_long(result):
            raise ProgramError(f"the value of {self} is too long to be written out")
        return result.numerator if result.denominator == 1 else result

    def without(self, names: Iterable[str]) -> Expr | None:
        """The program of somebody who never heard of ``names``: each operation that loses an operand is its other one.

        Returns:
            The shorter program, or None when nothing is left.
        """
        lost = frozenset(names)
        if lost.isdisjoint(self.names):
            return self
        parts = tuple(part for part in (part.without(lost) for part in self.parts) if part is not None)
        if len(parts) == len(self.parts) != 0:
            return Expr(self.kind, parts=parts)
        return parts[0] if parts else None

    def inheriting(self, earlier: Expr, names: Iterable[str]) -> Expr:
        """This program with an earlier function's own quantities carried into it that should have been left behind.

        Wherever ``earlier`` combines one of ``names`` with an expression that also stands in this program, the
        combination takes that expression's place; a combination with an expression that does not stand here is made
        with the whole program. A name that ``earlier`` combines with nothing is left out.

        Args:
            earlier: The program of the function that was left.
            names: The names that only the earlier function reads; they are carried over in sorted order.
        """
        carried = self
        for name in sorted(set(names) & earlier.names):
            place = _combination(earlier, name)
            if place is None:
                continue
            target = place.partner if _contains(carried, place.partner) else carried
            operands = (place.own, target) if place.own_first else (target, place.own)
            carried = _replace(carried, target, Expr(place.kind, parts=operands))
        return carried

    def __str__(self) -> str:
        """The program as text that :func:`parse_program` reads back to an equal program."""
        if self.kind == "name":
            return self.name
        if self.kind == "number":
            text = format_number(self.value)
            return f"({text})" if text.startswith("-") else text
        if self.kind in _ROUNDINGS:
            return f"{self.kind}({self.parts[0]})"
        level = _PRECEDENCE[self.kind]
        left, right = self.parts
        left_text, right_text = str(left), str(right)
        if _PRECEDENCE.get(left.kind, _ATOM) < level:
            left_text = f"({left_text})"
        if _PRECEDENCE.get(right.kind, _ATOM) <= level:
            right_text = f"({right_text})"
        return f"{left_text} {self.kind} {right_text}"


def _divide(left: Number, right: Number) -> Number:
    """The exact quotient; a whole one of whole numbers, the common case, needs no Fraction."""
    if type(left) is int and type(right) is int and left % right == 0:
        return left // right
    return Fraction(left, right)


class _Place(NamedTuple):
    """Where a name meets the rest of a program: the operation, its two sides, and whether the name's own is first."""

    kind: str
    partner: Expr
    own: Expr
    own_first: bool


def _combination(expr: Expr, name: str) -> _Place | None:
    """The innermost operation that combines ``name`` with something, the leftmost where there are several."""
    for own in expr.parts:
        if name not in own.names:
            continue
        deeper = _combination(own, name)
        if deeper is not None or expr.kind not in _PRECEDENCE:
            return deeper
        left, right = expr.parts
        return _Place(expr.kind, right, left, True) if own is left else _Place(expr.kind, left, right, False)
    return None


def _contains(expr: Expr, part: Expr) -> bool:
    return expr == part or any(_contains(child, part) for child in expr.parts)


def _replace(expr: Expr, part: Expr, by: Expr) -> Expr:
    if expr == part:
        return by
    if not expr.parts:
        return expr
    return Expr(expr.kind, parts=tuple(_replace(child, part, by) for child in expr.parts))


@lru_cache(maxsize=65_536)
def parse_program(text: str) -> Expr:
    """Parses arithmetic over names: ``+ - * /``, parentheses, decimals, ``floor(x)``, ``ceil(x)``.

    Raises:
        ProgramError: The text is not such arithmetic, or is longer or deeper than any honest program; the message names
            the part at fault.
    """
    if len(text) > _MAX_LENGTH:
        raise ProgramError(f"a program has at most {_MAX_LENGTH} characters, this one has {len(text)}")
    text = text.strip()
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ProgramError(f"cannot read the program {text!r}: {error}") from error
    return _convert(tree.body, text, 0)


def _convert(node: ast.expr, text: str, depth: int) -> Expr:
    if depth > _MAX_DEPTH:
        raise ProgramError(f"a program is at most {_MAX_DEPTH} levels deep, this one is deeper: {text[:80]!r}")
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        parts = (_convert(node.left, text, depth + 1), _convert(node.right, text, depth + 1))
        return Expr(_OPERATORS[type(node.op)], parts=parts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        operand = _convert(node.operand, text, depth + 1)
        if operand.kind == "number":
            return Expr("number", -operand.value)
        return Expr("-", parts=(Expr("number", 0), operand))
    if isinstance(node, ast.Name):
        return Expr("name", name=node.id)
    segment = ast.get_source_segment(text, node) or ""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return Expr("number", exact(segment))
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in _ROUNDINGS
        and len(node.args) == 1
        and not node.keywords
    ):
        return Expr(node.func.id, parts=(_convert(node.args[0], text, depth + 1),))
    raise ProgramError(f"{segment!r} in the program {text!r} is not arithmetic over names")
