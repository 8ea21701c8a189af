"""Checks whether a change affects a stored object, by validating its values with the change's probe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.schema.changes.change import Change, Steps
from kapivara.schema.expressions.data.schema_fit import fit_of
from kapivara.schema.expressions.running.evaluation import evaluate
from kapivara.schema.expressions.running.rule_nodes import rules_of
from kapivara.schema.resource.validator import SchemaValidator
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.structural.structural import Structural
from kapivara.schema.structural.subschemas import additional_schema, items_schema
from kapivara.values import ABSENT, JsonObject, JsonValue

_RULES: Final = "x-kubernetes-validations"

NOTHING_PASSES: Final[JsonObject] = {"not": {}}
"""The probe of a removed field, which affects every value."""


def rule_probe(raw: JsonObject, rule: JsonObject) -> JsonObject:
    """Returns the probe of one rule: its schema without any other rule."""
    return {**_without_rules(raw), _RULES: [rule]}


def _without_rules(raw: JsonObject) -> JsonObject:
    """Returns a schema with its types, without rules."""
    kept = {keyword: value for keyword, value in raw.items() if keyword != _RULES}
    if raw.get("properties"):
        kept["properties"] = {name: _without_rules(each) for name, each in raw["properties"].items()}
    items, additional = items_schema(raw), additional_schema(raw)
    if items is not None:
        kept["items"] = _without_rules(items)
    if additional is not None:
        kept["additionalProperties"] = _without_rules(additional)
    return kept


class Evidence:
    """Checks objects against one change."""

    def __init__(self, change: Change):
        self._steps: Steps = change.steps or ()
        self._resource = not self._steps
        self._probe = None if change.probe is None else Structural(change.probe)
        self._validator = None if self._probe is None else SchemaValidator(self._probe, "probe")

    @property
    def has_probe(self) -> bool:
        """True if the change has a probe; without one, nothing is known about objects."""
        return self._probe is not None

    def concerns(self, obj: JsonValue) -> bool:
        """Returns True if the change affects a value of an object."""
        return any(not self._passes(value) for value in values_at(obj, self._steps))

    def _passes(self, value: JsonValue) -> bool:
        if self._probe is None or self._validator is None:
            return True
        if self._probe.raw is NOTHING_PASSES:
            return False
        if not self._probe.rules:
            return self._validator.ok(value)
        node = rules_of(self._probe, resource=self._resource or self._probe.embedded_resource)
        if node is None:
            return True
        pair, fits = Correlated(value, ABSENT, self._probe), fit_of(node.declared)(value)
        return not evaluate(node, None, pair, fits=fits).errors


def values_at(value: JsonValue, steps: Steps) -> Iterator[JsonValue]:
    """Yields the values of an object at the given steps."""
    if not steps:
        yield value
        return
    step, below = steps[0], steps[1:]
    if step is None:
        inside = value if type(value) is list else list(value.values()) if type(value) is dict else []
        for each in inside:
            yield from values_at(each, below)
    elif type(value) is dict and step in value:
        yield from values_at(value[step], below)
