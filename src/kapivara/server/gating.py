"""Answers that wait until what they tell of is durable.

A request is answered on the event loop, or in a thread, as soon as its write is decided; its answer leaves when the
write's batch is on the disk. Batches are asked for once the loop has looked at all that has come, so that requests
which come together share one, and each wakes the loop once for all of its answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from kapivara.storage import Commit


class Gating:
    """Holds back what is to happen after commits. Used within one event loop alone."""

    def __init__(self) -> None:
        self._held: dict[Commit, list[Callable[[], None]]] = {}
        self._new: list[Commit] = []

    def hold(self, commit: Commit, go_on: Callable[[], None]) -> None:
        """Calls `go_on` once a commit has ended, well or not."""
        held = self._held.get(commit)
        if held is not None:
            held.append(go_on)
            return
        self._held[commit] = [go_on]
        if not self._new:
            asyncio.get_running_loop().call_soon(self._ask)
        self._new.append(commit)

    def _ask(self) -> None:
        """Has the commits made that somebody waits for by now."""
        loop = asyncio.get_running_loop()
        commits, self._new = self._new, []
        for commit in commits:
            commit.when_done(lambda commit=commit: self._wake(loop, commit))  # type: ignore[misc]  # bound at once

    def _wake(self, loop: asyncio.AbstractEventLoop, commit: Commit) -> None:
        """Has the loop go on with what was held back; called from any thread."""
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(self._release, commit)

    def _release(self, commit: Commit) -> None:
        for go_on in self._held.pop(commit):
            go_on()
