"""A lock in memory that processes share, and what becomes of it when its holder is killed."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from kapivara.storage.shared_mutex import make_mutex

PATIENCE = 120


@pytest.fixture
def mutex():
    mutex = make_mutex()
    if mutex is None:
        pytest.skip("this system has none")
    return mutex


def test_who_waits_gets_it_next(mutex):
    got = threading.Event()

    def wait():
        with mutex:
            got.set()

    with mutex:
        thread = threading.Thread(target=wait)
        thread.start()
        assert not got.wait(0.05)
    assert got.wait(PATIENCE)
    thread.join(PATIENCE)


def test_processes_take_turns(mutex, tmp_path):
    """Each reads a number and writes the next one: none is lost."""
    path = tmp_path / "number"
    path.write_text("0")

    def count():
        for _ in range(200):
            with mutex:
                path.write_text(str(int(path.read_text()) + 1))

    children = []
    for _ in range(3):
        child = os.fork()
        if not child:
            count()
            os._exit(0)
        children.append(child)
    count()
    for child in children:
        assert os.waitpid(child, 0)[1] == 0
    assert path.read_text() == "800"


@pytest.mark.parametrize("waits", [False, True], ids=["before it is asked for", "while it is waited for"])
def test_a_holder_that_is_killed_lets_go(mutex, waits):
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        mutex.__enter__()
        os.write(writing, b"!")
        signal.pause()
    assert os.read(reading, 1) == b"!"
    got = threading.Event()

    def take():
        with mutex:
            got.set()

    thread = threading.Thread(target=take)
    if waits:
        thread.start()
        assert not got.wait(0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if not waits:
        thread.start()
    assert got.wait(PATIENCE)
    thread.join(PATIENCE)
    with mutex:  # and it is as good as before
        pass
    os.close(reading)
    os.close(writing)
