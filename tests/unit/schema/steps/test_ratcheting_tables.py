"""Tests of the tables of docs/ratcheting.md: every line is tried, and every keyword is listed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kapivara import Api, Outcome
from kapivara.codec.typed.described import described

DOCUMENT = Path(__file__).parents[4] / "docs" / "ratcheting.md"
CELL = re.compile(r"(?<!\\)\|")
CODE = re.compile(r"`([^`]+)`")

# Keywords without effect on values, keywords that CRDs may not have, and keywords that only serve others.
SILENT = {"id", "$schema", "title", "description", "example", "externalDocs", "default", "x-kubernetes-map-type"}
NOT_ALLOWED = {
    *("$ref", "uniqueItems", "additionalItems", "patternProperties", "dependencies", "definitions"),
}


def table(name: str) -> list[list[str]]:
    """Returns the lines of a table, as texts."""
    text = DOCUMENT.read_text()
    block = text[text.index(f"<!-- {name} -->") : text.index(f"<!-- /{name} -->")]
    lines = [line for line in block.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in CELL.split(line)[1:-1]] for line in lines[2:]]


def code(cell: str) -> Any:
    return json.loads(CODE.fullmatch(cell)[1])  # type: ignore[index]


RULES, PLACES = table("rules"), table("places")


class World:
    """A CRD that accepts any fields of spec, and then one that does not."""

    def __init__(self, old: Any, properties: dict[str, Any]):
        self.api = Api()
        anything = {name: {"x-kubernetes-preserve-unknown-fields": True} for name in properties}
        assert self.api.create(self.definition(anything)).ok
        self.widget = {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "one"}}
        created = self.api.create({**self.widget, "spec": {"note": "old", **old}})
        assert created.ok, created.status
        name = ("apiextensions.k8s.io/v1", "CustomResourceDefinition", "widgets.example.com")
        tightened = self.api.patch(*name, {"spec": self.definition(properties)["spec"]})
        assert tightened.ok, tightened.status

    @staticmethod
    def definition(properties: dict[str, Any]) -> dict[str, Any]:
        spec = {"type": "object", "properties": {"note": {"type": "string"}, **properties}}
        schema = {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}}
        return {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "widgets.example.com"},
            "spec": {
                "group": "example.com",
                "names": {"plural": "widgets", "kind": "Widget"},
                "scope": "Namespaced",
                "versions": [{"name": "v1", "served": True, "storage": True, "schema": schema}],
            },
        }

    def update(self, spec: Any) -> Outcome:
        stored = self.api.get("example.com/v1", "Widget", "one").object
        assert stored is not None
        return self.api.update({**stored, "spec": {"note": "new", **spec}})


@pytest.mark.parametrize("line", RULES, ids=[line[0] for line in RULES])
def test_rules(line: list[str]) -> None:
    _, schema, value, unchanged, why = line
    world = World({"v": code(value)}, {"v": code(schema)})
    outcome = world.update({"v": code(value)})
    if unchanged.startswith("forgiven"):
        assert outcome.ok, outcome.status
        assert outcome.ratcheted
        assert bool(outcome.warnings) == (unchanged == "forgiven, with a warning")
    else:
        assert unchanged == "refused"
        assert {f"`{each.why}`" for each in outcome.unforgiven} == {why}


@pytest.mark.parametrize("line", RULES, ids=[line[0] for line in RULES])
def test_creation_is_strict_but_for_rules_that_need_an_old_value(line: list[str]) -> None:
    rule, schema, value, *_ = line
    world = World({"v": code(value)}, {"v": code(schema)})
    created = world.api.create({**world.widget, "metadata": {"name": "two"}, "spec": {"v": code(value)}})
    assert created.ok == rule.endswith("`oldSelf`")


@pytest.mark.parametrize("line", PLACES, ids=[line[0] for line in PLACES])
def test_places(line: list[str]) -> None:
    _, schema, old, new, verdict = line
    outcome = World(code(old), code(schema)).update(code(new))
    if verdict == "forgiven":
        assert outcome.ok, outcome.status
        assert outcome.ratcheted
    else:
        assert {each.why.value for each in outcome.unforgiven} == set(CODE.findall(verdict))


def test_no_keyword_is_left_out() -> None:
    told = {name for line in RULES for name in CODE.findall(line[0])} - {"oldSelf", "optionalOldSelf"}
    keywords = set(described("apis.groups.apiextensions.v1").struct("JSONSchemaProps").tables.by_name)
    assert keywords - told == SILENT | NOT_ALLOWED
    assert told <= keywords
