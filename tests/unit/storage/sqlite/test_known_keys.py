"""Tests of the filter of keys in a file: a no is always right, and an existing file is read as well."""

from __future__ import annotations

import sqlite3

import pytest

from kapivara.storage import AlreadyExists
from kapivara.storage.sqlite import known_keys
from kapivara.storage.sqlite.known_keys import KnownKeys
from kapivara.storage.sqlite.storage import SqliteStorage


def _file(path, keys):
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE objects (key BLOB PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID")
    connection.executemany("INSERT INTO objects VALUES (?, 2)", [(key,) for key in keys])
    connection.commit()
    connection.close()


def _wait(known):
    known._thread.join()


def test_what_was_added_may_be_there_and_nearly_nothing_else():
    known = KnownKeys()
    keys = [f"/registry/pods/default/pod-{number}" for number in range(10_000)]
    for key in keys:
        known.add(key)
    assert all(map(known.may_hold, keys))
    assert sum(known.may_hold(f"/registry/pods/default/other-{number}") for number in range(10_000)) < 100


def test_everything_may_be_there_until_the_file_is_read(tmp_path):
    path = tmp_path / "file.db"
    _file(path, [f"/old/{number}".encode() for number in range(2_500)])
    held = []

    def connect():
        held.append(known.may_hold("/new"))
        return sqlite3.connect(path, check_same_thread=False)

    known = KnownKeys()
    known.learn(connect)
    _wait(known)
    assert held == [True]
    assert all(known.may_hold(f"/old/{number}") for number in range(2_500))
    assert not known.may_hold("/new")


@pytest.mark.parametrize("keys", [[b"\xff\xfe"], [7], None], ids=["no text", "no bytes", "no table"])
def test_a_damaged_file_may_hold_anything(tmp_path, keys):
    path = tmp_path / "file.db"
    if keys is not None:
        _file(path, keys)
    known = KnownKeys()
    known.learn(lambda: sqlite3.connect(path, check_same_thread=False))
    _wait(known)
    assert known.may_hold("/new")


def test_a_file_that_cannot_be_opened_may_hold_anything():
    def fail():
        raise sqlite3.OperationalError("unable to open database file")

    known = KnownKeys()
    known.learn(fail)
    _wait(known)
    assert known.may_hold("/new")


def test_names_are_taken_also_where_all_slots_are(tmp_path, monkeypatch):
    monkeypatch.setattr(known_keys, "_MASK", 0)  # so that every key has the same slot
    with SqliteStorage(tmp_path / "data") as storage:
        storage.create("/a", b"{}")
        storage.create("/b", b"{}")
        with pytest.raises(AlreadyExists):
            storage.create("/a", b"{}")


def test_names_of_a_file_that_was_there_are_taken(tmp_path):
    with SqliteStorage(tmp_path / "data") as storage:
        created = storage.create("/a", b"{}")
        storage.create("/b", b"{}")
        storage.delete("/a", created.revision)
    with SqliteStorage(tmp_path / "data") as storage:
        _wait(storage._writer.staging._known)
        with pytest.raises(AlreadyExists):
            storage.create("/b", b"{}")
        assert storage.create("/a", b"{}").value == b"{}"
        with pytest.raises(AlreadyExists):
            storage.create("/a", b"{}")
