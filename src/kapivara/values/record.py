"""Frozen records: what `@dataclass(frozen=True, slots=True)` gives, at a twentieth of its price on import.

A dataclass writes and compiles six functions when its module loads, close to a millisecond each; a command that
has to answer in a tenth of a second cannot afford sixty of them. A record's functions are shared by all records.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar, dataclass_transform, overload

_T = TypeVar("_T")
_R = TypeVar("_R")
_set = object.__setattr__


@overload
def record(cls: type[_T], /) -> type[_T]: ...
@overload
def record(*, order: bool = False, eq: bool = True) -> Callable[[type[_T]], type[_T]]: ...
@dataclass_transform(frozen_default=True)
def record(cls: type[Any] | None = None, /, *, order: bool = False, eq: bool = True) -> Any:
    """Makes a class a frozen record of its annotated fields, in their order; class attributes are defaults.

    Records compare by value (`eq`), also by size where `order` is asked for, and hash by value.
    """
    if cls is None:
        return lambda made: _make(made, order, eq)
    return _make(cls, order, eq)


def _make(cls: type[Any], order: bool, eq: bool) -> type[Any]:
    inherited = getattr(cls, "__match_args__", ())
    own = tuple(name for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind))
    names = (*inherited, *(name for name in own if name not in inherited))
    defaults = {**getattr(cls, "_record_defaults", {}), **{n: cls.__dict__[n] for n in own if n in cls.__dict__}}
    body = {key: value for key, value in cls.__dict__.items() if key not in (*own, "__dict__", "__weakref__")}
    body |= {
        "__slots__": tuple(name for name in own if name not in inherited),
        "__match_args__": names,
        "_record_defaults": defaults,
        "__init__": _init,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__reduce__": _reduce,
        "__repr__": body.get("__repr__", _repr),
    }
    if eq:
        body |= {"__eq__": body.get("__eq__", _eq), "__hash__": body.get("__hash__") or _hash}
    if order:
        body |= {"__lt__": _lt, "__le__": _le, "__gt__": _gt, "__ge__": _ge}
    made = type(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


def _init(self: Any, *values: Any, **named: Any) -> None:
    names = self.__match_args__
    if len(values) > len(names):
        raise TypeError(f"{type(self).__name__} takes {len(names)} fields, not {len(values)}")
    for name, value in zip(names, values, strict=False):
        _set(self, name, value)
    defaults = self._record_defaults
    for name in names[len(values) :]:
        if name in named:
            _set(self, name, named.pop(name))
        elif name in defaults:
            _set(self, name, defaults[name])
        else:
            raise TypeError(f"{type(self).__name__} needs a value for {name!r}")
    if named:
        raise TypeError(f"{type(self).__name__} has no use for {', '.join(map(repr, named))}")


def _refuse(self: Any, name: str, *_value: Any) -> NoReturn:
    raise AttributeError(f"{type(self).__name__}.{name} cannot be changed: the record is frozen")


def _reduce(self: Any) -> tuple[Any, ...]:
    return type(self), _fields(self)  # how copies and pickles are made: not by setting fields


def _fields(self: Any) -> tuple[Any, ...]:
    return tuple([getattr(self, name) for name in self.__match_args__])


def _repr(self: Any) -> str:
    inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
    return f"{type(self).__qualname__}({inside})"


def _eq(self: Any, other: object) -> Any:
    return _fields(self) == _fields(other) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(_fields(self))


def _lt(self: Any, other: object) -> Any:
    return _fields(self) < _fields(other) if type(other) is type(self) else NotImplemented


def _le(self: Any, other: object) -> Any:
    return _fields(self) <= _fields(other) if type(other) is type(self) else NotImplemented


def _gt(self: Any, other: object) -> Any:
    return _fields(self) > _fields(other) if type(other) is type(self) else NotImplemented


def _ge(self: Any, other: object) -> Any:
    return _fields(self) >= _fields(other) if type(other) is type(self) else NotImplemented


def replace(original: _R, /, **changes: Any) -> _R:
    """Returns a record like another one, but for the fields given."""
    names: tuple[str, ...] = type(original).__match_args__  # type: ignore[attr-defined]
    kept = {name: getattr(original, name) for name in names if name not in changes}
    return type(original)(**kept, **changes)
