"""Accepts new connections, as long as there is room and the process has free descriptors.

Connections count from their acceptance on, before any handshake. The event loop's own server reports a connection only
after its handshake, so it is not used.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable
from typing import Protocol

from kapivara.server.http1.connection import Connection
from kapivara.server.http1.connections import Connections
from kapivara.server.http1.handler import Handler

_AT_ONCE = 64
_RETRY_SECONDS = 0.5
_HANDSHAKE_SECONDS = 10.0


class Tls(Protocol):
    """The TLS configuration of a server."""

    @property
    def context(self) -> ssl.SSLContext:
        """The context of new connections."""


class Acceptor:
    """Accepts the connections of one listening socket."""

    def __init__(self, listener: socket.socket, connections: Connections, handler: Handler, tls: Tls | None):
        self._listener = listener
        self._connections = connections
        self._handler = handler
        self._tls = tls
        self._loop = asyncio.get_running_loop()
        self._is_accepting = False
        self._is_stopped = False
        self.on_end: Callable[[], None] = lambda: None
        """Called when the socket can never accept again."""
        listener.setblocking(False)
        connections.on_room = self.start

    def start(self) -> None:
        """Starts to accept."""
        if not self._is_accepting and not self._is_stopped:
            self._is_accepting = True
            self._loop.add_reader(self._listener, self._accept)

    def stop(self) -> None:
        """Stops accepting, so that new clients are refused."""
        self._is_stopped = True
        self._pause()
        self._listener.close()

    def _pause(self) -> None:
        if self._is_accepting:
            self._is_accepting = False
            self._loop.remove_reader(self._listener)

    def _accept(self) -> None:
        for _ in range(_AT_ONCE):
            if not self._connections.make_room():
                self._pause()  # until a connection closes
                return
            try:
                client = self._next_client()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:  # no free descriptor or memory; other code needs them, too
                self._pause()
                self._loop.call_later(_RETRY_SECONDS, self.start)
                return
            if client is None:
                self._pause()
                self.on_end()
                return
            self._open(client)

    def _next_client(self) -> socket.socket | None:
        """Returns the next connection; None if there will never be another one."""
        client, _address = self._listener.accept()
        return client

    def _open(self, client: socket.socket) -> None:
        client.setblocking(False)
        if client.family in (socket.AF_INET, socket.AF_INET6):
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = Connection(self._connections, self._handler)
        connection.opening = self._loop.create_task(self._establish(client, connection))

    async def _establish(self, client: socket.socket, connection: Connection) -> None:
        """Establishes a connection on a socket. A failed handshake closes it without a log entry."""
        timeout, context = (None, None) if self._tls is None else (_HANDSHAKE_SECONDS, self._tls.context)
        factory: Callable[[], Connection] = lambda: connection  # noqa: E731  there already
        try:
            await self._loop.connect_accepted_socket(factory, client, ssl=context, ssl_handshake_timeout=timeout)
        except (OSError, asyncio.CancelledError):
            client.close()
            self._connections.remove(connection)
        finally:
            connection.opening = None
