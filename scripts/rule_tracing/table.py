"""Writes the table of hand-written rules by kind and field, which `kapivara explain` reads.

The table begins with the functions, one per line. Each kind follows with the number of its rules, then its fields as a
tree: indented by depth, each with the numbers of the functions that report its errors, `|`, and of those that read it.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType

from scripts.rule_tracing.counting import count_rules
from scripts.rule_tracing.tracer import RuleTracer
from scripts.rule_tracing.values import NOTHING, FieldValue, Place

from kapivara.api import Api
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.cli.fields.built_in import TypeNode
from kapivara.values.stack import deep_stack

_OBJECT = frozenset((FieldValue(()),))


@deep_stack()
def render_rules_table() -> str:
    """Returns the table of all built-in kinds at all served versions."""
    numbers: dict[str, int] = {}
    kinds: list[str] = []
    with Api(assume_namespaces=True) as api:
        for resource in sorted(api.registry.api_resources(), key=lambda each: (each.kind.api_version, each.kind.kind)):
            kind = api.registry.find_kind(resource.kind.api_version, resource.kind.kind)
            if kind is not None:
                kinds.append("\n".join(_render_kind(kind, numbers)))
    return "\n".join((*numbers, *kinds, ""))


def _render_kind(kind: Kind, numbers: dict[str, int]) -> Iterator[str]:
    tracer = RuleTracer(kind, TypeNode.of_kind(kind).has_field)
    tracer.call(kind.verdict, [NOTHING, _OBJECT, _OBJECT], {})
    tracer.call(kind.allocate, [_OBJECT, _OBJECT], {})
    yield f"kind {kind.gvk.api_version} {kind.gvk.kind} {count_rules(type(kind))}"
    above: Place = ()
    for place in sorted(tracer.worded.keys() | tracer.looked_at.keys()):
        for depth in range(1, len(place)):
            if place[:depth] != above[:depth]:
                yield " " * (depth - 1) + place[depth - 1]
        above = place
        reporting = tracer.worded.get(place, set())
        reading = tracer.looked_at.get(place, set()) - reporting
        if place:
            functions = "|".join(_numbers(each, numbers) for each in (reporting, reading))
            yield f"{' ' * (len(place) - 1)}{place[-1]} {functions.removesuffix('|')}"


def _numbers(functions: set[FunctionType], numbers: dict[str, int]) -> str:
    names = (f"{each.__module__}:{each.__qualname__}" for each in sorted(functions, key=_source_place))
    return ",".join(str(numbers.setdefault(each, len(numbers))) for each in names)


def _source_place(function: FunctionType) -> tuple[str, int]:
    return function.__module__, function.__code__.co_firstlineno
