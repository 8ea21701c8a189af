"""Tests of creating, reading and updating custom resources: every step of the pipeline, through the registry."""

import re

import pytest

from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import YAML


def test_create_fills_in_what_the_server_makes(talk, widgets, widget):
    outcome = talk("create", widgets, body=widget())
    assert outcome.code == 201
    metadata = outcome.object["metadata"]
    assert metadata["namespace"] == "default"
    assert metadata["generation"] == 1
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", metadata["uid"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", metadata["creationTimestamp"])
    assert int(metadata["resourceVersion"]) > 1
    assert outcome.object["spec"] == {"size": 3}
    assert talk("get", widgets, "one").object == outcome.object


def test_system_fields_are_not_the_clients_to_set(talk, widgets, widget):
    given = widget(uid="mine", creationTimestamp="2001-01-01T00:00:00Z", generation=7, selfLink="/x")
    metadata = talk("create", widgets, body=given).object["metadata"]
    assert metadata["uid"] != "mine"
    assert not metadata["creationTimestamp"].startswith("2001")
    assert metadata["generation"] == 1
    assert "selfLink" not in metadata


def test_generated_names(talk, widgets, widget):
    body = widget()
    body["metadata"] = {"generateName": "gen-"}
    first, second = (talk("create", widgets, body=body).object["metadata"]["name"] for _ in range(2))
    assert first != second
    assert re.fullmatch("gen-[bcdfghjklmnpqrstvwxz2456789]{5}", first)


def test_dry_run_stores_nothing(talk, widgets, widget):
    outcome = talk("create", widgets, body=widget(), dryRun="All")
    assert outcome.code == 201
    assert "resourceVersion" not in outcome.object["metadata"]
    assert talk("get", widgets, "one").code == 404


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        pytest.param(b"", 400, "unexpected end of JSON input (<empty>)", id="empty"),
        pytest.param(b"{}", 400, "Object 'Kind' is missing in '{}' ({})", id="no-kind"),
        pytest.param(b"[]", 400, "cannot unmarshal array into Go value of type struct", id="array"),
        pytest.param(
            b'{"kind":3}', 400, "cannot unmarshal number into Go struct field .kind of type string", id="kind"
        ),
        pytest.param(b'{"apiVersion":"a/b/c","kind":"Widget"}', 400, "unexpected GroupVersion string: a/b/c", id="gv"),
        pytest.param(
            b'{"apiVersion":"v1","kind":"Widget"}',
            400,
            "the API version in the data (v1) does not match the expected API version (example.com/v1)",
            id="other-version",
        ),
        pytest.param(
            b'{"apiVersion":"example.com/v1","kind":"Gizmo","metadata":{"name":"x"}}',
            422,
            'Gizmo.example.com "x" is invalid: kind: Invalid value: "Gizmo": must be Widget',
            id="other-kind",
        ),
        pytest.param(
            b'{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"x","labels":[]}}',
            400,
            'Widget in version "v1" cannot be handled as a Widget: json: cannot unmarshal array into Go struct field',
            id="malformed-metadata",
        ),
        pytest.param(
            b'{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"x","namespace":"other"}}',
            400,
            "the namespace of the provided object does not match the namespace sent on the request",
            id="other-namespace",
        ),
        pytest.param(
            b'{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"x","resourceVersion":"5"}}',
            500,
            "resourceVersion should not be set on objects to be created",
            id="resource-version",
        ),
    ],
)
def test_create_refused(talk, widgets, body, code, message):
    outcome = talk("create", widgets, body=body)
    assert outcome.code == code
    assert message in outcome.status.message


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        pytest.param(
            b"k8s\x00\x12\x00",
            400,
            'Widget in version "v1" cannot be handled as a Widget: '
            "Object 'Kind' is missing in 'object has no kind field '",
            id="protobuf",
        ),
        pytest.param(
            b'{"kind": "Widget"}',
            400,
            "the object provided is unrecognized (must be of type Widget): provided data does not appear to be a "
            'protobuf message, expected prefix [107 56 115 0] ({"kind": "Widget"})',
            id="json",
        ),
        pytest.param(
            b"", 400, "the object provided is unrecognized (must be of type Widget): empty data (<empty>)", id="nothing"
        ),
    ],
)
@pytest.mark.parametrize("verb", ["create", "update"])
def test_protobuf_is_not_read(talk, widgets, widget, verb, body, code, message):
    talk("create", widgets, body=widget())
    name = "one" if verb == "update" else ""
    outcome = talk(verb, widgets, name, body, media_type="application/vnd.kubernetes.protobuf")
    assert (outcome.code, outcome.status.message) == (code, message)


