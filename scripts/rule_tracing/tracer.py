"""Traces the rules of a kind through their source: finds which functions report errors about which fields.

`RuleTracer` is an abstract interpreter. It starts at the method that validates objects, and enters every called
function without running it. Variables stand for fields, paths and constants (`values.py`), and all branches are
taken (`function_reader.py`). A function that constructs an error at a path has a rule on that field. A function that
compares or iterates over a field's value and constructs errors at other paths is a rule about that field too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from types import FunctionType, MethodType
from typing import Any, Final

from scripts.rule_tracing.function_reader import FunctionReader
from scripts.rule_tracing.sources import is_of_rules, may_word_errors, source_of
from scripts.rule_tracing.values import (
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
"""The maximum depth of calls; no kind's rules come near it."""


class RuleTracer:
    """Traces the rules of one kind; `has_field` returns whether a place is a field of the kind."""

    def __init__(self, kind: object, has_field: Callable[[Place], bool]):
        self.kind = kind
        self.has_field = has_field
        self.worded: dict[Place, set[FunctionType]] = {}
        """The functions that construct errors about a field, by field."""
        self.looked_at: dict[Place, set[FunctionType]] = {}
        """The functions that read the value of a field and construct errors about any field, by field."""
        self._returned: dict[object, Meaning] = {}
        self._callers: list[FunctionType] = []

    def call(self, called: Any, given: list[Meaning], named: Variables) -> Meaning:
        """Returns the meanings that a call may return.

        A function of another package, or one called where no module involved imports errors, is assumed to return its
        arguments.
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
        """Records that a function constructs an error at a path."""
        for each in path:
            if isinstance(each, PathTo):
                self.worded.setdefault(each.place, set()).add(function)

    def note_look(self, function: FunctionType, value: Meaning) -> None:
        """Records that a function that constructs errors reads one or several values."""
        for each in value:
            if isinstance(each, FieldValue):
                self.looked_at.setdefault(each.place, set()).add(function)
            elif isinstance(each, Row | Items):
                self.note_look(function, items_in(frozenset((each,))))

    def _read(self, function: FunctionType, source: ast.FunctionDef, parameters: Variables) -> Meaning:
        """Interprets a function once for equal arguments, if any argument is about fields or their names."""
        key = (function, tuple(parameters.items()))
        if key not in self._returned:
            self._returned[key] = NOTHING  # a recursive call contributes nothing: other branches return the meanings
            if len(self._callers) < _DEEPEST and any(
                is_about_fields(each) or texts_in(each) for each in parameters.values()
            ):
                self._callers.append(function)
                self._returned[key] = FunctionReader(self, function).read(source, parameters)
                self._callers.pop()
        return self._returned[key]

    def _make(self, made: Any, given: list[Meaning], named: Variables) -> Meaning:
        """Returns an instance of a class: fields of records are attributes; for others, `__init__` sets them."""
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
    """Returns the meanings of the parameters of a function in a call."""
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
    """Splits a call with a parameter that is one of several texts: each text keeps only its own values and paths.

    `check(name, values[name], path.child(name))` becomes a call for each name; the value of one name is never combined
    with the path of another.
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
