from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.contract.engines import overwrite, remove

from kapivara.storage import Event, EventType, Pending, StorageError, Stored, WriteRequest
from kapivara.storage.retention import Retention
from kapivara.storage.sqlite import writer as sqlite_writer
from kapivara.storage.sqlite.file import FILE_NAME, connect_writer
from kapivara.storage.sqlite.reader import Page, Reader
from kapivara.storage.sqlite.storage import SqliteStorage
from kapivara.storage.sqlite.writer import GroupWriter, StepSize


def test_a_batch_is_one_transaction(tmp_path: Path) -> None:
    published: list[Sequence[Event]] = []
    path = tmp_path / FILE_NAME
    writer = GroupWriter(connect_writer(path, None), path, revision=1, compacted=1)
    pending = Pending()
    for change in (
        WriteRequest(EventType.ADDED, "/a", b"1"),
        WriteRequest(EventType.MODIFIED, "/a", b"5", 2),
        WriteRequest(EventType.ADDED, "/b", b"6"),
        WriteRequest(EventType.DELETED, "/b", None, 4),
        WriteRequest(EventType.ADDED, "/b", b"7"),
        WriteRequest(EventType.DELETED, "/a", None, 3),
    ):
        writer.staging.decide(change, pending)
    writer.start(published.append, Retention())
    pending.wait()
    assert [event.revision for batch in published for event in batch] == [2, 3, 4, 5, 6, 7]
    assert len(published) == 1
    reader = Reader(path)
    assert reader.list("", Page(0, "", counts=False), None).items == [Stored("/b", b"7", 6)]
    reader.close()
    writer.close()


def test_a_batch_has_its_bounds(tmp_path: Path) -> None:
    with SqliteStorage(tmp_path) as storage:
        pending, commits = Pending(), set()
        for number in range(1100):
            storage.create(f"/{number}", b"", (), pending)
            commits.add(pending.commit)
        assert len(commits) == 3
        pending.wait()
        assert storage.revision == 1101
        assert len(storage.list("/").items) == 1100


def writers_of(storage: SqliteStorage, values: Sequence[bytes]) -> list[bool]:
    """Writes values one after another; returns which of them the caller wrote, and not the writer's thread."""
    threads: list[int] = []
    for number, value in enumerate(values):
        pending = Pending()
        storage.create(f"/{number}", value, (), pending)
        assert pending.commit is not None
        pending.commit.when_done(lambda: threads.append(threading.get_ident()))
        pending.wait()
    return [each == threading.get_ident() for each in threads]


def test_who_waits_for_a_small_batch_writes_it_on_a_quick_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_writer, "QUICK_SECONDS", 1000.0)
    with SqliteStorage(tmp_path) as storage:
        here = writers_of(storage, [b"x" if number % 10 else b"x" * 1_000_000 for number in range(100)])
        assert not any(here[::10])  # too large
        assert sum(here) > 10  # except those that come while the thread is busy
        assert len(storage.list("/").items) == 100


def test_a_slow_disk_is_left_to_the_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_writer, "QUICK_SECONDS", 0.0)
    with SqliteStorage(tmp_path) as storage:
        assert writers_of(storage, [b"1", b"2", b"3"]) == [False, False, False]


def test_the_log_of_sqlite_is_taken_into_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_writer, "QUICK_SECONDS", 1000.0)
    log = tmp_path / f"{FILE_NAME}-wal"
    with SqliteStorage(tmp_path) as storage:
        for number in range(400):
            storage.create(f"/{number}", b"x" * 100_000)
        assert log.stat().st_size < 24_000_000


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
            thread.join()
        assert len({id(failure) for failure in failures}) == 4
        assert storage.revision == 1 + len(storage.list("/").items)


def test_a_fault_of_one_change_leaves_the_thread_alive(tmp_path: Path) -> None:
    with SqliteStorage(tmp_path) as storage:
        with pytest.raises(StorageError):
            storage.create("/a", ["no bytes"])  # type: ignore[arg-type]
        assert storage.create("/a", b"1").revision == 2


UPDATES = 20_000
AT_ONCE = 1_000
HISTORY = Retention(entries=2_000)


@pytest.mark.slow
def test_no_growth_under_churn(tmp_path: Path) -> None:
    """The history reaches its length after a tenth of the writes, and free pages are reused.

    The time of a checkpoint depends on the load of the machine, so the file is compared with all written bytes.
    """
    chance = random.Random(1)
    file, log = tmp_path / FILE_NAME, tmp_path / f"{FILE_NAME}-wal"
    sizes: list[int] = []
    written = 0
    with SqliteStorage(tmp_path, retention=HISTORY) as storage:
        revisions = {f"/registry/configmaps/default/{n}": 0 for n in range(200)}
        for key in revisions:
            revisions[key] = storage.create(key, b"").revision
        keys = [*revisions]
        for _ in range(UPDATES // AT_ONCE):
            pending = Pending()
            for _ in range(AT_ONCE):
                key = chance.choice(keys)
                value = chance.randbytes(chance.choice((50, 500, 5_000)))
                written += len(value)
                revisions[key] = storage.update(key, value, revisions[key], (), pending).revision
            pending.wait()
            sizes.append(file.stat().st_size)
            assert log.stat().st_size <= 16 * 1024 * 1024
        assert max(sizes) <= written / 5, [size // 1024 for size in sizes]
        assert {each.key: each.revision for each in storage.list("/registry/").items} == revisions
        assert storage.revision == 1 + len(keys) + UPDATES
    assert not log.exists()


@pytest.mark.slow
def test_the_log_is_cut_when_a_long_reader_is_done(tmp_path: Path) -> None:
    """During a read, the log can only grow; afterwards it starts again and is cut to its limit."""
    log = tmp_path / f"{FILE_NAME}-wal"
    with SqliteStorage(tmp_path, retention=Retention(entries=10)) as storage:
        revision = storage.create("/a", b"").revision
        with storage._reader._snapshot() as reader:
            reader.execute("SELECT * FROM state").fetchone()
            pending = Pending()
            for _ in range(90):
                revision = storage.update("/a", b"x" * 1_000_000, revision, (), pending).revision
            pending.wait()
            assert log.stat().st_size > 80_000_000
        for _ in range(3):
            revision = storage.update("/a", b"x" * 5_000_000, revision).revision
        assert log.stat().st_size <= 64 * 1024 * 1024


def test_quick_steps_grow_up_to_the_most() -> None:
    size = StepSize(100, 0.05)
    assert size.pieces == 10
    for expected in (20, 40, 80, 100, 100):
        size.note(size.pieces, 0.01)
        assert size.pieces == expected
    size.note(100, 0.04)
    assert size.pieces == 100


def test_a_slow_step_is_not_made_again() -> None:
    size = StepSize(1000, 0.05)
    for _ in range(10):
        size.note(size.pieces, 0.001)
    size.note(1000, 0.5)
    assert size.pieces == 100
    size.note(100, 5.0)
    assert size.pieces == 10
    size.note(10, 60.0)
    assert size.pieces == 10


def test_a_small_rest_tells_nothing_about_larger_steps() -> None:
    size = StepSize(1000, 0.05)
    size.note(10, 0.001)
    assert size.pieces == 20
    size.note(3, 0.001)
    assert size.pieces == 20
