"""Tests of two servers over one storage, in one process, through HTTP clients.

Over etcd each server has a client of its own and sees the writes of the other one a moment later.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest
from tests.contract.engines import ENGINES, open_for_servers

from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.dispatch.dispatcher import Dispatcher
from kapivara.server.dispatch.workers import Workers
from kapivara.server.http1.acceptor import Acceptor
from kapivara.server.http1.connections import Connections
from kapivara.server.http1.limits import Limits
from kapivara.server.listening import open_socket
from kapivara.server.processes.serving import new_loop

PATIENCE = 120
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
NOTES = "/apis/example.com/v1/namespaces/default/notes"


class Server:
    """A server with an event loop and threads of its own."""

    def __init__(self, storage, *, waits):
        self._storage = storage
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
            self._storage.join_loop()
            ready.set()
            await self._stop.wait()
            acceptor.stop()
            connections.drop()
            self._storage.leave_loop()
            await asyncio.sleep(0.01)

    def close(self):
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE)
        self._loop.close()
        self._listener.close()
        self._registry.close()

    def _connect(self):
        return closing(http.client.HTTPConnection("{}:{}".format(*self._listener.getsockname()), timeout=PATIENCE))

    def watch(self, path, count):
        """Watches until so many events have arrived; returns them."""
        with self._connect() as connection:
            connection.request("GET", path)
            response = connection.getresponse()
            return [json.loads(response.readline()) for _ in range(count)]

    def __call__(self, method, path, body=None):
        with self._connect() as connection:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"content-type": "application/json"})
            response = connection.getresponse()
            return response.status, json.loads(response.read() or b"null") if response.status < 400 else None


@pytest.fixture(params=ENGINES)
def servers(request, tmp_path):
    with ExitStack() as stack:
        storages = open_for_servers(request.param, tmp_path, stack)
        waits = request.param != "memory"
        yield [stack.enter_context(closing(Server(storage, waits=waits))) for storage in storages]


def eventually(ask, *wanted):
    """Repeats a request until it gets one of the expected responses; returns it."""
    end = time.monotonic() + PATIENCE
    while (code := ask()) not in wanted:
        assert time.monotonic() < end, code
        time.sleep(0.005)
    return code


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
    eventually(lambda: other("POST", NOTES, note("a", text="short"))[0], 201)
    assert other("POST", NOTES, note("b", text="far too long"))[0] == 422
    assert "notes" in {each["name"] for each in other("GET", "/apis/example.com/v1")[1]["resources"]}
    assert one("GET", f"{NOTES}/a")[1]["text"] == "short"
    assert other("DELETE", f"{DEFINITIONS}/notes.example.com")[0] == 200
    eventually(lambda: one("GET", NOTES)[0], 404)
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
    eventually(lambda: servers[1]("GET", NOTES)[0], 200)
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
    eventually(lambda: servers[0]("GET", NOTES)[0], 200)
    assert servers[0]("GET", NOTES)[1]["items"] == []


def service(name):
    ports = [{"port": 80, "protocol": "TCP"}]
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": name},
        "spec": {"type": "NodePort", "ports": ports},
    }


def test_addresses_and_ports_are_given_once(servers):
    each = 12

    def create(number):
        code, made = servers[number % 2]("POST", "/api/v1/namespaces/default/services", service(f"s{number}"))
        assert code == 201
        return made["spec"]

    with ThreadPoolExecutor(4) as threads:
        given = list(threads.map(create, range(each)))
    assert len({spec["clusterIP"] for spec in given}) == each
    assert len({spec["ports"][0]["nodePort"] for spec in given}) == each


def test_no_update_is_lost(servers):
    path = "/api/v1/namespaces/default/configmaps"
    body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "count"}, "data": {"n": "0"}}
    assert servers[0]("POST", path, body)[0] == 201
    times, writers = 10, 4

    def add(number):
        server, done, conflicts = servers[number % 2], 0, 0
        while done < times:
            _, found = server("GET", f"{path}/count")
            found["data"]["n"] = str(int(found["data"]["n"]) + 1)
            code, _ = server("PUT", f"{path}/count", found)
            assert code in (200, 409)
            done += code == 200
            conflicts += code == 409
        return conflicts

    with ThreadPoolExecutor(writers) as threads:
        list(threads.map(add, range(writers)))
    assert servers[1]("GET", f"{path}/count")[1]["data"]["n"] == str(times * writers)


def test_a_version_that_one_server_told_is_known_to_the_other(servers):
    path = "/api/v1/namespaces/default/configmaps"
    body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}
    for number in range(20):
        body["metadata"]["name"] = f"m{number}"
        _, made = servers[number % 2]("POST", path, body)
        version = made["metadata"]["resourceVersion"]
        code, listed = servers[1 - number % 2]("GET", f"{path}?resourceVersion={version}")
        assert (code, len(listed["items"])) == (200, number + 1)
        assert servers[1 - number % 2]("GET", f"{path}/m{number}?resourceVersion={version}")[0] == 200


def test_what_one_writes_the_other_watches(servers):
    path = "/api/v1/namespaces/default/configmaps"
    _, listed = servers[1]("GET", path)
    version = listed["metadata"]["resourceVersion"]
    names = [f"m{number}" for number in range(20)]
    for name in names:
        body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}}
        assert servers[0]("POST", path, body)[0] == 201
    told = servers[1].watch(f"{path}?watch=1&resourceVersion={version}", len(names))
    assert [(each["type"], each["object"]["metadata"]["name"]) for each in told] == [("ADDED", name) for name in names]
