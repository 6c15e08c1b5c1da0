"""Exact programs against Python's own arithmetic."""

from __future__ import annotations

import operator
import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evolving_intent_env.errors import ProgramError
from evolving_intent_env.intent.program import Expr, exact, format_number, parse_program

OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
NAMES = ("a", "b", "eggs", "größe", "n1")

Tree = Any
"""A number, a name, ``("floor", tree)`` or ``("+", tree, tree)``."""

decimals = st.builds(lambda n, power: Fraction(n, 10**power), st.integers(-10_000, 10_000), st.integers(0, 4))
trees: st.SearchStrategy[Tree] = st.recursive(
    st.sampled_from(NAMES) | decimals,
    lambda inner: (
        st.tuples(st.sampled_from(("+", "-", "*", "/")), inner, inner)
        | st.tuples(st.sampled_from(("floor", "ceil")), inner)
    ),
    max_leaves=12,
)
values = st.fixed_dictionaries({name: st.integers(-50, 50) | st.fractions(max_denominator=9) for name in NAMES})


def as_expr(tree: Tree) -> Expr:
    if isinstance(tree, str):
        return Expr("name", name=tree)
    if isinstance(tree, Fraction):
        return Expr("number", exact(tree))
    return Expr(tree[0], parts=tuple(as_expr(part) for part in tree[1:]))


def as_text(tree: Tree) -> str:
    """Text with every parenthesis, and numbers as decimals."""
    if isinstance(tree, str):
        return tree
    if isinstance(tree, Fraction):
        digits = f"{abs(tree.numerator) * 10_000 // tree.denominator:05d}"
        text = f"{digits[:-4]}.{digits[-4:]}"
        return f"(-{text})" if tree < 0 else text
    if len(tree) == 2:
        return f"{tree[0]}({as_text(tree[1])})"
    return f"({as_text(tree[1])} {tree[0]} {as_text(tree[2])})"


def by_python(tree: Tree, said: dict[str, Any]) -> Fraction:
    if isinstance(tree, str):
        return Fraction(said[tree])
    if isinstance(tree, Fraction):
        return tree
    if len(tree) == 2:
        inner = by_python(tree[1], said)
        return Fraction(
            inner.numerator // inner.denominator if tree[0] == "floor" else -(-inner.numerator // inner.denominator)
        )
    return OPERATORS[tree[0]](by_python(tree[1], said), by_python(tree[2], said))  # type: ignore[no-any-return]


@given(trees)
def test_text_reads_back_to_the_same_program(tree: Tree) -> None:
    expr = as_expr(tree)
    assert parse_program(str(expr)) == expr


@given(trees)
def test_parentheses_that_nobody_needs_make_no_difference(tree: Tree) -> None:
    assert parse_program(as_text(tree)) == as_expr(tree)


@given(trees, values)
def test_the_value_is_that_of_pythons_fractions(tree: Tree, said: dict[str, Any]) -> None:
    expr = as_expr(tree)
    try:
        expected = by_python(tree, said)
    except ZeroDivisionError:
        with pytest.raises(ProgramError, match="division by zero"):
            expr.evaluate(said)
        return
    value = expr.evaluate(said)
    assert value == expected
    assert type(value) is (int if expected.denominator == 1 else Fraction)


@given(trees)
def test_names_and_steps_are_those_of_the_tree(tree: Tree) -> None:
    def walk(part: Tree) -> list[Tree]:
        return [part, *(inner for child in part[1:] for inner in walk(child))] if isinstance(part, tuple) else [part]

    parts = walk(tree)
    expr = as_expr(tree)
    assert expr.names == {part for part in parts if isinstance(part, str)}
    assert expr.steps == sum(isinstance(part, tuple) and part[0] in OPERATORS for part in parts)


@given(trees, st.sets(st.sampled_from(NAMES)))
def test_a_program_without_names_reads_none_of_them(tree: Tree, lost: set[str]) -> None:
    expr = as_expr(tree)
    shorter = expr.without(lost)
    if shorter is None:
        assert expr.names <= lost
    else:
        assert shorter.names == expr.names - lost
    if not expr.names & lost:
        assert shorter == expr


@pytest.mark.parametrize(
    ("program", "lost", "left"),
    [
        ("(eggs - eaten) * price", ["eaten"], "eggs * price"),
        ("(eggs - eaten) * price", ["eggs"], "eaten * price"),
        ("(eggs - eaten) * price", ["eggs", "eaten"], "price"),
        ("(eggs - eaten) * price", ["eggs", "eaten", "price"], None),
        ("floor(eggs / box) + 1", ["box"], "floor(eggs) + 1"),
        ("floor(eggs / box) + 1", ["eggs", "box"], "1"),
    ],
)
def test_an_operation_that_loses_an_operand_is_its_other_one(program: str, lost: list[str], left: str | None) -> None:
    shorter = parse_program(program).without(lost)
    assert (None if shorter is None else str(shorter)) == left


