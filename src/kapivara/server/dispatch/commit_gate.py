"""Holds responses until their writes are durable.

A request runs on the event loop or in a thread until its write is decided; its response is sent when the write's batch
is on the disk. A batch is committed once the loop has gone around without new members, so requests that arrive together
share a batch, and each batch wakes the loop once for all its responses. An earlier commit would let the writing thread
take the interpreter lock from running requests again and again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import get_ident
from time import monotonic

from kapivara.storage import Commit

_LONGEST_SECONDS = 0.01
"""The longest delay of a batch that keeps growing."""


class CommitGate:
    """Holds callbacks until commits. For one event loop only."""

    def __init__(self) -> None:
        self._held: dict[Commit, list[Callable[[], None]]] = {}
        self._new: list[Commit] = []
        self._has_grown = False
        """Whether callbacks were added since the last check."""
        self._ask_by = 0.0
        self._thread = 0

    def hold(self, commit: Commit, go_on: Callable[[], None]) -> None:
        """Calls `go_on` once a commit has succeeded or failed."""
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
        """Requests the held commits, unless they have just grown and may grow further."""
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
        """Runs the held callbacks on the event loop; called from any thread."""
        if get_ident() == self._thread:  # the commit ran inside the call
            self._release(commit)
            return
        with suppress(RuntimeError):  # the loop is closed, so no client waits
            loop.call_soon_threadsafe(self._release, commit)

    def _release(self, commit: Commit) -> None:
        for go_on in self._held.pop(commit):
            go_on()
