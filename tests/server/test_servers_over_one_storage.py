"""Two servers over one storage, in one process, as HTTP clients see them."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest
from tests.contract.engines import DURABLE, ENGINES

from kapivara.registry.registry import Registry
from kapivara.server.accepting import Acceptor
from kapivara.server.app import Application
from kapivara.server.connections import Connections
from kapivara.server.dispatch import Dispatcher
from kapivara.server.limits import Limits
from kapivara.server.listening import open_socket
from kapivara.server.serving import new_loop
from kapivara.server.workers import Workers

PATIENCE = 120
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
NOTES = "/apis/example.com/v1/namespaces/default/notes"


class Server:
    """A server with an event loop and threads of its own."""

    def __init__(self, storage, *, waits):
        self._registry = Registry(storage)
        self._waits = waits
        self._listener = open_socket("127.0.0.1", 0)
        self._loop = new_loop()
        self._stop = asyncio.Event()
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._serve(ready)))
        self._thread.start()
        assert ready.wait(PATIENCE)

    async def _serve(self, ready):
        with closing(Workers()) as workers, closing(Workers(3)) as bulk_workers:
            dispatcher = Dispatcher(workers, bulk_workers=bulk_workers, storage_waits=self._waits)
            app = Application(self._registry, dispatcher=dispatcher)
            connections = Connections(Limits())
            acceptor = Acceptor(self._listener, connections, app, None)
            acceptor.start()
            ready.set()
            await self._stop.wait()
            acceptor.stop()
            connections.drop()
            await asyncio.sleep(0.01)

    def close(self):
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE)
        self._loop.close()
        self._listener.close()
        self._registry.close()

    def __call__(self, method, path, body=None):
        address = "{}:{}".format(*self._listener.getsockname())
        with closing(http.client.HTTPConnection(address, timeout=PATIENCE)) as connection:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"content-type": "application/json"})
            response = connection.getresponse()
            return response.status, json.loads(response.read() or b"null") if response.status < 400 else None


@pytest.fixture(params=ENGINES)
def servers(request, tmp_path):
    with ExitStack() as stack:
        storage = stack.enter_context(ENGINES[request.param](tmp_path))
        waits = request.param in DURABLE
        yield [stack.enter_context(closing(Server(storage, waits=waits))) for _ in range(2)]


def definition(plural="notes", kind="Note"):
    schema = {"type": "object", "properties": {"text": {"type": "string", "maxLength": 5}}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.example.com"},
        "spec": {
            "group": "example.com",
            "scope": "Namespaced",
            "names": {"plural": plural, "kind": kind},
            "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}],
        },
    }


def note(name, **members):
    return {"apiVersion": "example.com/v1", "kind": "Note", "metadata": {"name": name}, **members}


def accepted(server):
    _, listed = server("GET", DEFINITIONS)
    wanted = {"type": "NamesAccepted", "status": "True"}
    return [
        each["metadata"]["name"]
        for each in listed["items"]
        if any(wanted.items() <= condition.items() for condition in each["status"]["conditions"])
    ]


def test_a_definition_lives_and_ends_for_both(servers):
    one, other = servers
    assert other("GET", NOTES)[0] == 404
    assert one("POST", DEFINITIONS, definition())[0] == 201
    assert other("POST", NOTES, note("a", text="short"))[0] == 201
    assert other("POST", NOTES, note("b", text="far too long"))[0] == 422
    assert "notes" in {each["name"] for each in other("GET", "/apis/example.com/v1")[1]["resources"]}
    assert one("GET", f"{NOTES}/a")[1]["text"] == "short"
    assert other("DELETE", f"{DEFINITIONS}/notes.example.com")[0] == 200
    assert one("GET", NOTES)[0] == 404
    assert one("GET", f"{DEFINITIONS}/notes.example.com")[0] == 404


def test_a_race_for_names_has_one_winner(servers):
    rivals = 6
    start = threading.Barrier(rivals)

    def create(number):
        start.wait()
        return servers[number % 2]("POST", DEFINITIONS, definition(f"notes{number}", "Note"))[0]

    with ThreadPoolExecutor(rivals) as threads:
        assert set(threads.map(create, range(rivals))) == {201}
    (winner,) = accepted(servers[0])
    assert accepted(servers[1]) == [winner]
    assert servers[1]("DELETE", f"{DEFINITIONS}/{winner}")[0] == 200
    assert len(accepted(servers[0])) == 1


def test_a_definition_goes_through_one_while_both_create(servers):
    assert servers[0]("POST", DEFINITIONS, definition())[0] == 201
    start = threading.Barrier(5)

    def create(number):
        start.wait()
        for count in range(1000):
            code, _ = servers[number % 2]("POST", NOTES, note(f"n{number}-{count}"))
            if code != 201:
                return code
        return 201

    with ThreadPoolExecutor(4) as threads:
        creators = [threads.submit(create, number) for number in range(4)]
        start.wait()
        assert servers[0]("DELETE", f"{DEFINITIONS}/notes.example.com")[0] == 200
    assert {creator.result() for creator in creators} <= {403, 404}
    assert servers[1]("GET", f"{DEFINITIONS}/notes.example.com")[0] == 404
    assert servers[1]("POST", DEFINITIONS, definition())[0] == 201
    assert servers[0]("GET", NOTES)[1]["items"] == []
