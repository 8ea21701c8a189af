"""Tests that no response leaves before the writes that it shows are durable; if they are lost, the response says so."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.contract.held_commits import HeldCommits
from tests.server.in_process import Pipe
from tests.server.test_killed_server import CRD, DEFINITIONS, NOTES, note

from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.dispatch import commit_gate as gating_room
from kapivara.server.dispatch.commit_gate import CommitGate
from kapivara.server.dispatch.dispatcher import Dispatcher
from kapivara.server.dispatch.workers import Workers
from kapivara.server.http1.connection import Connection
from kapivara.server.http1.connections import Connections
from kapivara.server.http1.limits import Limits
from kapivara.storage import Pending
from kapivara.storage.sqlite.storage import SqliteStorage

PATIENCE = 120


class Clients:
    """Connections to one application, without a network."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._connections = Connections(Limits())

    def ask(self, method: str, path: str, body: object = None) -> Pipe:
        """Sends a request over a connection of its own; returns where its response will be."""
        pipe, connection = Pipe(), Connection(self._connections, self._app)
        connection.connection_made(pipe)
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        connection.data_received(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        return pipe


async def answer(pipe: Pipe) -> tuple[int, Any]:
    """Waits for a response; returns its code and body."""
    async with asyncio.timeout(PATIENCE):
        while not pipe.written:
            await asyncio.sleep(0.001)
    head, _, body = bytes(pipe.written).partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), json.loads(body)


async def turns() -> None:
    """Lets the loop do everything that is ready."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture(params=["on the loop", "in threads"])
def run(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Runs a test with clients of a server over a disk whose commits it holds."""

    def run(test: Callable[[Clients, HeldCommits], Awaitable[None]]) -> None:
        async def main() -> None:
            clients = Clients(Application(registry, dispatcher=dispatcher))
            assert (await answer(clients.ask("POST", DEFINITIONS, CRD)))[0] == 201
            held = HeldCommits(monkeypatch)
            try:
                await test(clients, held)
            finally:
                held.let_all_go()

        workers = Workers()
        dispatcher = Dispatcher(workers, storage_waits=request.param == "in threads")
        with SqliteStorage(tmp_path) as storage:
            registry = Registry(storage)
            asyncio.run(main())
            workers.close()

    return run


async def begun(held: HeldCommits) -> None:
    await asyncio.get_running_loop().run_in_executor(None, held.wait_for_batch)


def test_a_write_is_answered_when_it_is_durable(run: Callable[..., None]) -> None:
    async def test(clients: Clients, held: HeldCommits) -> None:
        first = clients.ask("POST", NOTES, note("a", "one"))
        await begun(held)
        await turns()
        assert not first.written
        held.let_go()
        code, created = await answer(first)
        assert code == 201
        version = created["metadata"]["resourceVersion"]
        changed = clients.ask("PUT", f"{NOTES}/a", note("a", "two", version))
        await begun(held)
        await turns()
        assert not changed.written
        held.let_go()
        assert (await answer(changed))[0] == 200
        gone = clients.ask("DELETE", f"{NOTES}/a")
        await begun(held)
        await turns()
        assert not gone.written
        held.let_go()
        assert (await answer(gone))[0] == 200

    run(test)


def test_a_request_is_under_way_until_it_is_answered(run: Callable[..., None]) -> None:
    async def test(clients: Clients, held: HeldCommits) -> None:
        counts = clients._app._backing.dispatcher.requests
        before = counts.begun
        first = clients.ask("POST", NOTES, note("a", "one"))
        await begun(held)
        await turns()
        assert (counts.begun - before, counts.under_way) == (1, 1)
        held.let_go()
        assert (await answer(first))[0] == 201
        assert (await answer(clients.ask("GET", f"{NOTES}/b")))[0] == 404
        assert (counts.begun - before, counts.under_way) == (2, 0)

    run(test)


def test_reads_and_refusals_wait_for_what_they_have_seen(run: Callable[..., None]) -> None:
    async def test(clients: Clients, held: HeldCommits) -> None:
        first = clients.ask("POST", NOTES, note("a", "one"))
        await begun(held)
        others = [
            clients.ask("GET", f"{NOTES}/a"),
            clients.ask("POST", NOTES, note("a", "again")),
            clients.ask("PUT", f"{NOTES}/a", note("a", "two", "1")),
        ]
        missing = clients.ask("GET", f"{NOTES}/b")
        assert (await answer(missing))[0] == 404  # others are not delayed
        assert len((await answer(clients.ask("GET", NOTES)))[1]["items"]) == 0
        await turns()
        assert not any(each.written for each in [first, *others])
        held.let_all_go()
        assert [(await answer(each))[0] for each in [first, *others]] == [201, 200, 409, 409]

    run(test)


