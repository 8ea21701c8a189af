from __future__ import annotations

import threading

import pytest
from tests.contract.conftest import oldest_revision, take_all, wait_for_events
from tests.contract.engines import remove

from kapivara.storage import (
    AlreadyExists,
    Closed,
    Conflict,
    Event,
    EventType,
    KeyNotFound,
    NothingSince,
    PreconditionFailed,
    Storage,
    StorageError,
    Stored,
    Unchanged,
)


def test_an_empty_storage_is_at_revision_one(storage: Storage) -> None:
    assert storage.revision == 1
    assert oldest_revision(storage) == 1


def test_create_then_get(storage: Storage) -> None:
    stored = storage.create("/pods/default/a", b'{"a":1}')
    assert stored == Stored("/pods/default/a", b'{"a":1}', 2)
    assert storage.get("/pods/default/a") == stored
    assert storage.revision == 2


def test_every_write_takes_the_next_revision(storage: Storage) -> None:
    first = storage.create("/a", b"1")
    second = storage.create("/b", b"2")
    third = storage.update("/a", b"3", first.revision)
    fourth = storage.delete("/b", second.revision)
    assert [first.revision, second.revision, third.revision, fourth.revision] == [2, 3, 4, 5]
    assert storage.get("/a") == Stored("/a", b"3", 4)


def test_create_refuses_a_key_that_exists(storage: Storage) -> None:
    storage.create("/a", b"1")
    with pytest.raises(AlreadyExists) as refusal:
        storage.create("/a", b"2")
    assert refusal.value.key == "/a"
    assert storage.get("/a") == Stored("/a", b"1", 2)
    assert storage.revision == 2


def test_update_refuses_another_revision_and_shows_the_current_value(storage: Storage) -> None:
    storage.create("/a", b"1")
    storage.update("/a", b"2", 2)
    with pytest.raises(Conflict) as refusal:
        storage.update("/a", b"3", 2)
    assert refusal.value.expected == 2
    assert refusal.value.current == Stored("/a", b"2", 3)
    assert storage.revision == 3


def test_delete_returns_the_last_value_at_the_revision_of_the_deletion(storage: Storage) -> None:
    storage.create("/a", b"1")
    assert storage.delete("/a", 2) == Stored("/a", b"1", 3)
    with pytest.raises(KeyNotFound):
        storage.get("/a")


def test_delete_refuses_another_revision(storage: Storage) -> None:
    storage.create("/a", b"1")
    with pytest.raises(Conflict) as refusal:
        storage.delete("/a", 1)
    assert refusal.value.current == Stored("/a", b"1", 2)
    assert remove(storage, "/a").revision == 3


@pytest.mark.parametrize("expected", [None, 7])
def test_a_missing_key_is_not_found(storage: Storage, expected: int | None) -> None:
    for action in (
        lambda: storage.get("/a"),
        lambda: storage.update("/a", b"1", expected),
        lambda: storage.delete("/a", expected),
    ):
        with pytest.raises(KeyNotFound) as refusal:
            action()
        assert refusal.value.key == "/a"
    assert storage.revision == 1


def test_a_key_may_be_created_again_after_its_deletion(storage: Storage) -> None:
    storage.create("/a", b"1")
    remove(storage, "/a")
    assert storage.create("/a", b"2") == Stored("/a", b"2", 4)
    with pytest.raises(Conflict):
        storage.update("/a", b"3", 2)


@pytest.mark.parametrize("value", [b"", b"\x00\xff", b"x" * 2_000_000], ids=["empty", "binary", "large"])
def test_values_come_back_as_they_went_in(storage: Storage, value: bytes) -> None:
    storage.create("/a", value)
    assert storage.get("/a").value == value
    assert remove(storage, "/a").value == value


@pytest.mark.parametrize(
    "key",
    ["", "/a\x00b", "/é", "/\U0010ffff", "/\ud800", "/" + "n" * 5000],
    ids=["empty", "nul", "accent", "last", "surrogate", "long"],
)
def test_any_string_is_a_key(storage: Storage, key: str) -> None:
    with pytest.raises(KeyNotFound):
        storage.get(key)
    storage.create(key, b"1")
    assert storage.get(key).key == key
    assert [stored.key for stored in storage.list(key).items] == [key]


