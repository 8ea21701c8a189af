"""Tests of watches over HTTP: chunks as events arrive, clean ends, and clients that do not read."""

import asyncio
import json

import pytest
from tests.server.in_process import Pipe
from tests.server.test_app import CRD, DEFINITIONS, WIDGETS, Client

from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.dispatch.dispatcher import Dispatcher
from kapivara.server.dispatch.watch_scheduler import WatchScheduler
from kapivara.server.dispatch.workers import Workers
from kapivara.server.http1.connection import Connection
from kapivara.server.http1.connections import Connections
from kapivara.server.http1.limits import Limits
from kapivara.storage.memory import MemoryStorage

PATIENCE = 120


class Watcher:
    """A connection on which a watch was requested."""

    def __init__(self, app, path, accept="application/json"):
        self.pipe = Pipe()
        self.connections = Connections(Limits())
        self.connection = Connection(self.connections, app)
        self.connection.connection_made(self.pipe)
        self.connection.data_received(f"GET {path} HTTP/1.1\r\nhost: localhost\r\naccept: {accept}\r\n\r\n".encode())

    @property
    def head(self):
        return bytes(self.pipe.written).partition(b"\r\n\r\n")[0].decode()

    @property
    def body(self):
        """Returns the received data, without the sizes of its chunks."""
        rest, body = bytes(self.pipe.written).partition(b"\r\n\r\n")[2], b""
        while b"\r\n" in rest:
            size, _, rest = rest.partition(b"\r\n")
            body, rest = body + rest[: int(size, 16)], rest[int(size, 16) + 2 :]
        return body

    @property
    def told(self):
        events = [json.loads(line) for line in self.body.splitlines()]
        return [f"{each['type']} {each['object']['metadata'].get('name', '')}".strip() for each in events]

    @property
    def has_ended(self):
        return self.pipe.written.endswith(b"0\r\n\r\n")


async def until(condition):
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


@pytest.fixture(params=["on-the-spot", "in-threads"])
def served(request):
    """Creates an application with a CRD, within an event loop."""
    registry = Registry(MemoryStorage())
    workers = Workers() if request.param == "in-threads" else None
    app = Application(registry, dispatcher=Dispatcher(workers))
    assert Client(Application(registry))("POST", DEFINITIONS, CRD).status_code == 201
    yield app, registry
    if workers is not None:
        workers.close()


def post(app, name):
    """Creates a widget, on a connection of its own."""
    pipe = Pipe()
    connection = Connection(Connections(Limits()), app)
    connection.connection_made(pipe)
    body = json.dumps({"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": name}}).encode()
    length = f"content-type: application/json\r\ncontent-length: {len(body)}"
    connection.data_received(f"POST {WIDGETS} HTTP/1.1\r\nhost: localhost\r\n{length}\r\n\r\n".encode() + body)


def test_events_leave_as_they_come(served):
    app, _ = served

    async def watch():
        watcher = Watcher(app, f"{WIDGETS}?watch=1")
        await until(lambda: watcher.head)
        assert watcher.head.startswith("HTTP/1.1 200 OK")
        assert "content-type: application/json\r\n" in watcher.head
        assert "transfer-encoding: chunked" in watcher.head
        for name in ("a", "b"):
            post(app, name)
            await until(lambda name=name: f"ADDED {name}" in watcher.told)
        assert watcher.told == ["ADDED a", "ADDED b"]
        assert not watcher.has_ended

    asyncio.run(watch())


@pytest.mark.parametrize("seconds", ["1", "-1"])
def test_the_time_of_a_watch_ends_it_and_the_connection_goes_on(served, seconds):
    app, _ = served

    async def watch():
        watcher = Watcher(app, f"{WIDGETS}?watch=1&timeoutSeconds={seconds}")
        await until(lambda: watcher.has_ended)
        assert not watcher.pipe.closed
        watcher.connection.data_received(b"GET /version HTTP/1.1\r\nhost: localhost\r\n\r\n")
        await until(lambda: b"gitVersion" in watcher.pipe.written)

    asyncio.run(watch())


def test_a_bookmark_comes_before_the_end(served, monkeypatch):
    monkeypatch.setattr("kapivara.server.dispatch.watch_exchange._BEFORE_THE_END", 0.5)
    app, _ = served

    async def watch():
        watcher = Watcher(app, f"{WIDGETS}?watch=1&timeoutSeconds=1&allowWatchBookmarks=1&resourceVersion=0")
        await until(lambda: watcher.has_ended)
        assert watcher.told == ["BOOKMARK", "BOOKMARK"]

    asyncio.run(watch())


def test_a_server_that_stops_ends_its_watches(served):
    app, registry = served

    async def watch():
        watcher = Watcher(app, f"{WIDGETS}?watch=1")
        await until(lambda: registry._watched is not None and registry._watched.open._watches)
        watcher.connection.finish_up()
        await until(lambda: watcher.pipe.closed)
        assert watcher.has_ended
        await until(lambda: not registry._watched.open._watches)

    asyncio.run(watch())


def test_a_client_that_goes_leaves_nothing_behind(served):
    app, registry = served

    async def watch():
        watchers = [Watcher(app, f"{WIDGETS}?watch=1") for _ in range(20)]
        await until(lambda: registry._watched is not None)
        for watcher in watchers:
            watcher.connection.connection_lost(None)
        await until(lambda: not registry._watched.open._watches)

    asyncio.run(watch())


