"""Tests of the health of a server, as a whole and check by check."""

import httpx
import pytest
from tests.server.in_process import InProcess

from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.storage import StorageError
from kapivara.storage.memory import MemoryStorage


@pytest.fixture
def storage():
    return MemoryStorage()


@pytest.fixture
def ask(storage):
    client = httpx.Client(transport=InProcess(Application(Registry(storage))), base_url="http://localhost")
    return lambda path: client.get(path)


@pytest.mark.parametrize("name", ["healthz", "livez", "readyz"])
def test_all_checks_are_listed_to_who_asks(ask, name):
    assert ask(f"/{name}").text == "ok"
    lines = ask(f"/{name}?verbose").text.splitlines()
    assert lines[:2] == ["[+]ping ok", "[+]log ok"]
    assert lines[-1] == f"{name} check passed"
    assert "[+]poststarthook/crd-informer-synced ok" in lines
    assert ("[+]shutdown ok" in lines) == (name == "readyz")


def test_each_check_can_be_asked_for(ask):
    for line in ask("/readyz?verbose").text.splitlines()[:-1]:
        assert ask(f"/readyz/{line[3:-3]}").text == "ok"
    assert ask("/livez/shutdown").status_code == 404
    assert ask("/livez/poststarthook").status_code == 404


def test_checks_can_be_left_out(ask):
    text = ask("/livez?verbose&exclude=etcd&exclude=zzz&exclude=aaa").text
    assert "[+]etcd excluded: ok\n" in text
    assert text.endswith('no matches for "aaa","zzz"\nlivez check passed\n')


def test_a_storage_that_fails_is_told_but_not_why(ask, storage, monkeypatch):
    def fail(*_):
        raise StorageError("the disk is on fire")

    monkeypatch.setattr(storage, "get", fail)
    answer = ask("/livez")
    assert answer.status_code == 500
    assert "[+]log ok\n" in answer.text
    assert "[-]etcd failed: reason withheld\n" in answer.text
    assert answer.text.endswith("livez check failed\n")
    assert ask("/livez?exclude=etcd").text == "ok"
    assert (ask("/livez/etcd").status_code, ask("/livez/ping").text) == (500, "ok")


def test_a_server_that_stops_is_alive_and_not_ready():
    app = Application(Registry(MemoryStorage()))
    client = httpx.Client(transport=InProcess(app), base_url="http://localhost")
    app.stop()
    assert client.get("/livez").text == "ok"
    ready = client.get("/readyz")
    assert (ready.status_code, ready.text.splitlines()[-2:]) == (
        500,
        ["[-]shutdown failed: reason withheld", "readyz check failed"],
    )
    assert client.get("/readyz?exclude=shutdown").status_code == 200
    assert client.get("/readyz/shutdown").text == "internal server error: process is shutting down\n"
