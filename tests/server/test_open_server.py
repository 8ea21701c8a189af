"""Tests of a server in the process of a test: it answers, resets and stops."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest

from kapivara.server.processes.run import OpenServer, ServeOptions, open_server

PATIENCE = 120
CONFIG_MAPS = "/api/v1/namespaces/default/configmaps"


@pytest.fixture
def server() -> Iterator[OpenServer]:
    ready = threading.Event()
    with open_server(ServeOptions(token="t", controllers=(), on_ready=lambda _: ready.set())) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        assert ready.wait(PATIENCE)
        yield server
        server.stop(at_once=True)
        thread.join(PATIENCE)
        assert not thread.is_alive()


class Client:
    """A client with one persistent connection."""

    def __init__(self, server: OpenServer):
        self.connection = HTTPConnection(server.ready.url.partition("//")[2], timeout=PATIENCE)

    def ask(self, method: str, path: str, body: object = None) -> int:
        self.send(method, path, body)
        answer = self.connection.getresponse()
        answer.read()
        return answer.status

    def send(self, method: str, path: str, body: object = None) -> None:
        text = None if body is None else json.dumps(body)
        self.connection.request(method, path, text, {"Authorization": "Bearer t", "Content-Type": "application/json"})


@pytest.fixture
def client(server: OpenServer) -> Iterator[Client]:
    client = Client(server)
    yield client
    client.connection.close()


def test_a_reset_forgets_everything_and_keeps_connections(server: OpenServer, client: Client) -> None:
    registry = server.registry
    assert client.ask("POST", CONFIG_MAPS, {"metadata": {"name": "one"}}) == 201
    socket = client.connection.sock
    server.reset()
    assert client.ask("GET", f"{CONFIG_MAPS}/one") == 404
    assert client.ask("GET", "/api/v1/namespaces/default") == 200
    assert client.connection.sock is socket
    assert server.registry is not registry


def test_a_reset_beside_requests(server: OpenServer) -> None:
    """Requests from before a reset get responses from before it."""
    answers: list[int] = []
    over = threading.Event()

    def ask() -> None:
        client = Client(server)
        while not over.is_set():
            answers.append(client.ask("GET", "/api/v1/namespaces/default"))
        client.connection.close()

    clients = [threading.Thread(target=ask) for _ in range(8)]
    for each in clients:
        each.start()
    for _ in range(20):
        server.reset()
    over.set()
    for each in clients:
        each.join(PATIENCE)
    assert set(answers) == {200}


def test_a_reset_ends_watches(server: OpenServer, client: Client) -> None:
    client.send("GET", f"{CONFIG_MAPS}?watch=true&resourceVersion=1")
    watch = client.connection.getresponse()
    server.reset()
    assert watch.read() == b""


def test_stopping_at_once_ends_watches(server: OpenServer, client: Client) -> None:
    client.send("GET", f"{CONFIG_MAPS}?watch=true&resourceVersion=1")
    watch = client.connection.getresponse()
    server.stop(at_once=True)
    assert watch.read() == b""


def test_stopping_twice_is_fine_and_so_is_stopping_before_it_runs() -> None:
    with open_server(ServeOptions(anonymous=True)) as server:
        server.stop()
        server.run()
        server.stop()
