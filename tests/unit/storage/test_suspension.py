"""Tests of waiting in threads, and on an event loop that continues in between."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

pytest.importorskip("greenlet")

from kapivara.storage.suspension import Begin, SuspendableWork, current_loop, sleep, wait_for


def in_a_thread(tell: Callable[[], None]) -> None:
    threading.Thread(target=tell).start()


def at_once(tell: Callable[[], None]) -> None:
    tell()
    tell()


@pytest.mark.parametrize("begin", [in_a_thread, at_once])
def test_a_thread_blocks(begin: Begin) -> None:
    assert wait_for(begin, 60)
    assert not wait_for(lambda _: None, 0.001)
    assert current_loop() is None


@pytest.mark.parametrize("begin", [in_a_thread, at_once])
def test_work_on_a_loop_is_suspended(begin: Begin) -> None:
    steps: list[object] = []

    async def serve() -> None:
        done = asyncio.Event()

        def work() -> None:
            steps.append(current_loop() is asyncio.get_running_loop())
            steps.append(wait_for(begin, 60))
            steps.append(wait_for(lambda _: None, 0.001))
            sleep(0.001)

        def paused() -> None:
            steps.append("paused")

        SuspendableWork(work, done.set, resumed=lambda: steps.append("resumed"), paused=paused).go_on()
        steps.append("others")
        await asyncio.wait_for(done.wait(), 60)

    asyncio.run(serve())
    first = ["resumed", True, "paused", "others", "resumed", True, "paused", "resumed", False, "paused"]
    assert steps == [*first, "resumed", "paused"]


def test_many_wait_at_once() -> None:
    ended: list[int] = []

    async def serve() -> None:
        tellers: list[Callable[[], None]] = []
        for number in range(100):

            def work(number: int = number) -> None:
                wait_for(tellers.append)
                ended.append(number)

            SuspendableWork(work, lambda: None, resumed=lambda: None, paused=lambda: None).go_on()
        assert (len(tellers), ended) == (100, [])
        for tell in reversed(tellers):
            tell()
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(serve())
    assert ended == list(reversed(range(100)))


def test_what_work_raises_is_told_where_it_runs() -> None:
    async def serve() -> None:
        def work() -> None:
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            SuspendableWork(work, lambda: None, resumed=lambda: None, paused=lambda: None).go_on()

    asyncio.run(serve())
