"""Tests that a process that is killed during its writes loses none that it acknowledged."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kapivara.storage import Stored
from kapivara.storage.sqlite.storage import SqliteStorage

WRITER = """
import os, sys, threading
from kapivara.storage.sqlite.storage import SqliteStorage
from kapivara.storage.retention import Retention

storage = SqliteStorage(sys.argv[1], retention=Retention(entries=200))
start = storage.revision

def work(name):
    for number in range(1_000_000):
        key = f"/{start}/{name}/{number}"
        stored = storage.create(key, key.encode() * 20)
        if number % 3 == 1:
            stored = storage.update(key, b"changed", stored.revision)
        elif number % 3 == 2:
            storage.delete(key, stored.revision)
        os.write(1, f"{key} {stored.revision} {number % 3}\\n".encode())

threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
for thread in threads:
    thread.start()
"""


def write_until_killed(directory: Path, writes: int) -> list[tuple[str, int, int]]:
    """Runs a writer, kills it after so many writes, and returns the acknowledged ones: key, revision, kind."""
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(directory)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(writes)]
    os.kill(process.pid, signal.SIGKILL)
    lines += process.stdout.read().splitlines(keepends=True)
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL
    acknowledged = [line.decode().split() for line in lines if line.endswith(b"\n")]
    return [(key, int(revision), int(kind)) for key, revision, kind in acknowledged]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_no_acknowledged_write_is_lost(tmp_path: Path) -> None:
    expected: dict[str, Stored | None] = {}
    for writes in (50, 501, 1502):
        acknowledged = write_until_killed(tmp_path, writes)
        assert len(acknowledged) >= writes
        for key, revision, kind in acknowledged:
            value = b"changed" if kind == 1 else key.encode() * 20
            expected[key] = None if kind == 2 else Stored(key, value, revision)
        with SqliteStorage(tmp_path) as storage:
            found = {stored.key: stored for stored in storage.list("/").items}
            assert {key: found.get(key) for key in expected} == expected
            assert len({stored.revision for stored in found.values()}) == len(found)
            assert storage.revision >= max(revision for _, revision, _ in acknowledged)
            assert storage.create(f"/after/{writes}", b"").revision == storage.revision
