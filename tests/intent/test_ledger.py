"""What is registered, what holds, and what may be committed."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from evolving_intent_env.errors import StaleVersionError, StateError
from evolving_intent_env.intent.events import MAIN, Fork, Retract, Reveal, Revise, Switch
from evolving_intent_env.intent.ledger import broken, commit, holds, rebase, register
from evolving_intent_env.intent.state import ALL, FUNCTION, Dependent, FieldVersion, IntentState
from evolving_intent_env.intent.update import apply
from tests.intent.walks import Step, walks


@given(walks())
def test_a_stale_side_effect_is_never_committed(walk: tuple[Step, ...]) -> None:
    state = walk[-1].transition.state
    for entry in state.dependents:
        for version in range(state.version + 2):
            try:
                after = commit(state, entry.id, version=version)
            except StateError:
                continue
            assert version == entry.version == state.version
            assert entry.kind == "side_effect"
            assert entry.status == "valid"
            assert not _reads_what_is_pending(state, entry)
            assert after.dependent(entry.id).status == "committed"
            with pytest.raises(StateError, match="committed before"):
                commit(after, entry.id, version=version)


@given(walks())
def test_what_no_longer_holds_cannot_be_rebased_and_committed_after_all(walk: tuple[Step, ...]) -> None:
    state = walk[-1].transition.state
    for entry in state.dependents:
        if entry.status == "stale":
            with pytest.raises(StaleVersionError):
                rebase(state, entry.id)
            if entry.kind == "side_effect":
                with pytest.raises(StaleVersionError):
                    commit(state, entry.id, version=state.version)


@given(walks())
def test_valid_means_that_it_holds(walk: tuple[Step, ...]) -> None:
    for step in walk:
        state = step.transition.state
        for entry in state.dependents:
            if entry.status != "committed":
                assert holds(state, entry.id) == (entry.status == "valid")
        assert broken(state) == {entry.id for entry in state.dependents if not holds(state, entry.id)}


@given(walks())
def test_what_an_agent_does_changes_no_intent(walk: tuple[Step, ...]) -> None:
    for step, following in pairwise(walk):
        left, met = step.transition.state, following.before
        assert (left.version, left.fields, left.history) == (met.version, met.fields, met.history)


def _reads_what_is_pending(state: IntentState, entry: Dependent) -> bool:
    if any(_reads_what_is_pending(state, state.dependent(upstream)) for upstream in entry.after):
        return True
    return any(
        seen.status == "pending" and name in (seen.name, ALL)
        for branch, name, _ in entry.rests_on
        for seen in state.visible(branch)
    )


@pytest.fixture
def state() -> IntentState:
    """City and diet are said; a search rests on them."""
    said = apply(
        IntentState(function="find"),
        Reveal(event_id="1", target_id="city", value="Brooklyn"),
        Reveal(event_id="2", target_id="diet", value="vegan"),
    ).state
    return register(said, Dependent("search", "result", rests_on=said.at_versions("city", "diet"), version=1))


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (Dependent("search", "plan"), "already is a dependent 'search'"),
        (Dependent("x", "plan", after=("y",)), r"\['y'\], which are not registered"),
        (Dependent("x", "plan", branch="left"), "no branch 'left'"),
        (Dependent("x", "plan", rests_on=(FieldVersion("left", "city", 1),)), "no branch 'left'"),
        (Dependent("x", "plan", version=2), "up to the present one"),
        (Dependent("x", "plan", status="committed"), "registered as valid"),
    ],
)
def test_what_cannot_be_registered_is_refused_with_the_reason(
    state: IntentState, entry: Dependent, reason: str
) -> None:
    with pytest.raises(StateError, match=reason):
        register(state, entry)


@pytest.mark.parametrize(
    "rests_on",
    [
        FieldVersion(MAIN, "city", 0),
        FieldVersion(MAIN, "city", 2),
        FieldVersion(MAIN, "budget", 1),
        FieldVersion(MAIN, FUNCTION, 1),
        FieldVersion(MAIN, ALL, 0),
    ],
)
def test_a_field_at_another_version_than_named_is_refused(state: IntentState, rests_on: FieldVersion) -> None:
    with pytest.raises(StaleVersionError, match="it is at version"):
        register(state, Dependent("x", "plan", rests_on=(rests_on,)))


def test_what_was_made_from_stale_work_is_refused(state: IntentState) -> None:
    moved = apply(state, Revise(event_id="3", target_id="city", value="Queens")).state
    with pytest.raises(StaleVersionError, match=r"made from \['search'\]"):
        register(moved, Dependent("x", "plan", after=("search",)))


def test_work_for_a_withdrawn_branch_is_refused(state: IntentState) -> None:
    forked = apply(state, Fork(event_id="3", target_id="left")).state
    closed = apply(forked, Retract(event_id="4", target_id="left", extent="branch")).state
    with pytest.raises(StaleVersionError, match="has been retracted"):
        register(closed, Dependent("x", "plan", branch="left"))


def test_only_fields_that_are_seen_have_a_version_to_rest_on(state: IntentState) -> None:
    with pytest.raises(StateError, match="no field 'budget'"):
        state.at_versions("budget")
    assert state.at_versions(FUNCTION, ALL) == (FieldVersion(MAIN, FUNCTION, 0), FieldVersion(MAIN, ALL, 1))


def test_only_side_effects_are_committed(state: IntentState) -> None:
    with pytest.raises(StateError, match="is a result"):
        commit(state, "search", version=1)


def test_what_uses_the_outcome_of_a_committed_effect_falls_with_its_ground(state: IntentState) -> None:
    book = Dependent("book", "side_effect", after=("search",), version=1)
    booked = commit(register(state, book), "book", version=1)
    booked = register(booked, Dependent("tell friends", "side_effect", after=("book",), version=1))
    transition = apply(booked, Revise(event_id="3", target_id="city", value="Queens"))
    assert transition.invalidated == ("search", "tell friends")
    assert transition.state.dependent("book").status == "committed"
    assert not holds(transition.state, "book")


def test_a_side_effect_that_rests_on_a_field_left_behind_is_refused() -> None:
    state = apply(
        IntentState(function="find"), Reveal(event_id="1", target_id="sort", value="near", scope="function")
    ).state
    state = apply(state, Switch(event_id="2", target_id="book")).state
    pay = Dependent("pay", "side_effect", rests_on=state.at_versions("sort"), version=2)
    with pytest.raises(StateError, match=r"\['sort'\].*not in force"):
        commit(register(state, pay), "pay", version=2)


def test_unknown_dependents_are_named(state: IntentState) -> None:
    with pytest.raises(StateError, match="no dependent 'pay'"):
        commit(state, "pay", version=1)
