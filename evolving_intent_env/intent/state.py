"""The hidden state of an episode, and the one function that changes it.

``apply(state, *events)`` returns the next state and exactly the dependents that the events invalidated. The scheduler emits
events, the renderer words them, the oracle recap prints the state, the metrics compare it with what an agent believes, and
training never sees it.

Current values and history are kept apart: ``fields`` holds what is in force, ``history`` why. All events of one user turn are
one update: the version goes up by one if anything changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

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

FUNCTION = "@function"
"""The name under which dependents rest on the active function."""

Status = Literal["active", "pending", "inactive", "retracted"]


class Key(NamedTuple):
    """The stable identity of a field: two fields called ``budget`` in two branches are different fields."""

    branch: str
    name: str


class FieldVersion(NamedTuple):
    """A field at one of its versions: what a dependent rests on."""

    branch: str
    name: str
    version: int


@dataclass(frozen=True, slots=True)
class Field:
    """What is known of one field.

    Attributes:
        branch: The branch that owns it.
        name: Its name, unique in its branch.
        value: Its value; None while only candidates are known.
        version: The state version at which its value or status last changed.
        scope: How far it reaches.
        status: ``active`` (in force), ``pending`` (waits for the user), ``inactive`` (belongs to a function that was left)
            or ``retracted``.
        source_turn: The user turn that last changed it.
        confirmed: Whether the user confirmed this value.
        candidates: The readings of a pending field.
    """

    branch: str
    name: str
    value: Value
    version: int
    scope: Scope
    status: Status = "active"
    source_turn: int = 0
    confirmed: bool = False
    candidates: tuple[Value, ...] = ()

    @property
    def key(self) -> Key:
        """The field's identity."""
        return Key(self.branch, self.name)

    @property
    def at_version(self) -> FieldVersion:
        """The field at its present version."""
        return FieldVersion(self.branch, self.name, self.version)


@dataclass(frozen=True, slots=True)
class Branch:
    """A line of intent kept beside others.

    Attributes:
        id: Unique in its state.
        parent: The branch whose fields it sees until it has its own; None for the root.
        open: False once it has been retracted.
    """

    id: str
    parent: str | None = None
    open: bool = True


@dataclass(frozen=True, slots=True)
class Dependent:
    """Something that an agent made from the intent: it holds only as long as what it rests on.

    Attributes:
        id: Unique in its state.
        kind: A step of a plan, a cached result, a side effect that waits to be committed, or a merge of branches.
        branch: The branch whose fields it read.
        rests_on: The fields it read, at the versions it read them.
        after: Ids of dependents whose output it uses; it goes stale with them.
        version: The state version under which it was made or last found to hold.
        status: ``valid``, ``stale`` or ``committed``.
    """

    id: str
    kind: Literal["plan", "result", "side_effect", "merge"]
    branch: str = MAIN
    rests_on: tuple[FieldVersion, ...] = ()
    after: tuple[str, ...] = ()
    version: int = 0
    status: Literal["valid", "stale", "committed"] = "valid"


@dataclass(frozen=True, slots=True)
class Record:
    """One entry of the history: an effective event, the version it led to, and the fields it replaced."""

    version: int
    event: Event
    before: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Inheritance:
    """What a switch did to the old fields: three disjoint sets of keys that together cover all of them."""

    kept: frozenset[Key] = frozenset()
    needs_confirmation: frozenset[Key] = frozenset()
    dropped: frozenset[Key] = frozenset()


