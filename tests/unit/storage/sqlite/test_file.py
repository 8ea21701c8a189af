from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from kapivara.storage import StorageError
from kapivara.storage.sqlite.file import FILE_NAME, LAYOUT
from kapivara.storage.sqlite.storage import SqliteStorage


def refusal(directory: Path) -> str:
    with pytest.raises(StorageError) as failure:
        SqliteStorage(directory)
    return str(failure.value)


def execute(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_data_is_for_its_owner_only(tmp_path: Path) -> None:
    directory = tmp_path / "data"
    with SqliteStorage(directory) as storage:
        storage.create("/a", b"secret")
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in directory.iterdir()}
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    assert set(modes.values()) == {0o600}


def test_writes_are_flushed_and_the_log_is_ahead(tmp_path: Path) -> None:
    with SqliteStorage(tmp_path) as storage:
        connection = storage._writer._connection
        assert connection.execute("PRAGMA journal_mode").fetchone() == (b"wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("these are not the bytes that you are looking for " * 10)
    text = refusal(tmp_path)
    assert f"{tmp_path / FILE_NAME}: this is not a kapivara data file; move it away" in text
    assert (tmp_path / FILE_NAME).read_text().startswith("these are not")


@pytest.mark.parametrize(
    "statements",
    [("CREATE TABLE t (x)",), ("PRAGMA user_version = 1",), ("PRAGMA application_id = 7",)],
    ids=["tables", "version", "application"],
)
def test_a_database_of_another_program(tmp_path: Path, statements: tuple[str, ...]) -> None:
    execute(tmp_path / FILE_NAME, *statements)
    before = (tmp_path / FILE_NAME).read_bytes()
    assert f"{tmp_path / FILE_NAME}: a database of another program; move it away" in refusal(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_a_newer_layout(tmp_path: Path) -> None:
    SqliteStorage(tmp_path).close()
    execute(tmp_path / FILE_NAME, f"PRAGMA user_version = {LAYOUT + 1}")
    assert f"written by a newer kapivara (layout {LAYOUT + 1}, this one reads up to {LAYOUT})" in refusal(tmp_path)


def test_an_empty_file_becomes_ours(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).touch()
    with SqliteStorage(tmp_path) as storage:
        assert storage.revision == 1


def test_a_file_in_place_of_the_directory(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    assert refusal(tmp_path / "data") == f"{tmp_path / 'data'}: this is a file, not a directory; choose another one"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "Permission denied" in refusal(tmp_path)


def test_a_directory_under_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "Not a directory" in refusal(tmp_path / "file" / "data")


def test_a_directory_in_use_by_this_process(tmp_path: Path) -> None:
    with SqliteStorage(tmp_path) as storage:
        text = refusal(tmp_path)
        storage.create("/a", b"1")
    assert text == (
        f"{tmp_path}: the data directory is in use by process {os.getpid()}; stop that one, or choose another directory"
    )
    with SqliteStorage(tmp_path) as storage:
        assert storage.get("/a").value == b"1"


def test_a_directory_in_use_by_another_process(tmp_path: Path) -> None:
    code = (
        "import sys; from kapivara.storage.sqlite.storage import SqliteStorage; s = SqliteStorage(sys.argv[1]); "
        "print('open', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"open\n"
        text = refusal(tmp_path)
        process.kill()
    assert f"in use by process {process.pid};" in text
    SqliteStorage(tmp_path).close()


def test_a_refused_directory_is_let_go(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"x" * 1000)
    refusal(tmp_path)
    (tmp_path / FILE_NAME).unlink()
    SqliteStorage(tmp_path).close()


def test_a_file_of_which_nothing_is_left_is_reported(tmp_path: Path) -> None:
    with SqliteStorage(tmp_path) as storage:
        for number in range(200):
            storage.create(f"/{number}", b"x" * 1000)
    data = bytearray((tmp_path / FILE_NAME).read_bytes())
    data[4096:] = b"\x55" * (len(data) - 4096)
    (tmp_path / FILE_NAME).write_bytes(data)
    assert "the data file is damaged, and nothing in it can be read; restore it" in refusal(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == data
    assert [each.name for each in tmp_path.glob(f"{FILE_NAME}*")] == [FILE_NAME]
