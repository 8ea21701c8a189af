from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from tests.contract.conftest import oldest_revision, take_all
from tests.contract.engines import overwrite, remove

from kapivara.storage import Compacted, EventType, FutureRevision, Storage, Stored
from kapivara.storage.retention import Retention

OpenStorage = Callable[..., Storage]


def write_some(storage: Storage) -> None:
    storage.create("/a", b"1")  # revision 2
    overwrite(storage, "/a", b"2")  # 3
    storage.create("/b", b"3")  # 4
    remove(storage, "/b")  # 5
    overwrite(storage, "/a", b"4")  # 6
    storage.create("/b", b"5")  # 7


def test_what_was_compacted_cannot_be_asked_for(storage: Storage) -> None:
    write_some(storage)
    storage.compact(4)
    assert oldest_revision(storage) == 4
    for action in (lambda: storage.list("/", at_revision=3), lambda: storage.watch("/", 3)):
        with pytest.raises(Compacted) as refusal:
            action()
        assert (refusal.value.requested, refusal.value.compacted) == (3, 4)


def test_the_compacted_revision_itself_and_later_ones_stay(storage: Storage) -> None:
    write_some(storage)
    storage.compact(4)
    assert storage.list("/", at_revision=4).items == [Stored("/a", b"2", 3), Stored("/b", b"3", 4)]
    assert storage.list("/", at_revision=5).items == [Stored("/a", b"2", 3)]
    assert storage.list("/").items == [Stored("/a", b"4", 6), Stored("/b", b"5", 7)]
    events = storage.watch("/", 4).take()
    assert [(event.type, event.revision, event.old_value) for event in events] == [
        (EventType.DELETED, 5, b"3"),
        (EventType.MODIFIED, 6, b"2"),
        (EventType.ADDED, 7, None),
    ]


def test_compacting_everything_keeps_the_current_values_and_the_counter(storage: Storage) -> None:
    write_some(storage)
    remove(storage, "/b")
    storage.compact(storage.revision)
    assert storage.revision == 8
    assert storage.list("/").items == [Stored("/a", b"4", 6)]
    assert storage.watch("/", 8).take() == []
    assert storage.create("/c", b"6").revision == 9


def test_compacting_what_was_compacted_does_nothing(storage: Storage) -> None:
    write_some(storage)
    storage.compact(5)
    storage.compact(5)
    storage.compact(2)
    assert oldest_revision(storage) == 5


def test_the_future_cannot_be_compacted(storage: Storage) -> None:
    with pytest.raises(FutureRevision):
        storage.compact(2)


def test_long_histories_are_compacted_in_one_call(storage: Storage) -> None:
    revision = storage.create("/a", b"0").revision
    count = 2500 if storage.decides_at_once else 500  # more than one step of compaction, if the engine has steps
    for number in range(count):
        revision = storage.update("/a", str(number).encode(), revision).revision
    storage.compact(storage.revision - 10)
    assert oldest_revision(storage) == storage.revision - 10
    assert len(storage.watch("/", storage.revision - 10).take()) == 10
    assert storage.list("/", at_revision=storage.revision - 10).items[0].value == str(count - 11).encode()


def test_a_watch_that_keeps_up_is_not_compacted_away(storage: Storage) -> None:
    watch = storage.watch("/")
    write_some(storage)
    storage.compact(storage.revision)
    assert len(watch.take()) == 6


def test_a_watch_that_fell_behind_is_told(storage: Storage) -> None:
    watch = storage.watch("/")
    value = b"x" * 120_000
    for number in range(250):
        storage.create(f"/{number}", value)
    storage.compact(storage.revision)
    with pytest.raises(Compacted):
        take_all(watch)


def wait_until(check: Callable[[], bool]) -> None:
    """Waits for the work of another thread, however busy the machine is."""
    deadline = time.monotonic() + 120
    while not check():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_history_is_bounded_by_entries(open_storage: OpenStorage) -> None:
    storage = open_storage(Retention(entries=100))
    revisions = [storage.create(f"/{number}", b"").revision for number in range(300)]
    wait_until(lambda: oldest_revision(storage) >= 190)
    assert oldest_revision(storage) <= storage.revision - 100
    assert len(storage.list("/").items) == 300
    # compaction may use revisions of its own at the same time, but keeps as many as requested
    start = storage.revision - 100
    assert len(storage.watch("/", start).take(1000)) == sum(each > start for each in revisions)


def test_history_is_bounded_by_size(open_storage: OpenStorage) -> None:
    storage = open_storage(Retention(size=100_000))
    for number in range(50):
        storage.create(f"/{number}", b"x" * 10_000)
    wait_until(lambda: oldest_revision(storage) >= 40)
    assert oldest_revision(storage) < storage.revision


def test_history_is_bounded_by_age(open_storage: OpenStorage) -> None:
    storage = open_storage(Retention(seconds=0.1))
    storage.create("/a", b"")
    time.sleep(0.15)
    storage.create("/b", b"")
    wait_until(lambda: oldest_revision(storage) >= 1)
    time.sleep(0.15)
    storage.create("/c", b"")
    wait_until(lambda: oldest_revision(storage) >= 2)
    assert len(storage.list("/").items) == 3
