"""Values of declared types to JSON and back; the types are those that ``intent`` declares.

The declarations are the format: dataclasses become objects, tuples lists, exact numbers integers or texts such as
``"3/4"``, and events objects that name their type. How a type is read is worked out once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from evolving_intent_env.errors import ProgramError, StateError
from evolving_intent_env.intent.events import EVENT_TYPES, Event, Value
from evolving_intent_env.intent.program import Number, exact

_NAMES = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}


class FieldError(Exception):
    """What is wrong with a field; becomes an error of this package where the kind of document is known.

    Attributes:
        problem: What is wrong, without a subject.
        field: The field's path, such as ``arguments[2].values[0]``.
    """

    def __init__(self, problem: str, field: str = "") -> None:
        super().__init__(problem, field)
        self.problem = problem
        self.field = field

    def within(self, part: str) -> FieldError:
        """The same error, seen from one level further out."""
        joint = "." if self.field and not self.field.startswith("[") else ""
        return FieldError(self.problem, f"{part}{joint}{self.field}")


def encode(value: object) -> Any:
    """A value as JSON.

    Raises:
        StateError: It holds something that JSON cannot say, such as a number that is not finite.
    """
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, tuple):
        return [encode(entry) for entry in value]
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}" if value.denominator != 1 else value.numerator
    if isinstance(value, float) and math.isfinite(value):
        return value
    if is_dataclass(value):
        kind: Any = type(value)
        saved = {name: encode(getattr(value, name)) for name in _declared(kind)}
        return {"type": kind.__name__.lower(), **saved} if isinstance(value, Event) else saved
    raise StateError(f"{shown(value)} cannot be said in JSON")


def decode(kind: Any, data: object) -> Any:
    """The value of a declared type that :func:`encode` wrote.

    Raises:
        FieldError: A field is missing, unknown or of a wrong type.
    """
    return _reader(kind)(data)


def shown(data: object) -> str:
    """A value as an error message shows it, at most 60 characters long."""
    text = repr(data)
    return text if len(text) <= 60 else f"{text[:57]}..."


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """How a type is read."""
    if kind in _NAMES:
        return lambda data: _expect(kind, data)
    if kind == Number:
        return _number
    if kind == Value:
        return _value
    if kind is Event:
        return _event
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return lambda data: _one_of(arguments, data)
    if origin in (Union, UnionType):
        (present,) = (_reader(option) for option in arguments if option is not NoneType)
        return lambda data: None if data is None else present(data)
    if origin is tuple and arguments[-1] is Ellipsis:
        every = _reader(arguments[0])
        return lambda data: tuple(_entries([every] * len(_expect(list, data)), data))
    if origin is tuple:
        each = [_reader(argument) for argument in arguments]
        return lambda data: tuple(_entries(each, data))
    readers = {name: _reader(hint) for name, hint in _declared(kind).items()}
    if issubclass(kind, tuple):
        return lambda data: kind(*_entries(list(readers.values()), data))
    return lambda data: kind(**_members(readers, data))


@cache
def _declared(kind: Any) -> dict[str, Any]:
    """The fields of a dataclass or named tuple with their types, in order of declaration."""
    hints = get_type_hints(kind)
    names = [f.name for f in fields(kind)] if is_dataclass(kind) else list(hints)
    return {name: hints[name] for name in names}


def _expect(kind: Any, data: Any) -> Any:
    if type(data) is not kind:
        raise FieldError(f"is {shown(data)}, not {_NAMES[kind]}")
    return data


def _one_of(allowed: tuple[str, ...], data: Any) -> Any:
    if data not in allowed:
        raise FieldError(f"is {shown(data)}; allowed are {', '.join(map(repr, allowed))}")
    return data


def _entries(readers: list[Callable[[Any], Any]], data: Any) -> list[Any]:
    if len(readers) != len(_expect(list, data)):
        raise FieldError(f"has {len(data)} entries, not {len(readers)}")
    values: list[Any] = []
    try:
        for read, entry in zip(readers, data, strict=True):
            values.append(read(entry))
    except FieldError as error:
        raise error.within(f"[{len(values)}]") from None
    return values


def _members(readers: dict[str, Callable[[Any], Any]], data: Any) -> dict[str, Any]:
    _expect(dict, data)
    values = {}
    for name, read in readers.items():
        if name not in data:
            raise FieldError("is missing", name)
        try:
            values[name] = read(data[name])
        except FieldError as error:
            raise error.within(name) from None
    for key in data:
        if key not in readers:
            raise FieldError(f"is unknown; known are {', '.join(readers)}", str(key))
    return values


def _event(data: Any) -> Any:
    _expect(dict, data)
    if "type" not in data:
        raise FieldError("is missing", "type")
    try:
        name = _one_of(tuple(EVENT_TYPES), data["type"])
    except FieldError as error:
        raise error.within("type") from None
    kind: Any = EVENT_TYPES[name]
    return _reader(kind)({key: entry for key, entry in data.items() if key != "type"})


def _number(data: Any) -> Number:
    if type(data) is int:
        return data
    if isinstance(data, str):
        try:
            number = exact(data)
        except ProgramError:
            number = 0
        if isinstance(number, Fraction) and data == encode(number):
            return number
    raise FieldError(f"is {shown(data)}, not an integer or a text such as '3/4' in lowest terms")


def _value(data: Any) -> Any:
    if isinstance(data, list):
        return tuple(_entries([_scalar] * len(data), data))
    return _scalar(data)


def _scalar(data: Any) -> Any:
    if data is None or isinstance(data, (str, int)) or (isinstance(data, float) and math.isfinite(data)):
        return data
    raise FieldError(f"is {shown(data)}, not a JSON scalar or a list of scalars")
