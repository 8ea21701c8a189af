"""Tests of patches through the registry: their results and errors."""

import json

import pytest
from tests.unit.registry.conftest import version

from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import APPLY_PATCH, JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH

CRDS = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
NAMESPACES = GroupVersionResource("", "v1", "namespaces")


@pytest.fixture
def patch(talk, widgets, widget):
    talk("create", widgets, body=widget(spec={"size": 1, "colour": "red"}))

    def send(body, media_type=MERGE_PATCH, name="one", **query):
        return talk("patch", widgets, name, body, media_type=media_type, **query)

    return send


def test_merge_patch(patch):
    outcome = patch({"spec": {"size": 2, "colour": None}})
    assert outcome.code == 200
    assert outcome.object["spec"] == {"size": 2}
    assert outcome.object["metadata"]["generation"] == 2


def test_json_patch(patch):
    outcome = patch([{"op": "replace", "path": "/spec/size", "value": 7}], JSON_PATCH)
    assert outcome.object["spec"] == {"size": 7, "colour": "red"}


def test_defaults_come_back(patch):
    assert patch([{"op": "remove", "path": "/spec/size"}], JSON_PATCH).object["spec"]["size"] == 3


def test_dry_run(patch, talk, widgets):
    assert patch({"spec": {"size": 9}}, dryRun="All").object["spec"]["size"] == 9
    assert talk("get", widgets, "one").object["spec"]["size"] == 1


@pytest.mark.parametrize(
    ("body", "media_type", "code", "message"),
    [
        pytest.param(b"", MERGE_PATCH, 400, "invalid JSON patch", id="empty"),
        pytest.param(b"{", JSON_PATCH, 400, "invalid JSON patch", id="malformed"),
        pytest.param(b"null", MERGE_PATCH, 400, "Invalid JSON Patch", id="null"),
        pytest.param(b"[]", MERGE_PATCH, 400, "error decoding patch: json: cannot unmarshal array", id="list"),
        pytest.param(b"{}", JSON_PATCH, 400, "error decoding patch: json: cannot unmarshal object", id="object"),
        pytest.param(
            b'[{"op":"remove","path":"/spec/zzz"}]',
            JSON_PATCH,
            422,
            "the server rejected our request due to an error in our request",
            id="does-not-fit",
        ),
        pytest.param(b'{"kind":null}', MERGE_PATCH, 422, "Object 'Kind' is missing in", id="no-kind"),
        pytest.param(b'{"metadata":{"name":"two"}}', MERGE_PATCH, 400, "does not match the name on the URL", id="name"),
        pytest.param(b'{"spec":{"size":-1}}', MERGE_PATCH, 422, "should be greater than or equal to 0", id="invalid"),
        pytest.param(
            b'{"metadata":{"resourceVersion":"1"}}', MERGE_PATCH, 409, "the object has been modified", id="version"
        ),
        pytest.param(b"{}", APPLY_PATCH, 422, "fieldManager: Required value: is required for apply", id="apply"),
        pytest.param(b"{}", STRATEGIC_MERGE_PATCH, 415, "application/apply-patch+yaml", id="strategic"),
    ],
)
def test_refused(patch, body, media_type, code, message):
    outcome = patch(body, media_type)
    assert outcome.code == code
    assert message in outcome.status.message


def test_too_many_operations(patch):
    outcome = patch([{"op": "test", "path": "/kind", "value": "Widget"}] * 10_001, JSON_PATCH)
    assert (outcome.code, outcome.status.reason) == (413, "RequestEntityTooLarge")


def test_strict_patches_quote_what_they_made(patch):
    outcome = patch(b'{"spec":{"zip":1},"spec":{"zap":1}}', fieldValidation="Strict")
    assert outcome.code == 422
    (cause,) = outcome.status.causes
    assert cause.field == "patch"
    assert '\\"zap\\":1' in cause.message
    assert cause.message.endswith('strict decoding error: duplicate field "spec", unknown field "spec.zap"')


