"""Tests of work in turns: in order, not at once, and never so long that others wait."""

from __future__ import annotations

import asyncio

from kapivara.server.http1.loop_queue import LoopQueue


def run(works, seconds):
    """Runs several pieces of work; returns, for each turn of the loop, the work done so far."""

    async def main():
        turns, done, seen = LoopQueue(seconds), [], []
        for work in works:
            turns.add(lambda work=work: work(turns, done))
        for _ in range(6):
            seen.append("".join(done))
            await asyncio.sleep(0)
        return seen

    return asyncio.run(main())


def note(name, *more):
    def work(turns, done):
        done.append(name)
        for each in more:
            turns.add(lambda each=each: each(turns, done))

    return work


def test_short_work_is_done_together():
    assert run([note("a"), note("b"), note("c")], 60)[:2] == ["", "abc"]


def test_long_work_is_done_one_at_a_time():
    assert run([note("a"), note("b"), note("c")], -1)[:4] == ["", "a", "ab", "abc"]


def test_what_is_added_meanwhile_waits():
    assert run([note("a", note("c")), note("b")], 60)[:3] == ["", "ab", "abc"]


def test_what_fails_holds_up_nothing_else():
    def fail(turns, done):
        raise ZeroDivisionError

    failures = []

    async def main():
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context["exception"]))
        turns, done = LoopQueue(60), []
        for work in (note("a"), fail, note("b")):
            turns.add(lambda work=work: work(turns, done))
        for _ in range(3):
            await asyncio.sleep(0)
        return done

    assert asyncio.run(main()) == ["a", "b"]
    assert [type(each) for each in failures] == [ZeroDivisionError]
