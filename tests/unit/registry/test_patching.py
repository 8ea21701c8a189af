"""Patches through the registry: what they make, and how they are refused."""

import pytest

from kapivara.registry.request import APPLY_PATCH, JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH


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


def test_a_patch_of_nothing(patch):
    assert patch({}, name="ghost").code == 404


def test_force_is_for_apply(patch):
    outcome = patch({}, force="true")
    assert outcome.status.causes[0].message == "Forbidden: may not be specified for non-apply patch"
