"""Tests of decoding CRDs: readers of schemas, errors, defaults and the stored form."""

import json

import pytest
from tests.unit.apis.alone import read

from kapivara.codec import decode_json
from kapivara.codec.errors import DecodeError

FIELD = "spec.versions.schema.openAPIV3Schema.properties"


def with_schema(crds, schema):
    return crds.widget(versions=[{"schema": {"openAPIV3Schema": {"type": "object", "properties": {"f": schema}}}}])


def schema_of(crd):
    return crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["f"]


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        pytest.param({"items": {"type": "string"}}, {"items": {"type": "string"}}, id="items a schema"),
        pytest.param({"items": [{"type": "string"}]}, {"items": [{"type": "string"}]}, id="items a list"),
        pytest.param({"items": []}, {"items": None}, id="items an empty list"),
        pytest.param({"items": True}, {"items": None}, id="items neither"),
        pytest.param({"items": None}, {}, id="items null"),
        pytest.param({"additionalProperties": False}, {"additionalProperties": False}, id="boolean"),
        pytest.param({"additionalProperties": {}}, {"additionalProperties": {}}, id="schema"),
        pytest.param({"additionalProperties": None}, {}, id="additionalProperties null"),
        pytest.param(
            {"dependencies": {"a": ["b"], "c": {"type": "string"}, "d": 1}},
            {"dependencies": {"a": ["b"], "c": {"type": "string"}, "d": None}},
            id="dependencies",
        ),
        pytest.param({"default": None, "example": None}, {}, id="null is no default"),
        pytest.param({"default": {"a": None, "b": []}}, {"default": {"a": None, "b": []}}, id="defaults as they are"),
        pytest.param({"enum": [None, 1.5, {}]}, {"enum": [None, 1.5, {}]}, id="enum as it is"),
        pytest.param({"minimum": 2.0, "maxLength": 0}, {"minimum": 2, "maxLength": 0}, id="numbers"),
        pytest.param({"required": [], "properties": {}}, {"required": [], "properties": {}}, id="empty lists are kept"),
        pytest.param({"nullable": False, "title": ""}, {}, id="empty scalars are not"),
        pytest.param({"x-kubernetes-validations": [{}]}, {"x-kubernetes-validations": [{"rule": ""}]}, id="rules"),
    ],
)
def test_schemas(crds, given, normal):
    assert schema_of(crds.decoded(with_schema(crds, given))) == normal


@pytest.mark.parametrize(
    ("schema", "word", "field"),
    [
        ({"maxLength": "x"}, "string", "maxLength of type int64"),
        ({"items": {"maxLength": "x"}}, "string", "items.maxLength of type int64"),
        ({"items": {"additionalProperties": {"type": 1}}}, "number", "items.additionalProperties.type of type string"),
        ({"properties": {"g": []}}, "array", "properties of type v1.JSONSchemaProps"),
        ({"dependencies": []}, "array", "dependencies of type v1.JSONSchemaDependencies"),
    ],
)
def test_mismatches(crds, schema, word, field):
    with pytest.raises(DecodeError) as error:
        crds.decoded(with_schema(crds, schema))
    assert error.value.message == f"json: cannot unmarshal {word} into Go struct field JSONSchemaProps.{FIELD}.{field}"