def test_what_was_lost_is_told_to_all_who_have_seen_it(run: Callable[..., None]) -> None:
    async def test(clients: Clients, held: HeldCommits) -> None:
        asked = [clients.ask("POST", NOTES, note("a", "one"))]
        await begun(held)
        asked.append(clients.ask("GET", f"{NOTES}/a"))
        asked.append(clients.ask("POST", NOTES, note("b", "one")))
        while not clients._app._backing.registry._storage._writer.staging._waiting:  # type: ignore[attr-defined]
            await asyncio.sleep(0.001)
        await turns()
        held.let_go(fails=True)
        for each in asked:
            code, status = await answer(each)
            assert (code, status["reason"]) == (500, "InternalError")
            assert "the disk is on fire" in status["message"]
        held.let_all_go()
        assert (await answer(clients.ask("GET", f"{NOTES}/a")))[0] == 404
        assert (await answer(clients.ask("POST", NOTES, note("a", "one"))))[0] == 201

    run(test)


def test_writes_that_come_together_share_a_batch(run: Callable[..., None], request: pytest.FixtureRequest) -> None:
    async def test(clients: Clients, held: HeldCommits) -> None:
        asked = [clients.ask("POST", NOTES, note(f"n{number}", "")) for number in range(16)]
        await begun(held)
        held.let_all_go()
        assert {(await answer(each))[0] for each in asked} == {201}
        batches = 1
        while held.begun.acquire(blocking=False):
            batches += 1
        if "threads" not in request.node.name:
            assert batches == 1

    run(test)


def test_writes_that_come_one_after_another_share_a_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The batch is postponed while each turn of the loop adds a write, but not for long."""

    async def main(storage: SqliteStorage, held: HeldCommits, seconds: float) -> set[object]:
        monkeypatch.setattr(gating_room, "_LONGEST_SECONDS", seconds)
        gating, commits, told = CommitGate(), set(), []
        for number in range(8):
            pending = Pending()
            storage.create(f"/{seconds}/{number}", b"", (), pending)
            assert pending.commit is not None
            commits.add(pending.commit)
            gating.hold(pending.commit, lambda: told.append(1))
            await asyncio.sleep(0)
            if not seconds:
                await begun(held)  # it was requested at once
                held.let_go()
        await turns()
        if seconds:
            assert len(commits) == 1
            await begun(held)
            held.let_go()
        async with asyncio.timeout(PATIENCE):
            while len(told) < 8:
                await asyncio.sleep(0.001)
        return commits

    with SqliteStorage(tmp_path) as storage:
        held = HeldCommits(monkeypatch)
        assert len(asyncio.run(main(storage, held, 60.0))) == 1
        assert len(asyncio.run(main(storage, held, 0.0))) == 8


def test_what_was_durable_before_goes_on(tmp_path: Path) -> None:
    """Another caller waited for the commit, which has ended when this one asks for it."""

    async def main(storage: SqliteStorage) -> None:
        pending, told, gating = Pending(), [], CommitGate()
        storage.create("/a", b"", (), pending)
        assert pending.commit is not None
        pending.wait()
        gating.hold(pending.commit, lambda: told.append(1))
        gating.hold(pending.commit, lambda: told.append(2))
        await turns()
        assert told == [1, 2]

    with SqliteStorage(tmp_path) as storage:
        asyncio.run(main(storage))


SERVER = """
import os, signal, sys
from pathlib import Path
from kapivara.server.processes.run import ServeOptions, serve
from kapivara.storage.sqlite import changes as sqlite_changes, group_commit

def is_doomed(events):
    return any(event.key.endswith("/doomed") for event in events)

def die():
    os.kill(os.getpid(), signal.SIGKILL)

write_events, finish = sqlite_changes.write_events, group_commit.GroupCommit.finish

def write_and_die(connection, events):
    write_events(connection, events)
    if is_doomed(events):
        die()

def die_before_telling(commit):
    if is_doomed(commit.events):
        die()
    finish(commit)

if sys.argv[2] == "before the commit":
    sqlite_changes.write_events = write_and_die
else:
    group_commit.GroupCommit.finish = die_before_telling
serve(ServeOptions(data_dir=Path(sys.argv[1]), anonymous=True, on_ready=lambda ready: print(ready.url, flush=True)))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize("moment", ["before the commit", "before the answer"])
def test_killed_around_the_commit(tmp_path: Path, connect: Callable[..., Any], moment: str) -> None:
    """No response shows a lost write, and a stored write without a response is complete."""
    server = subprocess.Popen([sys.executable, "-c", SERVER, tmp_path, moment], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    url = server.stdout.readline().strip()

    def post(path: str, body: object) -> bytes:
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        return f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data

    assert connect(url, post(DEFINITIONS, CRD)).read_answer()[0] == 201
    assert connect(url, post(NOTES, note("told", "one"))).read_answer()[0] == 201
    doomed = connect(url, post(NOTES, note("doomed", "one")))
    assert doomed.read_to_end() == b""
    assert server.wait() == -signal.SIGKILL
    server.stdout.close()
    with SqliteStorage(tmp_path) as storage:
        names = [json.loads(each.value)["metadata"]["name"] for each in storage.list("/registry/example.com/").items]
    assert names == (["told"] if moment == "before the commit" else ["doomed", "told"])