@dataclass(frozen=True, slots=True)
class IntentState:
    """What the user wants now, and how it came to be.

    Attributes:
        function: The active function; None once the task was retracted.
        task: The family of tasks that the function belongs to.
        version: Goes up by one with every effective update.
        function_version: The version at which the function last changed.
        fields: Every field ever set, in order of first mention.
        branches: Every branch, the root first.
        dependents: What was registered as resting on fields.
        history: Every effective event.
    """

    function: str | None = None
    task: str = ""
    version: int = 0
    function_version: int = 0
    fields: tuple[Field, ...] = ()
    branches: tuple[Branch, ...] = (Branch(MAIN),)
    dependents: tuple[Dependent, ...] = ()
    history: tuple[Record, ...] = ()

    def branch(self, branch_id: str) -> Branch:
        """The branch with this id.

        Raises:
            StateError: There is none.
        """
        for branch in self.branches:
            if branch.id == branch_id:
                return branch
        raise StateError(f"no branch {branch_id!r}; branches are {[branch.id for branch in self.branches]}")

    def lineage(self, branch_id: str) -> Iterator[str]:
        """The branch, its parent, and so on to the root."""
        current: str | None = branch_id
        while current is not None:
            yield current
            current = self.branch(current).parent

    def own(self, name: str, branch_id: str = MAIN) -> Field | None:
        """The field that this very branch holds, whatever its status."""
        for entry in self.fields:
            if entry.name == name and entry.branch == branch_id:
                return entry
        return None

    def find(self, name: str, branch_id: str = MAIN) -> Field | None:
        """The field that a branch sees: its own, else the nearest ancestor's. A retracted field hides its ancestors'."""
        for candidate in self.lineage(branch_id):
            entry = self.own(name, candidate)
            if entry is not None:
                return entry
        return None

    def visible(self, branch_id: str = MAIN) -> tuple[Field, ...]:
        """Every field that a branch sees and that is not retracted, in order of first mention."""
        names = dict.fromkeys(entry.name for entry in self.fields)
        found = (self.find(name, branch_id) for name in names)
        return tuple(entry for entry in found if entry is not None and entry.status != "retracted")

    def current(self, branch_id: str = MAIN) -> dict[str, Value]:
        """The values in force in a branch, by name."""
        return {entry.name: entry.value for entry in self.visible(branch_id) if entry.status == "active"}

    def at_versions(self, *names: str, branch_id: str = MAIN) -> tuple[FieldVersion, ...]:
        """The named fields at their present versions, for a dependent to rest on; ``FUNCTION`` is the active function.

        Raises:
            StateError: A name is not a field that the branch sees.
        """
        found = []
        for name in names:
            if name == FUNCTION:
                found.append(FieldVersion(MAIN, FUNCTION, self.function_version))
                continue
            entry = self.find(name, branch_id)
            if entry is None:
                raise StateError(f"branch {branch_id!r} has no field {name!r}")
            found.append(entry.at_version)
        return tuple(found)

    def dependent(self, dependent_id: str) -> Dependent:
        """The dependent with this id.

        Raises:
            StateError: There is none.
        """
        for entry in self.dependents:
            if entry.id == dependent_id:
                return entry
        raise StateError(f"no dependent {dependent_id!r}; registered are {[entry.id for entry in self.dependents]}")


@dataclass(frozen=True, slots=True)
class Transition:
    """What an update did.

    Attributes:
        state: The state after it.
        invalidated: Ids of the dependents that it made stale, in the order they were registered.
        inheritance: How a switch divided the old fields; empty without one.
    """

    state: IntentState
    invalidated: tuple[str, ...] = ()
    inheritance: Inheritance = field(default_factory=Inheritance)


