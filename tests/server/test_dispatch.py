"""Tests of the choice between event loop and threads, and that slow requests do not block others."""

from __future__ import annotations

import asyncio
import http.client
import json
import math
import threading
import time
import urllib.parse

import pytest

from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request, ShownAs
from kapivara.server.dispatch import dispatcher as room
from kapivara.server.dispatch.dispatcher import Dispatcher
from kapivara.server.http1.answer import Answer
from kapivara.storage.memory import MemoryStorage
from kapivara.values.deadline import Deadline

DEFINITIONS = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
NAMESPACES = GroupVersionResource("", "v1", "namespaces")
NOTES = GroupVersionResource("example.com", "v1", "notes")
NOTES_PATH = "/apis/example.com/v1/namespaces/default/notes"
LOOP = "self.all(a, a > 0)"
LOOPS = "self.all(a, self.all(b, a + b + {} > 0))"


def definition(*rules):
    items = {"type": "array", "maxItems": 250, "items": {"type": "integer"}}
    items["x-kubernetes-validations"] = [{"rule": rule} for rule in rules]
    schema = {"type": "object", "properties": {"l": items, "t": {"type": "string"}}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "notes.example.com"},
        "spec": {
            "group": "example.com",
            "scope": "Namespaced",
            "names": {"plural": "notes", "kind": "Note"},
            "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}],
        },
    }


def note(**members):
    return {"apiVersion": "example.com/v1", "kind": "Note", "metadata": {"name": "x"}, **members}


class Job:
    """A request whose response is the result of a function."""

    def __init__(self, run, request):
        self.run = run
        self.request = request


class Aside:
    """Replaces the workers."""

    def __init__(self):
        self.count = 0

    def run(self, work, done):
        self.count += 1
        done(work())


def answer_in_turn(dispatcher, *job):
    """Answers a request and waits for its turn."""

    async def answer():
        dispatcher.answer(*job)
        await asyncio.sleep(0)

    asyncio.run(answer())


def goes_aside(request, *rules, pause=0.0, requests=1, waits=False):
    """Paces a request; returns for each repetition whether it went to the workers."""
    registry = Registry(MemoryStorage())
    body = json.dumps(definition(*rules)).encode()
    assert registry.handle(Request("create", DEFINITIONS, body=body)).code == 201
    aside = Aside()
    dispatcher = Dispatcher(aside, storage_waits=waits)

    def work():
        end = time.thread_time() + pause  # of processor time; a waiting request blocks no other
        while time.thread_time() < end:
            pass
        return Answer(200, b"", [])

    async def answer():
        went = []
        for _ in range(requests):
            before = aside.count
            dispatcher.answer(Job(work, request), lambda _: None, registry.kind(request.resource))
            await asyncio.sleep(0)  # its turn
            went.append(aside.count > before)
        return went

    return asyncio.run(answer())


@pytest.mark.parametrize(
    ("verb", "resource", "body", "rules", "aside"),
    [
        pytest.param("create", NOTES, b"{}", [], False, id="small"),
        pytest.param("create", NOTES, b" " * 100_000, [], True, id="large"),
        pytest.param("create", NOTES, b"{}", [LOOP], False, id="a-loop"),
        pytest.param("create", NOTES, b"{}", [LOOP, LOOPS.format(1)], False, id="loops-in-loops"),
        pytest.param("create", NOTES, b"[" + b"1," * 200, [LOOP], False, id="a-loop-over-many"),
        pytest.param("create", NOTES, b"[" + b"1," * 200, [LOOP, LOOPS.format(1)], True, id="loops-in-loops-over-many"),
        pytest.param("create", NOTES, b"{}", ["'a'.matches('^[a-z]{1,63}$')"], False, id="a-pattern"),
        pytest.param("create", NOTES, b"{}", ['\'a\'.matches(r"""[\'"]+""")'], False, id="a-quoted-pattern"),
        pytest.param("create", NOTES, b"{}", ["'a'.matches('a' + 'b')"], True, id="any-pattern"),
        pytest.param("create", NOTES, b"{}", ["'a'.matches('[ab]{999}')"], True, id="a-large-pattern"),
        pytest.param("create", NOTES, b"{}", ["'a'.replace('', 'aaa').size() > 0"], True, id="text-that-grows"),
        pytest.param("create", NOTES, b"{}", [f"{number} > 0" for number in range(1, 4000)], True, id="many-rules"),
        pytest.param("get", NOTES, b"", [LOOPS.format(1)], False, id="a-read"),
        pytest.param("delete", NOTES, b"", [], False, id="a-removal"),
        pytest.param("patch", NOTES, b"{}", [], True, id="a-patch-of-something-unknown"),
        pytest.param("list", NOTES, b"", [], True, id="a-list"),
        pytest.param("create", DEFINITIONS, b"{}", [], True, id="a-definition"),
        pytest.param("delete", NAMESPACES, b"", [], True, id="a-namespace-with-all-in-it"),
    ],
)
def test_what_may_be_slow_goes_aside(verb, resource, body, rules, aside):
    assert goes_aside(Request(verb, resource, body=body), *rules) == [aside]
    assert goes_aside(Request(verb, resource, body=body), *rules, waits=True) == [aside]