@pytest.mark.parametrize("media_type", ["text/plain", "application/xml", "json"])
def test_media_types_that_cannot_be_read(talk, widgets, media_type):
    outcome = talk("create", widgets, body=b"x", media_type=media_type)
    assert (outcome.code, outcome.status.reason) == (415, "UnsupportedMediaType")


def test_field_validation(talk, widgets, widget):
    body = widget(spec={"zip": 1})
    warned = talk("create", widgets, body=body, dryRun="All")
    assert warned.code == 201
    assert warned.warnings == ('unknown field "spec.zip"',)
    assert talk("create", widgets, body=body, dryRun="All", fieldValidation="Ignore").warnings == ()
    strict = talk("create", widgets, body=body, fieldValidation="Strict")
    assert strict.code == 400
    assert strict.status.message.endswith('strict decoding error: unknown field "spec.zip"')


def test_duplicate_fields(talk, widgets):
    body = b'{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"x"},"spec":{"size":1,"size":2}}'
    outcome = talk("create", widgets, body=body)
    assert outcome.object["spec"]["size"] == 2
    assert outcome.warnings == ('duplicate field "spec.size"',)


def test_yaml_bodies(talk, widgets):
    body = b"apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: one}\nspec: {size: 1, size: 2}\n"
    outcome = talk("create", widgets, body=body, media_type=YAML)
    assert outcome.object["spec"] == {"size": 2}
    assert outcome.warnings == ('line 4: key "size" already set in map',)


def test_names_are_taken_once(talk, widgets, widget):
    talk("create", widgets, body=widget())
    outcome = talk("create", widgets, body=widget())
    assert outcome.code == 409
    assert outcome.status.message == 'widgets.example.com "one" already exists'


def test_update_needs_the_version_it_was_made_from(talk, widgets, widget):
    created = talk("create", widgets, body=widget()).object
    assert talk("update", widgets, "one", widget()).status.message.endswith("must be specified for an update")
    assert talk("update", widgets, "one", widget(resourceVersion="1")).code == 409
    assert talk("update", widgets, "one", widget(resourceVersion="nope")).code == 500
    created["spec"]["size"] = 5
    updated = talk("update", widgets, "one", created)
    assert updated.code == 200
    assert updated.object["metadata"]["generation"] == 2
    assert talk("update", widgets, "one", created).status.reason == "Conflict"


def test_nothing_changed_nothing_written(talk, widgets, widget, storage):
    created = talk("create", widgets, body=widget()).object
    before = storage.revision
    assert talk("update", widgets, "one", created).object == created
    assert storage.revision == before


def test_whole_floats_are_stored_as_integers_and_count_as_a_change(talk, widgets, widget):
    created = talk("create", widgets, body=widget(spec={"size": 2.0})).object
    assert type(created["spec"]["size"]) is int
    again = talk("update", widgets, "one", {**created, "spec": {"size": 2.0}}).object
    assert again["metadata"]["generation"] == 2


def test_update_keeps_what_no_update_may_change(talk, widgets, widget):
    created = talk("create", widgets, body=widget()).object
    version = created["metadata"]["resourceVersion"]
    changed = widget(resourceVersion=version, creationTimestamp="2001-01-01T00:00:00Z", generation=77)
    metadata = talk("update", widgets, "one", changed).object["metadata"]
    assert metadata["creationTimestamp"] == created["metadata"]["creationTimestamp"]
    assert metadata["generation"] == 1
    refused = talk("update", widgets, "one", widget(resourceVersion=version, uid="x"))
    assert "Precondition failed: UID in precondition: x" in refused.status.message
    assert "Key: /registry/example.com/widgets/default/one" in refused.status.message


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "the name of the object (one based on URL) was undeterminable"),
        ("two", "does not match the name on the URL"),
    ],
)
def test_update_names_its_object(talk, widgets, widget, name, message):
    talk("create", widgets, body=widget())
    outcome = talk("update", widgets, "one", widget(name))
    assert outcome.code == 400
    assert message in outcome.status.message


