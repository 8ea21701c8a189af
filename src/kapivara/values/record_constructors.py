"""Constructors of records that are created often, with some of their fields, or by name.

Python arranges arguments fastest itself: a record gets the function for its number of fields, with its own names and
defaults. That takes 9 µs instead of 60 for compiling one. Records that are always created with all fields need none,
unless many are created; slot records always have one.
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
    """Returns `__new__` of a record: positional fields, keyword-only fields, and defaults.

    The last positional fields have the defaults.
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
    """Returns `__init__` of a slot record; the last fields have the defaults."""
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
"""The numbers of fields in use."""
