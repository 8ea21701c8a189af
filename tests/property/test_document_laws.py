"""Laws of OpenAPI documents: a schema means the same however it is split into definitions, and at both speeds."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.property.test_ratcheting_laws import schemas, values
from tests.property.test_schema import HOSTILE
from tests.property.test_schema import schemas as any_schemas
from tests.property.test_schema import values as any_values
from tests.property.test_unfit_data import data, ruled_schemas

from kapivara.field import Operation, Verb
from kapivara.openapi import DocumentError, Judgement, Validator
from kapivara.schema.resource.compile_threshold import COMPILED_AFTER
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.schema.steps.defaulting import apply_defaults
from kapivara.values import ABSENT, copy_json, deep_equal

PROFILE = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def documents(draw: st.DrawFn, raw: Any) -> Any:
    """Draws a document with the meaning of a schema, with parts of it in referenced definitions."""
    definitions: dict[str, Any] = {}

    def cut(schema: Any) -> Any:
        schema = {
            key: {name: cut(each) for name, each in value.items()}
            if key == "properties"
            else cut(value)
            if key in ("items", "additionalProperties") and isinstance(value, dict)
            else value
            for key, value in schema.items()
        }
        how = draw(st.sampled_from(("here", "ref", "allOf", "chain", "beside")))
        if how == "here":
            return schema
        name = draw(st.sampled_from([*HOSTILE, "a/b", "~"])) + str(len(definitions))
        reference = {"$ref": "#/definitions/" + name.replace("~", "~0").replace("/", "~1").replace("%", "%25")}
        if how == "beside":
            kept = {key: each for key, each in schema.items() if key in ("maxLength", "maxItems", "required")}
            definitions[name] = {key: each for key, each in schema.items() if key not in kept}
            return {**reference, **kept, "description": "beside it"}
        definitions[name] = schema
        if how == "chain":
            definitions[f"to {name}"] = reference
            reference = {"$ref": "#/definitions/to " + reference["$ref"].removeprefix("#/definitions/")}
        return reference if how == "ref" else {"allOf": [reference]}

    spec = cut(raw)
    return {"type": "object", "properties": {"spec": spec}}, {"definitions": definitions}


def judged(schema: Any, document: Any, new: Any, old: Any = ABSENT, *, warm: bool = False) -> Judgement:
    validator = Validator(copy_json(schema), document=copy_json(document))
    assert validator._only is not None
    if warm:
        validator._only._cold = COMPILED_AFTER
    return validator.judge(new, old)


def told(judgement: Judgement) -> Any:
    return [str(each) for each in judgement.errors], judgement.unknown, [str(each.error) for each in judgement.forgiven]


@given(st.data())
@PROFILE
def test_a_document_says_what_its_schema_says(given_data: Any) -> None:
    raw = given_data.draw(schemas)
    new, old = given_data.draw(values(raw)), given_data.draw(st.one_of(st.just(ABSENT), values(raw)))
    schema, document = given_data.draw(documents(raw))
    before = ABSENT if old is ABSENT else {"spec": old}
    whole = judged({"type": "object", "properties": {"spec": raw}}, {}, {"spec": new}, before)
    for warm in (False, True):
        cut = judged(schema, document, {"spec": new}, before, warm=warm)
        assert told(cut) == told(whole)
        assert deep_equal(cut.object, whole.object)
    assert_a_schema_says_what_it_says_in_a_definition(raw, new)


def assert_a_schema_says_what_it_says_in_a_definition(raw: Any, value: Any) -> None:
    root = {"type": "object", "properties": {"spec": raw}}
    resource = ResourceSchema(copy_json(root))
    obj = {"spec": copy_json(value)}
    unknown = resource.prune(obj)
    apply_defaults(obj, resource.structural)
    errors = resource.validate(Operation(Verb.CREATE), obj)
    errors += resource.validate_rules(obj, ABSENT, errors)
    judgement = judged(root, {}, {"spec": value})
    assert [str(each) for each in judgement.errors] == [str(each) for each in errors]
    assert list(judgement.unknown) == unknown


@given(ruled_schemas(), data)
@PROFILE
def test_both_speeds_agree_on_rules_over_any_data(raw: Any, value: Any) -> None:
    schema = {"type": "object", "properties": {"spec": {"$ref": "#/definitions/A"}}}
    document = {"definitions": {"A": raw}}
    cold, warm = (judged(schema, document, {"spec": value}, warm=warm) for warm in (False, True))
    assert told(cold) == told(warm)
    assert deep_equal(cold.object, warm.object)


@given(any_schemas, any_values)
@PROFILE
def test_any_schema_is_refused_or_judged_alike_at_both_speeds(raw: Any, value: Any) -> None:
    schema = {"type": "object", "properties": {"spec": {"allOf": [{"$ref": "#/definitions/A"}], "default": {}}}}
    document = {"definitions": {"A": raw}}
    try:
        cold = judged(schema, document, {"spec": value})
    except DocumentError:
        return
    warm = judged(schema, document, {"spec": value}, warm=True)
    assert told(cold) == told(warm)
    assert deep_equal(cold.object, warm.object)


@st.composite
def trees(draw: st.DrawFn) -> Any:
    """Draws a type that is recursive in several ways, and a value of it."""
    itself = {"$ref": "#/definitions/T"}
    fields = {"one": itself, "many": {"type": "array", "items": itself}, "named": {"additionalProperties": itself}}
    fields["named"]["type"] = "object"
    own = {"type": "integer", "maximum": draw(st.integers(0, 3)), "x-kubernetes-strip-zero": draw(st.booleans())}
    tree = {"type": "object", "properties": {**fields, "n": own}}
    if draw(st.booleans()):
        tree["x-kubernetes-validations"] = [{"rule": "!has(self.one) || self.one.n >= self.n"}]
    numbers = st.fixed_dictionaries({}, optional={"n": st.integers(0, 4)})
    value = draw(
        st.recursive(
            numbers,
            lambda below: st.builds(
                lambda own, more: {**own, **more},
                numbers,
                st.fixed_dictionaries(
                    {},
                    optional={
                        "one": below,
                        "many": st.lists(below, max_size=2),
                        "named": st.dictionaries(st.sampled_from("xy"), below, max_size=2),
                    },
                ),
            ),
            max_leaves=10,
        )
    )
    return tree, value


@given(trees())
@PROFILE
def test_types_that_hold_themselves_are_judged_alike_at_both_speeds(case: Any) -> None:
    tree, value = case
    document = {"definitions": {"T": tree}}
    cold, warm = (judged({"$ref": "#/definitions/T"}, document, value, warm=warm) for warm in (False, True))
    assert told(cold) == told(warm)
    assert deep_equal(cold.object, warm.object)


KEYWORDS = [
    *(
        "type",
        "format",
        "properties",
        "items",
        "additionalProperties",
        "required",
        "enum",
        "default",
        "nullable",
        "$ref",
    ),
    *(
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "pattern",
        "minLength",
        "maximum",
        "exclusiveMaximum",
        "minItems",
        "maxProperties",
    ),
    *(
        "x-kubernetes-validations",
        "x-kubernetes-validation-errors",
        "x-kubernetes-strip-zero",
        "x-kubernetes-list-type",
    ),
    *("x-kubernetes-list-map-keys", "x-kubernetes-int-or-string", "x-kubernetes-embedded-resource"),
]
WORDS = [
    "object",
    "array",
    "string",
    "integer",
    "#",
    "#/definitions/A",
    "#/definitions/A/properties/a",
    "map",
    "self",
    "a",
]
garbage = st.recursive(
    st.one_of(st.sampled_from(WORDS), st.integers(-1, 3), st.booleans(), st.none(), st.just({"rule": "self == 1"})),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from([*KEYWORDS, "a", "rule"]), inner, max_size=4)
    ),
    max_leaves=12,
)
nearly_schemas = st.dictionaries(st.sampled_from(KEYWORDS), garbage, max_size=5)


@given(nearly_schemas, nearly_schemas, any_values)
@settings(PROFILE, max_examples=500)
def test_what_is_no_schema_is_refused_as_a_document(raw: Any, other: Any, value: Any) -> None:
    document = {"definitions": {"A": raw, "io.k8s.api.core.v1.B": other}}
    references = [{"$ref": "#/definitions/A"}, {"$ref": "#/definitions/io.k8s.api.core.v1.B"}]
    with suppress(DocumentError):
        validator = Validator(
            {"type": "object", "properties": {"a": references[0], "b": references[1]}}, document=document
        )
        for _ in range(COMPILED_AFTER + 2):
            validator.validate({"a": value, "b": value}, {"a": value})
