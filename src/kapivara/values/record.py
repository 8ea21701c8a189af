"""Frozen records, like `@dataclass(frozen=True, slots=True)`, at a fraction of the cost.

A dataclass generates and compiles six functions on import: 4.3 million instructions for five fields. A record takes
0.24 million, a NamedTuple 1.3 million (and it equals any tuple); a short command takes 270 million in all, and loads
sixty records. A record is stored as a tuple, and created by one C call, but does not behave like one: it has no length,
no items and no order among tuples, and its type counts in comparisons. Records that every request creates often, and
reads many times, use slots instead (`slot_record`).
"""

from __future__ import annotations

from _collections import _tuplegetter  # type: ignore[import-not-found]  # as namedtuple reads its fields
from collections.abc import Callable
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform, overload

_T = TypeVar("_T")
_R = TypeVar("_R")
_TUPLE: Any = tuple
_new_tuple = _TUPLE.__new__
_OFTEN = 50
"""The number of instances after which a class gets its own constructor, which takes a third of the time."""


@overload
def record(cls: type[_T], /) -> type[_T]: ...
@overload
def record(*, order: bool = False, eq: bool = True) -> Callable[[type[_T]], type[_T]]: ...
@dataclass_transform(frozen_default=True)
def record(cls: type[Any] | None = None, /, *, order: bool = False, eq: bool = True) -> Any:
    """Makes a class a frozen record of its annotated fields, in order; class attributes are defaults.

    Fields after `_: KW_ONLY` (of `dataclasses`, imported for type checkers only) are keyword-only. Records compare and
    hash by value, or by identity without `eq`; `order` adds ordering.
    """
    if cls is None:
        return lambda made: _make(made, order, eq)
    return _make(cls, order, eq)


@overload
def slot_record(cls: type[_T], /) -> type[_T]: ...
@overload
def slot_record(*, eq: bool = True) -> Callable[[type[_T]], type[_T]]: ...
@dataclass_transform(frozen_default=True)
def slot_record(cls: type[Any] | None = None, /, *, eq: bool = True) -> Any:
    """Makes a class a record with slots, without base classes; all fields may be positional.

    It is created in two thirds of the time, and its fields are read in half the time, since Python caches slot lookups.
    In return, it compares and hashes more slowly, unless `eq` is off, and only type checkers enforce that it is frozen.
    Use it for records whose creation and reading is measurable.
    """
    if cls is None:
        return lambda made: _make_slotted(made, eq)
    return _make_slotted(cls, eq)


def _make_slotted(cls: type[Any], eq: bool) -> type[Any]:
    from kapivara.values.record_constructors import slot_constructor

    given = cls.__dict__
    names = [name for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind)]
    defaults = {name: given[name] for name in names if name in given}
    _check_defaults(cls, names, defaults)
    body = {**_SLOTTED, **(_COMPARED if eq else {}), **given}
    for name in (*_UNWANTED, *names):
        body.pop(name, None)
    body["__slots__"] = body["__match_args__"] = body["_record_names"] = tuple(names)
    body["_record_values"] = attrgetter(*names)
    body["__init__"] = slot_constructor(f"{cls.__qualname__}.__init__", names, defaults)
    body["__qualname__"] = cls.__qualname__
    return type(cls.__name__, cls.__bases__, body)


def field_names(made: type[Any]) -> tuple[str, ...]:
    """Returns the names of a record's fields, in order."""
    names: tuple[str, ...] = made._record_names
    return names


def replace(original: _R, /, **changes: Any) -> _R:
    """Returns a copy of a record with some fields changed; also of slot records."""
    made: Any = type(original)
    names: tuple[str, ...] = made._record_names
    in_slots = not isinstance(original, tuple)
    values = list(made._record_values(original) if in_slots else _TUPLE.__iter__(original))
    for name, value in changes.items():
        if name not in names:
            raise TypeError(f"{made.__name__} has no use for {name!r}")
        values[names.index(name)] = value
    replaced: _R = made(*values) if in_slots else _new_tuple(made, values)
    return replaced


def _make(cls: type[Any], order: bool, eq: bool) -> type[Any]:
    """Builds the class from tuples. Every start builds a hundred: plain and fast, not pretty (`cli-validate`)."""
    given = cls.__dict__
    inherited: tuple[str, ...] = getattr(cls, "_record_names", ())
    own = [name for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind)]
    positional, names = own, own
    if "_" in own:
        end = own.index("_")
        positional, names = own[:end], own[:end] + own[end + 1 :]
    defaults = {name: given[name] for name in names if name in given}
    body = {**(_INHERITING if inherited else _RECORD), **(_ORDERED if order else {}), **given}
    for name in (*_UNWANTED, *defaults):
        body.pop(name, None)
    if inherited:
        positional, names, defaults = _with_inherited(cls, positional, names, defaults)
    for place in range(len(inherited), len(names)):
        body[names[place]] = _tuplegetter(place, names[place])
    _check_defaults(cls, positional, defaults)
    if not eq:
        body["__eq__"], body["__hash__"] = given.get("__eq__", _is), given.get("__hash__") or object.__hash__
    elif body["__hash__"] is None:  # Python sets it to None if a class defines `__eq__`
        body["__hash__"] = tuple.__hash__
    body["__match_args__"] = tuple(positional)
    body["__new__"] = _new if len(positional) == len(names) else _new_otherwise
    body["__qualname__"] = cls.__qualname__
    body["_record_names"] = tuple(names)
    body["_record_defaults"] = defaults
    body["_record_uses"] = [0]
    return type(cls.__name__, tuple([tuple if base is object else base for base in cls.__bases__]), body)


