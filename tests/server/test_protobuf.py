"""Tests of protocol buffers over HTTP: bodies, responses, errors, and content without them."""

import pytest
from tests.server.test_app import CRD, DEFINITIONS, GROUP, WIDGETS, Client, widget
from tests.unit.codec.protobuf.protobuf_fields import envelope, integer, span

from kapivara.codec.protobuf.envelope import open_envelope
from kapivara.codec.protobuf.objects import find_struct, write_object
from kapivara.codec.protobuf.reading import read_message
from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.storage.memory import MemoryStorage

PROTOBUF = "application/vnd.kubernetes.protobuf"
NAMESPACES = "/api/v1/namespaces"
PARTIAL = f"{PROTOBUF};as=PartialObjectMetadata;g=meta.k8s.io;v=v1"
PARTIAL_LIST = f"{PROTOBUF};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"
TABLE = f"{PROTOBUF};as=Table;g=meta.k8s.io;v=v1"
MEDIA_TYPES = "application/json, application/yaml, application/vnd.kubernetes.protobuf"


@pytest.fixture(scope="module")
def client():
    client = Client(Application(Registry(MemoryStorage()), url="https://127.0.0.1:6443"))
    assert client("POST", DEFINITIONS, CRD).status_code == 201
    assert client("POST", WIDGETS, widget(size=1)).status_code == 201
    return client


def read(answer):
    """Returns the content of a response in protocol buffers."""
    assert answer.headers["content-type"].partition(";")[0] == PROTOBUF
    opened = open_envelope(answer.content)
    obj = read_message(opened.message, find_struct(opened.api_version, opened.kind))
    return {"apiVersion": opened.api_version, "kind": opened.kind, **obj}


def test_a_life(client):
    body = write_object({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "one", "labels": {"a": "b"}}})
    created = read(client("POST", NAMESPACES, body, content_type=PROTOBUF, accept=PROTOBUF))
    assert (created["kind"], created["metadata"]["labels"]["a"]) == ("Namespace", "b")
    assert created == read(client("GET", f"{NAMESPACES}/one", accept=PROTOBUF))
    as_json = client("GET", f"{NAMESPACES}/one").json()
    assert created == as_json
    created["metadata"]["labels"]["a"] = "c"
    put = client("PUT", f"{NAMESPACES}/one", write_object(created), content_type=PROTOBUF)
    assert put.json()["metadata"]["labels"]["a"] == "c"
    listed = read(client("GET", f"{NAMESPACES}?labelSelector=a", accept=PROTOBUF))
    assert listed["kind"] == "NamespaceList"
    assert [each["metadata"]["name"] for each in listed["items"]] == ["one"]
    options = envelope("v1", "DeleteOptions", span(2, span(1, b"nobody")))
    refused = client("DELETE", f"{NAMESPACES}/one", options, content_type=PROTOBUF, accept=PROTOBUF)
    assert (refused.status_code, read(refused)["reason"]) == (409, "Conflict")
    options = envelope("meta.k8s.io/v1", "DeleteOptions", integer(1, 0))
    assert client("DELETE", f"{NAMESPACES}/one", options, content_type=PROTOBUF).status_code == 200


def test_definitions_are_written_too(client):
    definition = read(client("GET", f"{DEFINITIONS}/widgets.example.com", accept=PROTOBUF))
    assert definition == client("GET", f"{DEFINITIONS}/widgets.example.com").json()
    definition["metadata"] = {"name": "others.example.com"}
    definition["spec"]["names"] = {"plural": "others", "kind": "Other"}
    assert (
        client("POST", f"{DEFINITIONS}?dryRun=All", write_object(definition), content_type=PROTOBUF).status_code == 201
    )


