"""Which hand-written rules are about a field of a built-in kind: the functions that state them, and what they say."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Final

from kapivara.cli.field_nodes import FieldRule
from kapivara.cli.rule_tracing import RuleTracer
from kapivara.cli.rule_values import NOTHING, FieldValue, Place

if TYPE_CHECKING:
    from kapivara.apis.kind import Kind

_ROOM: Final = "kapivara."
_APIS: Final = "apis."
_OBJECT: Final = frozenset((FieldValue(()),))


class HandWrittenRules:
    """The rules of a kind by the fields that they are about; `has_field` tells which fields there are.

    They are traced as far as the field goes that is asked for first, and those beside the way there and directly below
    it; where others are asked for, all of them.
    """

    def __init__(self, kind: Kind, has_field: Callable[[Place], bool]):
        self._kind = kind
        self._has_field = has_field
        self._scope: Place | None = None
        self._tracer: RuleTracer | None = None

    def about(self, place: Place, *, has_fields: bool = False) -> list[FieldRule]:
        """Lists the rules about a field: first what words errors about it, then what looks at its value.

        Of both, in the order of their source. What goes through a field that has fields is mostly after those: it is
        told where nothing else is.
        """
        tracer = self._traced(place)
        worded = tracer.worded.get(place, set())
        looked_at = tracer.looked_at.get(place, set()) - worded
        some = (worded,) if worded and has_fields else (worded, looked_at)
        return [_told(function) for each in some for function in sorted(each, key=_source_place)]

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
        """Tells whether a field is on the way to the one that was asked for, beside that way, or directly below it."""
        scope = self._scope or ()
        return place == scope[: len(place)] or (place[:-1] == scope[: len(place) - 1] and self._has_field(place))


def _source_place(function: FunctionType) -> tuple[str, int]:
    return function.__module__, function.__code__.co_firstlineno


def _told(function: FunctionType) -> FieldRule:
    """Names a function as `explain` does; where it does not say what it is for, its module does."""
    purpose = function.__doc__ or sys.modules[function.__module__].__doc__ or ""
    module = function.__module__.removeprefix(_ROOM).removeprefix(_APIS)
    return FieldRule(f"{module}.{function.__qualname__}", purpose.partition("\n")[0])