@pytest.mark.parametrize(
    ("program", "earlier", "names", "carried"),
    [
        # The discount of the earlier question is taken off the same price here.
        ("price * pens", "price - discount", ["discount"], "(price - discount) * pens"),
        # The partner (eggs) stands here; the side on which the name stood is kept.
        ("eggs * price", "broken / eggs", ["broken"], "broken / eggs * price"),
        # What it was combined with does not stand here: it meets the whole.
        ("eggs * price", "(hens * 2) + chicks", ["chicks"], "eggs * price + chicks"),
        # A combination inside a rounding, and two names in sorted order.
        ("a + b", "floor(a * x) - y", ["y", "x"], "a * x + b - y"),
        # Not read by the earlier program, or combined with nothing there.
        ("a + b", "x", ["x", "z"], "a + b"),
    ],
)
def test_what_is_carried_over_takes_its_partners_place(
    program: str, earlier: str, names: list[str], carried: str
) -> None:
    assert str(parse_program(program).inheriting(parse_program(earlier), names)) == carried


@given(trees, trees, st.sets(st.sampled_from(NAMES)))
def test_carrying_over_adds_names_of_the_earlier_program_only(tree: Tree, earlier: Tree, names: set[str]) -> None:
    expr, left = as_expr(tree), as_expr(earlier)
    carried = expr.inheriting(left, names)
    assert expr.names <= carried.names <= expr.names | (names & left.names)


@given(st.fractions() | st.integers())
@example(Fraction(1, 2**40))
@example(Fraction(-1, 40))
@example(-(10**30))
def test_a_number_reads_back_from_its_text(number: Fraction | int) -> None:
    text = format_number(exact(number))
    assert exact(text) == number
    rest = Fraction(number).denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    assert ("/" in text) == (rest != 1)
    assert not text.endswith(".")
    assert "." not in text or not text.endswith("0")


@pytest.mark.parametrize(
    ("spelled", "number"),
    [
        ("12", 12),
        (" -3 ", -3),
        ("+5", 5),
        ("1.50", Fraction(3, 2)),
        (".5", Fraction(1, 2)),
        ("6/4", Fraction(3, 2)),
        ("4/2", 2),
        ("1e3", 1000),
        (0.1, Fraction(1, 10)),
        (2.0, 2),
        (1e22, 10**22),
        (7, 7),
        (Fraction(4, 2), 2),
    ],
)
def test_numbers_are_exact(spelled: str | float | Fraction, number: int | Fraction) -> None:
    value = exact(spelled)
    assert value == number
    assert type(value) is type(number)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "one",
            "1,000",
            "$5",
            "5%",
            "1_000",
            "0x10",
            "٣",
            "nan",
            "inf",
            "1/0",
            "1/2/3",
            "1e9999999",
            "--1",
            "1 000",
        ),
        "9" * 3_000,
        float("nan"),
        float("inf"),
    ],
)
def test_what_spells_no_number_is_refused(text: str | float) -> None:
    with pytest.raises(ProgramError):
        exact(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "eggs -",
        "a ** b",
        "a // b",
        "a % 2",
        "a == b",
        "a if b else c",
        "lambda: 0",
        "[a]",
        "'a'",
        "True",
        "1j",
        "0x10",
        "1_000",
        "a.b",
        "a[0]",
        "max(a, b)",
        "floor(a, b)",
        "floor(x=a)",
        "floor()",
        "a, b",
        "+a",
        "not a",
        "a = 1",
        "(a := 1)",
        "a; b",
        "__import__('os').system('true')",
        "(" * 300 + "a" + ")" * 300,
        "-" * 1_500 + "a",
        "+".join("a" * 500),
        "a" * 2_001,
        "\0",
    ],
)
def test_what_is_not_arithmetic_over_names_is_refused(text: str) -> None:
    with pytest.raises(ProgramError):
        parse_program(text)


@given(st.text(alphabet="ab1.()+-*/ ,'floorceil\n\t_é∑", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        expr = parse_program(text)
    except ProgramError:
        return
    assert parse_program(str(expr)) == expr


def test_a_missing_value_is_named() -> None:
    with pytest.raises(ProgramError, match="no value for 'price'"):
        parse_program("eggs * price").evaluate({"eggs": 3})


def test_a_number_that_nobody_could_write_is_refused() -> None:
    with pytest.raises(ProgramError, match="too long"):
        parse_program("*".join("a" * 90)).evaluate({"a": 10**100})
    for number in (10**5_000, Fraction(1, 2**5_000), Fraction(7, 3**5_000)):
        with pytest.raises(ProgramError, match="too long"):
            format_number(number)


@pytest.mark.parametrize(
    "node",
    [
        {"kind": "power"},
        {"kind": "name"},
        {"kind": "+", "parts": (Expr("number", 1),)},
        {"kind": "floor"},
        {"kind": "number", "value": Fraction(1, 3)},
        {"kind": "number", "name": "x"},
    ],
)
def test_a_node_without_form_is_refused(node: dict[str, Any]) -> None:
    with pytest.raises(ProgramError, match="no node"):
        Expr(**node)


def test_a_program_that_has_run_can_be_pickled() -> None:
    expr = parse_program("(eggs - 3) * 1.5")
    assert expr.evaluate({"eggs": 5}) == 3
    assert pickle.loads(pickle.dumps(expr)) == expr
