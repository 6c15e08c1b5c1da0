"""Chains, trajectories, states and events as JSON, without loss.

Each ``..._to_json`` gives an object of plain JSON values that says its format and version; ``..._from_json`` gives back
an equal value, or refuses the object and names the field at fault. Every field is written and every field is expected:
a file that was cut or misspelt does not pass as one with defaults. Exact numbers stay exact: whole numbers are JSON
integers, all others strings such as ``"3/4"``.
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from evolving_intent_env.errors import BankError, EvolvingIntentError, ProgramError, StateError
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.events import EVENT_TYPES, Event, Value
from evolving_intent_env.intent.program import Number, exact
from evolving_intent_env.intent.state import IntentState
from evolving_intent_env.intent.trajectory import Trajectory

JsonObject = dict[str, Any]
"""A JSON object: what ``json.dumps`` writes and ``json.loads`` gives back unchanged."""

T = TypeVar("T")

_VERSION = 1


def chain_to_json(chain: Chain) -> JsonObject:
    """A chain as JSON, of format ``evolving-intent/chain/1``.

    Raises:
        BankError: A text is not Unicode.
    """
    return _write("chain", chain, BankError)


def chain_from_json(document: object) -> Chain:
    """The chain that :func:`chain_to_json` wrote.

    Raises:
        BankError: The document is of another format, or a field is missing, unknown or of a wrong type.
    """
    return _read("chain", Chain, document, BankError)


def trajectory_to_json(trajectory: Trajectory) -> JsonObject:
    """A trajectory with its chain as JSON, of format ``evolving-intent/trajectory/1``.

    Raises:
        BankError: A text is not Unicode, or a number is not finite.
    """
    return _write("trajectory", trajectory, BankError)


def trajectory_from_json(document: object) -> Trajectory:
    """The trajectory that :func:`trajectory_to_json` wrote.

    Raises:
        BankError: The document is of another format, or a field is missing, unknown or of a wrong type.
    """
    return _read("trajectory", Trajectory, document, BankError)


def state_to_json(state: IntentState) -> JsonObject:
    """A state with its history and dependents as JSON, of format ``evolving-intent/state/1``.

    Raises:
        StateError: A text is not Unicode, or a number is not finite.
    """
    return _write("state", state, StateError)


def state_from_json(document: object) -> IntentState:
    """The state that :func:`state_to_json` wrote.

    Raises:
        StateError: The document is of another format, or a field is missing, unknown or of a wrong type.
    """
    return _read("state", IntentState, document, StateError)


def event_to_json(event: Event) -> JsonObject:
    """An event as JSON, of format ``evolving-intent/event/1``.

    Raises:
        StateError: A text is not Unicode, or a number is not finite.
    """
    return _write("event", event, StateError)


def event_from_json(document: object) -> Event:
    """The event that :func:`event_to_json` wrote.

    Raises:
        StateError: The document is of another format, or a field is missing, unknown or of a wrong type.
    """
    return _read("event", Event, document, StateError)


def canonical_json(document: object) -> str:
    """The one way to write a JSON value: sorted keys, no spaces, characters as they are."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def chain_digest(chain: Chain) -> str:
    """Sixteen hexadecimal digits that tell a chain from every other, the same in every process and on every machine.

    Raises:
        BankError: A text is not Unicode.
    """
    return hashlib.sha256(canonical_json(chain_to_json(chain)).encode()).hexdigest()[:16]


