"""How records are made that are given less than all of their fields, or some of them by name, and those that are many.

Python itself arranges arguments best: a record takes the function for as many fields as it has, with its own names and
defaults put in. That takes 9 µs, where compiling one would take 60; records which are always given all of their fields
do without, unless many are made.
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
