"""Random walks through the state machine: turns of events that apply, with dependents registered in between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from hypothesis import strategies as st

from evolving_intent_env.errors import StateError
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
    Value,
)
from evolving_intent_env.intent.ledger import commit, holds, rebase, register
from evolving_intent_env.intent.state import ALL, FUNCTION, Dependent, FieldVersion, IntentState, Transition
from evolving_intent_env.intent.update import apply

NAMES = ("city", "diet", "budget", "地点")
BRANCHES = (MAIN, "left", "right")
SCOPES: tuple[Scope, ...] = ("task", "function", "session", "branch")
VALUES: tuple[Value, ...] = ("Zürich", "", 1, 1.0, True, -2.5, ("a", "b"), (1, None))
CANDIDATES: tuple[tuple[Value, ...], ...] = ((), (), (), ("a", "b"), (1, "ß", 2.5))

T = TypeVar("T")


class Tape:
    """Choices read off a string of bytes: one draw for hypothesis, which shrinks each choice to its first option."""

    def __init__(self, data: bytes) -> None:
        self._rest = list(reversed(data))

    def pick(self, options: Sequence[T]) -> T:
        """One of the options; the first once the tape is at its end."""
        return options[(self._rest.pop() if self._rest else 0) % len(options)]

    def some(self, options: Sequence[T], most: int) -> tuple[T, ...]:
        """Up to ``most`` different options."""
        return tuple(dict.fromkeys(self.pick(options) for _ in range(self.pick(range(most + 1))))) if options else ()


TAPES = st.binary(min_size=400, max_size=400).map(Tape)


@dataclass(frozen=True)
class Step:
    """One user turn."""

    before: IntentState
    events: tuple[Event, ...]
    transition: Transition


def any_event(tape: Tape, state: IntentState, event_id: str, turn: int = 0) -> Event:
    """Any event, whether it applies or not; a confirmation mostly of what there is to confirm."""
    kind = tape.pick((Reveal, Revise, Switch, Reveal, Confirm, Fork, Revise, Retract, Merge))
    name, scope = tape.pick(NAMES), tape.pick(SCOPES)
    branch = tape.pick((*(branch.id for branch in state.branches if branch.open), *BRANCHES))
    if kind in (Revise, Retract) and state.fields and tape.pick(range(4)) < 3:
        field = tape.pick(state.fields)
        name, branch = field.name, tape.pick((field.branch, branch))
    if kind is Reveal or kind is Revise:
        candidates = tape.pick(CANDIDATES)
        value = None if candidates else tape.pick(VALUES)
        return kind(
            event_id=event_id,
            target_id=name,
            branch_id=branch,
            scope=scope,
            source_turn=turn,
            value=value,
            candidates=candidates,
        )
    if kind is Switch:
        return Switch(
            event_id=event_id,
            target_id=tape.pick(("g", "f", "h")),
            branch_id=branch,
            source_turn=turn,
            task=tape.pick((None, None, "t", "u")),
            shares=tape.some(NAMES, 2),
            unsure=tape.some(NAMES, 2),
        )
    if kind is Confirm:
        if not state.fields or tape.pick(range(4)) == 3:
            asked_at = tape.pick(range(6))
            return Confirm(event_id=event_id, target_id=name, branch_id=branch, value="a", asked_at=asked_at)
        field = tape.pick(state.fields)
        return Confirm(
            event_id=event_id,
            target_id=field.name,
            branch_id=tape.pick((field.branch, branch)),
            source_turn=turn,
            value=tape.pick(field.candidates) if field.candidates else field.value,
            asked_at=field.version,
        )
    if kind is Retract:
        extent, target = tape.pick((("field", name), ("field", name), ("branch", tape.pick(BRANCHES)), ("task", "t")))
        return Retract(event_id=event_id, target_id=target, branch_id=branch, source_turn=turn, extent=extent)  # type: ignore[arg-type]
    if kind is Fork:
        target = tape.pick(BRANCHES[1:])
        return Fork(event_id=event_id, target_id=target, branch_id=branch, source_turn=turn, pins=tape.some(NAMES, 2))
    return Merge(
        event_id=event_id,
        target_id=tape.pick(("both", "right")),
        branch_id=branch,
        source_turn=turn,
        sources=(MAIN, *tape.some(BRANCHES[1:], 2)),
        how=tape.pick(("collect", "combine")),
    )


def walk_along(tape: Tape, *, dependents: bool = True) -> tuple[Step, ...]:
    """Up to twenty user turns that apply, each of one or two events."""
    state = IntentState(function="f", task="t")
    steps: list[Step] = []
    for turn in range(60):
        if len(steps) == 20:
            break
        said = tuple(any_event(tape, state, f"e{turn}-{n}", turn) for n in range(1 + tape.pick((0, 0, 1))))
        try:
            transition = apply(state, *said)
        except StateError:
            continue
        steps.append(Step(state, said, transition))
        state = transition.state
        if dependents:
            state = _worked_on(tape, state)
    return tuple(steps)


def walks(*, dependents: bool = True) -> st.SearchStrategy[tuple[Step, ...]]:
    """Random walks of at least one turn."""
    return TAPES.map(lambda tape: walk_along(tape, dependents=dependents)).filter(bool)


def _worked_on(tape: Tape, state: IntentState) -> IntentState:
    """The state with something that an agent made from it, now and then committed."""
    for _ in range(tape.pick((0, 1, 2))):
        open_branches = [branch.id for branch in state.branches if branch.open]
        looks = [(branch, name) for branch in open_branches for name in (*NAMES, FUNCTION, ALL)]
        made = Dependent(
            id=f"d{len(state.dependents)}",
            kind=tape.pick(("side_effect", "plan", "result")),
            branch=tape.pick(open_branches),
            rests_on=tuple(
                FieldVersion(branch, name, state.version_of(name, branch)) for branch, name in tape.some(looks, 2)
            ),
            after=tape.some([entry.id for entry in state.dependents if holds(state, entry.id)], 2),
            version=state.version,
        )
        state = register(state, made)
        if tape.pick((False, True)):
            try:
                state = commit(rebase(state, made.id), made.id, version=state.version)
            except StateError:
                continue
    return state
