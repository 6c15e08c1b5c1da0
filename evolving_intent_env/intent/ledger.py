"""What an agent has made from the intent, and whether it still holds.

Plans, results, pending side effects and merges register the field versions they rest on. What holds is a pure function
of the state, so that nothing can be forgotten: a dependent holds while everything it read would be read the same now,
its branch is open, and everything it was made from holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from evolving_intent_env.errors import StaleVersionError, StateError
from evolving_intent_env.intent.state import ALL, FUNCTION, Dependent, IntentState


def register(state: IntentState, *dependents: Dependent) -> IntentState:
    """Adds dependents to a state; this is the agent's doing and does not change the version.

    Raises:
        StateError: An id is taken, a branch or an upstream dependent is unknown, or the dependent claims a version that
            is still to come or a status of its own.
        StaleVersionError: A field it rests on is not at the version named, or what it was made from no longer holds: it
            came too late and may be kept as evidence only.
    """
    known = {entry.id for entry in state.dependents}
    lost = broken(state)
    for entry in dependents:
        where = f"dependent {entry.id!r}"
        if entry.id in known:
            raise StateError(f"there already is a {where}")
        if entry.status != "valid" or entry.version > state.version:
            raise StateError(f"{where} is registered as valid, under a version up to the present one ({state.version})")
        if unknown := [upstream for upstream in entry.after if upstream not in known]:
            raise StateError(f"{where} comes after {unknown}, which are not registered")
        if gone := [upstream for upstream in entry.after if upstream in lost]:
            raise StaleVersionError(f"{where} was made from {gone}, which no longer hold")
        if not state.branch(entry.branch).open:
            raise StaleVersionError(f"{where} is of branch {entry.branch!r}, which has been retracted")
        for branch, name, version in entry.rests_on:
            now = state.version_of(name, branch)
            if version != now or not state.branch(branch).open:
                raise StaleVersionError(
                    f"{where} rests on {name!r} of branch {branch!r} at version {version}; it is at version {now} now"
                )
        known.add(entry.id)
    return replace(state, dependents=(*state.dependents, *dependents))


def broken(state: IntentState) -> frozenset[str]:
    """Ids of the dependents that no longer hold, committed ones included."""
    closed = {branch.id for branch in state.branches if not branch.open}
    lost: set[str] = set()
    for entry in state.dependents:
        if (
            entry.status == "stale"
            or entry.branch in closed
            or not lost.isdisjoint(entry.after)
            or any(
                branch in closed or version != state.version_of(name, branch)
                for branch, name, version in entry.rests_on
            )
        ):
            lost.add(entry.id)
    return frozenset(lost)


def holds(state: IntentState, dependent_id: str) -> bool:
    """Whether nothing that a dependent rests on, directly or through others, has changed since it was made."""
    return state.dependent(dependent_id).id not in broken(state)


def rebase(state: IntentState, dependent_id: str) -> IntentState:
    """Carries a dependent that still holds to the present version, so that it may be committed.

    Raises:
        StaleVersionError: It no longer holds, and has to be made again.
    """
    if not holds(state, dependent_id):
        raise StaleVersionError(f"dependent {dependent_id!r} no longer holds at version {state.version}; make it again")
    return _with_dependent(state, replace(state.dependent(dependent_id), version=state.version))


def commit(state: IntentState, dependent_id: str, *, version: int) -> IntentState:
    """Commits a side effect that was decided under ``version``; a stale version is refused, never applied late.

    Raises:
        StaleVersionError: The intent has moved on, or something that the side effect rests on has changed.
        StateError: It is no side effect, was committed before, or rests on a field that is not in force: one that waits
            for the user's word (ask, then decide again) or one of a function that was left.
    """
    entry = state.dependent(dependent_id)
    where = f"dependent {dependent_id!r}"
    if entry.kind != "side_effect":
        raise StateError(f"{where} is a {entry.kind}; only side effects are committed")
    if entry.status == "committed":
        raise StateError(f"{where} was committed before; a side effect happens once")
    if not holds(state, dependent_id):
        raise StaleVersionError(f"{where} rests on something that has changed; make it again")
    if version != state.version or entry.version != state.version:
        raise StaleVersionError(
            f"{where} was made under version {entry.version} and decided under version {version}, but the intent is at "
            f"version {state.version}; check that it still holds (rebase), then decide again"
        )
    if unsettled := sorted(set(_unsettled(state, entry))):
        raise StateError(f"{where} rests on {unsettled}, which are not in force; ask the user, then decide again")
    return _with_dependent(state, replace(entry, status="committed"))


def _unsettled(state: IntentState, entry: Dependent) -> Iterator[str]:
    """Names of the fields under a dependent, direct or through others, whose values may not be acted upon."""
    ground = {entry.id}
    # Each dependent is registered after those it was made from, so one walk back meets all that this one was made from.
    for current in reversed(state.dependents):
        if current.id not in ground:
            continue
        ground.update(current.after)
        for branch, name, _ in current.rests_on:
            if name == ALL:
                yield from (seen.name for seen in state.visible(branch) if seen.status == "pending")
            elif name != FUNCTION:
                seen = state.find(name, branch)
                if seen is not None and seen.status in ("pending", "inactive"):
                    yield name


def _with_dependent(state: IntentState, entry: Dependent) -> IntentState:
    return replace(state, dependents=tuple(entry if old.id == entry.id else old for old in state.dependents))
