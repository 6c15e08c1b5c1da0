from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evolving_intent_env.domains.gsm8k.compiled import compiled
from evolving_intent_env.errors import ProgramError
from evolving_intent_env.intent.program import Expr, parse_program

VALUES = {"a": 7, "b": Fraction(5, 2), "c": 12}

expressions = st.recursive(
    st.sampled_from([parse_program(text) for text in ("a", "b", "c", "3", "0.5")]),
    lambda inner: (
        st.builds(lambda kind, left, right: Expr(kind, parts=(left, right)), st.sampled_from("+-*/"), inner, inner)
        | st.builds(lambda kind, part: Expr(kind, parts=(part,)), st.sampled_from(["floor", "ceil"]), inner)
    ),
    max_leaves=8,
)


@given(expressions)
def test_a_closure_gives_what_the_program_gives(expr: Expr) -> None:
    try:
        expected = expr.evaluate(VALUES)
    except ProgramError:
        with pytest.raises(ProgramError):
            compiled(expr)(VALUES)
        return
    found = compiled(expr)(VALUES)
    assert found == expected
    assert type(found) is type(expected)
