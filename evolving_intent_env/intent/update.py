"""The one function that changes what the user wants.

``apply(state, *events)`` returns the next state and exactly the dependents that the events invalidated. The scheduler
emits events, the renderer words them, the oracle recap prints the state, the metrics compare it with what an agent
believes, and training never sees it. All events of one user turn are one update: the version goes up by one if anything
changed, and stays where it is if nothing did.
"""

from __future__ import annotations

from dataclasses import replace

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
    Value,
)
from evolving_intent_env.intent.ledger import broken, register
from evolving_intent_env.intent.state import (
    ALL,
    Branch,
    Dependent,
    Field,
    Inheritance,
    IntentState,
    Key,
    Record,
    Status,
    Transition,
)


def apply(state: IntentState, *events: Event) -> Transition:
    """Applies everything said in one user turn as one update.

    Args:
        state: The state before the turn.
        events: The turn's events, in the order they are said.

    Raises:
        StateError: An event does not fit the state (a reveal of a field that has a value, a revision of one that has
            none, a second switch in one turn).
        StaleVersionError: A confirmation answers a question about a version that has passed.
    """
    draft = _Draft(state)
    for event in events:
        draft.take(event)
    return draft.finish()


class _Draft:
    """The next state while the events of one turn are applied to it."""

    def __init__(self, state: IntentState) -> None:
        self.before = state
        self.state = replace(state, version=state.version + 1)
        self.inheritance: Inheritance | None = None

    def take(self, event: Event) -> None:
        """Applies one event."""
        if not self.state.branch(event.branch_id).open:
            raise StateError(f"event {event.event_id}: branch {event.branch_id!r} has been retracted")
        if isinstance(event, Reveal):
            self._reveal(event)
        elif isinstance(event, Revise):
            self._revise(event)
        elif isinstance(event, Switch):
            self._switch(event)
        elif isinstance(event, Confirm):
            self._confirm(event)
        elif isinstance(event, Retract):
            self._retract(event)
        elif isinstance(event, Fork):
            self._fork(event)
        elif isinstance(event, Merge):
            self._merge(event)
        else:
            raise StateError(f"event {event.event_id}: {type(event).__name__} is not an event of this algebra")

    def finish(self) -> Transition:
        """The transition, its dependents checked against what changed."""
        state = self.state
        if len(state.history) == len(self.before.history):
            return Transition(self.before)
        lost = broken(state)
        invalidated = tuple(entry.id for entry in state.dependents if entry.status == "valid" and entry.id in lost)
        dependents = tuple(replace(d, status="stale") if d.id in invalidated else d for d in state.dependents)
        return Transition(replace(state, dependents=dependents), invalidated, self.inheritance or Inheritance())

    def _reveal(self, event: Reveal) -> None:
        seen = self.state.find(event.target_id, event.branch_id)
        if seen is not None and seen.status in ("active", "pending"):
            raise StateError(
                f"event {event.event_id}: field {event.target_id!r} already has a value in branch {event.branch_id!r} "
                f"({seen.value!r}); another value is a Revise"
            )
        self._set(event, event.scope)

    def _revise(self, event: Revise) -> None:
        seen = self.state.find(event.target_id, event.branch_id)
        if seen is None or seen.status == "retracted":
            raise StateError(
                f"event {event.event_id}: field {event.target_id!r} has no value in branch {event.branch_id!r}; the "
                "first one is a Reveal"
            )
        if event.candidates:
            said_before = seen.status == "pending" and _same_all(seen.candidates, event.candidates)
        else:
            said_before = seen.status == "active" and _same(seen.value, event.value)
        if not said_before:
            self._set(event, seen.scope)

    def _set(self, event: Reveal | Revise, scope: Scope) -> None:
        if event.target_id.startswith("@"):
            raise StateError(f"event {event.event_id}: names that start with @ are reserved, got {event.target_id!r}")
        if event.candidates:
            if event.value is not None or len(set(event.candidates)) < 2:
                raise StateError(f"event {event.event_id}: give either a value or two or more candidates")
        elif event.value is None:
            raise StateError(
                f"event {event.event_id}: field {event.target_id!r} is given no value; withdraw it by Retract"
            )
        entry = Field(
            branch=event.branch_id,
            name=event.target_id,
            value=event.value,
            version=self.state.version,
            scope=scope,
            status="pending" if event.candidates else "active",
            source_turn=event.source_turn,
            candidates=event.candidates,
        )
        self._write(event, entry)

    def _switch(self, event: Switch) -> None:
        if self.inheritance is not None:
            raise StateError(f"event {event.event_id}: a user turn switches once")
        task = self.state.task if event.task is None else event.task
        lineage = set(self.state.lineage(event.branch_id))
        sets: dict[Status, set[Key]] = {"active": set(), "pending": set(), "inactive": set()}
        moved = []
        for entry in self.state.fields:
            if entry.status == "retracted":
                continue
            status = self._after_switch(entry, event, task == self.state.task, entry.branch in lineage)
            sets[status].add(entry.key)
            if status != entry.status:
                moved.append(replace(entry, status=status, version=self.state.version))
        same = event.target_id == self.state.function and task == self.state.task
        if same and not moved:
            return
        self.inheritance = Inheritance(
            frozenset(sets["active"]), frozenset(sets["pending"]), frozenset(sets["inactive"])
        )
        if not same:
            version = self.state.version
            self.state = replace(self.state, function=event.target_id, task=task, function_version=version)
        self._write(event, *moved)

    @staticmethod
    def _after_switch(entry: Field, event: Switch, same_task: bool, in_lineage: bool) -> Status:
        """What becomes of a field: it is kept (active), needs confirmation (pending) or is dropped (inactive)."""
        if entry.candidates:
            # Which value is meant is still open, whoever uses the field.
            reaches = entry.scope in ("session", "task") or entry.name in (*event.shares, *event.unsure)
            return "pending" if reaches or (entry.scope == "branch" and in_lineage) else "inactive"
        if entry.name in event.shares or entry.scope == "session":
            return "active"
        if entry.name in event.unsure:
            return "pending"
        if entry.scope == "task":
            return "active" if same_task and entry.status == "active" else "pending"
        if entry.scope == "branch" and in_lineage:
            return "pending" if entry.status == "pending" else "active"
        return "inactive"

    def _confirm(self, event: Confirm) -> None:
        entry = self.state.find(event.target_id, event.branch_id)
        if entry is None or entry.status == "retracted":
            raise StateError(f"event {event.event_id}: field {event.target_id!r} has nothing to confirm")
        if entry.version != event.asked_at:
            raise StaleVersionError(
                f"event {event.event_id}: the question about {event.target_id!r} was put at version {event.asked_at}, "
                f"but the field is at version {entry.version} now; ask again"
            )
        if entry.candidates and not any(_same(event.value, candidate) for candidate in entry.candidates):
            raise StateError(f"event {event.event_id}: {event.value!r} is none of the candidates {entry.candidates!r}")
        if not entry.candidates and not _same(event.value, entry.value):
            raise StateError(
                f"event {event.event_id}: the value of {event.target_id!r} is {entry.value!r}; another one is a Revise"
            )
        if entry.confirmed and entry.status == "active":
            return
        settled = replace(
            entry,
            branch=event.branch_id,
            value=event.value,
            # What rests on a value that was in force already does not fall when the user confirms it.
            version=entry.version if entry.status == "active" else self.state.version,
            status="active",
            source_turn=event.source_turn,
            confirmed=True,
            candidates=(),
        )
        self._write(event, settled)

    def _retract(self, event: Retract) -> None:
        if event.extent == "field":
            entry = self.state.find(event.target_id, event.branch_id)
            if entry is None or entry.status == "retracted":
                raise StateError(f"event {event.event_id}: field {event.target_id!r} has no value to withdraw")
            withdrawn = [replace(entry, branch=event.branch_id)]
        elif event.extent == "branch":
            withdrawn = self._close(event)
        else:
            withdrawn = [entry for entry in self.state.fields if entry.scope != "session"]
            if self.state.function is None and all(entry.status == "retracted" for entry in withdrawn):
                raise StateError(f"event {event.event_id}: there is no task to withdraw")
            self.state = replace(self.state, function=None, task="", function_version=self.state.version)
        gone = [
            replace(entry, status="retracted", version=self.state.version, source_turn=event.source_turn, candidates=())
            for entry in withdrawn
            if entry.status != "retracted"
        ]
        self._write(event, *gone)

    def _close(self, event: Retract) -> list[Field]:
        """Closes a branch and all under it; returns the fields they own."""
        if event.target_id == MAIN:
            raise StateError(f"event {event.event_id}: the root branch goes with its task; retract the task")
        if not self.state.branch(event.target_id).open:
            raise StateError(f"event {event.event_id}: branch {event.target_id!r} was retracted before")
        closed = {b.id for b in self.state.branches if event.target_id in self.state.lineage(b.id)}
        branches = tuple(replace(b, open=b.open and b.id not in closed) for b in self.state.branches)
        self.state = replace(self.state, branches=branches)
        return [entry for entry in self.state.fields if entry.branch in closed]

    def _fork(self, event: Fork) -> None:
        pinned = []
        for name in event.pins:
            entry = self.state.find(name, event.branch_id)
            if entry is None or entry.status == "retracted":
                raise StateError(f"event {event.event_id}: branch {event.branch_id!r} has no field {name!r} to pin")
            pinned.append(replace(entry, branch=event.target_id, version=self.state.version))
        self._open(event)
        self._write(event, *pinned)

    def _merge(self, event: Merge) -> None:
        if len(set(event.sources)) < 2:
            raise StateError(f"event {event.event_id}: a merge brings two or more branches together")
        rests_on = [seen for source in event.sources for seen in self.state.at_versions(ALL, branch_id=source)]
        branch = event.branch_id
        if event.how == "combine":
            self._open(event)
            branch = event.target_id
        merged = Dependent(event.target_id, "merge", branch, tuple(rests_on), version=self.state.version)
        self.state = register(self.state, merged)
        self._write(event)

    def _open(self, event: Fork | Merge) -> None:
        if any(branch.id == event.target_id for branch in self.state.branches):
            raise StateError(f"event {event.event_id}: there already is a branch {event.target_id!r}")
        branches = (*self.state.branches, Branch(event.target_id, event.branch_id))
        self.state = replace(self.state, branches=branches)

    def _write(self, event: Event, *entries: Field) -> None:
        """Puts fields in place of their former selves and the event into the history."""
        fields = {entry.key: entry for entry in self.state.fields}
        before = tuple(fields[entry.key] for entry in entries if entry.key in fields)
        fields.update((entry.key, entry) for entry in entries)
        history = (*self.state.history, Record(self.state.version, event, before))
        self.state = replace(self.state, fields=tuple(fields.values()), history=history)


def _same(one: Value, other: Value) -> bool:
    """Equality as JSON knows it: ``1``, ``1.0`` and ``True`` are three values."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return _same_all(one, other)
    return type(one) is type(other) and one == other


def _same_all(ones: tuple[Value, ...], others: tuple[Value, ...]) -> bool:
    return len(ones) == len(others) and all(map(_same, ones, others))
