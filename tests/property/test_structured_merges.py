"""Tests server-side apply on random schemas and objects: a manager owns what it applied, and no other loses it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeAlias

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kapivara import Api
from kapivara.patch.merging.field_set import difference, paths

SOME = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
NAMES = st.sampled_from(("a", "b", "c"))
TEXT = {"type": "string"}
PORT = {"type": "integer"}
PROTOCOL = {"type": "string", "default": "TCP"}
LEAVES = st.sampled_from((TEXT, PORT, {"type": "boolean"}, {"x-kubernetes-int-or-string": True}))
OF_LEAVES = {"string": st.sampled_from(("", "x", "y")), "integer": st.integers(0, 2), "boolean": st.booleans()}


def _keyed(fields: dict[str, Any]) -> dict[str, Any]:
    """A list with two keys, one of which has a default."""
    properties = {**fields, "port": PORT, "protocol": PROTOCOL}
    return {
        "type": "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["port", "protocol"],
        "items": {"type": "object", "required": ["port"], "properties": properties},
    }


def _above(below: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Draws schemas that contain others."""
    fields = st.dictionaries(NAMES, below, min_size=1, max_size=3)
    granularity = st.sampled_from(({}, {}, {"x-kubernetes-map-type": "atomic"}))
    return st.one_of(
        st.builds(lambda each, how: {"type": "object", "properties": each, **how}, fields, granularity),
        st.builds(lambda each, how: {"type": "object", "additionalProperties": each, **how}, below, granularity),
        below.map(lambda each: {"type": "array", "items": each}),
        st.sampled_from((TEXT, PORT)).map(
            lambda each: {"type": "array", "x-kubernetes-list-type": "set", "items": each}
        ),
        fields.map(_keyed),
    )


SPECS = st.dictionaries(NAMES, st.recursive(LEAVES, _above, max_leaves=6), min_size=1, max_size=3).map(
    lambda properties: {"type": "object", "properties": properties}
)


