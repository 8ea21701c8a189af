"""OpenAPI and aggregated discovery over HTTP: media types, tags, and what clients may keep."""

from __future__ import annotations

import json

import pytest
from tests.server.in_process import client_of

from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.storage.memory import MemoryStorage

CORE = "/openapi/v3/api/v1"
AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
BETA = AGGREGATED.replace("v2", "v2beta1")
PROTOBUF = "application/com.github.proto-openapi.spec.v3.v1.0+protobuf"


@pytest.fixture
def get():
    app = Application(Registry(MemoryStorage()))

    def send(path, **headers):
        return client_of(app).get(path, headers={name.replace("_", "-"): each for name, each in headers.items()})

    return send


def test_the_index_leads_to_the_documents(get):
    index = get("/openapi/v3")
    assert (index.status_code, index.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    url = json.loads(index.text)["paths"]["api/v1"]["serverRelativeURL"]
    pinned = get(url)
    assert pinned.headers["cache-control"] == "public, immutable"
    assert "expires" in pinned.headers
    plain = get(CORE)
    assert (plain.headers["cache-control"], plain.headers["content-type"]) == ("no-cache, private", "application/json")
    assert plain.content == pinned.content
    assert plain.json()["openapi"] == "3.0.0"


def test_a_document_that_the_client_has_is_not_sent_again(get):
    known = get(CORE).headers["etag"]
    again = get(CORE, if_none_match=known)
    assert (again.status_code, again.content, "content-length" in again.headers) == (304, b"", False)


def test_a_document_that_was_is_found_where_it_is(get):
    moved = get(f"{CORE}?hash=0123")
    assert moved.status_code == 301
    assert get(moved.headers["location"]).status_code == 200


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/openapi/v3/", 404),
        ("/openapi/v3/api/v9", 404),
        ("/openapi/v3/apis/nothing.example.com/v1", 404),
        ("/openapi/v3/api/v1/", 404),
    ],
)
def test_nothing_is_said_of_strangers(get, path, code):
    answer = get(path)
    assert (answer.status_code, answer.content) == (code, b"")


@pytest.mark.parametrize("path", ["/openapi/v2", "/openapi", "/openapi/v3x"])
def test_other_documents_are_not_there(get, path):
    answer = get(path)
    assert (answer.status_code, answer.text) == (404, "404 page not found\n")


@pytest.mark.parametrize(
    ("accept", "code"),
    [("application/json", 200), ("*/*", 200), (f"{PROTOBUF}, application/json;q=0.5", 200), (PROTOBUF, 406)],
)
def test_documents_are_json(get, accept, code):
    assert get(CORE, accept=accept).status_code == code


@pytest.mark.parametrize(
    ("path", "accept", "code", "kind"),
    [
        ("/api", AGGREGATED, 200, "APIGroupDiscoveryList"),
        ("/apis", f"{AGGREGATED},{BETA},application/json", 200, "APIGroupDiscoveryList"),
        ("/apis", f"{BETA},application/json", 200, "APIGroupList"),
        ("/api", BETA, 406, "Status"),
        ("/api", "*/*", 200, "APIVersions"),
        ("/api/v1", f"{AGGREGATED},application/json", 200, "APIResourceList"),
        ("/apis/apiextensions.k8s.io", AGGREGATED, 406, "Status"),
    ],
)
def test_aggregated_discovery_is_at_the_roots(get, path, accept, code, kind):
    answer = get(path, accept=accept)
    assert (answer.status_code, answer.json()["kind"]) == (code, kind)


@pytest.mark.parametrize("media_type", ["application/json", "application/yaml"])
def test_aggregated_discovery_can_be_kept(get, media_type):
    accept = AGGREGATED.replace("application/json", media_type)
    answer = get("/apis", accept=accept)
    assert answer.headers["content-type"] == accept
    assert (answer.headers["vary"], answer.headers["cache-control"]) == ("Accept", "public")
    assert get("/apis", accept=accept, if_none_match=answer.headers["etag"]).status_code == 304
