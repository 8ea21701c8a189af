"""Tests of the threads beside the event loop: results and errors return, and no request waits forever for a thread."""

from __future__ import annotations

import asyncio
import sys
import threading

import pytest

from kapivara.server.dispatch import workers as room
from kapivara.server.dispatch.workers import Workers, short_turns
from kapivara.server.http1.answer import Answer


def answer_of(text):
    return Answer(200, text.encode(), [])


async def ask(workers, work):
    """Runs work in a thread; returns its result."""
    came_to = asyncio.get_running_loop().create_future()
    workers.run(work, lambda result: came_to.done() or came_to.set_result(result))
    return await came_to


def run(*works, most=16):
    """Runs several functions at once; returns their results."""

    async def run_all():
        return await asyncio.gather(*(ask(workers, work) for work in works))

    workers = Workers(most)
    try:
        return asyncio.run(run_all())
    finally:
        workers.close()


@pytest.mark.parametrize("most", [1, 3, 16])
def test_each_caller_gets_its_own_answer(most):
    answers = run(*(lambda n=n: answer_of(str(n)) for n in range(50)), most=most)
    assert [each.body for each in answers] == [str(n).encode() for n in range(50)]


def test_failures_reach_the_caller():
    def fail():
        raise ValueError("oops")

    failure, fine = run(fail, lambda: answer_of("fine"))
    assert (str(failure), fine.body) == ("oops", b"fine")


def test_work_is_done_at_the_same_time():
    meeting = threading.Barrier(4, timeout=120)

    def meet():
        return answer_of(str(meeting.wait() >= 0))

    assert {each.body for each in run(*[meet] * 4)} == {b"True"}


def test_who_stops_waiting_is_not_answered():
    release = threading.Event()

    def linger():
        release.wait(120)
        return answer_of("late")

    async def give_up():
        waiting = asyncio.ensure_future(ask(workers, linger))
        await asyncio.sleep(0)
        waiting.cancel()
        release.set()
        return await ask(workers, lambda: answer_of("next"))

    workers = Workers(1)
    assert asyncio.run(give_up()).body == b"next"
    workers.close()


def test_closing_does_not_wait_for_a_thread_that_does_not_end(monkeypatch):
    monkeypatch.setattr(room, "_PATIENCE_SECONDS", 0.01)
    release = threading.Event()

    async def leave():
        waiting = asyncio.ensure_future(ask(workers, lambda: answer_of(str(release.wait(120)))))
        await asyncio.sleep(0)
        waiting.cancel()

    workers = Workers()
    asyncio.run(leave())
    workers.close()
    assert not release.is_set()
    release.set()


def test_turns_of_threads_are_short_as_long_as_a_server_runs():
    before = sys.getswitchinterval()
    with short_turns():
        assert sys.getswitchinterval() == pytest.approx(0.001)
    assert sys.getswitchinterval() == before
