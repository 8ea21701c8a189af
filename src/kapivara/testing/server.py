"""A server for tests in the process of the test, on a thread of its own."""

from __future__ import annotations

import threading

from kapivara.api import Api
from kapivara.controllers.catalog import CONTROLLERS
from kapivara.server.processes.run import OpenServer, Ready, ServeOptions, open_server
from kapivara.testing.server_base import ServerBase, started


class Server(ServerBase):
    """A server in this process; `api` gives access to its objects without HTTP.

    >>> with Server() as server:
    ...     server.api.create({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one"}}).code
    ...     server.reset()
    ...     server.api.get("v1", "ConfigMap", "one").code
    201
    404
    """

    _thread: threading.Thread | None = None
    _server: OpenServer | None = None
    _failure: BaseException | None = None

    @property
    def api(self) -> Api:
        """The server's API in process; valid until the next `reset`."""
        return Api.over(started(self._server).registry)

    def reset(self) -> None:
        """Resets the store to the built-in and loaded objects, within milliseconds; watches end."""
        started(self._server).reset()
        self.api.load(*self._load)

    def _start(self) -> Ready:
        has_begun = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(has_begun,), name="kapivara-server", daemon=True)
        self._thread.start()
        has_begun.wait()
        if self._failure is not None:
            raise self._failure
        self.api.load(*self._load)
        return started(self._server).ready

    def _run(self, has_begun: threading.Event) -> None:
        controllers = CONTROLLERS if self._has_controllers else ()
        options = ServeOptions(tls=self._tls, controllers=controllers, on_ready=lambda _: has_begun.set())
        try:
            with open_server(options) as server:
                self._server = server
                server.run()
        except BaseException as failure:  # raised in the thread that started the server
            self._failure = failure
        finally:
            has_begun.set()

    def _stop(self) -> None:
        if self._server is not None:
            self._server.stop(at_once=True)
        if self._thread is not None:
            self._thread.join()
        self._server = self._thread = self._failure = None
