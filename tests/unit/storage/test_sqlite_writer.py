from __future__ import annotations

import threading
from pathlib import Path

import pytest
from tests.contract.engines import overwrite, remove

from kapivara.storage import AlreadyExists, Conflict, Event, EventType, KeyNotFound, StorageError, Stored
from kapivara.storage.retention import Retention
from kapivara.storage.sqlite import SqliteStorage
from kapivara.storage.sqlite_changes import Change
from kapivara.storage.sqlite_file import FILE_NAME, connect_writer
from kapivara.storage.sqlite_reader import Reader
from kapivara.storage.sqlite_writer import GroupWriter


def outcomes_of_one_batch(writer: GroupWriter, changes: list[Change]) -> list[Stored | str]:
    """Queues changes before the writer starts, so that they share a transaction."""
    outcomes: list[Stored | str] = [""] * len(changes)

    def work(index: int) -> None:
        try:
            outcomes[index] = writer.write(changes[index])
        except StorageError as refusal:
            outcomes[index] = type(refusal).__name__

    threads = []
    for index in range(len(changes)):
        threads.append(threading.Thread(target=work, args=(index,)))
        threads[-1].start()
        while writer._queue.qsize() <= index:
            threads[-1].join(0.001)
    writer.start(PUBLISHED.append, Retention())
    for thread in threads:
        thread.join(5)
    return outcomes


PUBLISHED: list[list[Event]] = []


def test_a_batch_answers_each_caller_on_its_own(tmp_path: Path) -> None:
    PUBLISHED.clear()
    path = tmp_path / FILE_NAME
    writer = GroupWriter(connect_writer(path, None), path, revision=1, compacted=1)
    added, modified, deleted = EventType.ADDED, EventType.MODIFIED, EventType.DELETED
    outcomes = outcomes_of_one_batch(
        writer,
        [
            Change(added, "/a", b"1"),
            Change(added, "/a", b"2"),
            Change(modified, "/missing", b"3"),
            Change(modified, "/a", b"4", 1),
            Change(modified, "/a", b"5", 2),
            Change(added, "/b", b"6"),
            Change(deleted, "/b", None, 4),
        ],
    )
    assert outcomes == [
        Stored("/a", b"1", 2),
        AlreadyExists.__name__,
        KeyNotFound.__name__,
        Conflict.__name__,
        Stored("/a", b"5", 3),
        Stored("/b", b"6", 4),
        Stored("/b", b"6", 5),
    ]
    assert len(PUBLISHED) == 1
    assert [event.revision for event in PUBLISHED[0]] == [2, 3, 4, 5]
    reader = Reader(path)
    assert [stored.key for stored in reader.list("", "", 0, None).items] == ["/a"]
    reader.close()
    writer.close()


def fill(storage: SqliteStorage) -> None:
    for number in range(100):
        storage.create(f"/{number}", b"x" * 10_000)


def test_without_space_nothing_is_half_done(tmp_path: Path) -> None:
    with SqliteStorage(tmp_path, max_size=200_000) as storage:
        watch = storage.watch("/")
        with pytest.raises(StorageError, match="no space is left for the data; nothing was written") as failure:
            fill(storage)
        assert str(tmp_path / FILE_NAME) in str(failure.value)
        written = len(storage.list("/").items)
        assert 5 < written < 20
        assert storage.revision == written + 1
        assert len(watch.take(1000)) == written
        assert overwrite(storage, "/0", b"small").revision == written + 2
        remove(storage, "/1")
        storage.compact(storage.revision)
        assert storage.create("/again", b"x" * 9_000).revision == written + 4
    with SqliteStorage(tmp_path) as storage:
        assert storage.revision == written + 4


def test_a_failure_is_each_callers_own(tmp_path: Path) -> None:
    with SqliteStorage(tmp_path, max_size=100_000) as storage:
        failures: list[StorageError] = []

        def work(name: int) -> None:
            try:
                for number in range(20):
                    storage.create(f"/{name}/{number}", b"x" * 10_000)
            except StorageError as failure:
                failures.append(failure)

        threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)
        assert len({id(failure) for failure in failures}) == 4
        assert storage.revision == 1 + len(storage.list("/").items)


def test_a_fault_of_one_change_leaves_the_thread_alive(tmp_path: Path) -> None:
    with SqliteStorage(tmp_path) as storage:
        with pytest.raises(StorageError):
            storage.create("/a", object())  # type: ignore[arg-type]
        assert storage.create("/a", b"1").revision == 2
