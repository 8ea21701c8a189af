"""Tests of the rules of a CRD's parts: columns, subresources, selectable fields, conversion and warnings."""

import pytest

from kapivara.field import Operation, Verb
from kapivara.values import ABSENT

DOMAIN = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters"
COLUMN = {"name": "Size", "type": "integer", "jsonPath": ".spec.size"}


@pytest.mark.parametrize(
    ("column", "errors"),
    [
        ({}, []),
        ({"jsonPath": ".spec[?(@"}, []),
        ({"format": "int32", "priority": 1, "description": "d"}, []),
        ({"name": ""}, ["name: Required value"]),
        ({"type": ""}, ["type: Required value: must be one of boolean,date,integer,number,string"]),
        ({"type": "array"}, ['type: Invalid value: "array": must be one of boolean,date,integer,number,string']),
        (
            {"format": "x"},
            ['format: Invalid value: "x": must be one of byte,date,date-time,double,float,int32,int64,password'],
        ),
        ({"jsonPath": ""}, ["JSONPath: Required value"]),
        ({"jsonPath": "spec"}, ['JSONPath: Invalid value: "spec": must be a simple json path starting with .']),
    ],
)
def test_columns(crds, column, errors):
    crd = crds.widget(versions=[{"additionalPrinterColumns": [{**COLUMN, **column}]}])
    assert crds.errors(crd) == [f"spec.additionalPrinterColumns[0].{error}" for error in errors]


def test_columns_of_one_version_are_blamed_there(crds):
    bad = {**COLUMN, "name": ""}
    crd = crds.widget(versions=[{}, {"name": "v2", "storage": False, "additionalPrinterColumns": [bad]}])
    assert crds.errors(crd) == ["spec.versions[1].additionalPrinterColumns[0].name: Required value"]


@pytest.mark.parametrize(
    ("scale", "errors"),
    [
        ({}, []),
        ({"labelSelectorPath": ""}, []),
        ({"labelSelectorPath": ".spec.selector"}, []),
        ({"specReplicasPath": ""}, ["specReplicasPath: Required value"]),
        (
            {"specReplicasPath": ".status.x"},
            ['specReplicasPath: Invalid value: ".status.x": should be a json path under .spec'],
        ),
        (
            {"statusReplicasPath": "x"},
            ['statusReplicasPath: Invalid value: "x": must be a simple json path starting with .'],
        ),
        (
            {"labelSelectorPath": ".x"},
            ['labelSelectorPath: Invalid value: ".x": should be a json path under either .spec or .status'],
        ),
    ],
)
def test_scale(crds, scale, errors):
    given = {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas", **scale}
    crd = crds.widget(versions=[{"subresources": {"scale": given}}])
    assert crds.errors(crd) == [f"spec.subresources.scale.{error}" for error in errors]


@pytest.mark.parametrize(
    ("path", "error"),
    [
        (".spec.text", ""),
        (".spec.map.key", ""),
        ("", "Required value"),
        (".spec.none", 'Invalid value: ".spec.none": is an invalid path: does not refer to a valid field'),
        (".spec.list[0]", 'Invalid value: ".spec.list[0]": is an invalid path: array notation is not allowed'),
        ("spec", 'Invalid value: "spec": is an invalid path: expected [ or . but got: spec'),
        (
            ".spec.list",
            'Invalid value: ".spec.list": must point to a field of type string, boolean or integer. '
            "Enum string fields and strings with formats are allowed.",
        ),
        (".metadata.name", 'Invalid value: ".metadata.name": must not point to fields in metadata'),
    ],
)
def test_selectable_fields(crds, path, error):
    spec = {
        "text": {"type": "string"},
        "list": {"type": "array", "items": {"type": "string"}},
        "map": {"type": "object", "additionalProperties": {"type": "string"}},
    }
    properties = {
        "spec": {"type": "object", "properties": spec},
        "metadata": {"type": "object", "properties": {"name": {"type": "string"}}},
    }
    schema = {"openAPIV3Schema": {"type": "object", "properties": properties}}
    crd = crds.widget(versions=[{"schema": schema, "selectableFields": [{"jsonPath": path}]}])
    assert crds.errors(crd) == ([f"spec.selectableFields[0].jsonPath: {error}"] if error else [])


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        ({"definitions": {"d": {}}, "additionalItems": False}, "OpenAPIV3Schema 'additionalItems' is not supported"),
        ({"items": [{}], "not": {"id": "i"}}, "OpenAPIV3Schema 'id' is not supported"),
        (
            {"items": [{}], "x-kubernetes-preserve-unknown-fields": False},
            "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined",
        ),
        (
            {"additionalProperties": {"$ref": "#"}, "items": [{}]},
            "OpenAPIV3Schema 'items' must be a schema, but is an array",
        ),
    ],
)
def test_selectable_fields_of_a_schema_that_is_not_structural(crds, schema, problem):
    whole = {"openAPIV3Schema": {"type": "object", "properties": {"f": schema}}}
    crd = crds.widget(versions=[{"schema": whole, "selectableFields": [{"jsonPath": ""}]}])
    found = [error for error in crds.errors(crd) if error.startswith("spec.schema")]
    assert found == [f'spec.schema.openAPIV3Schema: Invalid value: "": {problem}']


