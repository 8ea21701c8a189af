"""Tests of tables that follow the storage, for all writers and all failures of the watch."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.engines import overwrite, remove

from kapivara.registry.following import followers as room
from kapivara.registry.following.followers import Followers
from kapivara.storage import Closed, Event, Listing, StorageError
from kapivara.storage.memory import MemoryStorage
from kapivara.storage.retention import Retention
from kapivara.values.deadline import NO_DEADLINE, Deadline, DeadlineExceededError

PREFIX = "/followed/"


class Mirror:
    """Keeps the values under a prefix as a dictionary; checks that events come in order."""

    def __init__(self) -> None:
        self.values: dict[str, bytes] = {}
        self.revision = 0
        self.listings = 0

    def replace(self, listing: Listing) -> None:
        assert listing.revision >= self.revision
        self.values = {stored.key: stored.value for stored in listing.items}
        self.revision = listing.revision
        self.listings += 1

    def apply(self, event: Event) -> None:
        assert event.revision > self.revision
        assert self.values.get(event.key) == event.old_value
        self.revision = event.revision
        if event.value is None:
            del self.values[event.key]
        else:
            self.values[event.key] = event.value


def stored_under(storage, prefix):
    return {stored.key: stored.value for stored in storage.list(prefix).items}


@pytest.fixture
def storage():
    with MemoryStorage() as storage:
        yield storage


@pytest.fixture
def no_grace(monkeypatch):
    """Lets waiting end with the deadline, and not later."""
    monkeypatch.setattr(room, "_GRACE_SECONDS", 0.0)


@pytest.fixture
def mirror():
    return Mirror()


def test_a_table_begins_with_what_is_stored(storage, mirror):
    storage.create(f"{PREFIX}a", b"1")
    storage.create("/other", b"2")
    Followers(storage).follow(PREFIX, mirror)
    assert mirror.values == {f"{PREFIX}a": b"1"}


def test_whoever_looks_takes_in_what_others_have_written(storage, mirror):
    follower = Followers(storage).follow(PREFIX, mirror)
    storage.create(f"{PREFIX}a", b"1")
    storage.create("/other", b"2")
    overwrite(storage, f"{PREFIX}a", b"3")
    follower.refresh()
    assert mirror.values == {f"{PREFIX}a": b"3"}
    remove(storage, f"{PREFIX}a")
    follower.refresh()
    assert mirror.values == {}
    assert mirror.listings == 1


def test_writes_reach_the_tables_about_their_keys(storage):
    followers, mine, other = Followers(storage), Mirror(), Mirror()
    followers.follow(PREFIX, mine)
    followers.follow("/other/", other)
    written = storage.create(f"{PREFIX}a", b"1")
    storage.create("/other/a", b"1")
    followers.reach(written.key, written.revision, NO_DEADLINE)
    assert mine.values == {f"{PREFIX}a": b"1"}
    assert other.values == {}


def test_a_watch_that_history_has_overtaken_begins_again(mirror):
    storage = MemoryStorage(retention=Retention(entries=10))
    follower = Followers(storage).follow(PREFIX, mirror)
    for number in range(3000):  # more than a watch keeps
        storage.create(f"{PREFIX}{number}", b"1")
    follower.refresh()
    assert mirror.listings == 2
    assert len(mirror.values) == 3000
    storage.create(f"{PREFIX}last", b"1")
    follower.refresh()
    assert (mirror.listings, len(mirror.values)) == (2, 3001)


def test_history_is_overtaken_between_listing_and_watch(storage, mirror, monkeypatch):
    usual = storage.watch

    def watch_late(*args):
        monkeypatch.setattr(storage, "watch", usual)
        storage.create(f"{PREFIX}late", b"1")
        storage.compact(storage.revision)
        return usual(*args)

    monkeypatch.setattr(storage, "watch", watch_late)
    Followers(storage).follow(PREFIX, mirror)
    assert mirror.values == {f"{PREFIX}late": b"1"}


@pytest.mark.usefixtures("no_grace")
def test_waiting_ends_with_the_deadline(storage, mirror):
    followers = Followers(storage)
    followers.follow(PREFIX, mirror)
    with pytest.raises(DeadlineExceededError):
        followers.reach(PREFIX, storage.revision + 1, Deadline(0.01))


@pytest.mark.usefixtures("no_grace")
def test_waiting_for_another_one_ends_with_the_deadline(storage, mirror):
    """Another thread applies events and is slow."""
    followers = Followers(storage)
    follower = followers.follow(PREFIX, mirror)
    held, done = threading.Event(), threading.Event()

    class Slow(Mirror):
        def apply(self, event: Event) -> None:
            held.set()
            done.wait(60)

    follower._table = Slow()
    written = storage.create(f"{PREFIX}a", b"1")
    slow = threading.Thread(target=follower.refresh)
    slow.start()
    held.wait(60)
    with pytest.raises(DeadlineExceededError):
        followers.reach(written.key, written.revision, Deadline(0.01))
    done.set()
    slow.join(60)
    followers.reach(written.key, written.revision, Deadline(60))


def test_what_is_there_is_taken_in_although_the_time_is_up(storage, mirror):
    followers = Followers(storage)
    followers.follow(PREFIX, mirror)
    written = storage.create(f"{PREFIX}a", b"1")
    over = Deadline(60)
    over.cancel()
    followers.reach(written.key, written.revision, over)
    assert mirror.values == {f"{PREFIX}a": b"1"}


def test_an_event_that_fails_takes_no_others_along(storage, mirror):
    follower = Followers(storage).follow(PREFIX, mirror)
    storage.create(f"{PREFIX}a", b"1")
    del mirror.values  # a bug of the table
    storage.create(f"{PREFIX}b", b"1")
    with pytest.raises(AttributeError):
        follower.refresh()
    mirror.values = {}
    follower._news.set()
    follower.refresh()
    assert mirror.values == {f"{PREFIX}b": b"1"}


def test_news_that_come_later_are_waited_for(storage, mirror):
    followers = Followers(storage)
    followers.follow(PREFIX, mirror)
    later = threading.Timer(0.01, lambda: storage.create(f"{PREFIX}a", b"1"))
    later.start()
    followers.reach(PREFIX, storage.revision + 1, Deadline(60))
    assert mirror.values == {f"{PREFIX}a": b"1"}
    later.join()


def test_a_storage_that_is_closed_leaves_the_table_as_it_was(storage, mirror):
    followers = Followers(storage)
    follower = followers.follow(PREFIX, mirror)
    storage.create(f"{PREFIX}a", b"1")
    follower.refresh()
    storage.close()
    follower.refresh()
    assert mirror.values == {f"{PREFIX}a": b"1"}
    with pytest.raises(Closed):
        followers.reach(PREFIX, storage.revision + 1, NO_DEADLINE)
    followers.close()


def test_a_storage_that_fails_is_asked_again(storage, mirror, monkeypatch):
    follower = Followers(storage).follow(PREFIX, mirror)
    storage.create(f"{PREFIX}a", b"1")
    usual = follower._watch.take

    def fail(limit=100):
        monkeypatch.setattr(follower._watch, "take", usual)
        raise StorageError("the disk failed")

    monkeypatch.setattr(follower._watch, "take", fail)
    follower.refresh()
    assert mirror.values == {}
    follower.refresh()
    assert mirror.values == {f"{PREFIX}a": b"1"}


def test_what_follows_no_longer_is_not_fed(storage, mirror):
    followers = Followers(storage)
    follower = followers.follow(PREFIX, mirror)
    followers.close()
    storage.create(f"{PREFIX}a", b"1")
    follower.refresh()
    assert mirror.values == {}


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("put", "remove", "compact", "refresh", "reach")),
        st.sampled_from((f"{PREFIX}a", f"{PREFIX}b", "/other")),
        st.binary(max_size=2),
        st.booleans(),
    ),
    max_size=40,
)


@settings(max_examples=100, deadline=None)
@given(steps=STEPS)
def test_two_tables_agree_with_the_storage_whenever_somebody_looks(steps):
    """Random writes through any of the servers, with random compactions of the history."""
    storage = MemoryStorage(retention=Retention(entries=4))
    sides = []
    for _ in range(2):
        followers, mirror = Followers(storage), Mirror()
        sides.append((followers, followers.follow(PREFIX, mirror), mirror))
    for step, key, value, first in steps:
        followers, follower, mirror = sides[not first]
        known = stored_under(storage, key)
        if step == "put":
            written = overwrite(storage, key, value) if known else storage.create(key, value)
            followers.reach(key, written.revision, NO_DEADLINE)
        elif step == "remove" and known:
            followers.reach(key, remove(storage, key).revision, NO_DEADLINE)
        elif step == "compact":
            storage.compact(storage.revision)
            continue
        elif step == "refresh":
            follower.refresh()
        else:
            followers.reach(PREFIX, storage.revision, NO_DEADLINE)
        if key != "/other" or step in ("refresh", "reach"):
            follower.refresh()
            assert mirror.values == stored_under(storage, PREFIX)


def test_many_write_and_each_finds_its_write(storage):
    """Through three servers, each with a table of its own."""
    failures = []
    sides = []
    for _ in range(3):
        followers, mirror = Followers(storage), Mirror()
        followers.follow(PREFIX, mirror)
        sides.append((followers, mirror))

    def work(number):
        followers, mirror = sides[number % 3]
        for count in range(100):
            key = f"{PREFIX}{number}-{count}"
            written = storage.create(key, b"1")
            followers.reach(key, written.revision, Deadline(60))
            if key not in mirror.values or mirror.revision < written.revision:
                failures.append(key)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert all(mirror.values.keys() >= {f"{PREFIX}{number}-99"} for number, (_, mirror) in enumerate(sides))
