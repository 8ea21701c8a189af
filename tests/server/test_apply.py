"""Tests of server-side apply over HTTP: media types, YAML bodies, and the name of the manager."""

import json

import httpx
import pytest

CRD = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "widgets.apply.example.com"},
    "spec": {
        "group": "apply.example.com",
        "names": {"plural": "widgets", "kind": "Widget"},
        "scope": "Cluster",
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "properties": {"spec": {"type": "object", "properties": {"size": {"type": "integer"}}}},
                    }
                },
            }
        ],
    },
}
WIDGETS = "/apis/apply.example.com/v1/widgets"
YAML = b"apiVersion: apply.example.com/v1\nkind: Widget\nmetadata:\n  name: one\nspec:\n  size: 1\n"
WIDGET = {"apiVersion": "apply.example.com/v1", "kind": "Widget", "metadata": {"name": "one"}, "spec": {"size": 1}}


@pytest.fixture
def client(start_server):
    server = start_server("--memory", "--anonymous")
    with httpx.Client(base_url=server.url) as made:
        made.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", json=CRD).raise_for_status()
        yield made


def apply(client, body=YAML, query="?fieldManager=m1", media_type="application/apply-patch+yaml"):
    return client.patch(f"{WIDGETS}/one{query}", content=body, headers={"Content-Type": media_type})


def test_made_and_left_alone(client):
    made = apply(client)
    assert made.status_code == 201
    assert made.json()["metadata"]["managedFields"][0]["fieldsV1"] == {"f:spec": {"f:size": {}}}
    again = apply(client, json.dumps(WIDGET).encode())
    assert again.status_code == 200
    assert again.json() == made.json()


def test_a_client_is_known_by_its_agent(client):
    client.post(WIDGETS, json=WIDGET, headers={"User-Agent": "a-robot/1.2 (linux)"})
    refused = apply(client, YAML.replace(b"size: 1", b"size: 2"))
    assert refused.status_code == 409
    assert refused.json()["details"]["causes"] == [
        {
            "reason": "FieldManagerConflict",
            "message": 'conflict with "a-robot" using apply.example.com/v1',
            "field": ".spec.size",
        }
    ]
    forced = apply(client, YAML.replace(b"size: 1", b"size: 2"), "?fieldManager=m1&force=true")
    assert forced.json()["spec"] == {"size": 2}


@pytest.mark.parametrize(
    ("body", "query", "code", "message"),
    [
        pytest.param(YAML, "", 422, "fieldManager: Required value: is required for apply patch", id="no-manager"),
        pytest.param(b"- a", "?fieldManager=m", 400, "cannot unmarshal array into Go value of type map", id="list"),
        pytest.param(b"{", "?fieldManager=m", 400, "error decoding patch: error converting YAML to JSON", id="open"),
        pytest.param(b"a: [", "?fieldManager=m", 400, "error encoding patch: yaml: ", id="yaml"),
        pytest.param(b"", "?fieldManager=m", 400, "invalid object type: /, Kind=", id="empty"),
        pytest.param(
            YAML.replace(b"/v1", b"/v1/x"), "?fieldManager=m", 400, "invalid object type: /, Kind=", id="version"
        ),
        pytest.param(
            YAML + b"  size: 2\n",
            "?fieldManager=m&fieldValidation=Strict",
            400,
            'error strict decoding patch: error converting YAML to JSON: yaml: unmarshal errors:\n  line 7: key "size"',
            id="strict",
        ),
    ],
)
def test_refused(client, body, query, code, message):
    answer = apply(client, body, query)
    assert answer.status_code == code
    assert message in answer.json()["message"]
    assert not answer.json()["message"].endswith("Kind=Widget")


def test_other_encodings_are_not_read(client):
    assert apply(client, media_type="application/apply-patch+cbor").status_code == 415