def _with_inherited(
    cls: type[Any], positional: list[str], names: list[str], defaults: dict[str, Any]
) -> tuple[list[str], list[str], dict[str, Any]]:
    """Puts inherited fields before a class's own: positional ones, all, and their defaults."""
    inherited: tuple[str, ...] = cls._record_names
    before: tuple[str, ...] = cls.__match_args__
    added = [name for name in positional if name not in inherited]
    if added and len(inherited) != len(before):
        raise TypeError(f"{cls.__name__}.{added[0]} must be keyword-only, as fields that it inherits are")
    all_names = [*inherited, *(name for name in names if name not in inherited)]
    return [*before, *added], all_names, {**cls._record_defaults, **defaults}


def _check_defaults(cls: type[Any], positional: list[str], defaults: dict[str, Any]) -> None:
    """Raises TypeError for a required field after one with a default."""
    given_before = False
    for name in positional:
        if name in defaults:
            given_before = True
        elif given_before:
            raise TypeError(f"{cls.__name__}.{name} needs a default, as a field before it has one")


def _new(cls: Any, *values: Any, **named: Any) -> Any:
    """Creates a record with all fields given, as long as few are created."""
    if named or len(values) != len(cls._record_names):
        return _new_otherwise(cls, *values, **named)
    uses = cls._record_uses
    uses[0] += 1
    return _new_tuple(cls, values) if uses[0] < _OFTEN else _new_otherwise(cls, *values)


def _new_otherwise(cls: Any, *values: Any, **named: Any) -> Any:
    """Creates a record with some fields given or by name, and installs the faster constructor."""
    from kapivara.values.record_constructors import constructor

    names, positional = cls._record_names, cls.__match_args__
    made = constructor(f"{cls.__name__}.__new__", positional, names[len(positional) :], cls._record_defaults)
    cls.__new__ = staticmethod(made)
    return made(cls, *values, **named)


def _refuse(self: Any, name: str, *_value: Any) -> NoReturn:
    raise AttributeError(f"{type(self).__name__}.{name} cannot be changed: the record is frozen")


def _no_tuple(self: Any, *_others: Any) -> NoReturn:
    raise TypeError(f"{type(self).__name__} is a record, not a tuple: ask for its fields by name")


def _reduce(self: Any) -> tuple[Any, ...]:
    return _new_tuple, (type(self), tuple(_TUPLE.__iter__(self)))  # for copies and pickles


def _repr(self: Any) -> str:
    fields = zip(self._record_names, _TUPLE.__iter__(self), strict=True)
    return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in fields)})"


def _eq(self: Any, other: object) -> Any:
    return type(other) is type(self) and _TUPLE.__eq__(self, other)


def _is(self: Any, other: object) -> bool:
    return self is other


def _ne(self: Any, other: object) -> bool:
    return not self.__eq__(other)


def _unordered(self: Any, other: object) -> NoReturn:
    raise TypeError(f"{type(self).__name__} and {type(other).__name__} have no order")


def _lt(self: Any, other: object) -> Any:
    return _TUPLE.__lt__(self, other) if type(other) is type(self) else _unordered(self, other)


def _le(self: Any, other: object) -> Any:
    return _TUPLE.__le__(self, other) if type(other) is type(self) else _unordered(self, other)


def _gt(self: Any, other: object) -> Any:
    return _TUPLE.__gt__(self, other) if type(other) is type(self) else _unordered(self, other)


def _ge(self: Any, other: object) -> Any:
    return _TUPLE.__ge__(self, other) if type(other) is type(self) else _unordered(self, other)


def _slotted_repr(self: Any) -> str:
    fields = zip(self._record_names, self._record_values(self), strict=True)
    return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in fields)})"


def _slotted_eq(self: Any, other: object) -> bool:
    values = self._record_values
    return type(other) is type(self) and bool(values(self) == values(other))


def _slotted_hash(self: Any) -> int:
    return hash(self._record_values(self))


def _slotted_reduce(self: Any) -> tuple[Any, ...]:
    return type(self), self._record_values(self)


_SLOTTED = {"__repr__": _slotted_repr, "__reduce__": _slotted_reduce}
_COMPARED = {"__eq__": _slotted_eq, "__hash__": _slotted_hash}
_UNWANTED = ("__dict__", "__weakref__")
_ORDERED = {"__lt__": _lt, "__le__": _le, "__gt__": _gt, "__ge__": _ge}
_INHERITING: dict[str, Any] = {
    **dict.fromkeys(_ORDERED, _unordered),
    "__repr__": _repr,
    "__eq__": _eq,
    "__hash__": tuple.__hash__,
}
"""The methods of every record, unless it defines its own."""
_TUPLE_METHODS = ("__len__", "__getitem__", "__add__", "__radd__", "__mul__", "__rmul__", "count", "index")
_RECORD: dict[str, Any] = {
    **_INHERITING,
    "__slots__": (),
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__reduce__": _reduce,
    "__ne__": _ne,
    "__bool__": True.__bool__,  # a C function that needs no object
    "__iter__": None,
    "__contains__": None,
    **dict.fromkeys(_TUPLE_METHODS, _no_tuple),
}
"""The attributes of a record without a base record."""
