"""Tests of rounds of watches: their intervals, other work in between, and events for watches that are behind."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from kapivara.server.dispatch import watch_scheduler as room
from kapivara.server.dispatch.dispatcher import Dispatcher
from kapivara.server.dispatch.watch_scheduler import WatchScheduler


class Loop:
    """An event loop with a clock of its own, on which all work takes no time."""

    def __init__(self) -> None:
        self.now = 0.0
        self._soon: deque[tuple[Callable[..., Any], tuple[Any, ...]]] = deque()
        self._timers: list[tuple[float, int, Callable[..., Any], tuple[Any, ...]]] = []
        self._numbers = count()

    def time(self) -> float:
        return self.now

    def call_soon(self, callback: Callable[..., Any], *arguments: Any) -> None:
        self._soon.append((callback, arguments))

    call_soon_threadsafe = call_soon

    def call_at(self, when: float, callback: Callable[..., Any], *arguments: Any) -> None:
        heapq.heappush(self._timers, (when, next(self._numbers), callback, arguments))

    def turn(self) -> None:
        """Runs one turn of the loop."""
        for _ in range(len(self._soon)):
            callback, arguments = self._soon.popleft()
            callback(*arguments)

    def run(self) -> None:
        """Runs until no work is left."""
        while self._soon or self._timers:
            if not self._soon:
                self.now, _, callback, arguments = heapq.heappop(self._timers)
                self.call_soon(callback, *arguments)
            self.turn()


class Stream:
    """Counts its turns; in the first `more` turns it has more events than fit."""

    def __init__(self, rounds: WatchScheduler, loop: Any, more: int = 0):
        self.turns: list[float] = []
        self._rounds = rounds
        self._loop = loop
        self._more = more

    def go_on(self) -> None:
        self.turns.append(self._loop.now)
        if self._more:
            self._more -= 1
            self._rounds.wake_again(self, self._loop)


@pytest.fixture
def loop() -> Any:
    return Loop()


@pytest.fixture
def dispatcher() -> Dispatcher:
    return Dispatcher()


@pytest.fixture
def rounds(dispatcher: Dispatcher) -> WatchScheduler:
    return WatchScheduler(dispatcher)


def wake(streams: list[Stream], rounds: WatchScheduler, loop: Any) -> None:
    for each in streams:
        rounds.wake(each, loop)


def two_rounds(streams: int, rounds: WatchScheduler, loop: Any) -> float:
    """Wakes streams twice in a row; returns the time of the second round, the first being at 0."""
    woken = [Stream(rounds, loop) for _ in range(streams)]
    wake(woken, rounds, loop)
    loop.turn()
    wake(woken, rounds, loop)
    loop.run()
    assert {len(each.turns) for each in woken} == {2}
    assert {each.turns[0] for each in woken} == {0.0}
    (second,) = {each.turns[1] for each in woken}
    return second


@pytest.mark.parametrize(("streams", "seconds"), [(1, 0.0001), (100, 0.01), (1000, 0.02), (5000, 0.02)])
def test_where_nobody_asks_rests_are_short(streams: int, seconds: float, rounds: WatchScheduler, loop: Any) -> None:
    assert two_rounds(streams, rounds, loop) == pytest.approx(seconds)


@pytest.mark.parametrize(("streams", "seconds"), [(1, 0.0001), (100, 0.01), (500, 0.05), (1000, 0.1), (5000, 0.1)])
def test_requests_have_their_turn(
    streams: int, seconds: float, rounds: WatchScheduler, loop: Any, dispatcher: Dispatcher
) -> None:
    def ask() -> None:
        dispatcher.requests.begun += 1
        if loop.now < 0.2:
            loop.call_at(loop.now + 0.015, ask)

    ask()
    assert two_rounds(streams, rounds, loop) == pytest.approx(seconds)


def test_no_rest_is_longer_than_what_a_turn_can_send(rounds: WatchScheduler, loop: Any, dispatcher: Dispatcher) -> None:
    def ask() -> None:
        dispatcher.requests.begun += 30
        if loop.now < 0.2:
            loop.call_at(loop.now + 0.009, ask)

    ask()
    assert two_rounds(1000, rounds, loop) == pytest.approx(0.04)  # instead of 0.1


def test_a_request_that_is_not_answered_yet_counts(rounds: WatchScheduler, loop: Any, dispatcher: Dispatcher) -> None:
    dispatcher.requests.under_way = 1
    assert two_rounds(1000, rounds, loop) == pytest.approx(0.1)


def test_those_who_are_behind_do_not_rest(rounds: WatchScheduler, loop: Any, dispatcher: Dispatcher) -> None:
    dispatcher.requests.under_way = 1
    streams = [Stream(rounds, loop, more=3) for _ in range(1000)]
    wake(streams, rounds, loop)
    loop.run()
    assert {tuple(each.turns) for each in streams} == {(0.0,) * 4}


@pytest.mark.parametrize(("more", "at_once"), [(0, 5), (1, 10)], ids=["up to date", "behind"])
def test_others_are_looked_at_in_the_midst_of_a_round(
    more: int, at_once: int, rounds: WatchScheduler, loop: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count()
    monkeypatch.setattr(room, "thread_time", lambda: next(clock) * 0.000_999)  # a turn takes about a millisecond
    streams = [Stream(rounds, loop, more=more) for _ in range(40)]
    wake(streams, rounds, loop)
    had = 0
    for _ in range(1000):
        loop.turn()
        before, had = had, sum(len(each.turns) for each in streams)
        if had > 40 * more:
            break
    assert had - max(before, 40 * more) == at_once + 1
