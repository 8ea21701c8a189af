"""Tests of bytes that the disk has changed: the object's key is reported, and other objects are not affected."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.contract.engines import remove

from kapivara.storage import Compacted, Conflict, Storage, StorageError, Stored
from kapivara.storage.sqlite.file import FILE_NAME
from kapivara.storage.sqlite.storage import SqliteStorage
from kapivara.storage.transfer.sqlite_snapshot import open_sqlite_snapshot

KEYS = [f"/registry/things/{number:03}" for number in range(200)]
PAGE = 4096


def value_of(key: str) -> bytes:
    """Returns a value of a key, long enough that every other one takes pages of its own."""
    return (f'{{"name":"{key}"}}' * (400 if int(key[-3:]) % 2 else 10)).encode()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Returns the file of a closed storage with many objects, without a separate log."""
    with SqliteStorage(tmp_path) as storage:
        for key in KEYS:
            storage.create(key, value_of(key))
        for key in KEYS[::3]:
            storage.update(key, value_of(key), storage.get(key).revision)
    assert [each.name for each in tmp_path.glob(f"{FILE_NAME}*")] == [FILE_NAME]
    return tmp_path / FILE_NAME


def spoil(path: Path, sought: bytes, replacement: bytes) -> None:
    """Replaces bytes in place, as a disk fault would."""
    data = path.read_bytes()
    assert sought in data
    path.write_bytes(data.replace(sought, replacement))


def assert_others(storage: Storage, *, but: set[str]) -> None:
    """Asserts that all objects can be read and written, except some that are reported as damaged."""
    items = {each.key: each for each in storage.list("/registry/things/").items}
    assert set(items) == set(KEYS)
    assert {key for key, each in items.items() if each.damage} == but
    for key in KEYS:
        found = storage.get(key)
        assert found == items[key]
        assert key in but or found.value == value_of(key)
    some = next(key for key in KEYS if key not in but)
    assert storage.update(some, value_of(some), storage.get(some).revision)


def test_sound_values_carry_no_damage(open_storage: Callable[[], Storage]) -> None:
    storage = open_storage()
    storage.create("/a", b"1")
    assert storage.get("/a") == Stored("/a", b"1", 2, "")
    assert storage.list("/").items[0].damage == ""


@pytest.mark.parametrize("number", [5, 6], ids=["in its own page", "among others"])
def test_a_changed_value(path: Path, number: int) -> None:
    key = KEYS[number]
    spoil(path, f'{{"name":"{key}"}}'.encode() * 3, f'{{"name":"{key[:-1]}x"}}'.encode() * 3)
    with SqliteStorage(path.parent) as storage:
        found = storage.get(key)
        assert found.damage == "the data file is damaged: the checksum does not match"
        assert_others(storage, but={key})
        with pytest.raises(Conflict) as conflict:
            storage.update(key, b"", 1)
        assert conflict.value.current == found
        storage.delete(key, found.revision)
        assert key not in {each.key for each in storage.list("/registry/things/").items}
        assert storage.create(key, b"new")
        assert storage.get(key).value == b"new"


def test_a_watch_of_damaged_history_lists_again(path: Path) -> None:
    key = KEYS[6]
    spoil(path, f'{{"name":"{key}"}}'.encode() * 3, f'{{"name":"{key[:-1]}x"}}'.encode() * 3)
    with SqliteStorage(path.parent) as storage:
        with pytest.raises(Compacted):
            storage.watch("/", 1).take(1000)
        watch = storage.watch("/", storage.revision)
        remove(storage, key)
        assert [event.key for event in watch.take()] == [key]


def page_of(path: Path, table: str, *, depth: str = "leaf") -> list[int]:
    connection = sqlite3.connect(path)
    try:
        query = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ?"
        return [row[0] for row in connection.execute(query, (table, depth))]
    except sqlite3.OperationalError:
        pytest.skip("this SQLite cannot tell which page is whose")
    finally:
        connection.close()


