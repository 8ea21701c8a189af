"""Tests of requests with built-in objects of more parts than the limit."""

from __future__ import annotations

import orjson
import pytest
from tests.server.in_process import client_of

from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.storage.memory import MemoryStorage

SERVICES = "/api/v1/namespaces/default/services"
PORT = {"port": 80}
REFUSED = "kapivara cannot validate an object that contains more than 40,000 others; split it"


@pytest.fixture
def client():
    return client_of(Application(Registry(MemoryStorage())))


def _service(ports):
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"}, "spec": {"ports": ports}}


def _post(client, service, media_type="application/json"):
    content = orjson.dumps(service)  # which is YAML, too
    return client.request("POST", SERVICES, content=content, headers={"content-type": media_type})


@pytest.mark.parametrize("media_type", ["application/json", "application/yaml"])
def test_an_object_of_too_many_parts_is_not_judged(client, media_type):
    response = _post(client, _service([{}] * 40_001), media_type)
    assert (response.status_code, response.json()["message"]) == (501, REFUSED)


def test_a_patch_that_makes_one_is_not_applied(client):
    assert _post(client, _service([PORT])).status_code == 201
    patch = orjson.dumps({"spec": {"ports": [PORT] * 40_001}})
    headers = {"content-type": "application/merge-patch+json"}
    response = client.request("PATCH", f"{SERVICES}/a", content=patch, headers=headers)
    assert (response.status_code, response.json()["message"]) == (501, REFUSED)


def test_an_object_of_a_thousand_parts_is_judged(client):
    assert _post(client, _service([{}] * 1_000)).status_code == 422