class _FieldError(Exception):
    """What is wrong with a field."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


def _write(name: str, value: object, error: type[EvolvingIntentError]) -> JsonObject:
    try:
        return {"format": f"evolving-intent/{name}/{_VERSION}", **_encode(value, name)}
    except _FieldError as fault:
        raise _refusal(error, fault, value) from None


def _read(name: str, kind: type[T], document: object, error: type[EvolvingIntentError]) -> T:
    expected = f"evolving-intent/{name}/{_VERSION}"
    try:
        if not isinstance(document, dict):
            raise _FieldError(name, f"is {_described(document)}, not an object")
        if document.get("format") != expected:
            raise _FieldError("format", f"is {_described(document.get('format'))}; this version reads {expected!r}")
        value: T = _decode(kind, {key: entry for key, entry in document.items() if key != "format"}, "")
        return value
    except _FieldError as fault:
        raise _refusal(error, fault, document) from None


def _refusal(error: type[EvolvingIntentError], fault: _FieldError, subject: object) -> EvolvingIntentError:
    if error is not BankError:
        return error(f"field {fault.field}: {fault.problem}")
    task = subject.get("task_id") if isinstance(subject, dict) else getattr(subject, "task_id", None)
    return BankError(fault.problem, task=task if isinstance(task, str) else None, field=fault.field)


def _encode(value: object, where: str) -> Any:
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return _text(value, where)
    if isinstance(value, float):
        return _finite(value, where)
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}" if value.denominator != 1 else value.numerator
    if isinstance(value, tuple):
        return [_encode(entry, f"{where}[{place}]") for place, entry in enumerate(value)]
    if is_dataclass(value):
        kind = {"type": type(value).__name__.lower()} if isinstance(value, Event) else {}
        return {**kind, **{f.name: _encode(getattr(value, f.name), _inside(where, f.name)) for f in fields(value)}}
    raise _FieldError(where, f"{_described(value)} cannot be saved")


def _decode(kind: Any, data: object, where: str) -> Any:
    """The value of a declared type that ``data`` stands for."""
    if kind is str:
        return _text(_expect(str, data, where), where)
    if kind in (int, bool):
        return _expect(kind, data, where)
    if kind == Number:
        return _number(data, where)
    if kind == Value:
        return (
            tuple(_scalar(v, f"{where}[{i}]") for i, v in enumerate(data))
            if isinstance(data, list)
            else _scalar(data, where)
        )
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        if data not in arguments:
            raise _FieldError(where, f"is {_described(data)}; allowed are {', '.join(map(repr, arguments))}")
        return data
    if origin in (Union, UnionType):
        present = next(option for option in arguments if option is not NoneType)
        return None if data is None else _decode(present, data, where)
    if origin is tuple:
        entries = _expect(list, data, where)
        kinds = [arguments[0]] * len(entries) if arguments[-1] is Ellipsis else list(arguments)
        return tuple(_entries(kinds, entries, where))
    if issubclass(kind, tuple):
        return kind(*_entries(list(_declared(kind).values()), _expect(list, data, where), where))
    return _decode_object(kind, _expect(dict, data, where), where)


def _decode_object(kind: type[T], data: dict[object, object], where: str) -> T:
    """A dataclass, or the event whose type the object names."""
    if kind is Event:
        name = data.get("type")
        if not isinstance(name, str) or name not in EVENT_TYPES:
            raise _FieldError(_inside(where, "type"), f"is {_described(name)}; allowed are {', '.join(EVENT_TYPES)}")
        return _decode_object(EVENT_TYPES[name], {k: v for k, v in data.items() if k != "type"}, where)  # type: ignore[return-value]
    declared = _declared(kind)
    for name in declared:
        if name not in data:
            raise _FieldError(_inside(where, name), "is missing")
    for key in data:
        if key not in declared:
            raise _FieldError(_inside(where, str(key)), f"is unknown; a {kind.__name__} has {', '.join(declared)}")
    return kind(**{name: _decode(hint, data[name], _inside(where, name)) for name, hint in declared.items()})


@cache
def _declared(kind: Any) -> dict[str, Any]:
    """The fields of a dataclass or named tuple with their types, in order of declaration."""
    hints = get_type_hints(kind)
    names = [f.name for f in fields(kind)] if is_dataclass(kind) else list(hints)
    return {name: hints[name] for name in names}


def _entries(kinds: list[Any], entries: list[object], where: str) -> list[Any]:
    if len(kinds) != len(entries):
        raise _FieldError(where, f"has {len(entries)} entries, not {len(kinds)}")
    return [_decode(kind, entry, f"{where}[{i}]") for i, (kind, entry) in enumerate(zip(kinds, entries, strict=True))]


def _expect(kind: type[T], data: object, where: str) -> T:
    if type(data) is not kind:
        names = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}
        raise _FieldError(where, f"is {_described(data)}, not {names[kind]}")
    return data


def _number(data: object, where: str) -> Number:
    if type(data) is int:
        return data
    if isinstance(data, str):
        try:
            number = exact(data)
        except ProgramError:
            number = 0
        if isinstance(number, Fraction) and data == f"{number.numerator}/{number.denominator}":
            return number
    raise _FieldError(where, f"is {_described(data)}, not an integer or a text such as '3/4' in lowest terms")


def _scalar(data: object, where: str) -> Any:
    if isinstance(data, str):
        return _text(data, where)
    if isinstance(data, float):
        return _finite(data, where)
    if data is None or isinstance(data, bool | int):
        return data
    raise _FieldError(where, f"is {_described(data)}, not a JSON scalar or a list of scalars")


def _text(value: str, where: str) -> str:
    """The text itself; half of a surrogate pair can be held by Python and written by nobody."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _FieldError(where, "is not Unicode text: it holds half of a surrogate pair") from None
    return value


def _finite(value: float, where: str) -> float:
    if not math.isfinite(value):
        raise _FieldError(where, f"is {value}, which JSON cannot say")
    return value


def _inside(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _described(data: object) -> str:
    text = repr(data)
    return text if len(text) <= 60 else f"{text[:57]}..."