@pytest.mark.parametrize("verb", ["get", "create"])
def test_what_is_shown_as_another_kind_goes_aside(verb):
    """Cells may be slow, and a write whose Table is being built cannot start again."""
    assert goes_aside(Request(verb, NOTES, body=b"{}", shown_as=ShownAs("Table", "v1"))) == [True]


def test_what_was_slow_goes_aside_for_a_while(monkeypatch):
    request = Request("create", NOTES, body=b"{}")
    monkeypatch.setattr(room, "_QUICK_SECONDS", 0.001)
    assert goes_aside(request, pause=0.01, requests=3) == [False, True, True]


def test_what_came_together_with_what_was_slow_goes_aside(monkeypatch):
    """A flood of slow requests is queued before the first of them is known to be slow."""
    monkeypatch.setattr(room, "_QUICK_SECONDS", 0.001)
    registry, aside, here = Registry(MemoryStorage()), Aside(), []
    assert registry.handle(Request("create", DEFINITIONS, body=json.dumps(definition()).encode())).code == 201
    dispatcher, kind = Dispatcher(aside), registry.kind(NOTES)

    def work():
        here.append(aside.count)
        end = time.thread_time() + 0.01
        while time.thread_time() < end:
            pass

    async def answer():
        for _ in range(3):
            dispatcher.answer(Job(work, Request("create", NOTES, body=b"{}")), lambda _: None, kind)
        assert not here
        for _ in range(3):
            await asyncio.sleep(0)

    asyncio.run(answer())
    assert here == [0, 1, 2]


def test_requests_that_come_together_are_answered_in_order():
    registry, came_to = Registry(MemoryStorage()), []
    assert registry.handle(Request("create", DEFINITIONS, body=json.dumps(definition()).encode())).code == 201
    dispatcher, kind = Dispatcher(Aside()), registry.kind(NOTES)

    async def answer():
        for number in range(20):
            job = Job(lambda number=number: number, Request("create", NOTES, body=b"{}"))
            dispatcher.answer(job, came_to.append, kind)
        assert came_to == []  # all are read first
        await asyncio.sleep(0)

    asyncio.run(answer())
    assert came_to == list(range(20))


def test_where_no_thread_can_be_had_it_is_told():
    class Without:
        def run(self, work, done):
            raise RuntimeError("can't start new thread")

    registry, came_to = Registry(MemoryStorage()), []
    dispatcher = Dispatcher(Without())
    job = Job(lambda: None, Request("create", DEFINITIONS, body=b"{}"))
    for _ in range(2):  # the first leaves the only place of its resource to the second
        dispatcher.answer(job, came_to.append, registry.kind(DEFINITIONS))
    assert [type(each) for each in came_to] == [RuntimeError, RuntimeError]
    assert dispatcher.requests.under_way == 0


def test_what_outlasts_its_turn_is_begun_again_aside(monkeypatch):
    monkeypatch.setattr(room, "_TURN_SECONDS", -1)
    registry = Registry(MemoryStorage())
    assert registry.handle(Request("create", DEFINITIONS, body=json.dumps(definition(LOOP)).encode())).code == 201
    aside, came_to = Aside(), []
    body = json.dumps(note(l=[1, 2])).encode()
    request = Request("create", NOTES, "default", body=body, deadline=Deadline(60))
    kind = registry.kind(NOTES)
    answer_in_turn(Dispatcher(aside), Job(lambda: registry.handle(request), request), came_to.append, kind)
    assert (aside.count, [each.code for each in came_to]) == (1, [201])


