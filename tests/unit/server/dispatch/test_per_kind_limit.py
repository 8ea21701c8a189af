"""Tests that requests beyond the share of one resource wait, and no others."""

from __future__ import annotations

from typing import Any

from kapivara.server.dispatch.per_kind_limit import Shares


class Held:
    """Replaces the workers; ends work when the test asks for it."""

    def __init__(self) -> None:
        self.begun: list[Any] = []

    def run(self, work: Any, done: Any) -> None:
        self.begun.append((work, done))

    def end(self) -> None:
        work, done = self.begun.pop(0)
        done(work())


def test_a_share_is_not_passed_and_order_is_kept() -> None:
    workers, said = Held(), []
    shares = Shares(workers, 2)  # type: ignore[arg-type]  # a stand-in
    for number in range(5):
        shares.run(("notes",), lambda number=number: number, said.append)  # type: ignore[misc]
    shares.run(("others",), lambda: "other", said.append)
    assert len(workers.begun) == 3
    while workers.begun:
        workers.end()
        assert len(workers.begun) <= 3
    assert said == [0, 1, "other", 2, 3, 4]


def test_nothing_is_kept_of_resources_that_nobody_asks_for() -> None:
    workers = Held()
    shares = Shares(workers, 1)  # type: ignore[arg-type]  # as above
    for _ in range(3):
        shares.run(("notes",), lambda: 1, lambda _: None)
    while workers.begun:
        workers.end()
    assert shares._queues == {}
