"""Tests of compressed responses: large ones, for clients that accept gzip."""

import json

import httpx
import pytest
from tests.server.in_process import client_of

from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.responses.compression import asks_for_gzip
from kapivara.storage.memory import MemoryStorage

PATH = "/api/v1/namespaces/default/configmaps"


@pytest.fixture(scope="module")
def client():
    with client_of(Application(Registry(MemoryStorage()))) as client:
        for name, size in (("small", 100 * 1024), ("large", 140 * 1024)):
            body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": {"a": "x" * size}}
            assert client.post(PATH, json=body).status_code == 201
        yield client


@pytest.mark.parametrize(
    ("path", "is_large"), [("/small", False), ("/large", True), ("", True), ("/none", False)], ids=str
)
@pytest.mark.parametrize("accept", ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"])
def test_large_answers_are_compressed_for_who_asks(client, path, is_large, accept):
    plain = client.get(PATH + path, headers={"accept": accept, "accept-encoding": "identity"})
    asked = client.get(PATH + path, headers={"accept": accept, "accept-encoding": "deflate, gzip"})
    assert "content-encoding" not in plain.headers
    assert (asked.headers.get("content-encoding"), asked.headers.get("vary")) == (
        ("gzip", "Accept-Encoding") if is_large else (None, None)
    )
    assert (asked.content, asked.status_code) == (plain.content, plain.status_code)
    if is_large:
        assert int(asked.headers["content-length"]) < 10_000


def test_what_is_created_is_compressed_as_well(client):
    body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "new"}, "data": {"a": "x" * 140 * 1024}}
    made = client.post(PATH, content=json.dumps(body), headers={"content-type": "application/json"})
    assert (made.status_code, made.headers["content-encoding"], made.json()["data"]) == (201, "gzip", body["data"])


@pytest.mark.parametrize(
    ("accept_encoding", "asks"),
    [("gzip", True), ("deflate , gzip ", True), ("gzip;q=1", False), ("GZIP", False), ("*", False), ("", False)],
)
def test_who_asks_for_it(accept_encoding, asks):
    assert asks_for_gzip(accept_encoding) is asks


def test_discovery(client, monkeypatch):
    monkeypatch.setattr("kapivara.server.responses.compression._THRESHOLD", 1000)
    for accept in ("application/json", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"):
        found: httpx.Response = client.get("/apis", headers={"accept": accept})
        assert found.headers["content-encoding"] == "gzip"
        assert found.json()["kind"].startswith("APIGroup")