@pytest.mark.parametrize(
    ("body", "message"),
    [
        pytest.param(
            b"",
            "the object provided is unrecognized (must be of type Namespace): empty data (<empty>)",
            id="nothing",
        ),
        pytest.param(
            b"k8s\x00\n\x0f",
            "the object provided is unrecognized (must be of type Namespace): unexpected EOF (6b3873000a0f)",
            id="ends early",
        ),
        pytest.param(
            b"{}",
            "the object provided is unrecognized (must be of type Namespace): provided data does not appear to be a "
            "protobuf message, expected prefix [107 56 115 0] ({})",
            id="JSON",
        ),
        pytest.param(
            envelope("v1", "Namespace", b"\x0a\x05ab"),
            'Namespace in version "v1" cannot be handled as a Namespace: unexpected EOF',
            id="message ends early",
        ),
        pytest.param(
            envelope("v1", "Namespace", b"\x08\x01"),
            'Namespace in version "v1" cannot be handled as a Namespace: '
            "proto: wrong wireType = 0 for field ObjectMeta",
            id="wrong type",
        ),
        pytest.param(
            envelope("v1", "Nope"),
            'Nope in version "v1" cannot be handled as a Namespace: no kind "Nope" is registered for version "v1" in '
            'scheme "pkg/api/legacyscheme/scheme.go:30"',
            id="unknown kind",
        ),
        pytest.param(
            envelope("v2", "Namespace"),
            'Namespace in version "v2" cannot be handled as a Namespace: no kind "Namespace" is registered for version '
            '"v2" in scheme "pkg/api/legacyscheme/scheme.go:30"',
            id="unknown version",
        ),
        pytest.param(
            envelope("__internal", "Namespace"),
            'Namespace in version "__internal" cannot be handled as a Namespace: object *core.Namespace does not '
            "implement the protobuf marshalling interface and cannot be encoded to a protobuf message",
            id="internal version",
        ),
    ],
)
@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_bodies_that_cannot_be_read(client, method, body, message):
    path = NAMESPACES if method == "POST" else f"{NAMESPACES}/default"
    answer = client(method, path, body, content_type=PROTOBUF)
    assert (answer.status_code, answer.json()["message"]) == (400, message)


@pytest.mark.parametrize(
    "said",
    [
        pytest.param((b"", b""), id="nothing"),
        pytest.param((b"", b"Namespace"), id="no version"),
        pytest.param((b"v1", b""), id="no kind"),
        pytest.param((b"a/b/c", b"Namespace"), id="no version that can be read"),
        pytest.param((b"apps/", b"Namespace"), id="no version in a group"),
    ],
)
def test_a_body_need_not_say_its_kind(client, said):
    version, kind = said
    body = b"k8s\x00" + span(1, span(1, version), span(2, kind)) + span(2, span(1, span(1, b"x")))
    assert client("POST", f"{NAMESPACES}?dryRun=All", body, content_type=PROTOBUF).status_code == 201


@pytest.mark.parametrize("strictness", ["Strict", "Warn", "Ignore", ""])
@pytest.mark.parametrize(("method", "name", "code"), [("POST", "x", 201), ("PUT", "default", 200)])
def test_unknown_fields_are_never_told(client, method, name, code, strictness):
    body = envelope("v1", "Namespace", span(1, span(1, name.encode()), span(99, b"y")), integer(30, 1))
    path = NAMESPACES if method == "POST" else f"{NAMESPACES}/{name}"
    answer = client(method, f"{path}?dryRun=All&fieldValidation={strictness}", body, content_type=PROTOBUF)
    assert (answer.status_code, answer.headers.get("warning")) == (code, None)


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("DELETE", b"k8s\x00\n\x0f", "unexpected EOF"),
        ("DELETE", envelope("v1", "DeleteOptions", span(1)), "proto: wrong wireType = 2 for field GracePeriodSeconds"),
        ("DELETE", envelope("v1", "Status"), "converting (v1.Status) to (v1.DeleteOptions): unknown conversion"),
    ],
    ids=["ends early", "wrong type", "another kind"],
)
def test_options_that_cannot_be_read(client, path, body, message):
    answer = client(path, f"{WIDGETS}/one", body, content_type=PROTOBUF)
    assert (answer.status_code, answer.json()["message"]) == (400, message)


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        (PROTOBUF, PROTOBUF),
        (f"{PROTOBUF},application/json", PROTOBUF),
        (f"application/json,{PROTOBUF}", "application/json"),
        (f"{PROTOBUF};q=0.1,application/json", "application/json"),
        (f"application/json;q=0.5,{PROTOBUF}", PROTOBUF),
        (f"{PROTOBUF};stream=watch", PROTOBUF),
        (f"{PROTOBUF};sv=v1", PROTOBUF),
        (f"{PROTOBUF};sv=v2,application/json", "application/json"),
        (f"{TABLE},application/json", "application/json"),
        (f"{TABLE},{TABLE.replace('vnd.kubernetes.protobuf', 'json')}", "application/json"),
        (PARTIAL, PROTOBUF),
        (f"{PARTIAL},application/json", PROTOBUF),
    ],
)
def test_what_a_client_prefers(client, accept, media_type):
    answer = client("GET", f"{NAMESPACES}/default", accept=accept)
    assert (answer.status_code, answer.headers["content-type"]) == (200, media_type)