@pytest.mark.parametrize("end", ["its time", "the client", "the server", "its definition"])
def test_open_watches_are_counted(served, end):
    app, _ = served
    counts = app._backing.metrics.long_running

    async def watch():
        watchers = [Watcher(app, f"{WIDGETS}?watch=1{'&timeoutSeconds=1' if end == 'its time' else ''}") for _ in "ab"]
        await until(lambda: all(watcher.head for watcher in watchers))
        ((labels, count),) = counts.items()
        assert (labels.verb, labels.resource, labels.scope, count) == ("WATCH", "widgets", "namespace", 2)
        if end == "the client":
            for watcher in watchers:
                watcher.connection.connection_lost(None)
        elif end == "the server":
            for watcher in watchers:
                watcher.connections.finish_up()
        elif end == "its definition":
            deleter = Connection(Connections(Limits()), app)
            deleter.connection_made(Pipe())
            head = f"DELETE {DEFINITIONS}/widgets.example.com HTTP/1.1\r\nhost: localhost\r\n\r\n"
            deleter.data_received(head.encode())
        await until(lambda: not counts)

    asyncio.run(watch())


def test_a_definition_that_goes_ends_the_stream(served):
    app, _ = served

    async def watch():
        watcher = Watcher(app, f"{WIDGETS}?watch=1")
        post(app, "a")
        await until(lambda: watcher.told == ["ADDED a"])
        deleter = Connection(Connections(Limits()), app)
        deleter.connection_made(Pipe())
        deleter.data_received(f"DELETE {DEFINITIONS}/widgets.example.com HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
        await until(lambda: watcher.has_ended)
        assert watcher.told == ["ADDED a", "DELETED a"]

    asyncio.run(watch())


def test_events_that_come_while_others_are_read_aside_are_not_missed():
    registry = Registry(MemoryStorage())
    app = Application(registry, dispatcher=Dispatcher())
    assert Client(Application(registry))("POST", DEFINITIONS, CRD).status_code == 201
    reading = []

    async def watch():
        version = registry.revision
        post(app, "a")
        app._rounds = WatchScheduler(Dispatcher())
        app._rounds.take_aside = lambda take, done: reading.append((take(), done))
        watcher = Watcher(app, f"{WIDGETS}?watch=1&resourceVersion={version}")
        await until(lambda: reading)
        post(app, "b")
        await asyncio.sleep(0.01)
        for read, done in reading:
            done(read)
        await until(lambda: watcher.told == ["ADDED a", "ADDED b"])

    asyncio.run(watch())


def test_many_who_watch_are_sent_the_same_bytes(served):
    app, _ = served
    sent = []

    async def watch():
        watchers = [Watcher(app, f"{WIDGETS}?watch=1") for _ in range(250)]
        await until(lambda: all(watcher.head for watcher in watchers))
        for watcher in watchers:
            watcher.connection._out._chunks = watchers[0].connections.chunks
            watcher.pipe.write = sent.append
        for name in "ab":
            post(app, name)
        await until(lambda: sum(each.count(b"ADDED") for each in sent) == 500)

    asyncio.run(watch())
    assert len({*map(id, sent)}) == len({*sent}) <= 3  # one event, the other, or both


def test_a_client_that_does_not_read_makes_its_watch_wait(served):
    app, _ = served

    async def watch():
        slow, quick = (Watcher(app, f"{WIDGETS}?watch=1") for _ in range(2))
        post(app, "a")
        await until(lambda: slow.told == quick.told == ["ADDED a"])
        slow.connection.pause_writing()
        for number in range(50):
            post(app, f"b{number}")
        await until(lambda: len(quick.told) == 51)
        assert len(slow.told) == 1
        slow.connection.resume_writing()
        await until(lambda: slow.told == quick.told)

    asyncio.run(watch())


@pytest.mark.parametrize(
    ("accept", "code", "text"),
    [
        ("application/yaml", 406, "application/json;stream=watch"),
        ("text/plain", 406, "application/json, application/yaml, application/vnd.kubernetes.protobuf"),
    ],
)
def test_forms_that_watches_do_not_have(served, accept, code, text):
    app, _ = served

    async def watch():
        watcher = Watcher(app, f"{WIDGETS}?watch=1", accept)
        await until(lambda: text.encode() in watcher.pipe.written)
        assert watcher.head.startswith(f"HTTP/1.1 {code}")

    asyncio.run(watch())


def test_protocol_buffers_say_that_they_are_a_stream(served):
    app, _ = served

    async def watch():
        accept = "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1"
        watcher = Watcher(app, f"{WIDGETS}?watch=1", accept)
        post(app, "a")
        await until(lambda: b"ADDED" in watcher.body)
        assert "content-type: application/vnd.kubernetes.protobuf;stream=watch\r\n" in watcher.head

    asyncio.run(watch())


def test_paths_that_ask_for_a_watch(served):
    app, _ = served

    async def watch():
        path = WIDGETS.replace("/v1/", "/v1/watch/")
        watchers = [Watcher(app, path), Watcher(app, f"{path}/b")]
        for name in ("a", "b"):
            post(app, name)
        await until(lambda: [each.told for each in watchers] == [["ADDED a", "ADDED b"], ["ADDED b"]])

    asyncio.run(watch())
