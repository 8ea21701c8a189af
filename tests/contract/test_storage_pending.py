"""Tests of writes that are decided now and durable later: their visibility in between, and the effect of a failure."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.contract.held_commits import HeldCommits

from kapivara.storage import (
    AlreadyExists,
    Closed,
    Commit,
    Conflict,
    KeyNotFound,
    NothingSince,
    Pending,
    PreconditionFailed,
    Storage,
    StorageError,
    Stored,
    Unchanged,
)
from kapivara.storage.sqlite.storage import SqliteStorage


def test_a_write_is_decided_and_then_durable(storage: Storage) -> None:
    pending = Pending()
    assert storage.create("/a", b"1", (), pending) == Stored("/a", b"1", 2)
    assert storage.update("/a", b"2", 2, (), pending) == Stored("/a", b"2", 3)
    with pytest.raises(Conflict):
        storage.update("/a", b"3", 2, (), pending)
    assert storage.get("/a", pending) == Stored("/a", b"2", 3)
    assert storage.delete("/a", 3, (), pending) == Stored("/a", b"2", 4)
    with pytest.raises(KeyNotFound):
        storage.get("/a", pending)
    pending.wait()
    assert storage.revision == 4
    assert [event.revision for event in storage.watch("/", 1).take()] == [2, 3, 4]


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> HeldCommits:
    return HeldCommits(monkeypatch)


@pytest.fixture
def disk(held: HeldCommits, tmp_path: Path) -> Iterator[Storage]:
    """A storage whose commits the test releases."""
    with SqliteStorage(tmp_path) as storage:
        yield storage
        held.let_all_go()


def commit_of(pending: Pending) -> Commit:
    assert pending.commit is not None
    return pending.commit


def staged(disk: Storage, *keys: str) -> Pending:
    pending = Pending()
    for key in keys:
        disk.create(key, key.encode(), (), pending)
    return pending


def durable(disk: Storage, held: HeldCommits, *keys: str) -> None:
    writing = threading.Thread(target=staged(disk, *keys).wait)
    writing.start()
    held.let_go()
    writing.join()
    held.wait_for_batch()


def test_what_is_not_durable_is_seen_by_those_who_wait_for_it(disk: Storage, held: HeldCommits) -> None:
    writer, reader = staged(disk, "/a"), Pending()
    assert disk.get("/a", reader) == Stored("/a", b"/a", 2)
    assert reader.commit is writer.commit
    with pytest.raises(KeyNotFound):
        disk.get("/a")
    assert disk.list("/").items == []
    assert disk.watch("/", 1).take() == []
    assert disk.revision == 1
    held.let_go()
    writer.wait()
    assert disk.get("/a") == Stored("/a", b"/a", 2)
    assert [event.key for event in disk.watch("/", 1).take()] == ["/a"]
    assert disk.revision == 2


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (lambda disk, pending: disk.create("/a", b"", (), pending), AlreadyExists),
        (lambda disk, pending: disk.update("/a", b"", 7, (), pending), Conflict),
        (lambda disk, pending: disk.delete("/a", 7, (), pending), Conflict),
        (lambda disk, pending: disk.update("/gone", b"", 2, (), pending), KeyNotFound),
        (lambda disk, pending: disk.get("/gone", pending), KeyNotFound),
        (lambda disk, pending: disk.create("/b", b"", (Unchanged("/old", 3),), pending), PreconditionFailed),
        (lambda disk, pending: disk.create("/b", b"", (Unchanged("/gone", 2),), pending), PreconditionFailed),
        (lambda disk, pending: disk.create("/b", b"", (NothingSince("/a", 3),), pending), PreconditionFailed),
    ],
)
def test_a_refusal_waits_for_what_it_rests_on(
    disk: Storage, held: HeldCommits, action: Callable[[Storage, Pending], object], refusal: type[StorageError]
) -> None:
    durable(disk, held, "/gone", "/old")
    writer, refused = Pending(), Pending()
    disk.delete("/gone", 2, (), writer)
    disk.update("/old", b"", 3, (), writer)
    disk.create("/a", b"", (), writer)
    with pytest.raises(refusal) as raised:
        action(disk, refused)
    assert refused.commit is writer.commit
    if isinstance(raised.value, PreconditionFailed):
        assert raised.value.revision == 6
    told: list[bool] = []
    commit_of(refused).when_done(lambda: told.append(True))
    assert told == []
    held.let_go()
    refused.wait()
    assert told == [True]


def test_conditions_hold_by_what_is_staged(disk: Storage, held: HeldCommits) -> None:
    durable(disk, held, "/a/1", "/b")
    pending = Pending()
    disk.delete("/a/1", 2, (NothingSince("/a/", 2),), pending)
    disk.create("/c", b"", (NothingSince("/a/", 1),), pending)  # a deleted key cannot be newer
    changed = disk.update("/b", b"2", 3, (Unchanged("/b", 3),), pending)
    disk.create("/d", b"", (Unchanged("/b", changed.revision), NothingSince("/b", changed.revision)), pending)


def test_who_waits_without_a_pending_is_refused_for_good(disk: Storage, held: HeldCommits) -> None:
    staged(disk, "/a")
    refusals: list[StorageError] = []

    def create() -> None:
        try:
            disk.create("/a", b"")
        except StorageError as refusal:
            refusals.append(refusal)

    creating = threading.Thread(target=create)
    creating.start()
    held.wait_for_batch()
    assert refusals == []
    held.let_go()
    creating.join()
    assert [type(each) for each in refusals] == [AlreadyExists]


def test_a_failure_takes_along_what_was_decided_since(disk: Storage, held: HeldCommits) -> None:
    durable(disk, held, "/kept")
    first = staged(disk, "/a")
    told: list[str] = []
    commit_of(first).when_done(lambda: told.append("first"))
    held.wait_for_batch()
    second, reader, refused = staged(disk, "/b"), Pending(), Pending()
    disk.update("/kept", b"changed", 2, (), second)
    assert disk.get("/a", reader).value == b"/a"
    with pytest.raises(AlreadyExists):
        disk.create("/b", b"", (), refused)
    assert first.commit is not second.commit
    held.let_go(fails=True)
    for pending in (first, second, reader, refused):
        with pytest.raises(StorageError, match="the disk is on fire"):
            pending.wait()
        with pytest.raises(StorageError, match="the disk is on fire"):  # it may concern the lost write
            disk.create("/more", b"", (), pending)
    assert told == ["first"]
    assert (disk.revision, disk.list("/").items) == (2, [Stored("/kept", b"/kept", 2)])
    assert disk.get("/kept", Pending()) == Stored("/kept", b"/kept", 2)
    again = staged(disk, "/b")
    held.let_go()
    again.wait()
    assert disk.get("/b") == Stored("/b", b"/b", 3)
    assert [event.revision for event in disk.watch("/", 1).take()] == [2, 3]


def test_a_failure_that_was_seen_is_not_forgotten_for_what_comes_later(disk: Storage, held: HeldCommits) -> None:
    lost = staged(disk, "/a")
    held.let_go(fails=True)
    with pytest.raises(StorageError):
        lost.wait()
    later = staged(disk, "/b")
    assert disk.get("/b", lost).value == b"/b"
    with pytest.raises(StorageError, match="the disk is on fire"):
        lost.wait()
    held.let_go()
    later.wait()


def test_writes_join_the_batch_that_waits(disk: Storage, held: HeldCommits) -> None:
    first = staged(disk, "/a")
    commit_of(first).when_done(lambda: None)
    held.wait_for_batch()
    waiting = [staged(disk, f"/{number}") for number in range(5)]
    assert len({pending.commit for pending in waiting}) == 1
    assert waiting[0].commit is not first.commit
    held.let_go()
    held.let_go()
    waiting[-1].wait()
    first.wait()
    assert disk.revision == 7


def test_closing_writes_what_was_decided(disk: Storage, held: HeldCommits, tmp_path: Path) -> None:
    pending = staged(disk, "/a")
    held.let_all_go()
    disk.close()
    pending.wait()
    with pytest.raises(Closed):
        disk.create("/b", b"", (), Pending())
    with SqliteStorage(tmp_path) as storage:
        assert storage.get("/a").value == b"/a"
