from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from kapivara.storage import Closed, Compacted, Event, EventType
from kapivara.storage.async_watch import AsyncWatch
from kapivara.storage.memory import MemoryStorage
from kapivara.storage.sqlite import SqliteStorage


def test_events_from_other_threads_arrive_in_order() -> None:
    async def follow(storage: MemoryStorage) -> list[str]:
        watch = AsyncWatch(storage.watch("/"))

        def work() -> None:
            for number in range(200):
                storage.create(f"/{number:03}", b"")

        threading.Thread(target=work).start()
        keys: list[str] = []
        async for event in watch:
            keys.append(event.key)
            if len(keys) == 200:
                watch.close()
        return keys

    with MemoryStorage() as storage:
        assert asyncio.run(follow(storage)) == [f"/{number:03}" for number in range(200)]


def test_history_is_read_beside_the_loop(tmp_path: Path) -> None:
    with SqliteStorage(tmp_path) as storage:
        for number in range(300):
            storage.create(f"/{number}", b"")

    async def follow(storage: SqliteStorage) -> list[int]:
        watch = AsyncWatch(storage.watch("/", 1))
        revisions: list[int] = []
        while watch.revision < storage.revision:
            revisions += [event.revision for event in await watch.take(timeout=120)]
        return revisions

    with SqliteStorage(tmp_path) as storage:
        assert asyncio.run(follow(storage)) == list(range(2, 302))


class SlowWatch:
    """A watch that lags and takes its time once."""

    revision = 1
    lagging = True

    def __init__(self) -> None:
        self.release = threading.Event()
        self.events = [Event(EventType.ADDED, "/a", b"", None, 2)]

    def take(self, limit: int = 100) -> list[Event]:
        self.release.wait(120)
        taken, self.events = self.events, []
        return taken

    def notify(self, callback: object) -> None:
        pass


def test_a_timeout_loses_no_event() -> None:
    async def follow() -> list[Event]:
        slow = SlowWatch()
        watch = AsyncWatch(slow)  # type: ignore[arg-type]
        assert await watch.take(timeout=0.01) == []
        slow.release.set()
        return await watch.take(timeout=120)

    assert [event.key for event in asyncio.run(follow())] == ["/a"]


def test_faults_of_the_watch_reach_the_consumer(tmp_path: Path) -> None:
    async def follow(storage: SqliteStorage) -> None:
        watch = AsyncWatch(storage.watch("/", 1))
        storage.compact(storage.revision)
        with pytest.raises(Compacted):
            await watch.take()
        watch.close()
        with pytest.raises(Closed):
            await watch.take()

    with SqliteStorage(tmp_path) as storage:
        storage.create("/a", b"")
    with SqliteStorage(tmp_path) as storage:
        asyncio.run(follow(storage))


def test_a_loop_that_ended_does_not_harm_the_writer() -> None:
    with MemoryStorage() as storage:

        async def start() -> AsyncWatch:
            return AsyncWatch(storage.watch("/"))

        watch = asyncio.run(start())
        storage.create("/a", b"")
        watch.close()
