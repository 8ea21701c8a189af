"""Tests of OpenAPI and aggregated discovery over HTTP: media types, ETags and caching."""

from __future__ import annotations

import json
import re

import pytest
from tests.server.in_process import client_of

from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.storage.memory import MemoryStorage

CORE = "/openapi/v3/api/v1"
V2 = "/openapi/v2"
JSON = "application/json"
OLD_PROTOBUF = "application/com.github.proto-openapi.spec.{}@v1.0+protobuf"
PROTOBUF = "application/com.github.proto-openapi.spec.{}.v1.0+protobuf"
AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
BETA = AGGREGATED.replace("v2", "v2beta1")


@pytest.fixture(scope="module")
def client():
    return client_of(Application(Registry(MemoryStorage())))


@pytest.fixture
def get(client):
    def send(path, **headers):
        return client.get(path, headers={name.replace("_", "-"): each for name, each in headers.items()})

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


@pytest.mark.parametrize("path", ["/openapi", "/openapi/", "/openapi/v2/", "/openapi/v3x", "/openapi/v4"])
def test_other_documents_are_not_there(get, path):
    answer = get(path)
    assert (answer.status_code, answer.text) == (404, "404 page not found\n")


@pytest.mark.parametrize(("path", "version"), [(CORE, "v3"), (V2, "v2")])
@pytest.mark.parametrize(
    ("accept", "code", "media_type"),
    [
        ("application/json", 200, JSON),
        ("*/*", 200, JSON),
        ("text/html, */*;q=0.1", 200, JSON),
        (f"{OLD_PROTOBUF}, application/json;q=0.5", 200, PROTOBUF),
        (f"{JSON};q=0.1, {PROTOBUF}", 200, PROTOBUF),
        (f"{JSON}, {PROTOBUF}", 200, JSON),
        ("application/yaml", 406, None),
        ("application/vnd.kubernetes.protobuf", 406, None),
    ],
)
def test_documents_are_json_or_protocol_buffers(get, path, version, accept, code, media_type):
    answer = get(path, accept=accept.format(version))
    assert answer.status_code == code
    assert answer.headers.get("content-type") == (media_type and media_type.format(version))
    assert answer.headers["cache-control"] == "no-cache, private"
    assert "Accept" in answer.headers.get_list("vary")
    if code == 200:
        assert answer.content[:1] == (b"{" if media_type == JSON else b"\n")
        assert answer.headers["etag"] == get(path).headers["etag"], "both are kept by one tag"


def test_the_document_about_all(get):
    answer = get(V2, accept_encoding="identity")
    assert answer.json()["swagger"] == "2.0"
    assert answer.headers.get_list("vary") == ["Accept-Encoding", "Accept"]
    assert re.fullmatch('"[0-9A-F]{128}"', answer.headers["etag"])
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    ("accept_encoding", "compressed"), [("gzip, deflate", True), ("gzip;q=0", False), ("br", False), ("", False)]
)
def test_the_document_about_all_is_compressed_for_who_can_read_it(get, accept_encoding, compressed):
    answer = get(V2, accept_encoding=accept_encoding)
    assert (answer.headers.get("content-encoding") == "gzip") is compressed
    assert answer.json()["swagger"] == "2.0"
    if compressed:
        assert int(answer.headers["content-length"]) < len(answer.content) / 5


@pytest.mark.parametrize("path", [CORE, V2])
@pytest.mark.parametrize("known", ["{tag}", 'W/{tag}, "x"', '"x",{tag}', "*"])
def test_a_document_that_the_client_has_is_not_sent_again(get, path, known):
    tag = get(path).headers["etag"]
    again = get(path, if_none_match=known.format(tag=tag))
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert {"content-length", "content-type", "content-encoding"}.isdisjoint(again.headers)
    assert get(path, if_none_match='"x"').status_code == 200


@pytest.mark.parametrize("path", [V2, "/openapi/v3", CORE])
@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_methods_do_not_matter(client, path, method):
    assert client.request(method, path).content == client.get(path).content


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
