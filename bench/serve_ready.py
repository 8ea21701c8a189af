"""serve-ready: the start of `kapivara serve` until /readyz returns 200, against `python -c pass`."""

from __future__ import annotations

import http.client
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench.harness import ROOT, Benchmark, Pair, Side, running

PATIENCE_SECONDS = 30


def prepare() -> Pair:
    """Starts a new server in memory each time, on a free port."""
    return Pair(_ready(), running([sys.executable, "-c", "pass"]), rounds=10, seconds=0)


def _ready() -> Side:
    def side(times: int) -> float:
        return sum(_once() for _ in range(times)) / times

    return side


def _once() -> float:
    started = time.perf_counter()
    with serving():
        return time.perf_counter() - started


@contextmanager
def serving() -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Starts a server in memory on a free port, and waits until it is ready."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [ROOT / "kapivara", "serve", "--memory", "--anonymous", "--port", str(port)]
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            while not _answers(port):
                if server.poll() is not None or time.perf_counter() - started > PATIENCE_SECONDS:
                    raise RuntimeError("the server did not become ready")
                time.sleep(0.001)
            yield server, port
        finally:
            server.kill()


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


BENCHMARK = Benchmark("serve-ready", 13, prepare)
