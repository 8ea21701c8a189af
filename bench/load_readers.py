"""Many watches in a process of their own, so that reading takes little from the server and from the writers.

Checking watches compare their bytes with those of the watch that is farthest, so that an event is parsed once and not
once for each watch. Draining watches discard everything; holding watches never read.
"""

from __future__ import annotations

import multiprocessing
import re
import selectors
import socket
import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Literal, TypeAlias, cast

from bench.hostile_http import head

Address = tuple[str, int]
Reading: TypeAlias = Literal["check", "drain", "hold"]
PATIENCE_SECONDS = 600.0
QUIET_SECONDS = 15.0
VERSION = re.compile(rb'"resourceVersion":"([0-9]+)"')
_MOST = 1 << 20


@dataclass
class Watched:
    """The events of one watch: their resource versions in order, and the times of receipt."""

    versions: list[int]
    times: list[float]


class Watchers:
    """Watches in a process of their own."""

    def __init__(self, address: Address, path: str, count: int, reading: Reading):
        ours, theirs = multiprocessing.Pipe()
        self._pipe = ours
        self._process = multiprocessing.get_context("spawn").Process(
            target=_watch, args=(theirs, address, path, count, reading), daemon=True
        )
        self._process.start()
        theirs.close()
        self._take()  # waits until all are open

    def finish(self, versions: int) -> list[Watched]:
        """Waits until each watch has this many events, or nothing has arrived for long; returns the events of all."""
        self._pipe.send(versions)
        told: list[Watched] = self._take()
        self._process.join()
        return told

    def _take(self) -> Any:
        if not self._pipe.poll(PATIENCE_SECONDS):
            raise AssertionError("the watches hang")
        return self._pipe.recv()

    def stop(self) -> None:
        """Kills the process."""
        self._process.kill()
        self._process.join()


@contextmanager
def watching(address: Address, path: str, count: int, reading: Reading = "check") -> Iterator[Watchers]:
    """Opens watches, and stops them at the end."""
    watchers = Watchers(address, path, count, reading)
    try:
        yield watchers
    finally:
        watchers.stop()


def _watch(pipe: Connection, address: Address, path: str, count: int, reading: Reading) -> None:
    request = head(b"GET " + path.encode())
    connections = [_begin(address, request) for _ in range(count)]
    pipe.send(None)
    if reading == "check":
        pipe.send(_Checking(connections).run(pipe))
    elif reading == "drain":
        _drain(connections)
    else:
        time.sleep(PATIENCE_SECONDS)


def _begin(address: Address, request: bytes) -> socket.socket:
    """Opens a watch, and waits for the head of its response: from then on no event may be missed."""
    connection = socket.create_connection(address, timeout=60)
    connection.sendall(request)
    received = b""
    while b"\r\n\r\n" not in received:
        more = connection.recv(1)  # leaves the body unread
        if not more:
            raise AssertionError(received)
        received += more
    if not received.startswith(b"HTTP/1.1 200"):
        raise AssertionError(received)
    connection.setblocking(False)
    return connection


def _drain(connections: list[socket.socket]) -> None:
    """Discards received data, in the kernel where possible."""
    place = bytearray(_MOST)
    flags = getattr(socket, "MSG_TRUNC", 0) if hasattr(selectors, "EpollSelector") else 0
    with selectors.DefaultSelector() as selector:
        for each in connections:
            selector.register(each, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select():
                connection = cast("socket.socket", key.fileobj)
                if not connection.recv_into(place, 0, flags):
                    selector.unregister(connection)


@dataclass(eq=False)
class _Stream:
    """The data of one connection: `position` bytes of the shared `told`, without the sizes of chunks."""

    told: bytearray
    position: int = 0
    rest: bytes = b""  # an incomplete size of a chunk
    missing: int = 0  # of the current chunk, including the end of its line
    marks: list[tuple[int, float]] = field(default_factory=list)

    def take(self, data: bytes, now: float) -> None:
        """Adds received data."""
        data = self.rest + data
        at = 0
        while at < len(data):
            if not self.missing:
                end = data.find(b"\r\n", at)
                if end < 0:
                    break
                self.missing = int(data[at:end], 16) + 2
                at = end + 2
            content = data[at : at + max(0, self.missing - 2)]
            self._note(content)
            passed = min(self.missing, len(data) - at)
            at += passed
            self.missing -= passed
        self.rest = data[at:]
        self.marks.append((self.position, now))

    def _note(self, content: bytes) -> None:
        known = self.told[self.position : self.position + len(content)]
        if not content.startswith(known):
            self.told = self.told[: self.position]  # from here on this stream differs from the others
            known = bytearray()
        self.told += content[len(known) :]
        self.position += len(content)


class _Checking:
    """Reads watches until all have the wanted number of events."""

    def __init__(self, connections: list[socket.socket]):
        told = bytearray()
        self._streams = {each: _Stream(told) for each in connections}
        self._found: dict[int, tuple[int, list[int], list[int]]] = {}

    def run(self, pipe: Connection) -> list[Watched]:
        """Returns the events of each watch."""
        wanted, quiet_since = -1, time.monotonic()
        with selectors.DefaultSelector() as selector:
            for each in self._streams:
                selector.register(each, selectors.EVENT_READ)
            while wanted < 0 or not self._have_come(wanted):
                if wanted < 0 and pipe.poll():
                    wanted, quiet_since = pipe.recv(), time.monotonic()
                ready = selector.select(0.05)
                if ready:
                    quiet_since = time.monotonic()
                elif wanted >= 0 and time.monotonic() - quiet_since > QUIET_SECONDS:
                    break
                for key, _ in ready:
                    connection = cast("socket.socket", key.fileobj)
                    if data := connection.recv(_MOST):
                        self._streams[connection].take(data, time.monotonic())
                    else:
                        selector.unregister(connection)
        return [self._watched(each) for each in self._streams.values()]

    def _have_come(self, wanted: int) -> bool:
        streams = self._streams.values()
        if any(each.position < len(each.told) for each in streams):
            return False
        return all(len(self._versions(each.told)[0]) >= wanted for each in streams)

    def _versions(self, told: bytearray) -> tuple[list[int], list[int]]:
        """Returns the resource versions in a stream, and where each ends; caches them until more data arrives."""
        size, versions, ends = self._found.get(id(told), (-1, [], []))
        if size != len(told):
            found = [*VERSION.finditer(told)]
            versions, ends = [int(each[1]) for each in found], [each.end() for each in found]
            self._found[id(told)] = len(told), versions, ends
        return versions, ends

    def _watched(self, stream: _Stream) -> Watched:
        """Returns the events of a stream, each with the time when its last byte had arrived."""
        versions, ends = self._versions(stream.told)
        count = bisect_right(ends, stream.position)
        times = [stream.marks[bisect_left(stream.marks, (end, 0.0))][1] for end in ends[:count]]
        return Watched(versions[:count], times)
