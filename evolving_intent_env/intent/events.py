"""The events that change an intent; nothing else does.

The paper's scenarios use :class:`Reveal`, :class:`Revise` and :class:`Switch`. The others complete the state algebra:
withdrawing a field, a branch or a whole task, confirming a value, and keeping alternatives side by side in branches.
Mentioning an old value again is not an event, and "keep New York as a comparison" is a fork, not a revision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Value = str | int | float | bool | None | tuple[str | int | float | bool | None, ...]
"""What a field may hold: a JSON scalar or a tuple of them. None stands for a value that is not known yet."""

Scope = Literal["session", "task", "function", "branch"]
"""How far a field reaches: the whole session, one family of tasks, one function, or one branch."""

MAIN = "main"
"""The id of the root branch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What every event carries.

    Attributes:
        event_id: Unique in its trajectory.
        target_id: The field, function, branch or task that the event is about.
        branch_id: The branch it applies to; no other branch's own fields change.
        scope: The scope of what it reveals; the other events leave a field's scope as it is.
        source_turn: The user turn that caused it, from 0.
    """

    event_id: str
    target_id: str
    branch_id: str = MAIN
    scope: Scope = "task"
    source_turn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Event):
    """A field gets its first value, or one again after it was withdrawn or left behind.

    Attributes:
        value: The value; None together with ``candidates``.
        candidates: Readings between which only the user can choose; the field is then pending.
    """

    value: Value = None
    candidates: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Revise(Event):
    """A field that has a value gets another one; the old value stays in the history only.

    In a branch that has the field from an ancestor, the branch gets its own and the ancestor's stays as it is.

    Attributes:
        value: The new value; None together with ``candidates``.
        candidates: Readings between which only the user can choose ("the one before"); the field is then pending.
    """

    value: Value = None
    candidates: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch(Event):
    """The active function becomes ``target_id``, in every branch.

    Attributes:
        task: The family of tasks that the new function belongs to; None if it is still the same family.
        shares: Names of fields that the new function is known to use, whatever their scope.
        unsure: Names of fields of which it is not known whether the new function uses them.
    """

    task: str | None = None
    shares: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Retract(Event):
    """The user withdraws something without putting anything in its place.

    Attributes:
        extent: ``field`` withdraws ``target_id`` in its branch, ``branch`` the branch ``target_id`` with all that it
            holds, ``task`` the whole task: every field that is not of session scope, in every branch.
    """

    extent: Literal["field", "branch", "task"] = "field"


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm(Event):
    """The user settles a field.

    Attributes:
        value: The value that the user confirms; one of the candidates where there are some.
        asked_at: The field's version when the question was put. If the field has changed since, the answer is stale.
    """

    value: Value = None
    asked_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fork(Event):
    """A new branch, ``target_id``, under ``branch_id``; it sees the parent's fields until it has its own.

    Attributes:
        pins: Names of fields that the new branch keeps at their present value, whatever happens to the parent's.
    """

    pins: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge(Event):
    """Several branches are brought together under ``target_id``, which becomes a dependent of all of them.

    Attributes:
        sources: The branches that are brought together.
        how: ``collect`` puts their results side by side and leaves every branch's goal alone; ``combine`` opens a new
            branch, ``target_id``, for one goal made from them. Both go stale when anything that a source sees changes.
    """

    sources: tuple[str, ...]
    how: Literal["collect", "combine"] = "collect"


EVENT_TYPES: dict[str, type[Event]] = {
    kind.__name__.lower(): kind for kind in (Reveal, Revise, Switch, Retract, Confirm, Fork, Merge)
}
"""Every kind of event by its name in saved files."""
