"""The backend of a server: an application on a registry on a replaceable storage."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock
from typing import TYPE_CHECKING

from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.auth.authentication import Access
from kapivara.server.auth.authorization import Authorization
from kapivara.server.dispatch.dispatcher import Dispatcher
from kapivara.server.dispatch.workers import Workers
from kapivara.server.metrics.metrics import Metrics
from kapivara.storage import Storage

if TYPE_CHECKING:
    from kapivara.controllers.running import Controllers

_BULK_THREADS = 3
_PATIENCE_SECONDS = 5.0


class Backend:
    """The application of a server, its registry and storage, and threads for slow work.

    `registry_over` creates the registry of a storage. `url` is the URL of the server.
    """

    def __init__(
        self,
        storage: Storage,
        registry_over: Callable[[Storage], Registry],
        *,
        access: Access,
        url: str,
        metrics: Metrics,
        authorization: Authorization | None = None,
    ):
        self._registry_over = registry_over
        self._storage = storage
        self.registry = registry_over(storage)
        self._workers = Workers()
        self._bulk_workers = Workers(_BULK_THREADS)
        waits = not storage.decides_at_once
        self.dispatcher = Dispatcher(self._workers, bulk_workers=self._bulk_workers, storage_waits=waits)
        self._controllers_over: Callable[[Registry, Storage], Controllers] | None = None
        self._controllers: Controllers | None = None
        self._is_closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = Lock()  # another thread may replace the storage of a server that has just started
        self.app = Application(
            self.registry,
            access=access,
            url=url,
            dispatcher=self.dispatcher,
            metrics=metrics,
            authorization=authorization,
        )

    def join_loop(self) -> None:
        """Lets the storage use the running event loop, which answers requests."""
        self._loop = asyncio.get_running_loop()
        self._storage.join_loop()

    def leave_loop(self) -> None:
        """Makes the storage release the running event loop, which is about to end."""
        self._loop = None
        self._storage.leave_loop()

    def run_controllers(self, controllers_over: Callable[[Registry, Storage], Controllers]) -> None:
        """Starts controllers for the registry and storage, and restarts them after each replacement.

        Of several servers on one storage, only the leader runs controllers, so that they do not undo each other's work.
        """
        with self._lock:
            self._controllers_over = controllers_over
        self._storage.take_turn(self._have_turn)

    def _have_turn(self, is_ours: bool) -> None:
        with self._lock:
            self._stop_controllers()
            if is_ours and not self._is_closed:
                self._start_controllers()

    def _start_controllers(self) -> None:
        if self._controllers_over is not None:
            self._controllers = self._controllers_over(self.registry, self._storage)
            self._controllers.start()

    def _stop_controllers(self) -> None:
        if self._controllers is not None:
            self._controllers.close()
            self._controllers = None

    def replace_storage(self, storage: Storage) -> None:
        """Switches to another storage and closes the old one, which ends its watches.

        The new storage must decide writes at once if the old one did. Connections stay open, and pending small requests
        still use the old storage. Do not call it on the event loop.
        """
        with self._lock:
            before = self.registry, self._storage
            self._stop_controllers()
            self.registry, self._storage = self._registry_over(storage), storage
            self.app.answer_from(self.registry)
            self._await_small_requests()
            for each in before:
                each.close()
            self._start_controllers()

    def _await_small_requests(self) -> None:
        """Waits until all small requests queued for the event loop are answered."""
        answered = Event()
        with suppress(RuntimeError):  # the loop has ended
            if self._loop is not None:
                self._loop.call_soon_threadsafe(self.dispatcher.call_behind, answered.set)
                answered.wait(_PATIENCE_SECONDS)

    def close(self) -> None:
        """Closes controllers, threads, registry and storage."""
        with self._lock:
            self._is_closed = True
            self._stop_controllers()
        for each in (self._bulk_workers, self._workers, self.registry, self._storage):
            each.close()