@pytest.fixture(params=["zeros", "noise", "flipped"])
def ruin(request: pytest.FixtureRequest) -> Callable[[Path, int], None]:
    """Damages a page as a disk fault would."""

    def act(path: Path, page: int) -> None:
        chance = random.Random(page)
        with path.open("r+b") as file:
            file.seek((page - 1) * PAGE)
            data = bytearray(file.read(PAGE))
            if request.param == "zeros":
                data = bytearray(PAGE)
            elif request.param == "noise":
                data = bytearray(chance.randbytes(PAGE))
            else:
                for _ in range(20):
                    data[chance.randrange(PAGE)] ^= 1 << chance.randrange(8)
            file.seek((page - 1) * PAGE)
            file.write(data)

    return act


@pytest.mark.parametrize("table", ["versions", "objects", "replacements", "counts"])
@pytest.mark.parametrize("depth", ["leaf", "internal", "overflow"])
def test_a_damaged_page(path: Path, ruin: Callable[[Path, int], None], table: str, depth: str) -> None:
    pages = page_of(path, table, depth=depth)
    if not pages:
        pytest.skip("there is no such page")
    ruin(path, pages[len(pages) // 2])
    with SqliteStorage(path.parent) as storage:
        items = {each.key: each for each in storage.list("/registry/things/").items}
        intact = {key for key, each in items.items() if not each.damage}
        assert all(items[key].value == value_of(key) for key in intact)
        assert set(items) == set(KEYS)  # some other part of the file refers to every one
        assert len(intact) > 100 or (table, depth) == ("versions", "internal")  # which leads to all values
        for key in set(KEYS) - intact:
            remove(storage, key)
            storage.create(key, value_of(key))
        assert_others(storage, but=set())
        storage.compact(storage.revision)
    with SqliteStorage(path.parent) as storage:
        assert storage.notes == ()
        assert_others(storage, but=set())
        assert storage.list("/registry/things/", limit=1, counts=True).remaining == len(KEYS) - 1


@pytest.mark.parametrize(
    ("damage", "is_saved"),
    [
        pytest.param("UPDATE versions SET key = CAST('/registry/things/00X' AS BLOB)", True, id="another key"),
        pytest.param("UPDATE versions SET deleted = 1", False, id="as if deleted"),
        pytest.param("DELETE FROM versions", False, id="a write that was lost"),
    ],
)
@pytest.mark.parametrize("more", [False, True], ids=["alone", "with another tree damaged"])
def test_a_row_that_no_index_has(path: Path, damage: str, is_saved: bool, more: bool) -> None:
    """An object that was only created is found by its row and by the table of current objects."""
    key = KEYS[8]
    where = "WHERE revision = (SELECT revision FROM objects WHERE key = ?)"
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(f"{damage} {where}", (key.encode(),))
    connection.close()
    if more:
        page = page_of(path, "counts")[0]
        data = bytearray(path.read_bytes())
        data[(page - 1) * PAGE : page * PAGE] = bytes(PAGE)
        path.write_bytes(data)
    with SqliteStorage(path.parent) as storage:
        assert storage.notes
        assert_others(storage, but=set() if is_saved else {key})
        storage.compact(storage.revision)
        assert set(KEYS) == {each.key for each in storage.list("/").items}


def test_counts_that_are_wrong_are_made_anew(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE counts SET live = 7 WHERE live > 1")
    connection.close()
    with SqliteStorage(path.parent) as storage:
        assert storage.notes == ()
        assert storage.list("/registry/things/", limit=1, counts=True).remaining == len(KEYS) - 1


def test_what_was_saved_is_told_and_kept(path: Path) -> None:
    data = bytearray(path.read_bytes())
    page = page_of(path, "objects")[0]
    data[(page - 1) * PAGE : page * PAGE] = bytes(PAGE)
    path.write_bytes(data)
    with SqliteStorage(path.parent) as storage:
        (note,) = storage.notes
        assert f"{path}: the data file was damaged; 200 objects were saved into a new one; the damaged" in note
        assert storage.revision > len(KEYS) + 1
    assert path.with_name("kapivara.db.damaged-1").read_bytes() == bytes(data)
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_a_file_that_was_cut(path: Path, share: float) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share) // PAGE * PAGE])
    with SqliteStorage(path.parent) as storage:
        for each in storage.list("/registry/things/").items:
            assert each.damage or each.value == value_of(each.key)
        storage.create("/new", b"1")
    with SqliteStorage(path.parent) as storage:
        assert storage.get("/new").value == b"1"


def test_damage_while_it_runs(path: Path, ruin: Callable[[Path, int], None]) -> None:
    """Writes into a damaged page fail, but the rest is readable."""
    pages = page_of(path, "versions")
    with SqliteStorage(path.parent) as storage:
        ruin(path, pages[len(pages) // 2])
        items = {each.key: each for each in storage.list("/registry/things/").items}
        assert set(items) == set(KEYS)
        assert all(each.damage or each.value == value_of(key) for key, each in items.items())
        for key in KEYS:
            found = storage.get(key)
            assert found.damage or found.value == value_of(key)


@pytest.mark.parametrize("seed", range(12))
def test_damage_at_random(path: Path, seed: int) -> None:
    """Whatever happens to the file, wrong data is never served, and only StorageError is raised."""
    chance = random.Random(seed)
    data = bytearray(path.read_bytes())
    for _ in range(chance.choice([1, 3, 30])):
        at, size = chance.randrange(PAGE, len(data)), chance.choice([1, 16, PAGE])
        data[at : at + size] = chance.randbytes(min(size, len(data) - at))
    path.write_bytes(data)
    try:
        with SqliteStorage(path.parent) as storage:
            for each in storage.list("/").items:
                assert each.damage or each.value == value_of(each.key)
    except StorageError:
        pass


@pytest.fixture(params=[1, 2, 3])
def older_file(path: Path, request: pytest.FixtureRequest) -> Path:
    """The same file as earlier versions of kapivara wrote it."""
    connection = sqlite3.connect(path)
    connection.executescript(
        "DROP INDEX replacements; CREATE INDEX versions_by_key ON versions (key, revision, deleted);"
        + ("DROP TABLE counts;" if request.param < 3 else "")
        + ("ALTER TABLE versions DROP COLUMN checksum;" if request.param < 2 else "")
        + f"PRAGMA user_version = {request.param}; VACUUM"
    )
    connection.close()
    return path


def test_an_older_file_is_brought_up_to_date(older_file: Path) -> None:
    for _ in range(2):
        with SqliteStorage(older_file.parent) as storage:
            assert storage.notes == ()
            assert_others(storage, but=set())
            assert storage.list("/registry/things/", limit=1, counts=True).remaining == len(KEYS) - 1
    spoil(older_file, f'{{"name":"{KEYS[6]}"}}'.encode() * 3, b"x" * len(f'{{"name":"{KEYS[6]}"}}') * 3)
    with SqliteStorage(older_file.parent) as storage:
        assert storage.get(KEYS[6]).damage


def test_what_is_current_in_an_older_file_is_read_without_a_server(older_file: Path) -> None:
    """A backup of an earlier version, over which nothing can start."""
    with closing(sqlite3.connect(older_file)) as connection:
        ((layout,),) = connection.execute("PRAGMA user_version")
    if layout < 3:
        with pytest.raises(StorageError, match=f"layout {layout}"), open_sqlite_snapshot(older_file):
            pass
        return
    with open_sqlite_snapshot(older_file) as snapshot:
        assert [each.key for each in snapshot.items()] == KEYS


def test_an_older_file_that_is_damaged(older_file: Path, ruin: Callable[[Path, int], None]) -> None:
    ruin(older_file, page_of(older_file, "objects")[0])
    with SqliteStorage(older_file.parent) as storage:
        assert_others(storage, but=set())
