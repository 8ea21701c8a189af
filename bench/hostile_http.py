"""hostile-http: the cost of hostile and careless HTTP clients for a server, as shares of the allowed cost.

Each probe has a server of its own and may take 2 s of its processor and 300 MB above idle. Concurrent requests for
`/livez` may wait for 250 ms of other work of the server, in processor time, so that other load on the machine does not
count. The benchmark is the largest share. `python -m bench.hostile_http` prints a line for each probe.
"""

from __future__ import annotations

import json
import os
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import IO

from bench.harness import ROOT, Benchmark, Pair, UnavailableError

PROCESSOR_SECONDS = 2.0
MEMORY = 300e6
LIVEZ_SECONDS = 0.25
PATIENCE_SECONDS = 30
SENDING_SECONDS = 2.0
QUIET_SECONDS = 0.3
NAMESPACES = b"/api/v1/namespaces"
KINDLY = b"Host: localhost\r\nContent-Type: application/json\r\n"
TOKEN = ("--token", "secret")


class Server:
    """A server under test."""

    def __init__(self, *arguments: str, storage: tuple[str, ...] = ("--memory",), log: IO[str] | None = None):
        plain = () if "--tls" in arguments or "--anonymous" in arguments else ("--no-tls",)
        command = [ROOT / "kapivara", "serve", *storage, "--port", "0", *arguments, *plain]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        url = next(word for word in self.process.stdout.readline().split() if "://" in word)
        self._tls = url.startswith("https")
        self.address = "127.0.0.1", int(url.rpartition(":")[2])
        self.opened: list[socket.socket] = []

    def connect(self, data: bytes = b"") -> None:
        """Opens a connection, sends data as far as the server accepts it, and leaves the connection open."""
        with suppress(OSError):
            self.opened.append(connection := self._open())
            connection.settimeout(SENDING_SECONDS)
            connection.sendall(data)

    def ask(self, data: bytes) -> bytes:
        """Sends a request; returns the first bytes of the response, b"" if the server closed the connection."""
        try:
            with self._open() as connection:
                connection.sendall(data)
                return connection.recv(65536)
        except OSError:
            return b""

    def watch(self, data: bytes) -> None:
        """Opens a connection, sends the request of a watch, waits for its response, and leaves the connection open."""
        self.opened.append(connection := self._open())
        connection.sendall(data)
        if not connection.recv(64).startswith(b"HTTP/1.1 200 "):
            raise AssertionError("a watch was refused")

    def leave(self) -> None:
        """Closes the connections that were left open."""
        for each in self.opened:
            each.close()
        self.opened.clear()

    @property
    def sockets(self) -> int:
        """The number of open sockets of the server."""
        found = 0
        for each in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with suppress(OSError):  # closed since it was listed
                found += each.readlink().name.startswith("socket:")
        return found

    def _open(self) -> socket.socket:
        connection = socket.create_connection(self.address, timeout=PATIENCE_SECONDS)
        if not self._tls:
            return connection
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context.wrap_socket(connection)

    @property
    def processor_seconds(self) -> float:
        """The processor time of all threads of the server."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def clock_seconds(self) -> float:
        """The same with full precision: the clock that Linux has for each process."""
        return time.clock_gettime(~self.process.pid << 3 | 2)

    @property
    def thread_seconds(self) -> float:
        """The exact processor time of the threads that exist now."""
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((each / "schedstat").read_text().split()[0]) for each in threads) / 1e9

    @property
    def loop_seconds(self) -> float:
        """The exact processor time of the event loop."""
        pid = self.process.pid
        return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) / 1e9

    def memory(self, name: str) -> int:
        """Returns a figure of the server's memory in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition(f"{name}:")[2].split()[0]) * 1024

    def stop(self) -> None:
        """Stops the server."""
        for each in self.opened:
            each.close()
        self.process.terminate()
        self.process.communicate()


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a probe: processor time, memory above idle, and the longest delay of another client."""

    processor: float
    memory: float
    livez: float

    @property
    def share(self) -> float:
        """The largest share of the allowed cost."""
        return max(self.processor / PROCESSOR_SECONDS, self.memory / MEMORY, self.livez / LIVEZ_SECONDS)


def head(line: bytes, *headers: bytes) -> bytes:
    """Returns the head of a request."""
    return line + b" HTTP/1.1\r\n" + KINDLY + b"".join(each + b"\r\n" for each in headers) + b"\r\n"


def flood(server: Server) -> None:
    """Pipelined requests whose responses are not read."""
    server.connect(head(b"GET /") * 150_000)


def trailers(server: Server) -> None:
    """Endless trailers."""
    server.connect(head(b"POST " + NAMESPACES, b"Transfer-Encoding: chunked") + b"0\r\n" + b"x: y\r\n" * 5_000_000)


def half_heads(server: Server) -> None:
    """Heads of a mebibyte that do not end."""
    data = b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 170_000
    for _ in range(60):
        server.connect(data)


def large_heads(server: Server) -> None:
    """Concurrent heads of the maximum size."""
    at_once(server, head(b"GET /", *[b"a: " + b"b" * 95] * 9_900), 30)


def long_queries(server: Server) -> None:
    """Concurrent queries of a megabyte, with as many parameters as possible."""
    at_once(server, head(b"GET " + NAMESPACES + b"?" + b"&".join(b"p%d=%%41" % each for each in range(9_999))), 8)
    at_once(server, head(b"GET " + NAMESPACES + b"?labelSelector=" + b"%41" * 300_000), 4)


def watches_that_end(server: Server) -> None:
    """Watches with selectors of a megabyte, whose clients disconnect: the server must free all their resources."""
    names = b",".join(b"n%06x" % each for each in range(118_000))
    fields = b",".join(b"metadata.name!=n%05x" % each for each in range(44_000))
    before = server.sockets
    for selector in (b"labelSelector=app+in+(" + names + b")", b"fieldSelector=" + fields):
        line = b"GET /api/v1/configmaps?watch=1&timeoutSeconds=3000&" + selector
        for _ in range(4):
            server.watch(head(line))
    server.leave()
    until = time.monotonic() + PATIENCE_SECONDS
    while server.sockets > before:
        if time.monotonic() > until:
            raise AssertionError("clients that watched have left, and the server keeps their sockets")
        time.sleep(0.01)


def connections(server: Server) -> None:
    """Connections that send nothing."""
    for _ in range(2_000):
        server.connect()


def bodies(server: Server) -> None:
    """Bodies of requests without a token."""
    for _ in range(40):
        server.connect(head(b"POST " + NAMESPACES, b"Content-Length: 3000000") + b"x" * 2_900_000)


def small_chunks(server: Server) -> None:
    """Bodies in chunks of a byte."""
    at_once(server, head(b"POST " + NAMESPACES, b"Transfer-Encoding: chunked") + b"1\r\nx\r\n" * 250_000, 4)


def unread(server: Server) -> None:
    """Large responses that are never read."""
    for number in range(40):
        metadata = {"name": f"n{number}", "annotations": {"note": "x" * 200_000}}
        body = json.dumps({"apiVersion": "v1", "kind": "Namespace", "metadata": metadata}).encode()
        server.ask(head(b"POST " + NAMESPACES, b"Content-Length: %d" % len(body)) + body)
    for _ in range(40):
        server.connect(head(b"GET " + NAMESPACES))
        time.sleep(0.02)


def at_once(server: Server, data: bytes, times: int) -> None:
    """Sends the same data from several connections concurrently."""
    threads = [threading.Thread(target=server.connect, args=(data,)) for _ in range(times)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


PROBES: tuple[tuple[str, tuple[str, ...], Callable[[Server], None]], ...] = (
    ("flood", TOKEN, flood),
    ("trailers", ("--anonymous",), trailers),
    ("half-heads", TOKEN, half_heads),
    ("half-heads-tls", (*TOKEN, "--tls"), half_heads),
    ("large-heads", TOKEN, large_heads),
    ("long-queries", ("--anonymous",), long_queries),
    ("watches-that-end", ("--anonymous",), watches_that_end),
    ("connections", TOKEN, connections),
    ("bodies", TOKEN, bodies),
    ("small-chunks", ("--anonymous",), small_chunks),
    ("unread", ("--anonymous",), unread),
)


def measure_probe(arguments: tuple[str, ...], probe: Callable[[Server], None]) -> Cost:
    """Runs a probe against a server of its own; returns its cost."""
    server = Server(*arguments)
    try:
        server.ask(head(b"GET /livez"))
        idle, used = server.memory("VmRSS"), server.processor_seconds
        waits: list[float] = []
        over = threading.Event()
        asking = threading.Thread(target=keep_asking, args=(server, waits, over))
        asking.start()
        probe(server)
        over.set()
        asking.join()
        _wait_until_quiet(server)
        processor = server.processor_seconds - used
        return Cost(processor, server.memory("VmHWM") - idle, max(waits, default=inf))
    finally:
        server.stop()


def _wait_until_quiet(server: Server) -> None:
    """Waits until the server is idle."""
    used = -1.0
    while used < server.processor_seconds:
        used = server.processor_seconds
        time.sleep(QUIET_SECONDS)


def keep_asking(server: Server, waits: list[float], over: threading.Event, *, pause: float = 0.005) -> None:
    """Requests `/livez` until the probe is over, and once more; appends the delays caused by the server's work."""
    last = False
    while not last:
        last = over.is_set()
        begun = server.loop_seconds
        if server.ask(head(b"GET /livez")).endswith(b"ok"):  # otherwise the server rejected it as one of too many
            waits.append(server.loop_seconds - begun)
        time.sleep(pause)


def compared(costs: Iterable[Cost]) -> Pair:
    """Returns a pair that compares the largest share with 1; raises UnavailableError where costs cannot be measured."""
    if sys.platform != "linux":
        raise UnavailableError("memory and processor time are read from /proc")
    largest = max(cost.share for cost in costs)
    return Pair(lambda _: largest, lambda _: 1.0, rounds=1, seconds=0)


def print_cost(name: str, cost: Cost) -> None:
    """Prints the cost of a probe as a line."""
    print(
        f"{name:20} {cost.processor:6.2f} s  {cost.memory / 1e6:6.1f} MB  livez {cost.livez * 1000:6.1f} ms"
        f"  share {cost.share:.2f}",
        flush=True,
    )


def prepare() -> Pair:
    """Runs all probes."""
    return compared(measure_probe(*probe) for _, *probe in PROBES)


BENCHMARK = Benchmark("hostile-http", 1, prepare)


def main() -> None:
    """Prints the cost of each probe."""
    for name, *probe in PROBES:
        print_cost(name, measure_probe(*probe))


if __name__ == "__main__":
    main()