def test_outcomes_are_storage_errors() -> None:
    for kind in (AlreadyExists, Closed, Conflict, KeyNotFound):
        assert issubclass(kind, StorageError)


def test_nothing_works_after_close(storage: Storage) -> None:
    storage.create("/a", b"1")
    storage.close()
    storage.close()
    for action in (
        lambda: storage.create("/b", b"1"),
        lambda: storage.get("/a"),
        lambda: storage.list("/"),
        lambda: storage.update("/a", b"2", 2),
        lambda: storage.delete("/a", 2),
        lambda: storage.compact(2),
        lambda: storage.watch("/", 1),
        lambda: storage.watch("/"),
    ):
        with pytest.raises(Closed):
            action()


def test_a_write_is_made_only_while_another_key_is_unchanged(storage: Storage) -> None:
    other = storage.create("/other", b"1")
    unchanged = Unchanged("/other", other.revision)
    first = storage.create("/a", b"1", (unchanged,))
    second = storage.update("/a", b"2", first.revision, (unchanged,))
    changed = storage.update("/other", b"2", other.revision)
    for refused in (
        lambda: storage.create("/b", b"", (unchanged,)),
        lambda: storage.update("/a", b"3", second.revision, (unchanged,)),
        lambda: storage.delete("/a", second.revision, (unchanged,)),
        lambda: storage.delete("/a", 1, (unchanged,)),  # whatever other precondition fails
    ):
        with pytest.raises(PreconditionFailed) as refusal:
            refused()
        assert (refusal.value.key, refusal.value.revision) == ("/other", changed.revision)
        assert refusal.value.precondition == unchanged
    assert storage.revision == changed.revision
    storage.delete("/a", second.revision, (Unchanged("/other", changed.revision),))
    remove(storage, "/other")
    with pytest.raises(PreconditionFailed):
        storage.create("/b", b"", (Unchanged("/other", changed.revision),))


def test_a_write_is_made_only_while_nothing_under_a_prefix_is_newer(storage: Storage) -> None:
    first = storage.create("/a/1", b"1")
    storage.create("/b", b"1")
    nothing_since = NothingSince("/a/", first.revision)
    second = storage.create("/a/2", b"2", (nothing_since,))
    with pytest.raises(PreconditionFailed) as refusal:
        storage.create("/a/3", b"3", (nothing_since,))
    assert (refusal.value.key, refusal.value.revision) == ("/a/", second.revision)
    remove(storage, "/a/2")
    storage.create("/a/3", b"3", (nothing_since,))  # a deleted key cannot be newer


def test_of_writes_that_exclude_each_other_one_is_made(storage: Storage) -> None:
    """Each write is conditional on the absence of the others."""
    start = storage.create("/a/0", b"").revision
    outcomes: list[bool] = []

    def create(number: int) -> None:
        try:
            storage.create(f"/a/{number}", b"", (NothingSince("/a/", start),))
        except PreconditionFailed:
            outcomes.append(False)
        else:
            outcomes.append(True)

    threads = [threading.Thread(target=create, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == [False] * 7 + [True]


def test_what_has_its_time_is_forgotten_by_engines_that_can(storage: Storage) -> None:
    """Each write renews the lease of the key; watchers see its expiry as a deletion."""
    can = storage.forget_after("/events/", 1)
    watch = storage.watch("/", storage.revision)
    first = storage.create("/events/a", b"1")
    storage.create("/others/a", b"1")
    storage.update("/events/a", b"2", first.revision)
    for number in range(3):
        storage.create(f"/events/many-{number}", b"")
    assert len(take_all(watch)) == 6
    gone: list[Event] = []
    while can and len(gone) < 4:
        news = wait_for_events(watch)
        assert news
        gone += news
    assert {(each.type, each.key, each.value) for each in gone} == (
        {(EventType.DELETED, f"/events/{name}", None) for name in ("a", "many-0", "many-1", "many-2")} if can else set()
    )
    assert {each.old_value for each in gone if each.key == "/events/a"} <= {b"2"}
    left = [each.key for each in storage.list("/").items]
    assert left == (["/others/a"] if can else ["/events/a", *(f"/events/many-{n}" for n in range(3)), "/others/a"])
