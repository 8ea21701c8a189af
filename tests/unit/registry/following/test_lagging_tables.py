"""Tests of tables over a storage on a network, for which only threads wait."""

from __future__ import annotations

import threading

import pytest
from tests.contract.engines import overwrite

from kapivara.registry.following import followers as room
from kapivara.registry.following.followers import Followers
from kapivara.storage import Listing, Unavailable
from kapivara.storage.memory import MemoryStorage

PREFIX = "/followed/"


class SlowStorage(MemoryStorage):
    """Answers lists when the test releases them, or not at all."""

    decides_at_once = False

    def __init__(self) -> None:
        super().__init__()
        self.may_list = threading.Event()
        self.may_list.set()
        self.is_asked = threading.Event()
        self.is_away = False

    def list(self, *arguments, **options) -> Listing:
        self.is_asked.set()
        assert self.may_list.wait(60)
        if self.is_away:
            raise Unavailable("away")
        return super().list(*arguments, **options)


class Values:
    """Keeps the values under a prefix."""

    def __init__(self) -> None:
        self.known: dict[str, bytes | None] = {}

    def replace(self, listing: Listing) -> None:
        self.known = {stored.key: stored.value for stored in listing.items}

    def apply(self, event) -> None:
        self.known[event.key] = event.value


@pytest.fixture
def storage():
    with SlowStorage() as storage:
        storage.create("/followed/a", b"1")
        yield storage


@pytest.fixture
def behind(storage):
    """Tables whose watch was overtaken by compaction, as after a gap."""
    followers, values = Followers(storage), Values()
    follower = followers.follow(PREFIX, values)
    follower._watch.close()
    follower._watch = None
    overwrite(storage, "/followed/a", b"2")
    follower._note_news()
    storage.is_asked.clear()
    return followers, follower, values


def test_a_table_in_step_does_not_lag(storage):
    followers, values = Followers(storage), Values()
    follower = followers.follow(PREFIX, values)
    overwrite(storage, "/followed/a", b"2")
    assert not followers.lag
    follower.refresh()
    assert values.known == {"/followed/a": b"2"}


def test_a_gap_is_filled_by_who_may_wait(storage, behind):
    followers, follower, values = behind
    assert followers.lag
    storage.may_list.clear()
    thread = threading.Thread(target=followers.catch_up)
    thread.start()
    assert storage.is_asked.wait(60)
    assert followers.lag  # others wait in threads, too
    follower._note_news()
    follower.refresh()  # and a caller that may not wait continues at once with the old content
    assert values.known == {"/followed/a": b"1"}
    storage.may_list.set()
    thread.join()
    follower.refresh()
    assert (values.known, followers.lag) == ({"/followed/a": b"2"}, False)


def test_a_storage_that_is_away_is_not_asked_by_everybody(storage, behind, monkeypatch):
    followers, follower, values = behind
    storage.is_away = True
    followers.catch_up()
    assert storage.is_asked.is_set()
    storage.is_asked.clear()
    assert not followers.lag
    follower.refresh()
    assert not storage.is_asked.is_set()
    assert values.known == {"/followed/a": b"1"}
    storage.is_away = False
    monkeypatch.setattr(room, "monotonic", lambda: float("inf"))
    assert followers.lag
    followers.catch_up()
    assert values.known == {"/followed/a": b"2"}


def test_tables_over_what_decides_at_once_never_lag():
    with MemoryStorage() as storage:
        followers = Followers(storage)
        follower = followers.follow(PREFIX, Values())
        follower._watch = None
        follower._note_news()
        assert not followers.lag