def apply(state: IntentState, *events: Event) -> Transition:
    """Applies everything said in one user turn as one update.

    Args:
        state: The state before the turn.
        events: The turn's events, in the order they are said.

    Raises:
        StateError: An event does not fit the state (a reveal of a field that has a value, a revision of one that has none).
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
        self.state = state
        self.version = state.version + 1
        self.changed: set[Key] = set()
        self.shadowed: set[tuple[str, Key]] = set()
        self.inheritance = Inheritance()

    def take(self, event: Event) -> None:
        """Applies one event."""
        branch = self.state.branch(event.branch_id)
        if not branch.open:
            raise StateError(f"event {event.event_id}: branch {branch.id!r} has been retracted")
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
        state = replace(state, version=self.version)
        stale: set[str] = set()
        for entry in state.dependents:
            if entry.status == "valid" and (self._touched(entry) or stale.intersection(entry.after)):
                stale.add(entry.id)
        dependents = tuple(replace(d, status="stale") if d.id in stale else d for d in state.dependents)
        invalidated = tuple(entry.id for entry in dependents if entry.id in stale)
        return Transition(replace(state, dependents=dependents), invalidated, self.inheritance)

    def _touched(self, dependent: Dependent) -> bool:
        keys = [Key(branch, name) for branch, name, _ in dependent.rests_on]
        if not self.changed.isdisjoint(keys):
            return True
        lineage = set(self.state.lineage(dependent.branch))
        return any(branch in lineage and key in keys for branch, key in self.shadowed)

    def _reveal(self, event: Reveal) -> None:
        own = self.state.own(event.target_id, event.branch_id)
        if own is not None and own.status in ("active", "pending"):
            raise StateError(
                f"event {event.event_id}: field {event.target_id!r} of branch {event.branch_id!r} already has the value "
                f"{own.value!r}; another value is a Revise"
            )
        self._set(event, event.value, event.candidates, event.scope)

    def _revise(self, event: Revise) -> None:
        seen = self.state.find(event.target_id, event.branch_id)
        if seen is None or seen.status == "retracted":
            raise StateError(
                f"event {event.event_id}: field {event.target_id!r} has no value in branch {event.branch_id!r}; a first value "
                "is a Reveal"
            )
        if not event.candidates and seen.value == event.value and seen.status == "active":
            return
        self._set(event, event.value, event.candidates, seen.scope)

    def _set(self, event: Event, value: Value, candidates: tuple[Value, ...], scope: Scope) -> None:
        if len(candidates) == 1 or (candidates and value is not None):
            raise StateError(f"event {event.event_id}: a pending field has two or more candidates and no value")
        seen = self.state.find(event.target_id, event.branch_id)
        entry = Field(
            branch=event.branch_id,
            name=event.target_id,
            value=value,
            version=self.version,
            scope=scope,
            status="pending" if candidates else "active",
            source_turn=event.source_turn,
            candidates=candidates,
        )
        if seen is not None and seen.branch != event.branch_id:
            self.shadowed.add((event.branch_id, seen.key))
        self._write(event, entry)

    def _switch(self, event: Switch) -> None:
        kept, pending, dropped = set(), set(), set()
        moved: list[Field] = []
        same_task = event.task == self.state.task
        lineage = set(self.state.lineage(event.branch_id))
        for entry in self.state.fields:
            if entry.status == "retracted":
                continue
            survives = (
                entry.scope == "session"
                or (entry.scope == "task" and same_task)
                or (entry.scope == "branch" and entry.branch in lineage)
                or entry.name in event.shares
            )
            if survives:
                kept.add(entry.key)
                status: Status = "pending" if entry.candidates else "active"
            elif entry.name in event.unsure or entry.scope == "task":
                pending.add(entry.key)
                status = "pending"
            else:
                dropped.add(entry.key)
                status = "inactive"
            if status != entry.status:
                moved.append(replace(entry, status=status, version=self.version))
        if event.target_id == self.state.function and not moved:
            return
        self.inheritance = Inheritance(frozenset(kept), frozenset(pending), frozenset(dropped))
        self._write(event, *moved)
        self.changed.add(Key(MAIN, FUNCTION))
        self.state = replace(
            self.state, function=event.target_id, task=event.task, function_version=self.version
        )

    def _confirm(self, event: Confirm) -> None:
        entry = self.state.find(event.target_id, event.branch_id)
        if entry is None or entry.status == "retracted":
            raise StateError(f"event {event.event_id}: field {event.target_id!r} has nothing to confirm")
        if entry.version != event.asked_at:
            raise StaleVersionError(
                f"event {event.event_id}: the question about {event.target_id!r} was put at version {event.asked_at}, but the "
                f"field is now at version {entry.version}; ask again"
            )
        if entry.candidates and event.value not in entry.candidates:
            raise StateError(f"event {event.event_id}: {event.value!r} is not one of the candidates {entry.candidates!r}")
        if not entry.candidates and event.value != entry.value:
            raise StateError(
                f"event {event.event_id}: the value of {event.target_id!r} is {entry.value!r}; another value is a Revise"
            )
        if entry.confirmed and entry.status == "active":
            return
        settled = replace(entry, value=event.value, candidates=(), confirmed=True, source_turn=event.source_turn)
        if entry.status == "active":
            self._write(event, settled, touches=False)
        else:
            self._write(event, replace(settled, status="active", version=self.version))

    def _retract(self, event: Retract) -> None:
        if event.extent == "field":
            entry = self.state.find(event.target_id, event.branch_id)
            if entry is None or entry.status == "retracted":
                raise StateError(f"event {event.event_id}: field {event.target_id!r} has no value to withdraw")
            withdrawn = [entry]
            if entry.branch != event.branch_id:
                self.shadowed.add((event.branch_id, entry.key))
                withdrawn = [replace(entry, branch=event.branch_id)]
        elif event.extent == "branch":
            if event.target_id == MAIN:
                raise StateError(f"event {event.event_id}: the root branch goes with its task; retract the task")
            self.state.branch(event.target_id)
            closed = {b.id for b in self.state.branches if event.target_id in set(self.state.lineage(b.id))}
            withdrawn = [entry for entry in self.state.fields if entry.branch in closed]
            branches = tuple(replace(b, open=b.open and b.id not in closed) for b in self.state.branches)
            self.state = replace(self.state, branches=branches)
            self._expire(closed)
        else:
            withdrawn = [entry for entry in self.state.fields if entry.scope != "session"]
            self.changed.add(Key(MAIN, FUNCTION))
            self.state = replace(self.state, function=None, function_version=self.version)
        gone = [
            replace(entry, status="retracted", version=self.version, candidates=(), source_turn=event.source_turn)
            for entry in withdrawn
            if entry.status != "retracted"
        ]
        self._write(event, *gone)

    def _expire(self, branches: set[str]) -> None:
        """A dependent of a withdrawn branch is stale even when every field it read is the parent's."""
        for entry in self.state.dependents:
            if entry.branch in branches:
                self.changed.update(Key(branch, name) for branch, name, _ in entry.rests_on if branch in branches)
                self.shadowed.update((entry.branch, Key(branch, name)) for branch, name, _ in entry.rests_on)

    def _fork(self, event: Fork) -> None:
        if any(branch.id == event.target_id for branch in self.state.branches):
            raise StateError(f"event {event.event_id}: there already is a branch {event.target_id!r}")
        pinned = []
        for name in event.pins:
            entry = self.state.find(name, event.branch_id)
            if entry is None or entry.status == "retracted":
                raise StateError(f"event {event.event_id}: branch {event.branch_id!r} has no field {name!r} to pin")
            pinned.append(replace(entry, branch=event.target_id, version=self.version))
        self.state = replace(self.state, branches=(*self.state.branches, Branch(event.target_id, event.branch_id)))
        self._write(event, *pinned)

    def _merge(self, event: Merge) -> None:
        if len(set(event.sources)) < 2:
            raise StateError(f"event {event.event_id}: a merge brings two or more branches together")
        closed = [source for source in event.sources if not self.state.branch(source).open]
        if closed:
            raise StateError(f"event {event.event_id}: branches {closed} have been retracted")
        if event.how == "combine":
            self._fork(
                Fork(event_id=event.event_id, target_id=event.target_id, branch_id=event.branch_id, source_turn=event.source_turn)
            )
        rests_on = {entry.at_version: None for source in event.sources for entry in self.state.visible(source)}
        merged = Dependent(
            id=event.target_id, kind="merge", branch=event.branch_id, rests_on=tuple(rests_on), version=self.version
        )
        self.state = register(self.state, merged)
        if event.how == "collect":
            self._write(event)

    def _write(self, event: Event, *entries: Field, touches: bool = True) -> None:
        """Puts fields in place of their former selves and the event into the history."""
        fields = {entry.key: entry for entry in self.state.fields}
        before = tuple(fields[entry.key] for entry in entries if entry.key in fields)
        fields.update((entry.key, entry) for entry in entries)
        if touches:
            self.changed.update(entry.key for entry in entries)
        self.state = replace(
            self.state,
            fields=tuple(fields.values()),
            history=(*self.state.history, Record(self.version, event, before)),
        )