def test_owner_references_given_twice_are_dropped(talk, widgets, widget):
    owner = {"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u-1"}
    outcome = talk("create", widgets, body=widget(ownerReferences=[owner, owner]))
    assert len(outcome.object["metadata"]["ownerReferences"]) == 1
    assert outcome.warnings[0].endswith("duplicate UID(s) observed: u-1")


def test_managed_fields_that_make_no_sense_are_dropped(talk, widgets, widget):
    entry = {"manager": "me", "operation": "Update", "apiVersion": "example.com/v1", "fieldsType": "FieldsV1"}
    good = [{**entry, "fieldsV1": {"f:metadata": {"f:labels": {}}}}]
    kept = talk("create", widgets, body=widget("kept", managedFields=good)).object
    assert [each["manager"] for each in kept["metadata"]["managedFields"]] == ["me", "unknown"]
    dropped = talk("create", widgets, body=widget("dropped", managedFields=[{"operation": "Sing"}])).object
    assert [each["manager"] for each in dropped["metadata"]["managedFields"]] == ["unknown"]


def test_too_large_for_the_storage(talk, widgets, widget):
    outcome = talk("create", widgets, body=widget(spec={"colour": "x" * 1_600_000}))
    assert (outcome.code, outcome.status.message) == (500, "etcdserver: request is too large")


def test_get_with_odd_versions(talk, widgets, widget):
    talk("create", widgets, body=widget())
    assert talk("get", widgets, "one", resourceVersion="0").ok
    assert talk("get", widgets, "one", resourceVersion="x").code == 500
    assert talk("get", widgets, "one", resourceVersion="999999").status.reason == "Timeout"
    assert talk("get", widgets, "one", export="true").code == 400
    assert talk("get", widgets, "..").status.message == "Name parameter invalid: \"..\": may not be '..'"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param(b"null", "null", id="null"),
        pytest.param(b"# nothing\n", "null", id="comments"),
        pytest.param(b"---\n# nothing\n---\nkind: Widget\n", "null", id="an empty first document"),
        pytest.param(b"", "null", id="empty"),
        pytest.param(b"spec: <a>\n", '{"spec":"\\u003ca\\u003e"}', id="no kind"),
    ],
)
@pytest.mark.parametrize("verb", ["create", "update"])
def test_a_lenient_request_without_a_kind_in_yaml(talk, widgets, verb, text, shown):
    name = "one" if verb == "update" else ""
    lenient = talk(verb, widgets, name, text, media_type=YAML, fieldValidation="Ignore")
    assert lenient.code == 400
    assert lenient.status.message == (
        f"""Widget in version "v1" cannot be handled as a Widget: Object 'Kind' is missing in '{shown}'"""
    )
    strict = talk(verb, widgets, name, text, media_type=YAML)
    start = "the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in "
    assert strict.status.message.startswith(f"{start}'{text.decode()}'")


def test_a_lenient_request_without_a_kind_in_json(talk, widgets):
    outcome = talk("create", widgets, body=b' {"apiVersion":"v9"} \n', fieldValidation="Ignore")
    assert outcome.status.message == (
        """Widget in version "v9" cannot be handled as a Widget: Object 'Kind' is missing in '{"apiVersion":"v9"}'"""
    )


def test_faults_of_metadata_are_told_by_the_order_of_names(talk, widgets, widget):
    body = widget(zip=1, annotations={}, ape=1)
    outcome = talk("create", widgets, body=body, fieldValidation="Strict")
    assert outcome.status.message.endswith('unknown field "metadata.ape", unknown field "metadata.zip"')
    outcome = talk("create", widgets, body=widget(labels=1, annotations=2))
    assert "Go struct field ObjectMeta.annotations" in outcome.status.message


