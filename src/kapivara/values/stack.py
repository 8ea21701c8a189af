"""The maximum nesting of data, and the stack space for walks of that depth.

Walks over data are plain recursion of Python functions, which does not use the machine's stack. So any depth is safe as
long as no C function is between the calls of a walk: no `map`, `any`, `sorted` or `join` over a generator that
recurses, no `==`, `repr` or `hash` of nested values, no constructor that recurses.
"""

from __future__ import annotations

import sys
from _thread import allocate_lock  # as in functools: nearly everything imports it, and `threading` is slower to import
from collections.abc import Callable, Iterable
from contextlib import ContextDecorator
from types import TracebackType
from typing import Any, TypeVar

from kapivara.values.json_value import JsonValue

MAX_DEPTH = 10_000
"""The maximum nesting of lists and objects in decoded data.

Upstream: sigs.k8s.io/json internal scanner.go maxNestingDepth (1.37).
"""

_Argument = TypeVar("_Argument")
_Result = TypeVar("_Result")

_CALLS_A_LEVEL = 20
_ROOM = _CALLS_A_LEVEL * MAX_DEPTH


class _DeepStack(ContextDecorator):
    """Counts its users; the last one restores the recursion limit.

    The limit is process-wide, and protects functions written in C in Python 3.11.
    """

    __slots__ = ("_lock", "_users", "_usual")

    def __init__(self) -> None:
        self._lock = allocate_lock()
        self._users = 0
        self._usual = 0

    def call(self, work: Callable[[_Argument], _Result], argument: _Argument) -> _Result:
        """Calls a function with a deep stack, in half the time of a `with` block."""
        self.__enter__()
        try:
            return work(argument)
        finally:
            self.__exit__()

    def __enter__(self) -> None:
        self._lock.acquire()  # nothing here can fail, and `with` takes four times as long
        if self._users == 0:
            self._usual = sys.getrecursionlimit()
            sys.setrecursionlimit(max(self._usual, _ROOM))
        self._users += 1
        self._lock.release()

    def __exit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        trace: TracebackType | None = None,
    ) -> None:
        self._lock.acquire()
        self._users -= 1
        if self._users == 0:
            sys.setrecursionlimit(self._usual)
        self._lock.release()


_DEEP_STACK = _DeepStack()


def deep_stack() -> _DeepStack:
    """Raises the recursion limit during a `with` block, in any thread."""
    return _DEEP_STACK


def _items_of(value: JsonValue) -> Iterable[JsonValue] | None:
    return value.values() if type(value) is dict else value if type(value) is list else None


def is_too_deep(value: JsonValue) -> bool:
    """Returns True if lists and objects nest deeper than allowed."""
    return depth_of(value) > MAX_DEPTH


def depth_of(value: Any, items_of: Callable[[Any], Iterable[Any] | int | None] = _items_of) -> int:
    """Returns the nesting depth of lists and objects, at most one more than allowed; never recurses.

    `items_of` returns the items of a list or object, or its known depth; None for other values. Hot: a level of plain
    lists and objects, of which there may be millions, is processed at once.
    """
    deepest = depth = 0
    level = [value]
    while level and depth <= MAX_DEPTH:
        below: list[Any] = []
        if _CONTAINERS.issuperset(map(type, level)):
            deepest = max(deepest, depth + 1)
            for each in level:
                if each:
                    items = each.values() if type(each) is dict else each
                    below += [item for item in items if type(item) not in _SCALARS]
        else:
            for each in level:
                found = items_of(each)
                if isinstance(found, int):
                    deepest = max(deepest, depth + found)
                elif found is not None:
                    deepest = max(deepest, depth + 1)
                    below += [item for item in found if type(item) not in _SCALARS]
        depth += 1
        level = below
    return min(deepest, MAX_DEPTH + 1)


_CONTAINERS = frozenset((dict, list))
_SCALARS = frozenset((str, int, float, bool, type(None)))
