"""Tests of the last metrics of workers, which remain after a worker's end."""

from __future__ import annotations

import os
import signal

import pytest

from kapivara.server.metrics import kept_counts as room
from kapivara.server.metrics.kept_counts import KeptCounts

COUNTER = "# HELP a A.\n# TYPE a counter\n"
GAUGE = "# HELP b B.\n# TYPE b gauge\n"


@pytest.fixture
def kept():
    kept = KeptCounts(2)
    yield kept
    kept.close()


def text(counted, gauge):
    return f"{COUNTER}a {counted}\n{GAUGE}b {gauge}\n".encode()


def test_nothing_is_known_of_who_has_told_nothing(kept):
    assert kept.of(0) == b""
    assert kept.keeper(0)(text(1, 2)) == text(1, 2)
    assert kept.of(1) == b""


def test_a_worker_goes_on_from_what_was_told_before_it(kept):
    for told in (1, 3, 2):  # each by a worker that starts at zero
        keep = kept.keeper(0)
        keep(text(0, 9))
        keep(text(told, 9))
    assert kept.of(0) == f"{COUNTER}a 6\n".encode()


def test_what_was_told_is_whole_when_its_worker_is_killed_while_it_writes(kept):
    kept.keeper(0)(text(7, 1))
    child = os.fork()
    if not child:
        file = kept._files[0][(kept._times[0] + 1) % 2]
        file.write(b"# HELP a A.\n# TY")
        file.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert kept.of(0) == f"{COUNTER}a 7\n".encode()
    kept.keeper(0)(text(1, 1))
    assert kept.of(0) == f"{COUNTER}a 8\n".encode()


def test_who_reads_while_others_write_reads_something_whole(kept):
    keep = kept.keeper(0)
    keep(text(1, 1))
    usual, reads = os.pread, []

    def pread(*arguments):
        reads.append(arguments)
        if len(reads) == 1:
            keep(text(2, 1))
            keep(text(3, 1))
        return usual(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room.os, "pread", pread)
        assert kept.of(0) == f"{COUNTER}a 3\n".encode()
    assert len(reads) == 2


def test_without_room_it_goes_on_telling(kept, monkeypatch):
    keep = kept.keeper(0)
    keep(text(1, 1))
    monkeypatch.setattr(kept, "_write", lambda *_: (_ for _ in ()).throw(OSError("no space is left")))
    assert keep(text(2, 1)) == text(2, 1)
    assert kept.of(0) == f"{COUNTER}a 1\n".encode()