@pytest.mark.parametrize(
    ("schema", "spelling", "field"),
    [
        ('{"maxLength": 1.50}', "1.50", "maxLength"),
        ('{"items": {"not": {"maxLength": 9223372036854775808}}}', "9223372036854775808", "items.not.maxLength"),
        ('{"additionalProperties": {"allOf": [{}, {"minItems": 1e2}]}}', "1e2", "additionalProperties.allOf.minItems"),
        ('{"items": [{}, {"maxItems": 1.0}]}', "1.0", "items.maxItems"),
        ('{"dependencies": {"a": {"minLength": -1E40}}}', "-1E40", "dependencies.minLength"),
        ('{"maxItems": 5e-1, "maxItems": 1}', "5e-1", "maxItems"),
        ('{"items": {"maxItems": 1}, "items": {"maxItems": 1e0}}', "1e0", "items.maxItems"),
    ],
)
def test_numbers_are_quoted_as_they_are_spelled(crds, schema, spelling, field):
    source = json.dumps(with_schema(crds, "SCHEMA")).replace('"SCHEMA"', schema).encode()
    decoded = decode_json(source)
    with pytest.raises(DecodeError) as error:
        read(crds.kind, decoded.value, source=source, duplicates=decoded.duplicates)
    place = f"JSONSchemaProps.{FIELD}.{field} of type int64"
    assert error.value.message == f"json: cannot unmarshal number {spelling} into Go struct field {place}"


@pytest.mark.parametrize("value", [1, "x", []])
def test_neither_schema_nor_boolean(crds, value):
    with pytest.raises(DecodeError, match=r"^boolean or JSON schema expected$"):
        crds.decoded(with_schema(crds, {"maxLength": "x", "additionalProperties": value}))


def test_unknown_keywords_are_noted_but_not_below_items(crds):
    typed = read(crds.kind, with_schema(crds, {"const": 1, "items": {"const": 1}, "properties": {"g": {"const": 1}}}))
    root = "spec.versions[0].schema.openAPIV3Schema.properties.f"
    assert typed.unknown == (f"{root}.const", f"{root}.properties.g.const")


class TestDefaults:
    """Tests of defaults."""

    def test_names_and_conversion(self, crds):
        spec = crds.decoded(crds.widget())["spec"]
        assert spec["names"] == {"plural": "widgets", "kind": "Widget", "singular": "widget", "listKind": "WidgetList"}
        assert spec["conversion"] == {"strategy": "None"}

    def test_given_ones_are_kept(self, crds):
        names = {"plural": "widgets", "kind": "Widget", "singular": "w", "listKind": "Ws"}
        assert crds.decoded(crds.widget(names=names))["spec"]["names"] == names

    def test_the_port_of_a_webhook(self, crds):
        webhook = {"clientConfig": {"service": {"name": "a", "namespace": "b"}}, "conversionReviewVersions": ["v1"]}
        spec = crds.decoded(crds.widget(conversion={"strategy": "Webhook", "webhook": webhook}))["spec"]
        assert spec["conversion"]["webhook"]["clientConfig"]["service"]["port"] == 443

    @pytest.mark.parametrize(
        ("webhook", "kept"),
        [
            ({}, {}),
            ({"clientConfig": None, "conversionReviewVersions": None}, {}),
            ({"conversionReviewVersions": []}, {}),
            ({"conversionReviewVersions": ["v1"]}, {"webhook": {"conversionReviewVersions": ["v1"]}}),
        ],
    )
    def test_a_webhook_of_which_nothing_is_given_goes(self, crds, webhook, kept):
        spec = crds.decoded(crds.widget(conversion={"strategy": "None", "webhook": webhook}))["spec"]
        assert spec["conversion"] == {"strategy": "None", **kept}


def test_a_new_definition_has_an_empty_status_of_generation_one(crds):
    crd = crds.widget()
    crd["status"] = {"conditions": [{"type": "Established", "status": "True"}], "storedVersions": ["v9"]}
    crd["metadata"]["generation"] = 7
    prepared = crds.prepared(crd)
    assert prepared["metadata"]["generation"] == 1
    assert prepared["status"] == {
        "conditions": None,
        "acceptedNames": {"plural": "", "kind": ""},
        "storedVersions": ["v1"],
    }


def test_empty_keywords_are_not_stored(crds):
    given = {"required": [], "type": "object", "items": {"enum": []}, "default": {"required": []}}
    assert schema_of(crds.stored(with_schema(crds, given))) == {
        "type": "object",
        "items": {},
        "default": {"required": []},
    }
