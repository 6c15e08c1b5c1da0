"""The states, golds and progress of a trajectory agree with one another."""

from __future__ import annotations

import pytest
from hypothesis import given

from evolving_intent_env.errors import StateError
from evolving_intent_env.intent.events import Reveal, Revise
from evolving_intent_env.intent.trajectory import Trajectory
from tests.intent.test_chain import PENS
from tests.strategies import trajectories


@given(trajectories())
def test_every_turn_has_a_state_a_gold_and_its_progress(trajectory: Trajectory) -> None:
    assert len(trajectory) == len(trajectory.turns)
    assert len(trajectory.states) == len(trajectory.golds) == len(list(trajectory.progress())) == len(trajectory)
    for turn, state in enumerate(trajectory.states):
        assert state.version == sum(bool(events) for events in trajectory.turns[: turn + 1])


@given(trajectories())
def test_the_state_holds_what_was_said_and_puts_in_force_what_the_function_needs(trajectory: Trajectory) -> None:
    for state, (function, said) in zip(trajectory.states, trajectory.progress(), strict=True):
        assert state.function == function
        assert {field.name: field.value for field in state.fields} == said
        current = state.current()
        for id_ in trajectory.chain.functions[function].arguments:
            assert current.get(id_) == said.get(id_)


@given(trajectories())
def test_in_the_end_exactly_the_source_arguments_are_in_force_and_true(trajectory: Trajectory) -> None:
    chain = trajectory.chain
    final = trajectory.states[-1]
    assert final.function == chain.source.id
    assert final.current() == {id_: chain.by_id[id_].text for id_ in chain.source.arguments}


@given(trajectories())
def test_the_last_gold_is_the_answer_and_a_repeat_has_the_gold_of_the_turn_before(trajectory: Trajectory) -> None:
    golds = trajectory.golds
    assert golds[-1] == trajectory.chain.answer
    for turn in range(1, len(trajectory)):
        if not trajectory.turns[turn]:
            assert golds[turn] == golds[turn - 1]
            assert trajectory.states[turn] == trajectory.states[turn - 1]


def test_golds_by_hand() -> None:
    wrong, true = PENS.by_id["pens"].counterfactuals[0].text, PENS.by_id["pens"].text
    trajectory = Trajectory(
        PENS,
        "spend",
        (
            (Reveal(event_id="1", target_id="pens", value=wrong),),
            (Reveal(event_id="2", target_id="price", value="Each costs $3.", source_turn=1),),
            (),
            (Revise(event_id="3", target_id="pens", value=true, source_turn=3),),
        ),
    )
    assert trajectory.golds == (None, "15", "15", "12")


def test_events_that_do_not_apply_have_no_states() -> None:
    trajectory = Trajectory(PENS, "spend", ((Revise(event_id="1", target_id="pens", value="Ines buys 4 pens."),),))
    with pytest.raises(StateError, match="has no value"):
        _ = trajectory.states