BEYOND = "json: cannot unmarshal number 1e400 into Go"


@pytest.mark.parametrize(
    ("resource", "body", "message"),
    [
        pytest.param("widgets", '{"spec":1e400}', f"handled as a Widget: {BEYOND} value of type float64", id="cr"),
        pytest.param("widgets", '{"kind":1e400}', "cannot unmarshal number into Go struct field .kind", id="kind"),
        pytest.param("widgets", "1e400", "cannot unmarshal number into Go value of type struct", id="nothing else"),
        pytest.param("namespaces", '{"metadata":{"name":"one"},"zip":1e400}', "", id="unknown field"),
        pytest.param(
            "namespaces",
            '{"metadata":{"generation":1e400}}',
            f"{BEYOND} struct field ObjectMeta.metadata.generation of type int64",
            id="integer",
        ),
        pytest.param(
            "customresourcedefinitions",
            '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"not":{"maximum":1e400}}}}]}}',
            f"{BEYOND} struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.not.maximum of type float64",
            id="float",
        ),
        pytest.param(
            "customresourcedefinitions",
            '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"default":[1e400]}}}]}}',
            f"{BEYOND} value of type float64",
            id="any JSON",
        ),
    ],
)
def test_numbers_beyond_every_float(talk, widgets, resource, body, message):
    groups = {"widgets": "example.com", "customresourcedefinitions": "apiextensions.k8s.io"}
    outcome = talk("create", GroupVersionResource(groups.get(resource, ""), "v1", resource), body=body.encode())
    if not message:
        assert outcome.code == 201
        return
    assert outcome.code == 400
    assert message in outcome.status.message


def test_another_kind_is_told_beside_what_its_rules_say(talk, make_version, widget):
    spec = {
        "type": "object",
        "properties": {
            "size": {"type": "integer"},
            "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
        },
        "x-kubernetes-validations": [{"rule": "!has(self.set) || size(self.set) < 2", "message": "too many"}],
    }
    (gizmos,) = talk.define("gizmos", "Gizmo", versions=[make_version("v1", spec=spec)])
    body = {**widget(labels={"-": ""}), "kind": "Other", "spec": {"set": ["a", "a"]}}
    outcome = talk("create", gizmos, body=body)
    assert [(cause.field, cause.message) for cause in outcome.status.causes] == [
        ("kind", 'Invalid value: "Other": must be Gizmo'),
        ("spec.set[1]", 'Duplicate value: "a"'),
        ("spec", "Invalid value: too many"),
    ]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"kind": "X"},
            'X in version "v1" cannot be handled as a X: strict decoding error: unknown field "metadata.z"',
        ),
        ({"apiVersion": ""}, "Object 'apiVersion' is missing in 'object has no apiVersion field'"),
        (
            {"kind": "X", "metadata": 1},
            'X in version "v1" cannot be handled as a Widget: json: cannot unmarshal number into Go value of type '
            "v1.ObjectMeta",
        ),
    ],
)
def test_strict_refusals_of_another_kind(talk, widgets, widget, changes, message):
    outcome = talk("create", widgets, body={**widget(z=1), **changes}, fieldValidation="Strict")
    assert (outcome.code, outcome.status.message) == (400, message)


@pytest.mark.parametrize(
    ("version", "message"),
    [
        (
            "foo/",
            "Namespace in version \"\" cannot be handled as a Namespace: Object 'apiVersion' is missing in '{body}'",
        ),
        ("__internal", "the API version in the data (__internal) does not match the expected API version (v1)"),
        (
            "apps/v1",
            'Namespace in version "v1" cannot be handled as a Namespace: no kind "Namespace" is registered for version '
            '"apps/v1" in scheme "pkg/api/legacyscheme/scheme.go:30"',
        ),
    ],
)
def test_versions_of_built_in_kinds(talk, version, message):
    body = f'{{"apiVersion":"{version}","kind":"Namespace"}}'
    outcome = talk("create", GroupVersionResource("", "v1", "namespaces"), body=body.encode())
    assert outcome.status.message == message.replace("{body}", body)
