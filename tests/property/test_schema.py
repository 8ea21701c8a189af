"""Tests of schemas: both speeds agree, steps are idempotent, and generated code contains only our code."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kapivara.compiler.validator import WARM
from kapivara.schema.resource.schema_pass import reading_pass
from kapivara.schema.resource.validator import validator_for
from kapivara.schema.steps.defaulting import Allowance, apply_defaults
from kapivara.schema.steps.pruning import drop_nulls, is_pruned, prune
from kapivara.schema.structural.structural import Structural
from kapivara.values import copy_json, deep_equal

PROFILE = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])

HOSTILE = [
    *("__class__", "a'b", 'a"b', "a\\", "{v}", "{0}", '"""', "v", "t", "ok", "g0", "é\u2028", "\x00"),
    *("'; import os; '", "\n    return True"),
]
names = st.sampled_from(["a", "b", "spec", *HOSTILE])
texts = st.one_of(st.text(max_size=4), st.sampled_from(HOSTILE))
numbers = st.one_of(
    st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False, allow_infinity=False), st.integers(-3, 3)
)
scalars = st.one_of(st.none(), st.booleans(), numbers, texts)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(names, inner, max_size=3)),
    max_leaves=8,
)
PATTERNS = ["^a", "b$", "[0-9]+", "(a|b)*", "'", '"', "\\\\", "\\{v\\}", ".*"]

keywords = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["string", "integer", "number", "boolean", "object", "array"]),
        "format": st.sampled_from(["int32", "int64", "float", "double", "date", "ipv4", "nonsense", "'"]),
        "nullable": st.booleans(),
        "enum": st.lists(values, min_size=1, max_size=3),
        "maximum": numbers,
        "minimum": numbers,
        "exclusiveMaximum": st.booleans(),
        "exclusiveMinimum": st.booleans(),
        "multipleOf": numbers,
        "maxLength": st.integers(0, 4),
        "minLength": st.integers(0, 4),
        "pattern": st.sampled_from(PATTERNS),
        "maxItems": st.integers(0, 3),
        "minItems": st.integers(0, 3),
        "uniqueItems": st.booleans(),
        "maxProperties": st.integers(0, 3),
        "minProperties": st.integers(0, 3),
        "required": st.lists(names, max_size=2),
        "default": values,
        "x-kubernetes-int-or-string": st.booleans(),
        "x-kubernetes-preserve-unknown-fields": st.just(True),
        "x-kubernetes-embedded-resource": st.booleans(),
        "x-kubernetes-list-type": st.sampled_from(["set", "map", "atomic"]),
        "x-kubernetes-list-map-keys": st.lists(names, min_size=1, max_size=2, unique=True),
    },
)


def _nest(inner):
    children = st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(names, inner, max_size=3),
            "items": inner,
            "additionalProperties": st.one_of(inner, st.booleans()),
            "allOf": st.lists(inner, min_size=1, max_size=2),
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "oneOf": st.lists(inner, min_size=1, max_size=3),
            "not": inner,
        },
    )
    return st.builds(lambda own, nested: {**own, **nested}, keywords, children)


schemas = st.recursive(keywords, _nest, max_leaves=6)


def verdicts(validator, value):
    """Returns the errors of a value, from the first call, which interprets plans, to compiled code."""
    return {validator.ok(value) for _ in range(WARM + 2)}


@given(schemas, values)
@PROFILE
def test_ok_holds_exactly_where_explain_finds_nothing(raw, value):
    validator = validator_for(Structural(_without_nested_extensions(raw)))
    expected = not validator.explain(None, value)
    assert verdicts(validator, value) == {expected}
    stop = validator.root.run(value)
    assert validator.explain_values(None, value, stop=stop) == validator.explain_values(None, value)
    for _ in range(WARM + 1):
        assert validator.explain(None, value) == validator.explain(None, value)
    assert (not validator.explain(None, value)) == expected


