"""Tests of a SQLite file under constant writes: neither the file nor its log grows."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kapivara.storage import Pending
from kapivara.storage.retention import Retention
from kapivara.storage.sqlite.file import FILE_NAME
from kapivara.storage.sqlite.storage import SqliteStorage

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
