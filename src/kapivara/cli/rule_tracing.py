"""Follows the rules of a kind through their source: which functions word errors about which fields.

`RuleTracer` starts where a kind judges objects and goes into every function that is called from there, without running
any: an abstract interpreter, for which variables stand for fields, paths and constants (`rule_values.py`), and which
takes all branches (`rule_reading.py`). Where a function words an error at a path, it states a rule on that field. One
that compares the value of a field, or goes through it, and words its errors elsewhere has a say about the field, too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from types import FunctionType, MethodType
from typing import Any, Final

from kapivara.cli.rule_reading import FunctionReader
from kapivara.cli.rule_sources import is_of_rules, may_word_errors, source_of
from kapivara.cli.rule_values import (
    NOTHING,
    FieldValue,
    Instance,
    Items,
    Meaning,
    PathTo,
    Place,
    Row,
    Variables,
    either,
    is_about_fields,
    items_in,
    meaning_of,
    texts_in,
)

_DEEPEST: Final = 30
"""So many calls stand in one another; the rules of no kind come near."""


class RuleTracer:
    """Traces the rules of one kind; `has_field` tells which places there are."""

    def __init__(self, kind: object, has_field: Callable[[Place], bool]):
        self.kind = kind
        self.has_field = has_field
        self.worded: dict[Place, set[FunctionType]] = {}
        """By field, the functions that word errors about it."""
        self.looked_at: dict[Place, set[FunctionType]] = {}
        """By field, the functions that look at its value and word errors about whatever it is."""
        self._returned: dict[object, Meaning] = {}
        self._callers: list[FunctionType] = []

    def call(self, called: Any, given: list[Meaning], named: Variables) -> Meaning:
        """Returns what a call may return.

        Functions of other rooms, and what functions call that know nothing of errors, hand on what they are given.
        """
        called = getattr(called, "__wrapped__", called)
        if isinstance(called, MethodType):
            return self.call(called.__func__, [meaning_of(called.__self__), *given], named)
        if not is_of_rules(called) or not (may_word_errors(called) or may_word_errors(self._callers[-1])):
            return either((*given, *named.values()))
        if isinstance(called, type):
            return self._make(called, given, named)
        source = source_of(called)
        if source is None:
            return NOTHING
        parameters = _parameters(called, source, given, named)
        return either(self._read(called, source, each) for each in _for_each_name(parameters))

    def note_error(self, function: FunctionType, path: Meaning) -> None:
        """Notes that a function words an error at a path."""
        for each in path:
            if isinstance(each, PathTo):
                self.worded.setdefault(each.place, set()).add(function)

    def note_look(self, function: FunctionType, value: Meaning) -> None:
        """Notes that a function that words errors looks at a value, or at several together."""
        for each in value:
            if isinstance(each, FieldValue):
                self.looked_at.setdefault(each.place, set()).add(function)
            elif isinstance(each, Row | Items):
                self.note_look(function, items_in(frozenset((each,))))

    def _read(self, function: FunctionType, source: ast.FunctionDef, parameters: Variables) -> Meaning:
        """Reads a function once for the same arguments, where these are about fields or their names."""
        key = (function, tuple(parameters.items()))
        if key not in self._returned:
            self._returned[key] = NOTHING  # what a function returns that calls itself comes from its other branches
            if len(self._callers) < _DEEPEST and any(
                is_about_fields(each) or texts_in(each) for each in parameters.values()
            ):
                self._callers.append(function)
                self._returned[key] = FunctionReader(self, function).read(source, parameters)
                self._callers.pop()
        return self._returned[key]

    def _make(self, made: Any, given: list[Meaning], named: Variables) -> Meaning:
        """Makes an instance of a class: of records, fields are attributes; of others, those that `__init__` sets."""
        names = getattr(made, "_record_names", None) or getattr(made, "_fields", None)
        attributes = {**dict(zip(names or (), given, strict=False)), **named}
        if names is None:
            source = source_of(made.__init__) if isinstance(made.__init__, FunctionType) else None
            if source is None:
                return NOTHING
            parameters = _parameters(made.__init__, source, [NOTHING, *given], named)
            attributes = FunctionReader(self, made.__init__).read_attributes(source, parameters)
        return frozenset((Instance(made, tuple(sorted(attributes.items()))),))


def _parameters(function: Any, source: ast.FunctionDef, given: list[Meaning], named: Variables) -> Variables:
    """Returns what the parameters of a function stand for in a call."""
    declared = source.args
    names = [each.arg for each in (*declared.posonlyargs, *declared.args)]
    defaults = {**dict(zip(reversed(names), reversed(function.__defaults__ or ()), strict=False))}
    defaults |= function.__kwdefaults__ or {}
    parameters = {name: meaning_of(value) for name, value in defaults.items()}
    parameters.update(zip(names, given, strict=False))
    if declared.vararg is not None:
        parameters[declared.vararg.arg] = either(given[len(names) :])
    known = {*names, *(each.arg for each in declared.kwonlyargs)}
    parameters |= {name: meaning for name, meaning in named.items() if name in known}
    return parameters


def _for_each_name(parameters: Variables) -> Iterator[Variables]:
    """Splits a call for which a parameter is one of several texts: values and paths go with the name that they have.

    `check(name, values[name], path.child(name))` is a call for each name, and none for the value of one with the path
    of another.
    """
    split = next((name for name, each in parameters.items() if len(texts_in(each)) > 1), None)
    if split is None:
        yield parameters
        return
    names = texts_in(parameters[split])
    for text in names:
        own = {
            name: frozenset(each for each in meaning if _goes_with(each, text, names))
            for name, meaning in parameters.items()
        }
        yield from _for_each_name({**own, split: frozenset((text,))})
    if rest := parameters[split].difference(names):
        yield from _for_each_name({**parameters, split: rest})


def _goes_with(value: Any, text: str, names: list[str]) -> bool:
    last = value.place[-1] if isinstance(value, FieldValue | PathTo) and value.place else ""
    return last == text or last not in names
