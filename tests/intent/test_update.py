"""Properties of the state machine, over random walks through it."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import given

from evolving_intent_env.errors import StaleVersionError, StateError
from evolving_intent_env.intent.events import (
    MAIN,
    Confirm,
    Event,
    Fork,
    Merge,
    Retract,
    Reveal,
    Revise,
    Scope,
    Switch,
)
from evolving_intent_env.intent.state import ALL, FUNCTION, Branch, Field, Inheritance, IntentState, Key, Status
from evolving_intent_env.intent.update import apply
from tests.intent.walks import NAMES, TAPES, Step, Tape, any_event, walk_along, walks


@given(walks())
def test_the_version_goes_up_by_one_per_effective_update_and_not_at_all_otherwise(walk: tuple[Step, ...]) -> None:
    for step in walk:
        after = step.transition.state
        changed = replace(after, version=step.before.version) != step.before
        assert after.version == step.before.version + changed
        assert [record.version for record in after.history] == sorted(record.version for record in after.history)
        assert all(record.version == after.version for record in after.history[len(step.before.history) :])


@given(walks())
def test_what_is_not_effective_leaves_no_trace(walk: tuple[Step, ...]) -> None:
    for step in walk:
        if len(step.transition.state.history) == len(step.before.history):
            assert step.transition.state == step.before
            assert step.transition.invalidated == ()
            assert step.transition.inheritance == Inheritance()


@given(walks())
def test_the_three_sets_of_a_switch_are_disjoint_and_cover_all_old_fields(walk: tuple[Step, ...]) -> None:
    for step in walk:
        switches = [event for event in step.events if isinstance(event, Switch)]
        sets = step.transition.inheritance
        if not switches or sets == Inheritance():
            assert sets == Inheritance()
            continue
        # The fields that the switch met: the turn up to it, applied alone.
        earlier = step.events[: step.events.index(switches[0])]
        met = apply(step.before, *earlier).state
        old = [field.key for field in met.fields if field.status != "retracted"]
        divided = [*sets.kept, *sets.needs_confirmation, *sets.dropped]
        assert sorted(divided) == sorted(old)


@given(walks())
def test_a_switch_alone_gives_each_field_the_status_of_its_set(walk: tuple[Step, ...]) -> None:
    for step in walk:
        if len(step.events) > 1 or not isinstance(step.events[0], Switch):
            continue
        after = step.transition.state
        if after is step.before:
            continue
        sets = step.transition.inheritance
        for field in after.fields:
            expected = {
                "active": field.key in sets.kept,
                "pending": field.key in sets.needs_confirmation,
                "inactive": field.key in sets.dropped,
                "retracted": True,
            }
            assert expected[field.status]
            old = step.before.own(field.name, field.branch)
            assert old is not None
            assert (field.value, field.candidates, field.scope) == (old.value, old.candidates, old.scope)
            assert field.version == (after.version if field.status != old.status else old.version)
        assert after.function == step.events[0].target_id


@given(walks(dependents=False))
def test_session_constraints_survive_everything_but_their_own_retraction(walk: tuple[Step, ...]) -> None:
    for step in walk:
        touched = {(event.branch_id, event.target_id) for event in step.events if isinstance(event, Retract | Revise)}
        closed = {branch.id for branch in step.transition.state.branches if not branch.open}
        for field in step.before.fields:
            if field.scope == "session" and field.status == "active" and field.branch not in closed:
                after = step.transition.state.own(field.name, field.branch)
                assert after is not None
                assert after.status == "active" or (field.branch, field.name) in touched


@given(walks())
def test_an_update_invalidates_exactly_what_can_be_reached_from_what_changed(walk: tuple[Step, ...]) -> None:
    for step in walk:
        assert step.transition.invalidated == _reached(step.before, step.transition.state)


def _reached(before: IntentState, after: IntentState) -> tuple[str, ...]:
    """The valid dependents that a change reaches: what was to be read before and after compared, then brute force."""
    merged = [entry for entry in after.dependents[len(before.dependents) :] if entry.status == "stale"]
    closed = {branch.id for branch in after.branches if not branch.open}
    ids = [entry.id for entry in before.dependents]
    hit = {
        entry.id: entry.branch in closed
        or any(
            branch in closed or _read(before, branch, name) != _read(after, branch, name)
            for branch, name, _ in entry.rests_on
        )
        for entry in before.dependents
    }
    reaches = {(up, entry.id) for entry in before.dependents for up in entry.after} | {(id_, id_) for id_ in ids}
    for middle in ids:
        for start in ids:
            for end in ids:
                if (start, middle) in reaches and (middle, end) in reaches:
                    reaches.add((start, end))
    stale = [
        entry.id
        for entry in before.dependents
        if entry.status == "valid" and any(hit[start] for start in ids if (start, entry.id) in reaches)
    ]
    return (*stale, *(entry.id for entry in merged))


def _read(state: IntentState, branch: str, name: str) -> object:
    """What a branch reads under a name, and since which version."""
    if name == FUNCTION:
        return state.function, state.task, state.function_version
    if name == ALL:
        return {other: _read(state, branch, other) for other in NAMES}
    parents = {entry.id: entry.parent for entry in state.branches}
    owned = {field.key: field for field in state.fields}
    looking: str | None = branch
    while looking is not None:
        if Key(looking, name) in owned:
            field = owned[Key(looking, name)]
            return field.value, field.status, field.candidates, field.version
        looking = parents.get(looking)
    return None


@given(walks())
def test_a_branch_never_changes_what_others_see_unless_they_stand_under_it(walk: tuple[Step, ...]) -> None:
    local = (Reveal, Revise, Confirm, Fork)
    for step in walk:
        after = step.transition.state
        for event in step.events:
            if not all(isinstance(e, local) and e.branch_id == event.branch_id for e in step.events):
                continue
            for branch in step.before.branches:
                if event.branch_id not in step.before.lineage(branch.id):
                    assert after.visible(branch.id) == step.before.visible(branch.id)


@given(walks(dependents=False))
def test_the_history_alone_leads_to_the_same_state(walk: tuple[Step, ...]) -> None:
    final = walk[-1].transition.state
    replayed = IntentState(function="f", task="t")
    for _, records in groupby(final.history, key=lambda record: record.version):
        replayed = apply(replayed, *(record.event for record in records)).state
    assert replayed == final


@given(walks())
def test_the_history_keeps_what_was_replaced(walk: tuple[Step, ...]) -> None:
    for step in walk:
        after = step.transition.state
        fresh = after.history[len(step.before.history) :]
        assert after.history[: len(step.before.history)] == step.before.history
        for field in step.before.fields:
            if after.own(field.name, field.branch) != field:
                assert any(field in record.before for record in fresh)


@given(TAPES)
def test_any_event_applies_or_is_refused_with_an_error_of_ours(tape: Tape) -> None:
    walk = walk_along(tape)
    state = walk[-1].transition.state if walk else IntentState()
    for number in range(5):
        try:
            after = apply(state, any_event(tape, state, f"more-{number}")).state
        except StateError:
            continue
        assert len({field.key for field in after.fields}) == len(after.fields)
        assert all(
            (field.value is None) == bool(field.candidates) for field in after.fields if field.status != "retracted"
        )


def test_an_update_that_is_refused_halfway_changes_nothing() -> None:
    state = _state(city="Zürich")
    with pytest.raises(StateError, match="has no value"):
        apply(state, _revise("city", "Bern"), _revise("diet", "vegan"))
    assert state == _state(city="Zürich")


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (Reveal(event_id="e", target_id="city", value="Bern"), "another value is a Revise"),
        (Revise(event_id="e", target_id="diet", value="vegan"), "first one is a Reveal"),
        (Reveal(event_id="e", target_id="diet"), "given no value"),
        (Reveal(event_id="e", target_id="diet", candidates=("a",)), "two or more candidates"),
        (Reveal(event_id="e", target_id="diet", candidates=("a", "a")), "two or more candidates"),
        (Reveal(event_id="e", target_id="diet", value="a", candidates=("a", "b")), "two or more candidates"),
        (Reveal(event_id="e", target_id="@all", value=1), "reserved"),
        (Confirm(event_id="e", target_id="diet", value="vegan", asked_at=0), "nothing to confirm"),
        (Confirm(event_id="e", target_id="city", value="Bern", asked_at=1), "another one is a Revise"),
        (Retract(event_id="e", target_id="diet"), "no value to withdraw"),
        (Retract(event_id="e", target_id=MAIN, extent="branch"), "retract the task"),
        (Retract(event_id="e", target_id="left", extent="branch"), "no branch 'left'"),
        (Fork(event_id="e", target_id=MAIN), "already is a branch"),
        (Fork(event_id="e", target_id="left", pins=("diet",)), "no field 'diet' to pin"),
        (Merge(event_id="e", target_id="both", sources=(MAIN, MAIN)), "two or more branches"),
        (Event(event_id="e", target_id="city"), "not an event of this algebra"),
        (Reveal(event_id="e", target_id="diet", value="vegan", branch_id="left"), "no branch 'left'"),
    ],
)
def test_an_event_that_does_not_fit_is_refused_with_the_reason(event: Event, reason: str) -> None:
    with pytest.raises(StateError, match=reason):
        apply(_state(city="Zürich"), event)


def test_a_turn_switches_once() -> None:
    twice = (Switch(event_id="a", target_id="g"), Switch(event_id="b", target_id="h"))
    with pytest.raises(StateError, match="switches once"):
        apply(_state(city="Zürich"), *twice)


def test_a_withdrawn_branch_takes_no_more_events() -> None:
    state = apply(_state(city="Zürich"), Fork(event_id="a", target_id="left")).state
    state = apply(state, Retract(event_id="b", target_id="left", extent="branch")).state
    with pytest.raises(StateError, match="has been retracted"):
        apply(state, _revise("city", "Bern", branch_id="left"))
    with pytest.raises(StateError, match="was retracted before"):
        apply(state, Retract(event_id="c", target_id="left", extent="branch"))


def test_one_and_true_and_one_point_zero_are_three_values() -> None:
    state = apply(IntentState(), Reveal(event_id="a", target_id="n", value=1)).state
    as_float = apply(state, _revise("n", 1.0)).state
    as_bool = apply(as_float, _revise("n", True)).state
    assert (as_float.version, as_bool.version) == (2, 3)
    assert as_bool.own("n") is not None
    assert as_bool.current()["n"] is True
    pending = apply(state, Revise(event_id="b", target_id="n", candidates=(1, 2))).state
    with pytest.raises(StateError, match="none of the candidates"):
        apply(pending, Confirm(event_id="c", target_id="n", value=True, asked_at=2))


def test_a_pending_field_stays_pending_through_a_switch_that_does_not_settle_it() -> None:
    state = apply(IntentState(function="f", task="t"), Reveal(event_id="a", target_id="n", value=1)).state
    state = apply(state, Switch(event_id="b", target_id="g", task="u")).state
    assert [field.status for field in state.fields] == ["pending"]
    state = apply(state, Switch(event_id="c", target_id="h")).state
    assert [field.status for field in state.fields] == ["pending"]
    state = apply(state, Switch(event_id="d", target_id="f", shares=("n",))).state
    assert [field.status for field in state.fields] == ["active"]


def test_confirming_a_value_in_force_keeps_what_rests_on_it() -> None:
    state = _state(city="Zürich")
    confirmed = apply(state, Confirm(event_id="b", target_id="city", value="Zürich", asked_at=1)).state
    assert confirmed.version == 2
    assert [(f.version, f.confirmed) for f in confirmed.fields] == [(1, True)]
    again = apply(confirmed, Confirm(event_id="c", target_id="city", value="Zürich", asked_at=1)).state
    assert again == confirmed


def test_a_confirmation_of_a_passed_version_is_stale() -> None:
    state = apply(_state(city="Zürich"), _revise("city", "Bern")).state
    with pytest.raises(StaleVersionError, match="put at version 1"):
        apply(state, Confirm(event_id="c", target_id="city", value="Bern", asked_at=1))


def _state(**values: str) -> IntentState:
    reveals = [Reveal(event_id=f"r-{name}", target_id=name, value=value) for name, value in values.items()]
    return apply(IntentState(function="f", task="t"), *reveals).state


def _revise(name: str, value: str | float, branch_id: str = MAIN) -> Revise:
    return Revise(event_id=f"v-{name}", target_id=name, value=value, branch_id=branch_id)


SETTLED = [
    # scope, status before, named in, same family of tasks, branch in the switch's lineage -> status after
    ("session", "active", None, True, True, "active"),
    ("session", "active", None, False, False, "active"),
    ("session", "active", "unsure", False, True, "active"),
    ("task", "active", None, True, True, "active"),
    ("task", "active", None, False, True, "pending"),
    ("task", "active", "shares", False, True, "active"),
    ("task", "active", "unsure", True, True, "pending"),
    ("task", "pending", None, True, True, "pending"),
    ("task", "pending", None, False, True, "pending"),
    ("task", "pending", "shares", True, True, "active"),
    ("function", "active", None, True, True, "inactive"),
    ("function", "active", "shares", False, True, "active"),
    ("function", "active", "unsure", True, True, "pending"),
    ("function", "inactive", None, True, True, "inactive"),
    ("function", "inactive", "shares", True, True, "active"),
    ("function", "pending", None, True, True, "inactive"),
    ("branch", "active", None, False, True, "active"),
    ("branch", "active", None, True, False, "inactive"),
    ("branch", "inactive", None, True, True, "active"),
    ("branch", "pending", None, True, True, "pending"),
    ("branch", "active", "shares", True, False, "active"),
]
OPEN = [
    # The same for a field of which two readings are open: it never becomes active by a switch.
    ("session", "pending", None, False, False, "pending"),
    ("task", "pending", None, False, True, "pending"),
    ("task", "pending", "shares", True, True, "pending"),
    ("function", "pending", None, True, True, "inactive"),
    ("function", "pending", "shares", True, True, "pending"),
    ("function", "inactive", "unsure", True, True, "pending"),
    ("branch", "pending", None, True, True, "pending"),
    ("branch", "pending", None, True, False, "inactive"),
]


@pytest.mark.parametrize(
    ("is_open", "scope", "before", "named", "same_task", "in_lineage", "after"),
    [*((False, *row) for row in SETTLED), *((True, *row) for row in OPEN)],
)
def test_what_a_switch_makes_of_a_field(
    is_open: bool, scope: Scope, before: Status, named: str | None, same_task: bool, in_lineage: bool, after: Status
) -> None:
    field = Field("left", "n", None if is_open else 1, 1, scope, before, candidates=(1, 2) if is_open else ())
    state = IntentState(
        function="f",
        task="t",
        version=1,
        fields=(field,),
        branches=(Branch(MAIN), Branch("left", MAIN), Branch("inner", "left"), Branch("right", MAIN)),
    )
    switch = Switch(
        event_id="s",
        target_id="g",
        branch_id="inner" if in_lineage else "right",
        task=None if same_task else "u",
        shares=("n",) if named == "shares" else (),
        unsure=("n",) if named == "unsure" else (),
    )
    transition = apply(state, switch)
    assert transition.state.fields == (replace(field, status=after, version=1 if after == before else 2),)
    sets = {"active": "kept", "pending": "needs_confirmation", "inactive": "dropped"}
    assert transition.inheritance == Inheritance(**{sets[after]: frozenset({Key("left", "n")})})


@pytest.mark.parametrize(
    ("switch", "effective"),
    [
        (Switch(event_id="s", target_id="f"), False),
        (Switch(event_id="s", target_id="f", task="t"), False),
        (Switch(event_id="s", target_id="g"), True),
        (Switch(event_id="s", target_id="f", task="u"), True),
    ],
)
def test_a_switch_to_where_the_user_is_already_is_none(switch: Switch, effective: bool) -> None:
    state = IntentState(function="f", task="t")
    after = apply(state, switch).state
    assert (after.version, after.function_version) == ((1, 1) if effective else (0, 0))
    assert (after.function, after.task) == (switch.target_id, switch.task or "t")


def test_a_switch_that_only_asks_about_a_field_is_no_change_of_function() -> None:
    state = _state(city="Zürich")
    after = apply(state, Switch(event_id="s", target_id="f", unsure=("city",))).state
    assert (after.version, after.function_version) == (2, 0)
    assert [field.status for field in after.fields] == ["pending"]


def test_a_list_or_a_question_said_again_is_no_event() -> None:
    state = apply(IntentState(), Reveal(event_id="a", target_id="n", value=("a", 1))).state
    assert apply(state, Revise(event_id="b", target_id="n", value=("a", 1))).state is state
    for other in (("a",), ("a", 1, 2), ("a", True), (1, "a")):
        assert apply(state, Revise(event_id="b", target_id="n", value=other)).state.current() == {"n": other}
    asked = apply(state, Revise(event_id="c", target_id="n", candidates=("a", "b"))).state
    assert apply(asked, Revise(event_id="d", target_id="n", candidates=("a", "b"))).state is asked
    asked_anew = apply(asked, Revise(event_id="e", target_id="n", candidates=("a", "b", "c"))).state
    assert asked_anew.version == 3
