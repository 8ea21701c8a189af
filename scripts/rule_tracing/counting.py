"""Counts the hand-written rules of a kind: the places in the code that construct an error.

The walk starts at the methods that validate objects of the kind and follows names through all functions that they may
call, so no list of functions must be maintained.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from importlib import import_module
from types import CodeType, FunctionType, ModuleType
from typing import Any

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import errors

_ROOMS = ("kapivara.apis.", "kapivara.meta.")
_WORDINGS = frozenset(
    each for name, each in vars(errors).items() if isinstance(each, FunctionType) and not name.startswith("_")
) - {errors.first_reported, errors.reported_size, errors.until_full}
_ENTRY_POINTS = ("validate", "check_name")
_ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR")


def count_rules(kind: type[Kind]) -> int:
    """Returns the number of places that construct an error, in any function that validates objects of a kind."""
    return _Walk(kind).count()


class _Walk:
    """Follows names through functions, from the methods that validate objects of a kind; visits each function once."""

    def __init__(self, kind: type[Kind]):
        self._kind = kind
        self._waiting: list[FunctionType] = []
        self._seen: set[FunctionType] = set()

    def count(self) -> int:
        """Returns the number of places that construct an error."""
        for name in _ENTRY_POINTS:
            self._add_methods(self._kind, name)
        found = 0
        while self._waiting:
            function = self._waiting.pop()
            for each in self._named(function):
                if isinstance(each, FunctionType) and each in _WORDINGS:
                    found += 1
                else:
                    self._add(each)
        return found

    def _add(self, value: Any) -> None:
        if isinstance(value, FunctionType):
            if value not in self._seen and (value.__module__ or "").startswith(_ROOMS):
                self._seen.add(value)
                self._waiting.append(value)
        elif isinstance(value, type):
            if value.__module__.startswith(_ROOMS) and not issubclass(value, Kind):
                for each in vars(value).values():
                    self._add(getattr(each, "fget", None) or getattr(each, "__func__", each))
        elif type(value) in (tuple, list):
            for each in value:
                self._add(each)
        elif isinstance(value, dict):
            for each in value.values():
                self._add(each)
        elif callable(wrapped := getattr(value, "__wrapped__", None)):
            self._add(wrapped)

    def _add_methods(self, kind: type, name: str) -> None:
        for each in kind.__mro__:
            self._add(vars(each).get(name))

    def _named(self, function: FunctionType) -> Iterator[Any]:
        """Yields the objects that a function names: globals, imports, members of modules and of the kind's class."""
        modules = {each for each in function.__globals__.values() if isinstance(each, ModuleType)}
        for code in _codes(function.__code__):
            source = ""
            for step in dis.get_instructions(code):
                found: Any = None
                if step.opname == "IMPORT_NAME":
                    source = step.argval
                elif step.opname == "IMPORT_FROM":
                    found = _imported(source, step.argval)
                elif step.opname == "LOAD_GLOBAL":
                    found = function.__globals__.get(step.argval)
                elif step.opname in _ATTRIBUTES:
                    self._add_methods(self._kind, step.argval)
                    yield from (vars(each).get(step.argval) for each in modules if each.__name__.startswith(_ROOMS))
                if isinstance(found, ModuleType):
                    modules.add(found)
                else:
                    yield found


def _imported(source: str, name: str) -> Any:
    """Returns the object that `from source import name` imports."""
    found = getattr(import_module(source), name, None)
    return import_module(f"{source}.{name}") if found is None else found


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yields the code of a function, and of its nested functions."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)
