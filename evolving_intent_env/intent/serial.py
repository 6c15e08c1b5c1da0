"""Chains, trajectories, states and events as JSON, without loss.

Each ``..._to_json`` gives an object of plain JSON values that says its format and version; ``..._from_json`` gives back
an equal value, or refuses the object and names the field at fault. Every field is written and every field is expected:
a file that was cut or misspelt does not pass as one with defaults. Exact numbers stay exact: whole numbers are JSON
integers, all others texts such as ``"3/4"``.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, TypeVar

from evolving_intent_env.errors import BankError, StateError
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.codec import FieldError, decode, encode, shown
from evolving_intent_env.intent.events import Event
from evolving_intent_env.intent.state import IntentState
from evolving_intent_env.intent.trajectory import Trajectory

JsonObject = dict[str, Any]
"""A JSON object: what ``json.dumps`` writes and ``json.loads`` gives back unchanged."""

T = TypeVar("T")

_VERSION = 1


def chain_to_json(chain: Chain) -> JsonObject:
    """A chain as JSON, of format ``evolving-intent/chain/1``."""
    return _write("chain", chain)


def chain_from_json(document: object) -> Chain:
    """The chain that :func:`chain_to_json` wrote.

    Raises:
        BankError: The document is of another format, or a field is missing, unknown or of a wrong type.
    """
    return _read_of_bank("chain", Chain, document)


def trajectory_to_json(trajectory: Trajectory) -> JsonObject:
    """A trajectory with its chain as JSON, of format ``evolving-intent/trajectory/1``.

    Raises:
        StateError: An event holds a number that is not finite.
    """
    return _write("trajectory", trajectory)


def trajectory_from_json(document: object) -> Trajectory:
    """The trajectory that :func:`trajectory_to_json` wrote.

    Raises:
        BankError: The document is of another format, or a field is missing, unknown or of a wrong type.
    """
    return _read_of_bank("trajectory", Trajectory, document)


def state_to_json(state: IntentState) -> JsonObject:
    """A state with its history and dependents as JSON, of format ``evolving-intent/state/1``.

    Raises:
        StateError: A field holds a number that is not finite.
    """
    return _write("state", state)


def state_from_json(document: object) -> IntentState:
    """The state that :func:`state_to_json` wrote.

    Raises:
        StateError: The document is of another format, or a field is missing, unknown or of a wrong type.
    """
    return _read_of_state("state", IntentState, document)


def event_to_json(event: Event) -> JsonObject:
    """An event as JSON, of format ``evolving-intent/event/1``.

    Raises:
        StateError: It holds a number that is not finite.
    """
    return _write("event", event)


def event_from_json(document: object) -> Event:
    """The event that :func:`event_to_json` wrote.

    Raises:
        StateError: The document is of another format, or a field is missing, unknown or of a wrong type.
    """
    return _read_of_state("event", Event, document)


def canonical_json(document: object) -> str:
    """The one way to write a JSON value: sorted keys, no spaces, characters as they are."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def chain_digest(chain: Chain) -> str:
    """Sixteen hexadecimal digits that tell a chain from every other, the same in every process and on every machine."""
    # Python can hold half of a surrogate pair, which plain UTF-8 cannot.
    canonical = canonical_json(chain_to_json(chain)).encode("utf-8", "surrogatepass")
    return hashlib.sha256(canonical).hexdigest()[:16]


def _write(name: str, value: object) -> JsonObject:
    return {"format": f"evolving-intent/{name}/{_VERSION}", **encode(value)}


def _read_of_bank(name: str, kind: type[T], document: object) -> T:
    try:
        return _read(name, kind, document)
    except FieldError as error:
        task = document.get("task_id") if isinstance(document, dict) else None
        raise BankError(error.problem, task=task if isinstance(task, str) else None, field=error.field) from None


def _read_of_state(name: str, kind: type[T], document: object) -> T:
    try:
        return _read(name, kind, document)
    except FieldError as error:
        raise StateError(f"field {error.field}: {error.problem}") from None


def _read(name: str, kind: type[T], document: object) -> T:
    if not isinstance(document, dict):
        raise FieldError(f"is {shown(document)}, not an object", name)
    expected = f"evolving-intent/{name}/{_VERSION}"
    if document.get("format") != expected:
        raise FieldError(f"is {shown(document.get('format'))}; this version reads {expected!r}", "format")
    value: T = decode(kind, {key: entry for key, entry in document.items() if key != "format"})
    return value
