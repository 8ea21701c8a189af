"""Tests of the data that a durable engine finds after it was closed."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.contract.conftest import oldest_revision
from tests.contract.engines import remove

from kapivara.storage import Closed, Compacted, Conflict, EventType, Storage, Stored
from kapivara.storage.sqlite.storage import SqliteStorage

OpenAgain = Callable[[], Storage]


@pytest.fixture(params=["sqlite"])
def open_again(request: pytest.FixtureRequest, tmp_path: Path) -> OpenAgain:
    """Opens the same data at each call."""
    return lambda: SqliteStorage(tmp_path / "deep" / "data")


def test_values_revisions_and_history_are_found_again(open_again: OpenAgain) -> None:
    with open_again() as storage:
        storage.create("/a", b"1")
        storage.create("/b", b"2")
        storage.update("/a", b"3", 2)
        remove(storage, "/b")
    with open_again() as storage:
        assert storage.revision == 5
        assert storage.list("/").items == [Stored("/a", b"3", 4)]
        assert storage.list("/", at_revision=3).items == [Stored("/a", b"1", 2), Stored("/b", b"2", 3)]
        assert [(event.type, event.old_value) for event in storage.watch("/", 1).take()] == [
            (EventType.ADDED, None),
            (EventType.ADDED, None),
            (EventType.MODIFIED, b"1"),
            (EventType.DELETED, b"2"),
        ]
        with pytest.raises(Conflict):
            storage.update("/a", b"4", 2)
        assert storage.update("/a", b"4", 4).revision == 6


def test_the_counter_goes_on_even_where_all_history_is_compacted(open_again: OpenAgain) -> None:
    with open_again() as storage:
        storage.create("/a", b"1")
        remove(storage, "/a")
        storage.compact(3)
    with open_again() as storage:
        assert (storage.revision, oldest_revision(storage)) == (3, 3)
        assert storage.list("/").revision == 3
        with pytest.raises(Compacted):
            storage.watch("/", 2)
        assert storage.create("/a", b"2").revision == 4


def test_a_watch_goes_from_the_old_history_into_new_events(open_again: OpenAgain) -> None:
    with open_again() as storage:
        for number in range(600):
            storage.create(f"/{number}", b"")
    with open_again() as storage:
        watch = storage.watch("/", 1)
        first = watch.take(10)
        storage.create("/new", b"")
        rest = []
        while events := watch.take(50):
            rest += events
        assert [event.revision for event in [*first, *rest]] == list(range(2, 603))
        storage.create("/newer", b"")
        assert [event.key for event in watch.take()] == ["/newer"]


def test_closing_amid_writes_answers_every_caller(open_again: OpenAgain) -> None:
    storage = open_again()
    acknowledged: list[str] = []
    refused = threading.Semaphore(0)

    def work(name: int) -> None:
        try:
            for number in range(100_000):
                acknowledged.append(storage.create(f"/{name}/{number}", b"").key)
        except Closed:
            refused.release()

    threads = [threading.Thread(target=work, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    while len(acknowledged) < 100:
        time.sleep(0.001)
    storage.close()
    for thread in threads:
        thread.join()
        assert refused.acquire(blocking=False)
    with open_again() as storage:
        assert sorted(acknowledged) == [stored.key for stored in storage.list("/").items]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts the steps of SQLite in its only item: no clock, which other work could slow down."""
    counted = [0]
    connect = sqlite3.connect

    def count() -> int:
        counted[0] += 1
        return 0

    def counting(*args: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **options)
        connection.set_progress_handler(count, 1)
        return connection

    monkeypatch.setattr(sqlite3, "connect", counting)
    return counted


def test_opening_takes_a_look_at_each_write_and_no_more(open_again: OpenAgain, steps: list[int]) -> None:
    """The structure of the file is checked once, without loading it."""
    with open_again() as storage:
        for number in range(1000):
            storage.create(f"/{number}", b"x" * 2000)
    steps[0] = 0
    with open_again() as storage:
        assert storage.get("/999").revision == 1001
        assert 0 < steps[0] < 1000 * 50
