"""Laws of ratcheting: unchanged values are not rejected, changes for the worse are not forgiven, no error is lost."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from kapivara.field import Operation, Verb
from kapivara.schema.resource.compile_threshold import COMPILED_AFTER
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.schema.steps.ratcheting import Ratchet
from kapivara.values import ABSENT, copy_json, deep_equal

PROFILE = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
CREATE, UPDATE = Operation(Verb.CREATE), Operation(Verb.UPDATE)
STEP = re.compile(r"\.?([a-z]+)|\[([^\]]*)\]")

TEXTS = ["", "x", "xyz", "-"]
INTEGERS = [-1, 0, 1, 2, 7]


def rule(text: str) -> Any:
    return st.sampled_from([{}, {"x-kubernetes-validations": [{"rule": text}]}])


def both(one: Any, other: Any) -> Any:
    return st.builds(lambda first, second: {**first, **second}, one, other)


text_schemas = both(
    st.fixed_dictionaries(
        {"type": st.just("string")},
        optional={
            "minLength": st.just(1),
            "maxLength": st.just(2),
            "pattern": st.just("^[a-z]*$"),
            "enum": st.just(["", "x"]),
            "format": st.just("ipv4"),
            "allOf": st.just([{"maxLength": 1}]),
            "anyOf": st.just([{"enum": ["x"]}, {"maxLength": 0}]),
            "not": st.just({"minLength": 3}),
        },
    ),
    rule("self.size() != 1"),
)
number_schemas = both(
    st.fixed_dictionaries(
        {"type": st.just("integer")},
        optional={"minimum": st.just(0), "maximum": st.just(2), "multipleOf": st.just(2), "enum": st.just([1, 2])},
    ),
    rule("self != 1"),
)


def object_schemas(inner: Any) -> Any:
    shape = st.fixed_dictionaries(
        {"type": st.just("object"), "properties": st.fixed_dictionaries({}, optional={"a": inner, "b": inner})},
        optional={
            "required": st.just(["b"]),
            "maxProperties": st.just(1),
            "minProperties": st.just(2),
            "oneOf": st.just([{"required": ["a"]}, {"required": ["b"]}]),
            "x-kubernetes-map-type": st.just("atomic"),
        },
    )
    return both(shape, rule("false"))


def list_schemas(inner: Any) -> Any:
    shape = st.fixed_dictionaries(
        {"type": st.just("array"), "items": inner},
        optional={"maxItems": st.just(1), "minItems": st.just(2), "x-kubernetes-list-type": st.just("atomic")},
    )
    return both(shape, rule("self.size() != 1"))


def keyed_schemas(inner: Any) -> Any:
    items = inner.map(lambda v: {"type": "object", "properties": {"k": {"type": "string"}, "v": v}, "required": ["k"]})
    return st.fixed_dictionaries(
        {
            "type": st.just("array"),
            "items": items,
            "x-kubernetes-list-type": st.just("map"),
            "x-kubernetes-list-map-keys": st.just(["k"]),
        },
        optional={"maxItems": st.just(1)},
    )


def map_schemas(inner: Any) -> Any:
    return st.fixed_dictionaries(
        {"type": st.just("object"), "additionalProperties": inner}, optional={"maxProperties": st.just(1)}
    )


schemas = st.recursive(
    st.one_of(text_schemas, number_schemas),
    lambda inner: st.one_of(object_schemas(inner), list_schemas(inner), keyed_schemas(inner), map_schemas(inner)),
    max_leaves=6,
)


def values(raw: Any) -> Any:
    """Draws values that a schema describes, but perhaps not of the right sizes: no unknown field, no missing key."""
    match raw["type"]:
        case "string":
            return st.sampled_from(TEXTS)
        case "integer":
            return st.sampled_from(INTEGERS)
        case "array" if raw.get("x-kubernetes-list-type") == "map":
            items = st.fixed_dictionaries(
                {"k": st.sampled_from("pqr")}, optional={"v": values(raw["items"]["properties"]["v"])}
            )
            return st.lists(items, max_size=3, unique_by=lambda item: item["k"])
        case "array":
            return st.lists(values(raw["items"]), max_size=3)
        case _ if "additionalProperties" in raw:
            return st.dictionaries(st.sampled_from("pqr"), values(raw["additionalProperties"]), max_size=3)
    return st.fixed_dictionaries({}, optional={name: values(each) for name, each in raw["properties"].items()})


@st.composite
def updates(draw: Any) -> tuple[Any, Any, Any]:
    """Draws a schema, a new object and an old one, which often share parts."""
    raw = draw(schemas)
    old, other = draw(values(raw)), draw(values(raw))
    new = draw(st.sampled_from([old, other, mixed(draw, old, other)]))
    whole = {"type": "object", "properties": {"spec": {"type": "object", "properties": {"f": raw, "n": {}}}}}
    return whole, resource(new, "new"), resource(old, "old")


def mixed(draw: Any, old: Any, other: Any) -> Any:
    """Returns the old value with some parts of another one."""
    if type(old) is not type(other) or type(old) not in (dict, list):
        return draw(st.sampled_from([old, other]))
    if type(old) is list:
        return draw(st.permutations(old)) if draw(st.booleans()) else [*old, *other][:3]
    return {
        name: mixed(draw, old[name], other[name]) if name in old and name in other else {**other, **old}[name]
        for name in {**old, **other}
        if draw(st.integers(0, 4))
    }


def resource(value: Any, note: str) -> Any:
    return copy_json({"metadata": {"name": "a"}, "spec": {"f": value, "n": note}})


def judge(schema: ResourceSchema, new: Any, old: Any) -> tuple[list[Any], Ratchet]:
    ratchet = Ratchet(new, old, schema.structural)
    errors = schema.validate(UPDATE, new, old, ratchet)
    return errors + schema.validate_rules(new, old, errors, ratchet), ratchet


@given(st.data())
@PROFILE
def test_what_was_not_changed_is_never_refused(data: st.DataObject) -> None:
    raw, new, _ = data.draw(updates())
    schema = ResourceSchema(raw)
    old = copy_json(new)
    old["spec"]["n"] = "old"
    assume(not _has_repeats(new))
    for _ in range(COMPILED_AFTER + 1):
        errors, _ = judge(schema, new, old)
        assert errors == []


@given(updates())
@PROFILE
def test_laws_of_one_update(update: tuple[Any, Any, Any]) -> None:
    """Each law has a fresh schema; generating an update takes longer than validating it."""
    raw, new, old = update
    assert_nothing_gets_lost(ResourceSchema(copy_json(raw)), copy_json(new), copy_json(old))
    assert_only_what_is_as_it_was_is_forgiven(ResourceSchema(copy_json(raw)), copy_json(new), copy_json(old))
    assert_explaining_goes_on_where_the_quick_check_stopped(ResourceSchema(raw), new)


def assert_nothing_gets_lost(schema: ResourceSchema, new: Any, old: Any) -> None:
    """Where rules are evaluated both times, the failures of an update, forgiven or not, are those of a create."""
    for _ in range(COMPILED_AFTER + 1):
        values_of_new = schema.validate(CREATE, new)
        created = values_of_new + schema.validate_rules(new, ABSENT, [])
        ratchet = Ratchet(new, old, schema.structural)
        kept = schema.validate(UPDATE, new, old, ratchet)
        kept = kept + schema.validate_rules(new, old, [], ratchet)
        told = {str(each.error) for each in ratchet.forgiven} | {str(each) for each in kept}
        assert told == set(map(str, created))
        assert {str(each) for each in kept} <= set(map(str, created))


def assert_only_what_is_as_it_was_is_forgiven(schema: ResourceSchema, new: Any, old: Any) -> None:
    errors, ratchet = judge(schema, new, old)
    for each in ratchet.forgiven:
        if each.place:
            before, now = find(old, new, each.place)
            assert in_one_order(before) == in_one_order(now)
            assert each.place != "spec"
    reasons = ratchet.unforgiven(errors)
    assert [each.error for each in reasons] == errors
    for reason in reasons:
        assert reason.text()


def assert_explaining_goes_on_where_the_quick_check_stopped(schema: ResourceSchema, new: Any) -> None:
    validator = schema._validator
    assert validator is not None
    for _ in range(COMPILED_AFTER):
        validator.judge(new)
    verdict = validator.judge(new)
    assert validator.explain_values(None, new, stop=verdict) == validator.explain_values(None, new)


def _has_repeats(obj: Any) -> bool:
    """In lists of type map with a duplicate key, items cannot be correlated."""
    if type(obj) is list:
        keys = [item["k"] for item in obj if type(item) is dict and "k" in item]
        return len(keys) != len(set(keys)) or any(map(_has_repeats, obj))
    return type(obj) is dict and any(map(_has_repeats, obj.values()))


def find(old: Any, new: Any, place: str) -> tuple[Any, Any]:
    """Returns the values at a place of the new object, and the old values there."""
    for name, key in STEP.findall(place):
        if type(new) is list:
            new = new[int(key)]
            old = next(item for item in old if item["k"] == new["k"])
        else:
            new, old = new[name or key], old[name or key]
    return old, new


def in_one_order(value: Any) -> Any:
    """Returns a value with lists of type map in a fixed order, and with integers distinct from floats."""
    if type(value) is dict:
        return {name: in_one_order(item) for name, item in value.items()}
    if type(value) is list:
        items = list(map(in_one_order, value))
        return sorted(items, key=lambda item: item["k"]) if items and all(_keyed(item) for item in items) else items
    return type(value), value


def _keyed(item: Any) -> bool:
    return type(item) is dict and "k" in item


def test_the_oracle_knows_numbers_apart() -> None:
    assert in_one_order(1) != in_one_order(1.0)
    assert not deep_equal(1, 1.0)
