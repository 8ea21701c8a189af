"""A lock between processes, and what becomes of it when its holder is killed."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import closing

from kapivara.storage.process_lock import ProcessLock

PATIENCE = 120


def test_one_holds_it_at_a_time(tmp_path):
    with closing(ProcessLock(tmp_path / "lock")) as one, closing(ProcessLock(tmp_path / "lock")) as other:
        with one:
            assert not other.try_to_hold()
        assert other.try_to_hold()


def test_who_waits_gets_it_next(tmp_path):
    got = threading.Event()

    def wait():
        with other:
            got.set()

    with closing(ProcessLock(tmp_path / "lock")) as one, closing(ProcessLock(tmp_path / "lock")) as other:
        with one:
            thread = threading.Thread(target=wait)
            thread.start()
            assert not got.wait(0.05)
        assert got.wait(PATIENCE)
        thread.join(PATIENCE)


def test_a_holder_that_is_killed_lets_go(tmp_path):
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        ProcessLock(tmp_path / "lock").try_to_hold()
        os.write(writing, b"!")
        signal.pause()
    assert os.read(reading, 1) == b"!"
    with closing(ProcessLock(tmp_path / "lock")) as lock:
        assert not lock.try_to_hold()
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert lock.try_to_hold()
    os.close(reading)
    os.close(writing)


def test_closing_twice_is_fine(tmp_path):
    lock = ProcessLock(tmp_path / "lock")
    lock.close()
    lock.close()
