"""Tests of patches that are malformed, too large or too deep, or that make illegal objects: the stored object stays."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from tests.server.in_process import client_of

from kapivara.meta.media_types import APPLY_PATCH, JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH
from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.storage.memory import MemoryStorage

DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
SIZE = {"type": "object", "properties": {"size": {"type": "integer", "minimum": 0}}}
DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "widgets.e.org"},
    "spec": {
        "group": "e.org",
        "names": {"plural": "widgets", "kind": "Widget"},
        "scope": "Namespaced",
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": SIZE}}},
            }
        ],
    },
}
LABELS = {"app": "web"}
TEMPLATE = {"metadata": {"labels": LABELS}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
OBJECTS: dict[str, tuple[str, dict[str, Any]]] = {
    "configmaps": ("/api/v1", {"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "1"}}),
    "deployments": (
        "/apis/apps/v1",
        {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "spec": {"selector": {"matchLabels": LABELS}, "template": TEMPLATE},
        },
    ),
    "widgets": ("/apis/e.org/v1", {"apiVersion": "e.org/v1", "kind": "Widget", "spec": {"size": 1}}),
}
TYPES = {"json": JSON_PATCH, "merge": MERGE_PATCH, "strategic": STRATEGIC_MERGE_PATCH, "apply": APPLY_PATCH}
MAP = "map[string]interface {}"
OPERATIONS = "[]handlers.jsonPatchOp"
UNREADABLE = "error decoding patch: json: cannot unmarshal"
NOT_YAML = "error decoding patch: error converting YAML to JSON: yaml:"
NOT_AN_OBJECT = "error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal"
NO_KIND = "invalid object type: /, Kind="
REJECTED = "the server rejected our request due to an error in our request"
TOO_LARGE = "Request entity too large: limit is 3145728"
DEEP = b'{"data":%s%s}' % (b"[" * 20_000, b"]" * 20_000)
HUGE = b'{"data":{"a":"%s"}}' % (b"x" * (3 * 1024 * 1024))


@pytest.fixture(scope="module")
def client() -> httpx.Client:
    client = client_of(Application(Registry(MemoryStorage())))
    assert client.post(DEFINITIONS, json=DEFINITION).status_code == 201
    for plural, (group, body) in OBJECTS.items():
        made = client.post(f"{group}/namespaces/default/{plural}", json={**body, "metadata": {"name": "one"}})
        assert made.status_code == 201, made.text
    return client


def refused(client: httpx.Client, plural: str, patch_type: str, body: Any) -> tuple[int, str]:
    """Sends a patch that should be rejected; returns code and message. The object must stay unchanged."""
    path = f"{OBJECTS[plural][0]}/namespaces/default/{plural}/one"
    before = client.get(path).json()
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    query = "?fieldManager=me" if patch_type == "apply" else ""
    answer = client.patch(path + query, content=content, headers={"content-type": TYPES[patch_type]})
    assert client.get(path).json() == before
    assert answer.json()["kind"] == "Status", answer.text
    return answer.status_code, answer.json()["message"]


@pytest.mark.parametrize("patch_type", ["json", "merge", "strategic"])
@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"nul", b"{}{}", b'{"a":1}}', b"{'a':1}", b'{"a":1,}', b'{"a":NaN}', b'{"a":"\x00"}', DEEP],
    ids=["empty", "open", "word", "two", "closed twice", "quotes", "comma", "nan", "control character", "deep"],
)
def test_no_json(client: httpx.Client, patch_type: str, body: bytes) -> None:
    assert refused(client, "configmaps", patch_type, body) == (400, "invalid JSON patch")


@pytest.mark.parametrize("plural", ["configmaps", "widgets"])
@pytest.mark.parametrize(
    ("patch_type", "body", "code", "message"),
    [
        pytest.param("json", b"{}", 400, f"{UNREADABLE} object into Go value of type {OPERATIONS}", id="json-object"),
        pytest.param("json", b"5", 400, f"{UNREADABLE} number into Go value of type {OPERATIONS}", id="json-number"),
        pytest.param(
            "json", b"[5]", 400, f"{UNREADABLE} number into Go value of type {OPERATIONS[2:]}", id="json-item"
        ),
        pytest.param("json", b"[null]", 422, REJECTED, id="json-null"),
        pytest.param("json", b'[{"op":"add","path":"%s"}]' % (b"/a" * 50_000), 422, REJECTED, id="json-far"),
        pytest.param("merge", b"null", 400, "Invalid JSON Patch", id="merge-null"),
        pytest.param("merge", b"[]", 400, f"{UNREADABLE} array into Go value of type {MAP}", id="merge-list"),
        pytest.param("merge", HUGE, 413, TOO_LARGE, id="merge-huge"),
        pytest.param("apply", b"[]", 400, f"{NOT_AN_OBJECT} array into Go value of type {MAP}", id="apply-list"),
        pytest.param("apply", b"x", 400, f"{NOT_AN_OBJECT} string into Go value of type {MAP}", id="apply-text"),
        pytest.param("apply", b"", 400, NO_KIND, id="apply-empty"),
        pytest.param("apply", b"null", 400, NO_KIND, id="apply-null"),
        pytest.param("apply", b"{", 400, f"{NOT_YAML} line 1: did not find expected node content", id="apply-open"),
        pytest.param("apply", DEEP, 400, f"{NOT_YAML} exceeded max depth of 10000", id="apply-deep"),
        pytest.param("apply", b'{"a":"\xff"}', 400, f"{NOT_YAML} invalid leading UTF-8 octet", id="apply-bytes"),
        pytest.param(
            "apply",
            b"a:\n\t- b",
            400,
            "error encoding patch: yaml: line 2: found character that cannot start any token",
            id="apply-tab",
        ),
        pytest.param(
            "apply",
            b"a: {[1]: x}",
            400,
            "error encoding patch: yaml: invalid map key: []interface {}{1}",
            id="apply-key",
        ),
        pytest.param("apply", HUGE, 413, TOO_LARGE, id="apply-huge"),
    ],
)
def test_no_patch(client: httpx.Client, plural: str, patch_type: str, body: bytes, code: int, message: str) -> None:
    assert refused(client, plural, patch_type, body) == (code, message)


def test_aliases_that_grow_without_end(client: httpx.Client) -> None:
    lines = [b"a: &a [x,x,x,x,x,x,x,x]"]
    for name in b"bcdefgh":
        lines.append(b"%c: &%c [%s]" % (name, name, b",".join([b"*%c" % (name - 1)] * 8)))
    told = "error encoding patch: yaml: document contains excessive aliasing"
    assert refused(client, "widgets", "apply", b"\n".join(lines)) == (400, told)


@pytest.mark.parametrize(
    ("plural", "patch_type", "body", "code", "message"),
    [
        pytest.param(
            "widgets",
            "merge",
            {"spec": {"size": -1}},
            422,
            'Widget.e.org "one" is invalid: spec.size: Invalid value: -1: spec.size in body should be greater than or '
            "equal to 0",
            id="rule",
        ),
        pytest.param(
            "widgets",
            "json",
            [{"op": "replace", "path": "/spec/size", "value": -1}, {"op": "remove", "path": "/spec/size/x"}],
            422,
            REJECTED,
            id="second step",
        ),
        pytest.param(
            "deployments",
            "strategic",
            {"spec": {"selector": {"matchLabels": {"app": "other"}}}},
            422,
            'Deployment.apps "one" is invalid: [spec.template.metadata.labels: Invalid value: {"app":"web"}: '
            "`selector` does not match template `labels`, spec.selector: Invalid value: "
            '{"matchLabels":{"app":"other"}}: field is immutable]',
            id="immutable",
        ),
        pytest.param(
            "deployments",
            "merge",
            {"spec": {"template": {"spec": {"containers": []}}}},
            422,
            'Deployment.apps "one" is invalid: spec.template.spec.containers: Required value',
            id="nothing left",
        ),
        pytest.param(
            "configmaps",
            "merge",
            {"metadata": {"name": "two"}},
            400,
            "the name of the object (two) does not match the name on the URL (one)",
            id="another name",
        ),
        pytest.param(
            "configmaps",
            "strategic",
            {"metadata": {"namespace": "other"}},
            400,
            "the namespace of the provided object does not match the namespace sent on the request",
            id="another namespace",
        ),
        pytest.param(
            "configmaps",
            "merge",
            {"data": {"a": "x" * (1024 * 1024 + 1)}},
            422,
            'ConfigMap "one" is invalid: []: Too long: may not be more than 1048576 bytes',
            id="large",
        ),
        pytest.param(
            "configmaps",
            "apply",
            {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one"}, "data": {"a b": "x"}},
            422,
            'ConfigMap "one" is invalid: data[a b]: Invalid value: "a b": a valid config key must consist of '
            "alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used "
            "for validation is '[-._a-zA-Z0-9]+')",
            id="applied key",
        ),
    ],
)
def test_illegal_objects(
    client: httpx.Client, plural: str, patch_type: str, body: Any, code: int, message: str
) -> None:
    assert refused(client, plural, patch_type, body) == (code, message)


@pytest.mark.parametrize(
    "media_type", ["", "application/json", "application/yaml", "application/apply-patch+cbor", "text/plain"]
)
@pytest.mark.parametrize("plural", OBJECTS)
def test_other_types(client: httpx.Client, plural: str, media_type: str) -> None:
    path = f"{OBJECTS[plural][0]}/namespaces/default/{plural}/one"
    answer = client.patch(path, content=b"{}", headers={"content-type": media_type} if media_type else {})
    told = "415: Unsupported Media Type"
    if plural == "widgets":
        types = ", ".join((JSON_PATCH, MERGE_PATCH, APPLY_PATCH))
        told = f"the body of the request was in an unknown format - accepted media types include: {types}"
    assert (answer.status_code, answer.json()["message"]) == (415, told)