@pytest.mark.parametrize("turn", [60, -1], ids=["within-its-turn", "past-it"])
def test_what_is_decided_is_not_begun_again(monkeypatch, turn):
    """The turn ends while the write is being answered, when it can no longer start again."""
    registry, aside, came_to = Registry(MemoryStorage()), Aside(), []
    assert registry.handle(Request("create", DEFINITIONS, body=json.dumps(definition()).encode())).code == 201
    kind, deadline = registry.kind(NOTES), Deadline(60)

    def after_write(_name):
        deadline.begin_turn(turn) if deadline._turn_ends < math.inf else None
        deadline.check()

    monkeypatch.setattr(kind, "after_write", after_write)
    request = Request("create", NOTES, "default", body=json.dumps(note()).encode(), deadline=deadline)
    answer_in_turn(Dispatcher(aside), Job(lambda: registry.handle(request), request), came_to.append, kind)
    assert (aside.count, [each.code for each in came_to]) == (0, [201])


def test_what_waits_for_tables_is_begun_again_aside(monkeypatch):
    """Its server knows a namespace when its creation is answered, however long that takes."""
    registry, aside, came_to = Registry(MemoryStorage()), Aside(), []
    kind = registry.kind(NAMESPACES)
    monkeypatch.setattr(type(kind), "costly", False)
    body = json.dumps({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "new"}}).encode()
    request = Request("create", NAMESPACES, body=body, deadline=Deadline(60))
    answer_in_turn(Dispatcher(aside), Job(lambda: registry.handle(request), request), came_to.append, kind)
    assert (aside.count, [each.code for each in came_to]) == (1, [201])


def test_definitions_are_written_one_after_another():
    registry = Registry(MemoryStorage())
    kind, waiting, came_to = registry.kind(DEFINITIONS), [], []

    class Busy:
        def run(self, work, done):
            waiting.append((work, done))

    dispatcher = Dispatcher(Busy())
    for verb in ("create", "get", "update", "delete", "get"):
        job = Job(lambda verb=verb: verb, Request(verb, DEFINITIONS, body=b" " * 9999))
        dispatcher.answer(job, came_to.append, kind)
    assert [work() for work, _ in waiting] == ["create", "get", "get"]
    while waiting:
        work, done = waiting.pop(0)
        done(work())
    assert came_to == ["create", "get", "get", "update", "delete"]


@pytest.mark.parametrize(
    ("storage_waits", "kind_waits", "at_once"), [(False, False, 4), (True, False, 16), (False, True, 16)]
)
def test_few_threads_take_the_processor_for_one_resource(storage_waits, kind_waits, at_once):
    """More of them would be no faster, and the event loop would wait for each."""
    registry = Registry(MemoryStorage())
    kind, begun = registry.kind(DEFINITIONS), []

    class Busy:
        def run(self, work, done):
            begun.append(work)

    class Waiting:
        """A kind that waits for a webhook, or does not."""

        gvr, written_one_by_one, waits = kind.gvr, False, kind_waits

        def may_take_long(self, _body):
            return True

    dispatcher = Dispatcher(Busy(), storage_waits=storage_waits)
    for _ in range(30):
        dispatcher.answer(Job(lambda: None, Request("create", DEFINITIONS)), lambda _: None, Waiting())
    assert len(begun) == at_once


def test_without_workers_all_is_answered_on_the_spot():
    answer, came_to = Answer(200, b"here", []), []
    Dispatcher().answer(Job(lambda: answer, Request("list", NOTES)), came_to.append, None)
    Dispatcher().run_aside(lambda: answer, came_to.append)
    assert came_to == [answer, answer]


