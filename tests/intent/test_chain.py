"""Gold answers of chains."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evolving_intent_env.errors import ProgramError
from evolving_intent_env.intent.chain import Argument, Chain, Counterfactual, Function
from evolving_intent_env.intent.program import Number, exact, format_number
from tests.strategies import chains, chains_without_programs

PENS = Chain(
    task_id="pens",
    domain="toy",
    source=Function("spend", "How much does Ines spend?", ("pens", "price"), "pens * price"),
    predecessors=(Function("share", "How many pens does each child get?", ("pens", "children"), "pens / children"),),
    arguments=(
        Argument(
            "pens",
            "Ines buys 4 pens.",
            (("pens", 4),),
            (Counterfactual("Ines buys 5 pens.", "4", "5", (("pens", 5),)),),
        ),
        Argument("price", "Each costs $3.", (("price", 3),), leans_on=("pens",)),
        Argument(
            "children",
            "There are 8 children.",
            (("children", 8),),
            (Counterfactual("There are 0 children.", "8", "0", (("children", 0),)),),
        ),
    ),
    answer="12",
)


@given(chains())
def test_under_the_true_wordings_the_source_has_its_answer(chain: Chain) -> None:
    assert chain.gold(chain.source.id, chain.truth()) == chain.answer
    assert chain.gold(chain.source.id, chain.truth(chain.source.arguments)) == chain.answer


@given(chains(), st.data())
def test_gold_follows_the_wordings_said_and_waits_for_all_of_them(chain: Chain, data: st.DataObject) -> None:
    function = data.draw(st.sampled_from(list(chain.functions.values())))
    said = {
        argument.id: data.draw(st.sampled_from(argument.wordings))
        for argument in data.draw(st.lists(st.sampled_from(chain.arguments), unique=True))
    }
    gold = chain.gold(function.id, said)
    missing = set(function.arguments) - set(said)
    if missing or function.program is None:
        assert gold is None
        return
    scope: dict[str, Number] = {}
    for argument in chain.arguments:
        if argument.id in function.arguments:
            wordings = {argument.text: argument.values, **{c.text: c.values for c in argument.counterfactuals}}
            scope.update(wordings[said[argument.id]])
    assert function.expr is not None
    assert gold is not None
    assert exact(gold) == function.expr.evaluate(scope)


@given(chains_without_programs())
def test_without_a_program_only_the_source_under_its_true_arguments_has_gold(chain: Chain) -> None:
    truth = chain.truth()
    assert chain.gold(chain.source.id, truth) == chain.answer
    assert all(chain.gold(function.id, truth) is None for function in chain.predecessors)
    for argument in chain.arguments:
        if argument.id in chain.source_ids:
            for wrong in argument.counterfactuals:
                assert chain.gold(chain.source.id, {**truth, argument.id: wrong.text}) is None


@given(chains())
def test_every_wrong_wording_changes_the_answer_of_the_source(chain: Chain) -> None:
    for id_ in chain.source.arguments:
        for wrong in chain.by_id[id_].counterfactuals:
            gold = chain.gold(chain.source.id, {**chain.truth(), id_: wrong.text})
            assert gold not in (None, chain.answer)


def test_golds_by_hand() -> None:
    assert PENS.gold("spend", {}) is None
    assert PENS.gold("spend", {"pens": "Ines buys 5 pens.", "price": "Each costs $3."}) == "15"
    assert PENS.gold("share", PENS.truth()) == "0.5"
    assert PENS.gold("share", {"pens": "Ines buys 5 pens.", "children": "There are 0 children."}) is None


def test_a_wording_that_is_not_the_arguments_is_an_error_and_no_missing_gold() -> None:
    with pytest.raises(ProgramError, match=r"argument pens has no wording 'Ines buys 6 pens\.'"):
        PENS.gold("spend", {"pens": "Ines buys 6 pens.", "price": "Each costs $3."})


def test_functions_come_from_near_to_far_behind_the_source() -> None:
    assert list(PENS.functions) == ["spend", "share"]
    assert PENS.source_ids == {"pens", "price"}


@given(chains())
def test_a_chain_that_was_used_can_be_pickled_and_compared(chain: Chain) -> None:
    chain.gold(chain.source.id, chain.truth())
    copy = pickle.loads(pickle.dumps(chain))
    assert copy == chain
    assert hash(copy) == hash(chain)
    assert replace(chain, task_id="another") != chain


def test_format_of_gold_is_that_of_format_number() -> None:
    assert PENS.gold("share", PENS.truth()) == format_number(exact("1/2"))


@given(chains())
def test_the_shape_says_by_position_what_the_chain_says_by_id(chain: Chain) -> None:
    ids = [argument.id for argument in chain.arguments]
    assert {ids[place] for place in chain.shape.source} == set(chain.source.arguments)
    assert [{ids[place] for place in places} for places in chain.shape.predecessors] == [
        set(function.arguments) for function in chain.predecessors
    ]
    assert [tuple(ids[place] for place in places) for places in chain.shape.leans_on] == [
        argument.leans_on for argument in chain.arguments
    ]
    assert list(chain.shape.counterfactuals) == [len(argument.counterfactuals) for argument in chain.arguments]
    assert all(list(places) == sorted(places) for places in (chain.shape.source, *chain.shape.predecessors))


@given(chains())
def test_the_true_values_are_those_of_the_true_wordings(chain: Chain) -> None:
    assert dict(chain.true_values) == chain.values(chain.truth())
