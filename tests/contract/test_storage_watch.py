from __future__ import annotations

import threading
from contextlib import suppress

import pytest
from tests.contract.conftest import take_all, wait_for_events
from tests.contract.engines import overwrite, remove

from kapivara.storage import Closed, Compacted, Event, EventType, FutureRevision, Storage

ADDED, MODIFIED, DELETED = EventType.ADDED, EventType.MODIFIED, EventType.DELETED


def test_events_say_what_each_write_did(storage: Storage) -> None:
    watch = storage.watch("/a")
    storage.create("/a", b"1")
    overwrite(storage, "/a", b"2")
    remove(storage, "/a")
    storage.create("/a", b"3")
    expected = [
        Event(ADDED, "/a", b"1", None, 2, 0),
        Event(MODIFIED, "/a", b"2", b"1", 3, 2),
        Event(DELETED, "/a", None, b"2", 4, 3),
        Event(ADDED, "/a", b"3", None, 5, 0),
    ]
    assert watch.take() == expected
    assert storage.watch("/a", 1).take() == expected


def test_a_watch_sees_its_prefix_only(storage: Storage) -> None:
    watches = {prefix: storage.watch(prefix) for prefix in ("", "/pods/", "/pods/a/", "/pods/a/x", "/nodes/")}
    for key in ("/pods/a/x", "/pods/a/xy", "/pods/b/x", "/podsx", "/n"):
        storage.create(key, b"1")
    assert {prefix: [event.key for event in watch.take()] for prefix, watch in watches.items()} == {
        "": ["/pods/a/x", "/pods/a/xy", "/pods/b/x", "/podsx", "/n"],
        "/pods/": ["/pods/a/x", "/pods/a/xy", "/pods/b/x"],
        "/pods/a/": ["/pods/a/x", "/pods/a/xy"],
        "/pods/a/x": ["/pods/a/x", "/pods/a/xy"],
        "/nodes/": [],
    }


def test_a_watch_from_a_listing_misses_nothing_and_repeats_nothing(storage: Storage) -> None:
    storage.create("/a/1", b"1")
    listing = storage.list("/a/")
    storage.create("/a/2", b"2")
    watch = storage.watch("/a/", listing.revision)
    storage.create("/a/3", b"3")
    assert [event.key for event in watch.take()] == ["/a/2", "/a/3"]
    assert watch.take() == []


def test_a_refused_write_is_no_event(storage: Storage) -> None:
    watch = storage.watch("/")
    storage.create("/a", b"1")
    with pytest.raises(Exception, match="exists"):
        storage.create("/a", b"2")
    with pytest.raises(Exception, match="revision"):
        storage.update("/a", b"2", 77)
    assert [event.revision for event in watch.take()] == [2]


def test_take_returns_at_most_its_limit(storage: Storage) -> None:
    for number in range(5):
        storage.create(f"/{number}", b"")
    watch = storage.watch("/", 1)
    assert [len(watch.take(2)) for _ in range(4)] == [2, 2, 1, 0]


def test_the_revision_of_a_watch_is_what_was_taken(storage: Storage) -> None:
    watch = storage.watch("/a/")
    storage.create("/a/1", b"")
    storage.create("/b/1", b"")
    storage.create("/a/2", b"")
    assert watch.revision == 1
    watch.take(1)
    assert watch.revision == 3
    watch.take(1)
    storage.create("/b/2", b"")
    assert watch.revision == storage.revision == 5


def test_who_waits_is_told_of_an_event(storage: Storage) -> None:
    watch = storage.watch("/")
    timer = threading.Timer(0.05, storage.create, ("/a", b"1"))
    timer.start()
    events = wait_for_events(watch)
    timer.join()
    assert [event.key for event in events] == ["/a"]


def test_who_waits_for_nothing_takes_nothing(storage: Storage) -> None:
    assert wait_for_events(storage.watch("/"), patience=0.01) == []


@pytest.mark.parametrize("what", ["watch", "storage"])
def test_closing_ends_a_waiting_consumer(storage: Storage, what: str) -> None:
    watch = storage.watch("/")
    storage.create("/a", b"1")
    seen: list[str] = []

    def consume() -> None:
        with suppress(Closed):
            while True:
                seen.extend(event.key for event in wait_for_events(watch))

    thread = threading.Thread(target=consume)
    thread.start()
    while not seen:
        thread.join(0.01)
    (watch if what == "watch" else storage).close()
    thread.join(120)
    assert not thread.is_alive()
    with pytest.raises(Closed):
        watch.take()


def test_a_closed_watch_costs_the_others_nothing(storage: Storage) -> None:
    first, second = storage.watch("/"), storage.watch("/")
    first.close()
    first.close()
    storage.create("/a", b"1")
    assert len(second.take()) == 1


def test_notify_calls_at_once_and_after_each_event_of_the_prefix(storage: Storage) -> None:
    calls: list[str] = []
    watch = storage.watch("/a/")
    watch.notify(lambda: calls.append("news"))
    assert len(calls) == 1
    storage.create("/b/1", b"")
    assert len(calls) == 1
    storage.create("/a/1", b"")
    assert len(calls) == 2
    watch.close()
    assert len(calls) == 3


def test_notify_calls_again_once_all_was_taken(storage: Storage) -> None:
    calls: list[str] = []
    watch = storage.watch("/a/")
    watch.notify(lambda: calls.append("news"))
    for count in (2, 3):
        before = len(calls)
        storage.create(f"/a/{count}", b"")
        storage.create(f"/a/{count}x", b"")
        assert len(calls) > before
        assert len(watch.take()) == 2


def test_a_fault_in_a_callback_does_not_reach_the_writer(storage: Storage) -> None:
    watch = storage.watch("/")
    watch.notify(lambda: None)

    def fail() -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        watch.notify(fail)
    assert storage.create("/a", b"1").revision == 2
    assert storage.create("/b", b"1").revision == 3


def test_a_watch_from_the_future_is_refused(storage: Storage) -> None:
    with pytest.raises(FutureRevision) as refusal:
        storage.watch("/", 9)
    assert (refusal.value.requested, refusal.value.current) == (9, 1)


def test_a_watch_from_before_the_history_is_refused(storage: Storage) -> None:
    with pytest.raises(Compacted):
        storage.watch("/", 0)


def test_a_slow_consumer_gets_everything_that_is_kept(storage: Storage) -> None:
    watch = storage.watch("/a/")
    large = b"x" * 200_000
    count = 150
    for number in range(count):
        storage.create(f"/a/{number}", large)
        if number % 3 == 0:
            storage.create(f"/b/{number}", b"")
    overwrite(storage, "/a/0", b"last")
    events = take_all(watch)
    assert [event.key for event in events] == [*(f"/a/{number}" for number in range(count)), "/a/0"]
    assert [event.revision for event in events] == sorted({event.revision for event in events})
    assert events[-1] == Event(MODIFIED, "/a/0", b"last", large, storage.revision, 2)
    assert watch.take() == []
    assert watch.revision == storage.revision


def test_a_watch_that_is_up_to_date_does_not_lag(storage: Storage) -> None:
    watch = storage.watch("/")
    watch.take()
    assert not watch.lags
    storage.create("/a", b"1")
    assert not watch.lags
    watch.close()
    assert not watch.lags


def test_a_watch_that_nobody_takes_from_lags(storage: Storage) -> None:
    watch = storage.watch("/")
    revision = storage.create("/a", b"0").revision
    for number in range(1100):
        revision = storage.update("/a", b"%d" % number, revision).revision
    while not watch.lags:
        assert watch.take(1)
    assert watch.take()