def test_lenient_patches_warn(patch):
    body = b'[{"op":"add","path":"/spec","value":{"size":1,"size":2},"why":1}]'
    outcome = patch(body, JSON_PATCH)
    assert outcome.object["spec"] == {"size": 2}
    assert outcome.warnings == (
        'json patch duplicate field "[0].value.size"',
        'json patch unknown field "[0].why"',
        'duplicate field "spec.size"',
    )


@pytest.mark.parametrize("body", [b"{}", b'{"spec":{"size":1e999}}', b"[]", b"null"])
def test_a_patch_of_nothing(patch, body):
    assert patch(body, name="ghost").code == 404


def test_force_is_for_apply(patch):
    outcome = patch({}, force="true")
    assert outcome.status.causes[0].message == "Forbidden: may not be specified for non-apply patch"


def quoted(outcome):
    """Returns the object that a rejected patch produced, as the error quotes it."""
    assert outcome.code == 422, outcome
    (cause,) = outcome.status.causes
    return json.JSONDecoder().raw_decode(cause.message.removeprefix("Invalid value: "))[0]


@pytest.mark.parametrize(
    ("body", "media_type", "spec"),
    [
        pytest.param(
            b'{"spec": {"size": "x", "zip": {"n": 1.0, "m": 1e2}}}',
            MERGE_PATCH,
            '"spec":{"colour":"red","size":"x","zip":{"m":1e2,"n":1.0}}',
            id="merge",
        ),
        pytest.param(
            b'[{"op":"add","path":"/spec/zip","value":{"n": 1.0, "m": 1e2, "k": "\\u0061", "n": 2}}]',
            JSON_PATCH,
            '"spec":{"colour":"red","size":1,"zip":{"n":1.0,"m":1e2,"k":"\\u0061","n":2}}',
            id="json",
        ),
        pytest.param(
            b'[{"op":"add","path":"/spec","value":{"zip":-0,"size":1.50}}]',
            JSON_PATCH,
            '"spec":{"zip":-0,"size":1.50}',
            id="order",
        ),
    ],
)
def test_a_refusal_quotes_the_patch_as_it_was_sent(patch, body, media_type, spec):
    text = quoted(patch(body, media_type, fieldValidation="Strict"))
    assert text.endswith(f"{spec}}}")


def test_a_refusal_quotes_built_in_kinds_in_the_order_of_their_fields(talk):
    talk("create", NAMESPACES, body={"metadata": {"name": "one", "labels": {"b": "1", "a": "2"}}}, namespace="")
    outcome = talk("patch", NAMESPACES, "one", b'{"spec":{"zip":1}}', media_type=MERGE_PATCH, fieldValidation="Strict")
    text = quoted(outcome)
    assert text.startswith('{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"one","uid":')
    assert '"labels":{"a":"2","b":"1","kubernetes.io/metadata.name":"one"}' in text
    assert text.endswith('"spec":{"finalizers":["kubernetes"],"zip":1},"status":{"phase":"Active"}}')


def test_a_refusal_quotes_schemas_in_the_order_of_their_fields(talk, widgets):
    patch = [{"op": "add", "path": "/status", "value": []}]
    text = quoted(talk("patch", CRDS, "widgets.example.com", patch, media_type=JSON_PATCH))
    assert '"size":{"type":"integer","default":3,"minimum":0}' in text
    assert '"spec":{"group":"example.com","names":{"plural":"widgets","singular":"widget","kind":"Widget"' in text


@pytest.mark.parametrize(
    ("body", "code", "told"),
    [
        pytest.param(
            b'[{"op":"add","path":"/spec/a","value":{"b":[1e999]}}]',
            400,
            "json: cannot unmarshal number 1e999 into Go struct field jsonPatchOp.value of type float64",
            id="value",
        ),
        pytest.param(
            b'[{"op":"test","path":"/kind","value":"no","x":1e999}]', 422, "rejected our request", id="unknown"
        ),
    ],
)
def test_numbers_beyond_every_float_in_a_json_patch(patch, body, code, told):
    outcome = patch(body, JSON_PATCH)
    assert outcome.code == code
    assert told in outcome.status.message


