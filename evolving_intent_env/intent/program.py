"""Exact arithmetic programs over the values of arguments.

A program is what makes an episode checkable without a judge: the gold answer of every turn is the active function's
program under the values said so far, and a wrong answer can be traced to the mistake that produces exactly that number.
Text such as ``"(eggs - eaten) * price"`` is parsed from a whitelist of arithmetic (never ``eval``) and evaluated in exact
rational arithmetic.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from evolving_intent_env.errors import ProgramError

Number = int | Fraction
"""An exact value; integral values are always ``int``."""

_MAX_LENGTH = 2_000
_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}
_ROUNDINGS = ("floor", "ceil")


def exact(value: int | Fraction | str | float) -> Number:
    """The exact number that ``value`` spells; ``1.5`` and ``"1.5"`` are three halves."""
    try:
        number = Fraction(str(value)) if isinstance(value, float) else Fraction(value)
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        raise ProgramError(f"{value!r} is not a number") from error
    return number.numerator if number.denominator == 1 else number


def format_number(value: Number) -> str:
    """Plain text of an exact number: ``"12"``, ``"3.5"`` where the decimals end, else ``"7/3"``."""
    if isinstance(value, int) or value.denominator == 1:
        return str(int(value))
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


@dataclass(frozen=True)
class Expr:
    """A node of a program: a number, a name, a rounding (``floor``, ``ceil``) or a binary operation.

    Attributes:
        kind: ``"number"``, ``"name"``, ``"floor"``, ``"ceil"`` or one of ``+ - * /``.
        value: The number of a ``"number"`` node.
        name: The name of a ``"name"`` node.
        parts: The operands: two for an operation, one for a rounding, none for leaves.
    """

    kind: str
    value: Number = 0
    name: str = ""
    parts: tuple[Expr, ...] = ()

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name the program reads."""
        if self.kind == "name":
            return frozenset((self.name,))
        return frozenset().union(*(part.names for part in self.parts))

    @cached_property
    def steps(self) -> int:
        """How many operations the program takes."""
        return sum(part.steps for part in self.parts) + (1 if self.kind in _PRECEDENCE else 0)

    def evaluate(self, values: Mapping[str, Number]) -> Number:
        """The program's exact value.

        Raises:
            ProgramError: A name has no value, or a divisor is zero.
        """
        kind = self.kind
        if kind == "name":
            try:
                return values[self.name]
            except KeyError:
                raise ProgramError(f"no value for {self.name!r}") from None
        if kind == "number":
            return self.value
        left = self.parts[0].evaluate(values)
        if kind == "floor":
            return math.floor(left)
        if kind == "ceil":
            return math.ceil(left)
        right = self.parts[1].evaluate(values)
        if kind == "+":
            result: Number = left + right
        elif kind == "-":
            result = left - right
        elif kind == "*":
            result = left * right
        else:
            if right == 0:
                raise ProgramError(f"division by zero in {self}")
            result = Fraction(left, right)
        if isinstance(result, Fraction) and result.denominator == 1:
            return result.numerator
        return result

    def without(self, names: Iterable[str]) -> Expr | None:
        """The program of somebody who never heard of ``names``: each operation that loses an operand is its other one.

        Returns:
            The shorter program, or None when nothing is left.
        """
        lost = frozenset(names)
        if not lost & self.names:
            return self
        if self.kind == "name":
            return None
        left, *others = (part.without(lost) for part in self.parts)
        if not others:
            return None if left is None else Expr(self.kind, parts=(left,))
        right = others[0]
        if left is None or right is None:
            return left if right is None else right
        return Expr(self.kind, parts=(left, right))

    def inheriting(self, earlier: Expr, names: Iterable[str]) -> Expr:
        """This program with an earlier function's own quantities carried into it, where they should have been left behind.

        Wherever ``earlier`` combines one of ``names`` with an expression that also stands in this program, the combination
        takes that expression's place; an expression that does not stand here is replaced at the root.

        Args:
            earlier: The program of the function that was left.
            names: The names that only the earlier function reads.
        """
        carried = self
        for name in sorted(set(names) & earlier.names):
            place = _combination(earlier, name)
            if place is None:
                continue
            kind, partner, own, own_first = place
            target = partner if _contains(carried, partner) else carried
            operands = (own, target) if own_first else (target, own)
            carried = _replace(carried, target, Expr(kind, parts=operands))
        return carried

    def __str__(self) -> str:
        """The program as text that :func:`parse_program` reads back to an equal program."""
        if self.kind == "name":
            return self.name
        if self.kind == "number":
            text = format_number(self.value)
            return f"({text})" if "/" in text or text.startswith("-") else text
        if self.kind in _ROUNDINGS:
            return f"{self.kind}({self.parts[0]})"
        level = _PRECEDENCE[self.kind]
        left, right = self.parts
        left_text, right_text = str(left), str(right)
        if _PRECEDENCE.get(left.kind, 9) < level:
            left_text = f"({left_text})"
        if _PRECEDENCE.get(right.kind, 9) <= level:
            right_text = f"({right_text})"
        return f"{left_text} {self.kind} {right_text}"


def _combination(expr: Expr, name: str) -> tuple[str, Expr, Expr, bool] | None:
    """Where ``name`` meets the rest of ``expr``: the operation, its partner, the side with the name, and if that is first."""
    if expr.kind in _PRECEDENCE:
        left, right = expr.parts
        for own, partner, first in ((left, right, True), (right, left, False)):
            if name in own.names:
                deeper = _combination(own, name)
                return deeper if deeper is not None else (expr.kind, partner, own, first)
        return None
    if expr.kind in _ROUNDINGS:
        return _combination(expr.parts[0], name)
    return None


def _contains(expr: Expr, part: Expr) -> bool:
    return expr == part or any(_contains(child, part) for child in expr.parts)


def _replace(expr: Expr, part: Expr, by: Expr) -> Expr:
    if expr == part:
        return by
    if not expr.parts:
        return expr
    return Expr(expr.kind, expr.value, expr.name, tuple(_replace(child, part, by) for child in expr.parts))


@lru_cache(maxsize=65_536)
def parse_program(text: str) -> Expr:
    """Parses arithmetic over names: ``+ - * /``, parentheses, decimals, ``floor(x)``, ``ceil(x)``.

    Raises:
        ProgramError: The text is not such arithmetic; the message names the part that is not.
    """
    if len(text) > _MAX_LENGTH:
        raise ProgramError(f"a program has at most {_MAX_LENGTH} characters, this one has {len(text)}")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ProgramError(f"cannot read the program {text!r}: {error}") from error
    return _convert(tree.body, text)


def _convert(node: ast.expr, text: str) -> Expr:
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return Expr(_OPERATORS[type(node.op)], parts=(_convert(node.left, text), _convert(node.right, text)))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        operand = _convert(node.operand, text)
        if operand.kind == "number":
            return Expr("number", -operand.value)
        return Expr("-", parts=(Expr("number", 0), operand))
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return Expr("number", exact(ast.get_source_segment(text.strip(), node) or str(node.value)))
    if isinstance(node, ast.Name):
        return Expr("name", name=node.id)
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in _ROUNDINGS
        and len(node.args) == 1
        and not node.keywords
    ):
        return Expr(node.func.id, parts=(_convert(node.args[0], text),))
    raise ProgramError(f"{ast.unparse(node)!r} in the program {text!r} is not arithmetic over names")