def test_what_fails_is_told():
    came_to = []
    Dispatcher().run_aside(lambda: 1 // 0, came_to.append)
    assert isinstance(came_to[0], ZeroDivisionError)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "obj"),
    [
        pytest.param([LOOPS.format(each) for each in range(30)], note(l=[1] * 245), id="rules"),
        pytest.param([], note(l=["a"] * 200_000), id="errors"),
    ],
)
@pytest.mark.parametrize("engine", ["memory", "data"])
def test_health_is_answered_meanwhile(start_server, tmp_path, engine, rules, obj):
    server = start_server("--anonymous", *(["--memory"] if engine == "memory" else ["--data", str(tmp_path / "data")]))
    address = urllib.parse.urlsplit(server.url).netloc

    def call(method, path, body=None):
        connection = http.client.HTTPConnection(address, timeout=120)
        try:
            connection.request(method, path, body, {"content-type": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
    assert call("POST", path, json.dumps(definition(*rules)))[0] == 201
    codes, body = [], json.dumps(obj)
    slow = threading.Thread(target=lambda: codes.append(call("POST", NOTES_PATH, body)[0]))
    answered = []
    begun = time.monotonic()
    slow.start()
    while slow.is_alive():
        asked = time.monotonic()
        assert call("GET", "/livez") == (200, b"ok")
        answered.append((asked, time.monotonic()))
    assert codes == [422]
    quarter = (time.monotonic() - begun) / 4  # whatever its duration: the turn contains many steps
    assert [each for each in answered if begun + quarter < each[0] < each[1] < begun + 3 * quarter]
    assert server.stop() == 0


def test_others_are_answered_while_a_request_waits_for_the_storage():
    suspension = pytest.importorskip("kapivara.storage.suspension")
    registry = Registry(MemoryStorage())
    kind = registry.kind(NAMESPACES)
    steps, told = [], []
    request = Request("get", NAMESPACES, name="x", deadline=Deadline(60.0))

    def slow():
        steps.append("asks")
        suspension.wait_for(told.append)
        request.deadline.check()  # waiting took none of its turn
        steps.append("goes on")
        return Answer(200, b"", [])

    def quick():
        steps.append("another")
        return Answer(200, b"", [])

    async def serve():
        aside, answered, another = Aside(), asyncio.Event(), asyncio.Event()
        dispatcher = Dispatcher(aside, storage_waits=True)
        dispatcher.answer(Job(slow, request), lambda answer: answered.set(), kind)
        dispatcher.answer(Job(quick, Request("get", NAMESPACES, name="y")), lambda answer: another.set(), kind)
        await asyncio.wait_for(another.wait(), 60)
        assert dispatcher.requests.under_way == 1
        await asyncio.sleep(2 * room._TURN_SECONDS)
        told[0]()
        await asyncio.wait_for(answered.wait(), 60)
        assert (dispatcher.requests.under_way, aside.count) == (0, 0)

    asyncio.run(serve())
    assert steps == ["asks", "another", "goes on"]


def test_what_takes_long_is_begun_again_aside_though_the_storage_waits():
    suspension = pytest.importorskip("kapivara.storage.suspension")
    registry = Registry(MemoryStorage())
    begun = []
    request = Request("get", NAMESPACES, name="x", deadline=Deadline(60.0))

    def work():
        begun.append(suspension.current_loop() is not None)
        request.deadline.leave_turn()
        return Answer(200, b"", [])

    async def serve():
        aside, answers = Aside(), []
        dispatcher = Dispatcher(aside, storage_waits=True)
        dispatcher.answer(Job(work, request), answers.append, registry.kind(NAMESPACES))
        await asyncio.sleep(0)  # its turn
        assert (aside.count, [each.code for each in answers]) == (1, [200])

    asyncio.run(serve())
    assert begun == [True, False]


@pytest.mark.parametrize("verb", ["list", "deletecollection"])
@pytest.mark.parametrize("waits", [False, True])
def test_what_is_about_many_objects_has_few_workers(verb, waits):
    workers, bulk_workers = Aside(), Aside()
    dispatcher = Dispatcher(workers, bulk_workers=bulk_workers, storage_waits=waits)
    kind = Registry(MemoryStorage()).kind(NAMESPACES)
    dispatcher.answer(Job(lambda: Answer(200, b"", []), Request(verb, NAMESPACES)), lambda _: None, kind)
    dispatcher.run_aside(lambda: None, lambda _: None)
    assert (workers.count, bulk_workers.count) == (0, 2)