def values_of(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Draws values that a schema describes, with some fields omitted."""
    match schema.get("type"):
        case "object" if "properties" in schema:
            needed = schema.get("required", ())
            fields = {name: values_of(each) for name, each in schema["properties"].items()}
            required = {name: fields.pop(name) for name in needed}
            return st.fixed_dictionaries(required, optional=fields)
        case "object":
            return st.dictionaries(NAMES, values_of(schema["additionalProperties"]), max_size=3)
        case "array":
            of_list = schema.get("x-kubernetes-list-type")
            key = _port_and_protocol if of_list == "map" else (lambda item: item) if of_list == "set" else None
            least = 1 if of_list else 0  # no manager owns such a list if it is empty, as upstream
            return st.lists(values_of(schema["items"]), min_size=least, max_size=3, unique_by=key)
        case None:
            return st.sampled_from((0, 1, "x"))
    return OF_LEAVES[schema["type"]]


def _port_and_protocol(item: dict[str, Any]) -> Any:
    return item["port"], item.get("protocol", "TCP")


Made: TypeAlias = tuple[dict[str, Any], Any, Any]


@st.composite
def specs(draw: st.DrawFn) -> Made:
    """Draws a schema, and two objects of it."""
    schema = draw(SPECS)
    return schema, draw(values_of(schema)), draw(values_of(schema))


def full_specs() -> st.SearchStrategy[Made]:
    """Removes empty objects, whose applier owns only their presence, whatever others put into them."""
    return specs().map(lambda made: (made[0], filled(made[1]), filled(made[2]))).filter(all)


def filled(value: Any) -> Any:
    if isinstance(value, list):
        return [filled(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {name: each for name, under in value.items() if (each := filled(under)) != {}}


class Things:
    """A server with one custom resource of a schema."""

    def __init__(self, api: Api, schema: dict[str, Any]):
        self.api = api
        version = {"name": "v1", "served": True, "storage": True}
        whole = {"type": "object", "properties": {"spec": schema}}
        names = {"plural": "things", "kind": "Thing"}
        spec = {"group": "e.org", "names": names, "scope": "Cluster"}
        definition = {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "things.e.org"},
            "spec": {**spec, "versions": [{**version, "schema": {"openAPIV3Schema": whole}}]},
        }
        made = api.create(definition)
        assert made.ok, made.status

    def apply(self, spec: Any, manager: str, name: str = "one", *, force: bool = False) -> Any:
        body = {"apiVersion": "e.org/v1", "kind": "Thing", "metadata": {"name": name}, "spec": spec}
        return self.api.apply(body, field_manager=manager, force=force)


def fields_of(obj: Any, manager: str) -> dict[str, Any]:
    """Returns the fields that a manager owns by its applies."""
    for entry in obj["metadata"].get("managedFields", ()):
        if (entry["manager"], entry["operation"]) == (manager, "Apply"):
            return entry["fieldsV1"]
    return {}


def extracted(value: Any, fields: dict[str, Any]) -> Any:
    """Returns the part of a value that a set of fields names, as `Extract` of client-go does, in the order of lists."""
    below = {step: inner for step, inner in fields.items() if step != "."}
    if not below:
        return type(value)() if "." in fields and isinstance(value, dict | list) else value
    if isinstance(value, list):
        return [extracted(item, inner) for item, inner in _named_items(value, below)]
    return {step[2:]: extracted(value[step[2:]], inner) for step, inner in below.items()}


def _named_items(items: list[Any], fields: dict[str, Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
    for item in items:
        for step, inner in fields.items():
            sort, _, text = step.partition(":")
            wanted = json.loads(text)
            if item == wanted if sort == "v" else all(item.get(key) == each for key, each in wanted.items()):
                yield item, inner


def without_defaults(value: Any) -> Any:
    """Returns a value without defaults, which are owned with the value around them if that is owned as a whole."""
    if isinstance(value, list):
        return [without_defaults(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {name: without_defaults(each) for name, each in value.items() if (name, each) != ("protocol", "TCP")}


def in_any_order(value: Any) -> Any:
    """Returns a value with its lists in a fixed order, because others may have reordered them."""
    if isinstance(value, dict):
        return {name: in_any_order(each) for name, each in value.items()}
    return sorted(map(in_any_order, value), key=_text) if isinstance(value, list) else value


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


@SOME
@given(specs())
def test_what_is_extracted_is_what_was_applied(made: Made) -> None:
    schema, mine, _ = made
    with Api() as api:
        things = Things(api, schema)
        outcome = things.apply(mine, "me")
        assert outcome.ok, outcome.status
        spec = extracted(outcome.object, fields_of(outcome.object, "me")).get("spec", {})
        assert without_defaults(spec) == without_defaults(mine)
        assert things.apply(spec, "me").object == outcome.object, "and to apply it again changes nothing"


@SOME
@given(full_specs())
def test_what_is_extracted_of_an_object_that_others_apply_to(made: Made) -> None:
    schema, mine, theirs = made
    with Api() as api:
        things = Things(api, schema)
        things.apply(mine, "me")
        outcome = things.apply(theirs, "you", force=True)
        assert outcome.ok, outcome.status
        spec = extracted(outcome.object, fields_of(outcome.object, "you")).get("spec", {})
        assert in_any_order(without_defaults(spec)) == in_any_order(without_defaults(theirs))


@SOME
@given(full_specs())
def test_nobody_loses_a_field_without_a_conflict(made: Made) -> None:
    schema, mine, theirs = made
    with Api() as api:
        things = Things(api, schema)
        before = things.apply(mine, "me").object
        outcome = things.apply(theirs, "you")
        told = set() if outcome.ok else {cause.field for cause in outcome.status.causes}
        if told:
            assert api.get("e.org/v1", "Thing", "one").object == before, "a refused apply changes nothing"
            outcome = things.apply(theirs, "you", force=True)
        owned = fields_of(before, "me")
        assert set(paths(difference(owned, fields_of(outcome.object, "me")))) == told
        if not told:
            assert in_any_order(extracted(outcome.object, owned)) == in_any_order(extracted(before, owned))


@SOME
@given(specs())
def test_conflicts_are_symmetric(made: Made) -> None:
    schema, mine, theirs = made
    with Api() as api:
        things = Things(api, schema)
        told = []
        for name, first, second in (("one", mine, theirs), ("two", theirs, mine)):
            assert things.apply(first, "first", name).ok
            outcome = things.apply(second, "second", name)
            told.append(set() if outcome.ok else {cause.field for cause in outcome.status.causes})
        assert told[0] == told[1]