def test_selectable_fields_without_a_schema_beside_them(crds):
    fields = [{"jsonPath": ".a"}]
    crd = crds.widget(versions=[{"selectableFields": fields}, {"name": "v2", "storage": False}])
    assert crds.errors(crd) == [
        'spec.versions[0].selectableFields: Invalid value: "": '
        "may only be set when `version.schema.openAPIV3Schema` is not included"
    ]


@pytest.mark.parametrize(
    ("conversion", "errors"),
    [
        pytest.param(None, [], id="not given"),
        pytest.param({"strategy": "None"}, [], id="none"),
        pytest.param({}, ["strategy: Required value"], id="no strategy"),
        pytest.param(
            {"strategy": "Magic"},
            ['strategy: Unsupported value: "Magic": supported values: "None", "Webhook"'],
            id="unknown strategy",
        ),
        pytest.param(
            {"strategy": "None", "webhook": {"clientConfig": {}, "conversionReviewVersions": ["v1"]}},
            [
                "webhookClientConfig: Forbidden: should not be set when strategy is not set to Webhook",
                "conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook",
            ],
            id="webhook without its strategy",
        ),
        pytest.param(
            {"strategy": "Webhook"},
            [
                "webhookClientConfig: Required value: required when strategy is set to Webhook",
                "conversionReviewVersions: Required value",
            ],
            id="strategy without its webhook",
        ),
        pytest.param(
            {"strategy": "Webhook", "webhook": {"clientConfig": {}, "conversionReviewVersions": ["v1", "v1", "V"]}},
            [
                "webhookClientConfig: Required value: exactly one of url or service is required",
                'conversionReviewVersions[1]: Invalid value: "v1": duplicate version',
                'conversionReviewVersions[2]: Invalid value: "V": a DNS-1035 label must consist of lower case '
                "alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric "
                "character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
            ],
            id="neither url nor service",
        ),
        pytest.param(
            {
                "strategy": "Webhook",
                "webhook": {"clientConfig": {"url": "https://x"}, "conversionReviewVersions": ["v9"]},
            },
            ['conversionReviewVersions: Invalid value: ["v9"]: must include at least one of v1, v1beta1'],
            id="unknown review version",
        ),
        pytest.param(
            {
                "strategy": "Webhook",
                "webhook": {
                    "clientConfig": {"service": {"name": "", "namespace": "ns", "path": "x/", "port": 0}},
                    "conversionReviewVersions": ["v1"],
                },
            },
            [
                "webhookClientConfig.service.namespace: Required value",
                "webhookClientConfig.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, "
                "inclusive",
                "webhookClientConfig.service.path: Invalid value: \"x/\": must start with a '/'",
                'webhookClientConfig.service.path: Invalid value: "x/": segment[0] may not be empty',
            ],
            id="name and namespace are blamed in each other's place",
        ),
    ],
)
def test_conversion(crds, conversion, errors):
    assert crds.errors(crds.widget(conversion=conversion)) == [f"spec.conversion.{error}" for error in errors]


def test_warnings_are_given_once_and_not_again(crds):
    def with_formats(*formats):
        properties = {f"f{n}": {"type": "string", "format": each} for n, each in enumerate(formats)}
        return crds.widget(versions=[{"schema": {"openAPIV3Schema": {"type": "object", "properties": properties}}}])

    new, old = crds.prepared(with_formats("hue", "tone", "hue", "date")), crds.stored(with_formats("hue"))
    warn = crds.kind.warnings
    assert sorted(warn(Operation(Verb.CREATE), new, ABSENT)) == [
        'unrecognized format "hue"',
        'unrecognized format "tone"',
    ]
    assert warn(Operation(Verb.UPDATE), new, old) == ['unrecognized format "tone"']
    assert warn(Operation(Verb.UPDATE, "status"), new, old) == []


def test_field_selectors_know_the_name(crds):
    assert crds.kind.selectable_fields(crds.widget()) == {"metadata.name": "widgets.example.com"}
