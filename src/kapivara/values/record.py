"""Frozen records: what `@dataclass(frozen=True, slots=True)` gives, at a fraction of its price.

A dataclass writes and compiles six functions when its module loads, close to a millisecond in all; a command that
has to answer in a tenth of a second cannot afford sixty of them. A record is a tuple underneath: its functions are
shared by all records, it is made by one call of C, and it cannot be changed. It compares by its type, too.
"""

from __future__ import annotations

from _collections import _tuplegetter  # type: ignore[import-not-found]  # what namedtuple reads its fields with
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar, dataclass_transform, overload

_T = TypeVar("_T")
_R = TypeVar("_R")
_TUPLE: Any = tuple
_new_tuple = _TUPLE.__new__


@overload
def record(cls: type[_T], /) -> type[_T]: ...
@overload
def record(*, order: bool = False, eq: bool = True) -> Callable[[type[_T]], type[_T]]: ...
@dataclass_transform(frozen_default=True)
def record(cls: type[Any] | None = None, /, *, order: bool = False, eq: bool = True) -> Any:
    """Makes a class a frozen record of its annotated fields, in their order; class attributes are defaults.

    Records compare and hash by value, or by identity where `eq` is off; by size too where `order` is asked for.
    """
    if cls is None:
        return lambda made: _make(made, order, eq)
    return _make(cls, order, eq)


def _make(cls: type[Any], order: bool, eq: bool) -> type[Any]:
    inherited = getattr(cls, "__match_args__", ())
    own = tuple(name for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind))
    added = tuple(name for name in own if name not in inherited)
    names = (*inherited, *added)
    defaults = {**getattr(cls, "_record_defaults", {}), **{n: cls.__dict__[n] for n in own if n in cls.__dict__}}
    body = {key: value for key, value in cls.__dict__.items() if key not in (*own, "__dict__", "__weakref__")}
    body |= {name: _tuplegetter(len(inherited) + place, name) for place, name in enumerate(added)}
    body |= {
        "__slots__": (),
        "__match_args__": names,
        "_record_defaults": defaults,
        "_record_size": len(names),
        "_record_tail": _tail(names, defaults),
        "__new__": _new,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__reduce__": _reduce,
        "__repr__": body.get("__repr__", _repr),
        "__eq__": body.get("__eq__", _eq if eq else _is),
        "__ne__": _ne,
        "__hash__": body.get("__hash__") or (tuple.__hash__ if eq else object.__hash__),
    }
    body |= {"__lt__": _lt, "__le__": _le, "__gt__": _gt, "__ge__": _ge} if order else dict.fromkeys(_ORDER, _unordered)
    bases = tuple(tuple if base is object else base for base in cls.__bases__)
    made = type(cls.__name__, bases, body)
    made.__qualname__ = cls.__qualname__
    return made


def _tail(names: tuple[str, ...], defaults: dict[str, Any]) -> tuple[Any, ...]:
    """The defaults of the last fields, as far as all of them have one."""
    first = len(names)
    while first and names[first - 1] in defaults:
        first -= 1
    return tuple(defaults[name] for name in names[first:])


def _new(cls: Any, *values: Any, **named: Any) -> Any:
    if not named:
        missing = cls._record_size - len(values)
        if not missing:
            return _new_tuple(cls, values)
        if 0 < missing <= len(cls._record_tail):
            return _new_tuple(cls, values + cls._record_tail[-missing:])
    return _new_tuple(cls, _arrange(cls, values, named))


def _arrange(cls: Any, values: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
    """The values of all fields, in their order."""
    names, defaults = cls.__match_args__, cls._record_defaults
    if len(values) > len(names):
        raise TypeError(f"{cls.__name__} takes {len(names)} fields, not {len(values)}")
    arranged = list(values)
    for name in names[len(values) :]:
        if name in named:
            arranged.append(named.pop(name))
        elif name in defaults:
            arranged.append(defaults[name])
        else:
            raise TypeError(f"{cls.__name__} needs a value for {name!r}")
    if named:
        raise TypeError(f"{cls.__name__} has no use for {', '.join(map(repr, named))}")
    return arranged


def _refuse(self: Any, name: str, *_value: Any) -> NoReturn:
    raise AttributeError(f"{type(self).__name__}.{name} cannot be changed: the record is frozen")


def _reduce(self: Any) -> tuple[Any, ...]:
    return type(self), tuple(self)  # how copies and pickles are made


def _repr(self: Any) -> str:
    inside = ", ".join(f"{name}={value!r}" for name, value in zip(self.__match_args__, self, strict=True))
    return f"{type(self).__qualname__}({inside})"


def _eq(self: Any, other: object) -> Any:
    return type(other) is type(self) and _TUPLE.__eq__(self, other)


def _is(self: Any, other: object) -> bool:
    return self is other


def _ne(self: Any, other: object) -> bool:
    return not self.__eq__(other)


_ORDER = ("__lt__", "__le__", "__gt__", "__ge__")


def _unordered(_self: Any, _other: object) -> Any:
    return NotImplemented


def _lt(self: Any, other: object) -> Any:
    return _TUPLE.__lt__(self, other) if type(other) is type(self) else NotImplemented


def _le(self: Any, other: object) -> Any:
    return _TUPLE.__le__(self, other) if type(other) is type(self) else NotImplemented


def _gt(self: Any, other: object) -> Any:
    return _TUPLE.__gt__(self, other) if type(other) is type(self) else NotImplemented


def _ge(self: Any, other: object) -> Any:
    return _TUPLE.__ge__(self, other) if type(other) is type(self) else NotImplemented


def replace(original: _R, /, **changes: Any) -> _R:
    """Returns a record like another one, but for the fields given."""
    made: Any = type(original)
    names: tuple[str, ...] = made.__match_args__
    values: list[Any] = list(original)  # type: ignore[call-overload]
    for name, value in changes.items():
        if name not in names:
            raise TypeError(f"{made.__name__} has no use for {name!r}")
        values[names.index(name)] = value
    replaced: _R = _new_tuple(made, values)
    return replaced
