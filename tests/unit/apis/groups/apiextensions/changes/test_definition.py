"""Tests of comparing two CRDs: names, versions, subresources and storage."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from kapivara.api import Api
from kapivara.apis.groups.apiextensions.changes.definition import compare_definitions
from kapivara.codec.typed.described import described
from kapivara.schema.changes.change import Change, ChangeClass
from kapivara.values.stack import deep_stack

CRD = "apiextensions.k8s.io/v1"
STR, INT = {"type": "string"}, {"type": "integer"}
REPLICAS = {"type": "integer", "minimum": 0, "format": "int32"}
WEBHOOK = {
    "strategy": "Webhook",
    "webhook": {"clientConfig": {"url": "https://example.com/convert"}, "conversionReviewVersions": ["v1"]},
}
SCALE = {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}


def schema(**spec: Any) -> Any:
    status = {"type": "object", "properties": {"replicas": REPLICAS, "text": STR}}
    return {"type": "object", "properties": {"spec": {"type": "object", "properties": spec}, "status": status}}


def version(name: str = "v1", *, storage: bool = True, **more: Any) -> Any:
    fields = more.pop("fields", {"replicas": REPLICAS})
    found = {"name": name, "served": True, "storage": storage, "subresources": {"status": {}}, **more}
    return {**found, "schema": {"openAPIV3Schema": schema(**fields)}}


def definition(*versions: Any, **spec: Any) -> Any:
    names = {"plural": "widgets", "singular": "widget", "kind": "Widget", "shortNames": ["w"], "categories": ["all"]}
    return {
        "apiVersion": CRD,
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com",
            "scope": "Namespaced",
            "names": {**names, **spec.pop("names", {})},
            "versions": list(versions) or [version()],
            **spec,
        },
    }


def told(old: Any, new: Any) -> dict[tuple[str, str], set[str]]:
    """Returns the classes of each change, by field and keyword."""
    found = compare_definitions(old, new)
    assert found is not None
    return {(each.field, each.keyword): {effect.kind.value for effect in each.effects} for each in found}


def two(**second: Any) -> Any:
    return definition(version("v1"), version("v2", storage=False, **second))


CASES: dict[str, tuple[Any, Any, dict[tuple[str, str], set[str]]]] = {
    "nothing": (definition(), definition(), {}),
    "group": (definition(), definition(group="example.org"), {("", "group"): {"refused"}}),
    "scope": (definition(), definition(scope="Cluster"), {("", "scope"): {"refused"}}),
    "plural": (definition(), definition(names={"plural": "gadgets"}), {("", "plural"): {"refused"}}),
    "kind": (
        definition(names={"listKind": "WidgetList"}),
        definition(names={"kind": "Gadget", "listKind": "WidgetList"}),
        {("", "kind"): {"refused"}},
    ),
    "list kind": (definition(), definition(names={"listKind": "Widgets"}), {("", "listKind"): {"changes-meaning"}}),
    "singular": (definition(), definition(names={"singular": "wid"}), {("", "singular"): {"breaks-clients"}}),
    "short name gone": (definition(), definition(names={"shortNames": []}), {("", "shortNames"): {"breaks-clients"}}),
    "short name more": (definition(), definition(names={"shortNames": ["w", "wi"]}), {("", "shortNames"): {"safe"}}),
    "category gone": (definition(), definition(names={"categories": []}), {("", "categories"): {"breaks-clients"}}),
    "unknown fields no longer kept": (
        definition(preserveUnknownFields=True),
        definition(preserveUnknownFields=False),
        {("", "preserveUnknownFields"): {"loses-data", "breaks-appliers"}},
    ),
    "unknown fields kept": (
        definition(),
        definition(preserveUnknownFields=True),
        {("", "preserveUnknownFields"): {"refused"}},
    ),
    "version added": (definition(), two(), {("", "versions"): {"safe"}}),
    "version removed": (two(), definition(), {("", "versions"): {"breaks-clients"}}),
    "version removed that was not served": (
        definition(version(), version("v2", storage=False, served=False)),
        definition(),
        {("", "versions"): {"safe"}},
    ),
    "storage version removed": (
        two(),
        definition(version("v2")),
        {("", "versions"): {"breaks-clients", "refused"}, ("", "storage"): {"safe"}},
    ),
    "version served no longer": (two(), two(served=False), {("", "served"): {"breaks-clients"}}),
    "version served again": (two(served=False), two(), {("", "served"): {"safe"}}),
    "storage version changed": (
        two(),
        definition(version("v1", storage=False), version("v2")),
        {("", "storage"): {"safe"}},
    ),
    "storage version changed, by a webhook": (
        {**two(), "spec": {**two()["spec"], "conversion": WEBHOOK}},
        definition(version("v1", storage=False), version("v2"), conversion=WEBHOOK),
        {("", "storage"): {"not-asked"}},
    ),
    "field that only a version has that is not stored": (
        two(),
        two(fields={"replicas": REPLICAS, "more": STR}),
        {("spec.more", "properties"): {"safe"}, ("spec.more", "storage"): {"loses-data"}},
    ),
    "the same, by a webhook": (
        {**two(), "spec": {**two()["spec"], "conversion": WEBHOOK}},
        definition(
            version("v1"), version("v2", storage=False, fields={"replicas": REPLICAS, "more": STR}), conversion=WEBHOOK
        ),
        {("spec.more", "properties"): {"safe"}},
    ),
    "stored in a version that knows less": (
        definition(version("v1", fields={"a": STR, "b": STR}), version("v2", storage=False, fields={"a": STR})),
        definition(version("v1", storage=False, fields={"a": STR, "b": STR}), version("v2", fields={"a": STR})),
        {("", "storage"): {"safe"}, ("spec.b", "storage"): {"loses-data"}},
    ),
    "conversion by a webhook": (
        two(),
        {**two(), "spec": {**two()["spec"], "conversion": WEBHOOK}},
        {("", "strategy"): {"not-asked", "changes-meaning"}},
    ),
    "conversion of one version": (definition(), definition(conversion=WEBHOOK), {("", "strategy"): {"safe"}}),
    "conversion no longer by a webhook": (
        {**two(), "spec": {**two()["spec"], "conversion": WEBHOOK}},
        two(),
        {("", "strategy"): {"changes-meaning"}},
    ),
    "another webhook": (
        {**two(), "spec": {**two()["spec"], "conversion": WEBHOOK}},
        {
            **two(),
            "spec": {
                **two()["spec"],
                "conversion": {**WEBHOOK, "webhook": {**WEBHOOK["webhook"], "conversionReviewVersions": ["v1", "v2"]}},
            },
        },
        {("", "webhook"): {"not-asked"}},
    ),
    "status switched on": (
        definition(version(subresources={})),
        definition(version()),
        {("", "status"): {"breaks-status-writers", "breaks-appliers", "changes-meaning"}},
    ),
    "status switched off": (
        definition(version()),
        definition(version(subresources={})),
        {("", "status"): {"breaks-status-writers", "loses-data", "changes-meaning", "refuses-creates"}},
    ),
    "scale switched on": (
        definition(version()),
        definition(version(subresources={"status": {}, "scale": SCALE})),
        {("", "scale"): {"safe"}},
    ),
    "scale switched on, over a field without bounds": (
        definition(version(fields={"replicas": INT})),
        definition(version(fields={"replicas": INT}, subresources={"status": {}, "scale": SCALE})),
        {("", "scale"): {"refuses-creates", "refuses-updates"}},
    ),
    "scale switched off": (
        definition(version(subresources={"status": {}, "scale": SCALE})),
        definition(version()),
        {("", "scale"): {"breaks-clients"}},
    ),
    "scale elsewhere": (
        definition(version(fields={"replicas": REPLICAS, "n": REPLICAS}, subresources={"status": {}, "scale": SCALE})),
        definition(
            version(
                fields={"replicas": REPLICAS, "n": REPLICAS},
                subresources={"status": {}, "scale": {**SCALE, "specReplicasPath": ".spec.n"}},
            )
        ),
        {("", "scale"): {"changes-meaning"}},
    ),
    "selector that is no text": (
        definition(version(subresources={"status": {}, "scale": SCALE})),
        definition(
            version(subresources={"status": {}, "scale": {**SCALE, "labelSelectorPath": ".status.replicas"}})
        ),
        {("", "scale"): {"changes-meaning", "breaks-status-writers", "refuses-updates"}},
    ),
    "columns": (
        definition(),
        definition(version(additionalPrinterColumns=[{"name": "N", "type": "integer", "jsonPath": ".spec.replicas"}])),
        {("", "additionalPrinterColumns"): {"safe"}},
    ),
    "selectable field gone": (
        definition(version(selectableFields=[{"jsonPath": ".spec.replicas"}])),
        definition(),
        {("", "selectableFields"): {"breaks-clients"}},
    ),
    "selectable field more": (
        definition(),
        definition(version(selectableFields=[{"jsonPath": ".spec.replicas"}])),
        {("", "selectableFields"): {"safe"}},
    ),
    "deprecated": (
        definition(),
        definition(version(deprecated=True, deprecationWarning="old")),
        {("", "deprecated"): {"safe"}, ("", "deprecationWarning"): {"safe"}},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "expected"), CASES.values(), ids=CASES)
def test_what_is_told(old: Any, new: Any, expected: dict[tuple[str, str], set[str]]) -> None:
    assert told(old, new) == expected


@pytest.mark.parametrize(("old", "new", "expected"), CASES.values(), ids=CASES)
def test_what_is_said_to_be_refused_is(old: Any, new: Any, expected: dict[tuple[str, str], set[str]]) -> None:
    api = Api()
    assert api.store_unchecked(old).ok
    stored = api.get(CRD, "CustomResourceDefinition", "widgets.example.com").object
    changed = copy.deepcopy(new)
    changed["metadata"]["resourceVersion"] = stored["metadata"]["resourceVersion"]
    refused = any("refused" in classes for classes in expected.values())
    assert api.update(changed).ok is not refused


def test_what_several_versions_have_alike_is_told_once() -> None:
    def both(**fields: Any) -> Any:
        return definition(version("v1", fields=fields), version("v2", storage=False, fields=fields))

    (found,) = changes(both(a=STR), both(a={**STR, "maxLength": 3}))
    assert found.versions == ("v1", "v2")
    assert str(found.new_path) == ("spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[a].maxLength")
    assert str(found.old_path) == "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[a]"


def changes(old: Any, new: Any) -> tuple[Change, ...]:
    found = compare_definitions(old, new)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param({"kind": "CustomResourceDefinition", "spec": 7}, id="no spec"),
        pytest.param("text", id="no object"),
        pytest.param(definition(version(fields={"a": 7})), id="no schema"),
    ],
)
def test_what_cannot_be_read_is_not_compared(broken: Any) -> None:
    assert compare_definitions(broken, definition()) is None
    assert compare_definitions(definition(), broken) is None


def test_a_schema_that_nests_too_deeply_is_not_compared() -> None:
    deep: Any = STR
    for _ in range(1_100):
        deep = {"type": "object", "properties": {"a": deep}}
    with deep_stack():
        assert compare_definitions(definition(), definition(version(fields={"a": deep}))) is None


def test_classes_with_and_without_objects() -> None:
    removed, tightened = changes(
        definition(version(fields={"a": STR, "b": STR})), definition(version(fields={"b": {**STR, "maxLength": 3}}))
    )
    assert (removed.kind, removed.kind_without_objects) == (ChangeClass.LOSES_DATA, ChangeClass.BREAKS_APPLIERS)
    assert tightened.kind is tightened.kind_without_objects is ChangeClass.REFUSES_CREATES


NEVER_LEGAL = {
    "id",
    "$schema",
    "$ref",
    "patternProperties",
    "dependencies",
    "additionalItems",
    "definitions",
    "uniqueItems",
}
KEYWORDS: dict[str, tuple[Any, Any]] = {
    "type": (STR, INT),
    "items": ({"type": "array", "items": STR}, {"type": "array", "items": INT}),
    "properties": ({"type": "object"}, {"type": "object", "properties": {"a": STR}}),
    "additionalProperties": ({"type": "object"}, {"type": "object", "additionalProperties": STR}),
    "required": ({"type": "object"}, {"type": "object", "required": ["a"]}),
    "exclusiveMaximum": ({**INT, "maximum": 5}, {**INT, "maximum": 5, "exclusiveMaximum": True}),
    "exclusiveMinimum": ({**INT, "minimum": 5}, {**INT, "minimum": 5, "exclusiveMinimum": True}),
    "x-kubernetes-list-map-keys": (
        {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"]},
        {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["b"]},
    ),
    "x-kubernetes-preserve-unknown-fields": (
        {"type": "object"}, {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    ),
    "x-kubernetes-embedded-resource": ({"type": "object"}, {"type": "object", "x-kubernetes-embedded-resource": True}),
    "x-kubernetes-int-or-string": ({}, {"x-kubernetes-int-or-string": True}),
}  # fmt: skip
VALUES: dict[str, Any] = {
    **dict.fromkeys(("description", "title", "format", "pattern"), "x"),
    **dict.fromkeys(("default", "example"), "x"),
    **dict.fromkeys(("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"), 3),
    **dict.fromkeys(("maximum", "minimum", "multipleOf"), 3),
    **{junctor: [{"maxLength": 3}] for junctor in ("allOf", "anyOf", "oneOf")},
    "not": {"maxLength": 3},
    "enum": ["x"],
    "nullable": True,
    "externalDocs": {"url": "x"},
    "x-kubernetes-list-type": "set",
    "x-kubernetes-map-type": "atomic",
    "x-kubernetes-validations": [{"rule": "true"}],
}


@pytest.mark.parametrize(
    "keyword", sorted(described("apis.groups.apiextensions.v1").struct("JSONSchemaProps").tables.by_name)
)
def test_every_keyword_of_a_schema_is_seen_both_ways(keyword: str) -> None:
    if keyword in NEVER_LEGAL:
        return
    old, new = KEYWORDS.get(keyword) or (STR, {**STR, keyword: VALUES[keyword]})
    for one, other in ((old, new), (new, old)):
        found = changes(definition(version(fields={"v": one})), definition(version(fields={"v": other})))
        field = "spec.v.a" if keyword == "properties" else "spec.v[]" if keyword == "items" else "spec.v"
        assert (field, "type" if keyword == "items" else keyword) in {(each.field, each.keyword) for each in found}


def test_every_field_of_a_definition_has_a_case() -> None:
    seen = {keyword for _, _, expected in CASES.values() for _, keyword in expected}
    spec = described("apis.groups.apiextensions.v1").struct("CustomResourceDefinition").tables.by_name["spec"].shape
    names, versions = (spec.tables.by_name[name].shape for name in ("names", "versions"))
    subresources = versions.item.tables.by_name["subresources"].shape
    fields = {name for shape in (spec, names, versions.item, subresources) for name in shape.tables.by_name}
    assert fields - seen - {"names", "name", "schema", "subresources", "conversion"} == set()


Request = Callable[[Api], Any]
WIDGET = {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "a"}}


@pytest.mark.parametrize(
    ("case", "request_"),
    [
        pytest.param("version served no longer", lambda api: api.get("example.com/v2", "Widget", "a"), id="version"),
        pytest.param(
            "status switched off",
            lambda api: api.get("example.com/v1", "Widget", "a", subresource="status"),
            id="status",
        ),
        pytest.param(
            "scale switched off", lambda api: api.get("example.com/v1", "Widget", "a", subresource="scale"), id="scale"
        ),
        pytest.param(
            "selectable field gone",
            lambda api: api.list("example.com/v1", "Widget", field_selector="spec.replicas=1"),
            id="field selector",
        ),
        pytest.param(
            "scale switched on, over a field without bounds",
            lambda api: api.create({**WIDGET, "metadata": {"name": "b"}, "spec": {"replicas": -1}}, dry_run=True),
            id="replicas below zero",
        ),
        pytest.param(
            "scale switched on, over a field without bounds",
            lambda api: api.patch("example.com/v1", "Widget", "a", {"metadata": {"labels": {"x": "y"}}}, dry_run=True),
            id="stored replicas below zero",
        ),
    ],
)
def test_what_is_no_longer_answered(case: str, request_: Request) -> None:
    old, new, _ = CASES[case]
    api = Api()
    assert api.create(old).ok
    replicas = -1 if "without bounds" in case else 1
    assert api.create({**WIDGET, "spec": {"replicas": replicas}}).ok
    assert request_(api).ok
    assert api.patch(CRD, "CustomResourceDefinition", "widgets.example.com", {"spec": new["spec"]}).ok
    assert not request_(api).ok


def test_a_status_that_becomes_a_subresource_is_ignored_elsewhere() -> None:
    old, new, _ = CASES["status switched on"]
    api = Api()
    assert api.create(old).ok
    body = {**WIDGET, "status": {"text": "x"}}
    assert api.create(body, dry_run=True).object["status"] == {"text": "x"}
    assert api.patch(CRD, "CustomResourceDefinition", "widgets.example.com", {"spec": new["spec"]}).ok
    assert "status" not in api.create(body, dry_run=True).object


def test_what_is_not_stored_is_lost() -> None:
    _, new, _ = CASES["field that only a version has that is not stored"]
    api = Api()
    assert api.create(new).ok
    body = {**WIDGET, "apiVersion": "example.com/v2", "spec": {"replicas": 1, "more": "x"}}
    assert api.create(body).ok
    assert api.get("example.com/v2", "Widget", "a").object["spec"] == {"replicas": 1}