@given(schemas, values, st.booleans())
@settings(PROFILE, max_examples=100)  # wide ones are slow
def test_what_is_not_compiled_says_the_same(raw, value, wide):
    raw = _without_nested_extensions(raw)
    raw = _widened(raw) if wide else raw
    compiled, walked = validator_for(Structural(raw)), validator_for(Structural(copy_json(raw)))
    walked.root.allowance.left = 0
    expected = [str(error) for error in compiled.explain(None, value)]
    for _ in range(WARM + 2):  # cold, then warm
        assert [str(error) for error in walked.explain(None, value)] == expected
        assert [str(error) for error in compiled.explain(None, value)] == expected
    verdicts(compiled, value)
    assert walked.root.run(value) == compiled.root.run(value)
    assert bool(walked.root.run(value)) == (not expected)


def _widened(raw):
    """Returns a schema with so many branches and required fields that they use loops."""
    wide = {}
    for key, each in raw.items():
        if key in ("allOf", "anyOf", "oneOf"):
            each = [_widened(one) for one in each] * 17
        elif key in ("items", "additionalProperties", "not") and isinstance(each, dict):
            each = _widened(each)
        elif key == "properties":
            each = {name: _widened(one) for name, one in each.items()}
        elif key == "required":
            each = each * 17
        wide[key] = each
    return wide


def _without_nested_extensions(raw, nested=False):
    """Removes keywords that no legal schema has in junctors: list types and embedded resources."""
    kept = {}
    for key, each in raw.items():
        if nested and key in ("x-kubernetes-list-type", "x-kubernetes-embedded-resource"):
            continue
        if key in ("allOf", "anyOf", "oneOf"):
            each = [_without_nested_extensions(one, True) for one in each]
        elif key == "not":
            each = _without_nested_extensions(each, True)
        elif key == "properties":
            each = {name: _without_nested_extensions(one, nested) for name, one in each.items()}
        elif key in ("items", "additionalProperties") and isinstance(each, dict):
            each = _without_nested_extensions(each, nested)
        kept[key] = each
    return kept


@given(schemas, values)
@PROFILE
def test_steps_and_one_pass(raw, value):
    """Laws of one schema and one value, since drawing them takes longer than validating them."""
    assert_pruning_twice_is_pruning_once(Structural(raw), copy_json(value))
    assert_defaulting_twice_is_defaulting_once(Structural(raw), copy_json(value))
    assert_one_pass_is_pruning_and_defaulting(Structural(raw), value)


def assert_pruning_twice_is_pruning_once(schema, value):
    tidy = is_pruned(value, schema) if isinstance(value, (dict, list)) else True
    before = copy_json(value)
    prune(value, schema)
    drop_nulls(value, schema)
    if tidy:
        assert repr(value) == repr(before)
    once = copy_json(value)
    assert prune(value, schema) == []
    drop_nulls(value, schema)
    assert repr(value) == repr(once)


def assert_defaulting_twice_is_defaulting_once(schema, value):
    apply_defaults(value, schema)
    once = copy_json(value)
    apply_defaults(value, schema)
    assert repr(value) == repr(once)


def assert_one_pass_is_pruning_and_defaulting(schema, value):
    """Where the quick way accepts, it leaves the same object as the slow way; otherwise nothing is lost."""
    expected, quickly = copy_json(value), copy_json(value)
    prune(expected, schema)
    drop_nulls(expected, schema)
    apply_defaults(expected, schema)
    if isinstance(quickly, (dict, list)) and reading_pass(schema).run(quickly, Allowance(), None) < 0:
        prune(quickly, schema)
        drop_nulls(quickly, schema)
        apply_defaults(quickly, schema)
    if isinstance(quickly, (dict, list)):
        assert deep_equal(quickly, expected)


@given(st.dictionaries(texts, keywords, min_size=1, max_size=4), st.lists(texts, max_size=3), values)
@PROFILE
def test_hostile_names_never_alter_generated_code(properties, required, value):
    """Any text may be a property's name: its schema validates the object, and nothing else happens."""
    raw = {"type": "object", "properties": properties, "required": required}
    validator = validator_for(Structural(raw), title=required[0] if required else "x")
    for name, own in properties.items():
        alone = validator_for(Structural(own))
        candidate = {**dict.fromkeys(required, ""), name: value}
        expected = alone.ok(value) and all(
            validator_for(Structural(properties[other])).ok(item)
            for other, item in candidate.items()
            if other in properties and other != name
        )
        assert verdicts(validator, candidate) == {expected}
