"""How records are made that are given less than all of their fields, or some of them by name, and those that are many.

Python itself arranges arguments best: a record takes the function for as many fields as it has, with its own names and
defaults put in. That takes 9 µs, where compiling one would take 60; records which are always given all of their fields
do without, unless many are made. Those that are kept in slots have one from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

_TUPLE: Any = tuple
_new = _TUPLE.__new__

_BY_COUNT: tuple[Callable[..., Any], ...] = (
    lambda cls: _new(cls, ()),
    lambda cls, a: _new(cls, (a,)),
    lambda cls, a, b: _new(cls, (a, b)),
    lambda cls, a, b, c: _new(cls, (a, b, c)),
    lambda cls, a, b, c, d: _new(cls, (a, b, c, d)),
    lambda cls, a, b, c, d, e: _new(cls, (a, b, c, d, e)),
    lambda cls, a, b, c, d, e, f: _new(cls, (a, b, c, d, e, f)),
    lambda cls, a, b, c, d, e, f, g: _new(cls, (a, b, c, d, e, f, g)),
    lambda cls, a, b, c, d, e, f, g, h: _new(cls, (a, b, c, d, e, f, g, h)),
    lambda cls, a, b, c, d, e, f, g, h, i: _new(cls, (a, b, c, d, e, f, g, h, i)),
    lambda cls, a, b, c, d, e, f, g, h, i, j: _new(cls, (a, b, c, d, e, f, g, h, i, j)),
    lambda cls, a, b, c, d, e, f, g, h, i, j, k: _new(cls, (a, b, c, d, e, f, g, h, i, j, k)),
    lambda cls, a, b, c, d, e, f, g, h, i, j, k, m: _new(cls, (a, b, c, d, e, f, g, h, i, j, k, m)),
    lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n: _new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n)),
    lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o: _new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o)),
    lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p: _new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p)),
)


def constructor(title: str, positional: Sequence[str], by_name: Sequence[str], defaults: Mapping[str, Any]) -> Any:
    """Returns `__new__` of a record: fields that may be given by position, those given by name, and some defaults.

    Fields with a default are the last of those that may be given by position.
    """
    names = (*positional, *by_name)
    code = _BY_COUNT[len(names)].__code__.replace(
        co_argcount=1 + len(positional),
        co_kwonlyargcount=len(by_name),
        co_varnames=("cls", *names),
        co_name="__new__",
        co_qualname=title,
    )
    made = FunctionType(code, globals(), "__new__", tuple(defaults[name] for name in positional if name in defaults))
    made.__kwdefaults__ = {name: defaults[name] for name in by_name if name in defaults}
    return made


def slot_constructor(title: str, names: Sequence[str], defaults: Mapping[str, Any]) -> Any:
    """Returns `__init__` of a record that is kept in slots; fields with a default are the last."""
    if len(names) not in _INTO_SLOTS:
        raise TypeError(f"{title}: there is no function yet for {len(names)} fields; write it in {__name__}")
    code = _INTO_SLOTS[len(names)].__code__.replace(
        co_names=tuple(names), co_varnames=("self", *names), co_name="__init__", co_qualname=title
    )
    return FunctionType(code, {}, "__init__", tuple(defaults.values()))


def _two(self: Any, a: Any, b: Any) -> None:
    self.a = a
    self.b = b


def _three(self: Any, a: Any, b: Any, c: Any) -> None:
    self.a = a
    self.b = b
    self.c = c


def _four(self: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    self.a = a
    self.b = b
    self.c = c
    self.d = d


def _five(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> None:
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e


def _six(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> None:
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f


def _seven(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any) -> None:
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
    self.g = g


def _eight(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any) -> None:
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
    self.g = g
    self.h = h


def _eleven(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any, i: Any, j: Any, k: Any) -> None:
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
    self.g = g
    self.h = h
    self.i = i
    self.j = j
    self.k = k


def _fifteen(
    self: Any,
    a: Any,
    b: Any,
    c: Any,
    d: Any,
    e: Any,
    f: Any,
    g: Any,
    h: Any,
    i: Any,
    j: Any,
    k: Any,
    m: Any,
    n: Any,
    o: Any,
    p: Any,
) -> None:
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
    self.g = g
    self.h = h
    self.i = i
    self.j = j
    self.k = k
    self.m = m
    self.n = n
    self.o = o
    self.p = p


_INTO_SLOTS: dict[int, Callable[..., None]] = {
    made.__code__.co_argcount - 1: made
    for made in (_two, _three, _four, _five, _six, _seven, _eight, _eleven, _fifteen)
}
"""Those that are needed so far."""
