"""The hidden state of an episode, as values: what the user wants now, how that came to be, and what rests on it.

Current values and history are kept apart: ``fields`` holds what is in force, ``history`` why. ``update.apply`` is the
only thing that changes what the user wants; ``ledger`` keeps what an agent has made from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from evolving_intent_env.errors import StateError
from evolving_intent_env.intent.events import MAIN, Event, Scope, Value

FUNCTION = "@function"
"""The name under which a dependent rests on the active function."""

ALL = "@all"
"""The name under which a dependent rests on everything that a branch sees, fields still to come included."""

UNSAID = 0
"""The version of a field that nobody has spoken of; a dependent may rest on its absence."""

Status = Literal["active", "pending", "inactive", "retracted"]


class Key(NamedTuple):
    """The stable identity of a field: two fields called ``budget`` in two branches are different fields."""

    branch: str
    name: str


class FieldVersion(NamedTuple):
    """What a dependent rests on: that ``branch`` sees the field ``name`` (its own or an ancestor's) at ``version``."""

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
        status: ``active`` (in force), ``pending`` (waits for the user), ``inactive`` (belongs to a function that was
            left) or ``retracted``.
        source_turn: The user turn that last spoke of it.
        confirmed: Whether the user confirmed this value.
        candidates: The readings of a pending field between which the user has to choose.
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
        branch: The branch it was made for; it falls with that branch.
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
    """What a switch did to the old fields: three disjoint sets of keys that cover all but the retracted ones."""

    kept: frozenset[Key] = frozenset()
    needs_confirmation: frozenset[Key] = frozenset()
    dropped: frozenset[Key] = frozenset()


@dataclass(frozen=True, slots=True)
class IntentState:
    """What the user wants now, and how it came to be.

    Attributes:
        function: The active function; None before the first one and once the task was retracted.
        task: The family of tasks that the function belongs to.
        version: Goes up by one with every effective update.
        function_version: The version at which the function or its family last changed.
        fields: Every field ever set, in order of first mention.
        branches: Every branch, the root first.
        dependents: What was registered as resting on fields, each after those whose output it uses.
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
        """The field that a branch sees: its own, else the nearest ancestor's; a retracted one hides its ancestors'."""
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

    def version_of(self, name: str, branch_id: str = MAIN) -> int:
        """The version at which what a branch sees under a name last changed; ``UNSAID`` if it never saw anything.

        Args:
            name: The name of a field, ``FUNCTION``, or ``ALL`` for whatever the branch sees.
            branch_id: The branch that looks.
        """
        if name == FUNCTION:
            return self.function_version
        if name == ALL:
            return max((self.version_of(entry.name, branch_id) for entry in self.fields), default=UNSAID)
        entry = self.find(name, branch_id)
        return UNSAID if entry is None else entry.version

    def at_versions(self, *names: str, branch_id: str = MAIN) -> tuple[FieldVersion, ...]:
        """What a branch sees under these names now, for a dependent to rest on.

        Args:
            names: Names of fields, ``FUNCTION`` or ``ALL``.
            branch_id: The branch that looks.

        Raises:
            StateError: A name is no field that the branch sees. To rest on its absence, say so:
                ``FieldVersion(branch, name, UNSAID)``.
        """
        for name in names:
            if name not in (FUNCTION, ALL) and self.find(name, branch_id) is None:
                raise StateError(f"branch {branch_id!r} has no field {name!r}")
        return tuple(FieldVersion(branch_id, name, self.version_of(name, branch_id)) for name in names)

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