@pytest.mark.parametrize(
    ("accept", "path", "code", "media_type"),
    [
        pytest.param(PROTOBUF, f"{NAMESPACES}/ghost", 404, PROTOBUF, id="built-in"),
        pytest.param(f"{PROTOBUF},application/json", f"{WIDGETS}/ghost", 404, PROTOBUF, id="custom"),
        pytest.param(PROTOBUF, WIDGETS, 406, PROTOBUF, id="not written in it"),
        pytest.param(f"{PROTOBUF};sv=v1", f"{NAMESPACES}/ghost", 404, "application/json", id="no version of an error"),
        pytest.param(TABLE, NAMESPACES, 406, "application/json", id="no Table"),
        pytest.param(PARTIAL, f"{NAMESPACES}/ghost", 404, "application/json", id="an error is no metadata"),
        pytest.param(PARTIAL, NAMESPACES, 406, "application/json", id="a list is none, either"),
        pytest.param(f"{TABLE},{PROTOBUF}", f"{NAMESPACES}/ghost", 404, PROTOBUF, id="second choice"),
        pytest.param(PROTOBUF, "/api/v1/nowhere", 404, PROTOBUF, id="no such resource"),
        pytest.param(PROTOBUF, "/api/v9", 404, PROTOBUF, id="no such version"),
        pytest.param(PROTOBUF, f"{NAMESPACES}?timeout=x", 400, PROTOBUF, id="timeout"),
        pytest.param(PROTOBUF, "/version", 406, PROTOBUF, id="version"),
    ],
)
def test_errors(client, accept, path, code, media_type):
    answer = client("GET", path, accept=accept)
    assert (answer.status_code, answer.headers["content-type"]) == (code, media_type)
    status = read(answer) if media_type == PROTOBUF else answer.json()
    assert (status["kind"], status["code"]) == ("Status", code)


def test_refused_methods_are_told_in_protobuf(client):
    answer = client("POST", f"{NAMESPACES}/default", {}, accept=PROTOBUF)
    assert read(answer)["reason"] == "MethodNotAllowed"


def test_metadata_of_objects_and_lists(client):
    for path in (f"{WIDGETS}/one", f"{NAMESPACES}/default"):
        shown = read(client("GET", path, accept=PARTIAL))
        assert shown == client("GET", path, accept=PARTIAL.replace("vnd.kubernetes.protobuf", "json")).json()
        beta = read(client("GET", path, accept=PARTIAL.replace("v=v1", "v=v1beta1")))
        assert (beta["apiVersion"], beta["metadata"]) == ("meta.k8s.io/v1beta1", shown["metadata"])
    for path in (WIDGETS, NAMESPACES):
        listed = read(client("GET", path, accept=PARTIAL_LIST))
        shown = client("GET", path, accept=PARTIAL_LIST.replace("vnd.kubernetes.protobuf", "json")).json()
        assert [each["metadata"] for each in listed["items"]] == [each["metadata"] for each in shown["items"]]
        assert listed["metadata"] == shown["metadata"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            envelope("example.com/v1", "Widget", b""),
            'Widget in version "v1" cannot be handled as a Widget: '
            "Object 'Kind' is missing in 'object has no kind field '",
        ),
        (b"k8s\x00", "the object provided is unrecognized (must be of type Widget): empty body (6b387300)"),
    ],
    ids=["object", "mark alone"],
)
def test_custom_resources_are_not_read_in_protobuf(client, body, message):
    for method, path in (("POST", WIDGETS), ("PUT", f"{WIDGETS}/one")):
        answer = client(method, path, body, content_type=PROTOBUF)
        assert (answer.status_code, answer.json()["message"]) == (400, message)


def test_custom_resources_are_not_written_in_protobuf(client):
    answer = client("GET", f"{WIDGETS}/one", accept=PROTOBUF)
    assert read(answer)["message"] == f"only the following media types are accepted: {MEDIA_TYPES}"


@pytest.mark.parametrize(
    "path", ["/api", "/apis", "/api/v1", "/apis/apiextensions.k8s.io", "/apis/apps/v1", "/apis/example.com", GROUP]
)
def test_discovery(client, path):
    answer = read(client("GET", path, accept=PROTOBUF))
    wanted = client("GET", path).json()
    assert answer.pop("apiVersion") == wanted.pop("apiVersion", "")
    assert {key: value for key, value in answer.items() if value} == wanted


@pytest.mark.parametrize("path", ["/api", "/apis"])
def test_aggregated_discovery(client, path):
    asked = ";g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
    answer = client("GET", path, accept=PROTOBUF + asked)
    assert answer.headers["content-type"] == PROTOBUF + asked
    wanted = client("GET", path, accept=f"application/json{asked}").json()
    assert [each["metadata"] for each in read(answer)["items"]] == [each["metadata"] for each in wanted["items"]]
    assert read(answer)["items"][0]["versions"] == wanted["items"][0]["versions"]


def test_the_paths_are_json_whatever_is_asked_for(client):
    for accept in (PROTOBUF, "text/html", "application/yaml"):
        assert "/apis" in client("GET", "/", accept=accept).json()["paths"]
