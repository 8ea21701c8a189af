"""A watch for asyncio: hundreds of them wait on one loop, without a thread each.

Only a watch that lags, and so may have to read the disk, borrows a thread of the loop's executor.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from kapivara.storage.contract import Closed, Event, Watch


class AsyncWatch:
    """Wraps a Watch for one task of the running loop; closing it closes the watch."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._loop = asyncio.get_running_loop()
        self._ready = asyncio.Event()
        self._reading: asyncio.Future[list[Event]] | None = None
        watch.notify(self._wake)

    @property
    def revision(self) -> int:
        """The newest revision up to which every event was taken: what a bookmark may carry."""
        return self._watch.revision

    async def take(self, limit: int = 100, *, timeout: float | None = None) -> list[Event]:
        """Waits for events and returns those that are there; none where `timeout` seconds passed without one.

        Raises Closed and Compacted, as the watch does.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while True:
                    self._ready.clear()
                    if events := await self._take_now(limit):
                        return events
                    await self._ready.wait()
        return []

    async def _take_now(self, limit: int) -> list[Event]:
        if self._reading is None:
            if not self._watch.lagging:
                return self._watch.take(limit)
            self._reading = self._loop.run_in_executor(None, self._watch.take, limit)
        try:
            # Shielded and kept: a timeout must not lose events that the thread has taken already.
            events = await asyncio.shield(self._reading)
        except asyncio.CancelledError:
            raise
        except BaseException:
            self._reading = None
            raise
        self._reading = None
        return events

    def close(self) -> None:
        """Ends the watch; a waiting `take` raises Closed."""
        self._watch.close()

    async def __aiter__(self) -> AsyncIterator[Event]:
        with suppress(Closed):
            while True:
                for event in await self.take():
                    yield event

    def _wake(self) -> None:
        # Where the flag is still up, the consumer has yet to look, and will see the news.
        if not self._ready.is_set():
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._ready.set)