def test_numbers_beyond_every_float_are_found_when_the_object_is_read(patch):
    outcome = patch(b'{"spec":{"size":1e999}}', fieldValidation="Ignore")
    (cause,) = outcome.status.causes
    assert outcome.code == 422
    assert '\\"size\\":1e999' in cause.message
    assert cause.message.endswith("json: cannot unmarshal number 1e999 into Go value of type float64")


@pytest.mark.parametrize(
    ("value", "code"), [("1", 200), ("1.0", 422), ('"1"', 422)], ids=["as-stored", "as-a-float", "as-a-text"]
)
def test_comparisons_go_by_the_spelling(patch, value, code):
    body = f'[{{"op":"test","path":"/spec/size","value":{value}}}]'.encode()
    assert patch(body, JSON_PATCH).code == code


def test_an_object_without_a_version(patch):
    outcome = patch({"apiVersion": None})
    assert outcome.code == 500
    assert outcome.status.message == (
        "Internal error occurred: Object 'apiVersion' is missing in 'object has no apiVersion field'"
    )


def test_a_built_in_object_without_a_version_is_read_as_the_internal_type(talk):
    talk("create", NAMESPACES, body={"metadata": {"name": "one"}}, namespace="")
    body = b'{"apiVersion":null}'
    outcome = talk("patch", NAMESPACES, "one", body, media_type=MERGE_PATCH)
    assert outcome.status.message == (
        "the name of the object (one based on URL) was undeterminable: name must be provided"
    )
    assert outcome.warnings == tuple(f'unknown field "{each}"' for each in ("metadata", "spec", "status"))
    body = b'{"apiVersion":null,"labels":{"a":1}}'
    outcome = talk("patch", NAMESPACES, "one", body, media_type=MERGE_PATCH)
    assert "into Go struct field Namespace.ObjectMeta.labels of type string" in outcome.status.message


def test_the_kind_that_a_status_write_says_it_is_names_the_refusal(talk, make_version, widget):
    (gizmos,) = talk.define("gizmos", "Gizmo", versions=[make_version("v1", subresources={"status": {}})])
    talk("create", gizmos, body={**widget(), "kind": "Gizmo"})
    outcome = talk("patch", gizmos, "one", {"kind": "X", "status": 1}, media_type=MERGE_PATCH, sub="status")
    assert outcome.status.message.startswith('X.example.com "one" is invalid: status: ')


def test_an_apply_ignores_the_fields_that_it_resets_at_the_versions_of_others(talk):
    """A spec that a client wrote as autoscaling/v2 conflicts with no status that is applied as autoscaling/v1."""
    one, two = (GroupVersionResource("autoscaling", version, "horizontalpodautoscalers") for version in ("v1", "v2"))
    spec = {"maxReplicas": 2, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}
    assert talk("create", two, body={"metadata": {"name": "one"}, "spec": spec}).code == 201
    config = {
        "apiVersion": "autoscaling/v1",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": "one"},
        "spec": {**spec, "maxReplicas": 3},
        "status": {"currentReplicas": 1, "desiredReplicas": 1},
    }
    query = {"media_type": APPLY_PATCH, "fieldManager": "fz"}
    applied = talk("patch", one, "one", config, sub="status", **query)
    assert (applied.code, applied.object["spec"]["maxReplicas"]) == (200, 2)
    assert talk("patch", one, "one", config, **query).code == 409


def test_a_custom_resource_resets_fields_at_the_version_of_the_request_alone(talk):
    """Kept: upstream's strategy for custom resources names the fields of one version."""
    versions = [version("v1", subresources={"status": {}}), version("v2", storage=False, subresources={"status": {}})]
    one, two = talk.define(versions=versions)
    created = {"apiVersion": "example.com/v2", "kind": "Widget", "metadata": {"name": "one"}, "spec": {"size": 1}}
    assert talk("create", two, body=created).code == 201
    config = {**created, "apiVersion": "example.com/v1", "spec": {"size": 2}, "status": {"replicas": 1}}
    query = {"media_type": APPLY_PATCH, "fieldManager": "fz"}
    outcome = talk("patch", one, "one", config, sub="status", **query)
    assert outcome.code == 409
    assert "using example.com/v2: .spec.size" in outcome.status.message
