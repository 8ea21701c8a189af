"""Finds the hand-written rules about a field of a built-in kind: the functions that validate it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Final

from kapivara.cli.fields.rule_tracing.tracer import RuleTracer
from kapivara.cli.fields.rule_tracing.values import NOTHING, FieldValue, Place
from kapivara.cli.fields.tree import FieldRule

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind

_FOLDERS: Final = re.compile(r"kapivara\.(apis\.((groups|shared)\.)?)?")
"""The folders that `explain` leaves out of the names of functions."""
_OBJECT: Final = frozenset((FieldValue(()),))


class HandWrittenRules:
    """The rules of a kind by their fields; `has_field` returns whether a place is a field of the kind.

    The rules are traced only for the first requested field, its ancestors, their siblings and its children; a request
    for another field traces all rules.
    """

    def __init__(self, kind: Kind, has_field: Callable[[Place], bool]):
        self._kind = kind
        self._has_field = has_field
        self._scope: Place | None = None
        self._tracer: RuleTracer | None = None

    def about(self, place: Place, *, has_fields: bool = False) -> list[FieldRule]:
        """Returns the rules about a field: first functions that report its errors, then functions that read its value.

        Both are in the order of their source. For a field with fields of its own, functions that only read it mostly
        validate its fields; they are returned only if no function reports errors for it.
        """
        tracer = self._traced(place)
        worded = tracer.worded.get(place, set())
        looked_at = tracer.looked_at.get(place, set()) - worded
        some = (worded,) if worded and has_fields else (worded, looked_at)
        return [_field_rule(function) for each in some for function in sorted(each, key=_source_place)]

    def _traced(self, place: Place) -> RuleTracer:
        if self._tracer is None:
            self._scope = place
            self._tracer = self._trace(self._is_near)
        elif self._scope is not None and not self._is_near(place):
            self._scope = None
            self._tracer = self._trace(self._has_field)
        return self._tracer

    def _trace(self, has_field: Callable[[Place], bool]) -> RuleTracer:
        tracer = RuleTracer(self._kind, has_field)
        tracer.call(self._kind.judge, [NOTHING, _OBJECT, _OBJECT], {})
        tracer.call(self._kind.begin, [_OBJECT, _OBJECT], {})
        return tracer

    def _is_near(self, place: Place) -> bool:
        """Returns whether a field is an ancestor of the first requested field, a sibling of one, or its child."""
        scope = self._scope or ()
        return place == scope[: len(place)] or (place[:-1] == scope[: len(place) - 1] and self._has_field(place))


def _source_place(function: FunctionType) -> tuple[str, int]:
    return function.__module__, function.__code__.co_firstlineno


def _field_rule(function: FunctionType) -> FieldRule:
    """Returns a function as a rule; its meaning is the first line of its docstring, or of its module's."""
    purpose = function.__doc__ or sys.modules[function.__module__].__doc__ or ""
    module = _FOLDERS.sub("", function.__module__)
    return FieldRule(f"{module}.{function.__qualname__}", purpose.partition("\n")[0])
