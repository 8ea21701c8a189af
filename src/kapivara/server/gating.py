"""Answers that wait until what they tell of is durable.

A request is answered on the event loop, or in a thread, as soon as its write is decided; its answer leaves when the
write's batch is on the disk. A batch is asked for once the loop has gone around and nothing has joined it, so that
requests which come together share one, and each wakes the loop once for all of its answers. While requests are being
answered, the thread that writes would only take the interpreter from them, again and again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import get_ident
from time import monotonic

from kapivara.storage import Commit

_LONGEST_SECONDS = 0.01
"""How long a batch is put off where more and more joins it."""


class Gating:
    """Holds back what is to happen after commits. Used within one event loop alone."""

    def __init__(self) -> None:
        self._held: dict[Commit, list[Callable[[], None]]] = {}
        self._new: list[Commit] = []
        self._has_grown = False
        """Whether anything is held back since it was last looked at."""
        self._ask_by = 0.0
        self._thread = 0

    def hold(self, commit: Commit, go_on: Callable[[], None]) -> None:
        """Calls `go_on` once a commit has ended, well or not."""
        self._has_grown = True
        held = self._held.get(commit)
        if held is not None:
            held.append(go_on)
            return
        self._held[commit] = [go_on]
        if not self._new:
            self._ask_by = monotonic() + _LONGEST_SECONDS
            asyncio.get_running_loop().call_soon(self._ask)
        self._new.append(commit)

    def _ask(self) -> None:
        """Has the commits made that somebody waits for, unless there may be more by the next time around the loop."""
        loop = asyncio.get_running_loop()
        self._thread = get_ident()
        if self._has_grown and monotonic() < self._ask_by:
            self._has_grown = False
            loop.call_soon(self._ask)
            return
        commits, self._new = self._new, []
        for commit in commits:
            commit.when_done(lambda commit=commit: self._wake(loop, commit))  # type: ignore[misc]  # bound at once

    def _wake(self, loop: asyncio.AbstractEventLoop, commit: Commit) -> None:
        """Goes on with what was held back, on the event loop; called from any thread."""
        if get_ident() == self._thread:  # the commit was made here and now
            self._release(commit)
            return
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(self._release, commit)

    def _release(self, commit: Commit) -> None:
        for go_on in self._held.pop(commit):
            go_on()