def register(state: IntentState, *dependents: Dependent) -> IntentState:
    """Adds dependents to a state; this is the agent's doing and does not change the version.

    Raises:
        StateError: An id is taken, an upstream dependent is unknown, or a field it rests on is not at the version named.
    """
    known = {entry.id for entry in state.dependents}
    for entry in dependents:
        if entry.id in known:
            raise StateError(f"there already is a dependent {entry.id!r}")
        unknown = set(entry.after) - known
        if unknown:
            raise StateError(f"dependent {entry.id!r} comes after {sorted(unknown)}, which are not registered")
        known.add(entry.id)
    return replace(state, dependents=(*state.dependents, *dependents))


def holds(state: IntentState, dependent_id: str) -> bool:
    """Whether a dependent is valid, and each field it rests on is in force at the version it read."""
    entry = state.dependent(dependent_id)
    if entry.status == "stale" or any(not holds(state, upstream) for upstream in entry.after):
        return False
    for branch, name, version in entry.rests_on:
        if name == FUNCTION:
            if version != state.function_version:
                return False
            continue
        seen = state.own(name, branch)
        if seen is None or seen.version != version or seen.status != "active":
            return False
    return True


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
        StaleVersionError: The intent has moved on, or something the side effect rests on is pending or has changed.
        StateError: It was committed before: a side effect happens once.
    """
    entry = state.dependent(dependent_id)
    if entry.status == "committed":
        raise StateError(f"dependent {dependent_id!r} was committed before; a side effect happens once")
    if version != state.version or entry.version != state.version:
        raise StaleVersionError(
            f"dependent {dependent_id!r} was decided under version {min(version, entry.version)}, the intent is at version "
            f"{state.version}; check that it still holds (rebase) or plan again"
        )
    if not holds(state, dependent_id):
        raise StaleVersionError(f"dependent {dependent_id!r} rests on fields that are pending or have changed")
    return _with_dependent(state, replace(entry, status="committed"))


def _with_dependent(state: IntentState, entry: Dependent) -> IntentState:
    return replace(state, dependents=tuple(entry if old.id == entry.id else old for old in state.dependents))
