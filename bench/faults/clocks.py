"""A server whose clock jumps by hours and years, forth and back, while clients write and watch.

The time of day is shifted inside the process, for all code that uses Python's clock. Monotonic clocks are not changed,
as when an administrator sets the clock. Certificates, which use the machine's clock, are not part of the test.
"""

from __future__ import annotations

import http.client
import itertools
import json
import mmap
import os
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from bench.load_report import Figure

HOUR, DAY, YEAR = 3600.0, 24 * 3600.0, 365 * 24 * 3600.0
JUMPS = (HOUR, 0.0, -HOUR, 0.0, YEAR, 0.0, -DAY, YEAR, -YEAR, 0.0)
_TOKEN = "clock"
_MAPS = "/api/v1/namespaces/default/configmaps"
_ACCOUNT = "/api/v1/namespaces/default/serviceaccounts"
_SECONDS = 30.0
_SLOW_SECONDS = 5.0
_WRITES_A_JUMP = 40
_LAST = "last"
_SHIFTED = """
import mmap, os, struct, sys, time
shared, real = mmap.mmap(os.open(sys.argv.pop(1), os.O_RDWR), 8), time.time
time.time = lambda: real() + struct.unpack("d", shared[:8])[0]
from kapivara.cli.main import main
sys.exit(main())
"""


class ShiftedServer:
    """A server over a folder, with a clock that can be shifted."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        with open(f"{folder}/clock", "w+b") as file:
            file.write(bytes(8))
            file.flush()
            self._clock = mmap.mmap(file.fileno(), 8)
        self.start()

    def start(self) -> None:
        """Starts the server over its folder."""
        options = ["--no-tls", "--port", "0", "--token", _TOKEN, "--data", f"{self._folder}/state"]
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _SHIFTED, f"{self._folder}/clock", "serve", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")},
        )
        assert self._process.stdout is not None
        url = next(word for word in self._process.stdout.readline().split() if "://" in word)
        self.address = url.partition("//")[2]

    def shift(self, seconds: float) -> None:
        """Sets the server's clock ahead of the machine's by this many seconds."""
        self._clock[:8] = struct.pack("d", seconds)

    def kill(self) -> None:
        """Kills the server."""
        self._process.kill()
        self._process.communicate()

    def ask(self, method: str, path: str, body: Any = None, token: str = _TOKEN) -> tuple[int, Any]:
        """Sends a request on a new connection; returns the status code and the response."""
        connection = http.client.HTTPConnection(self.address, timeout=_SECONDS)
        try:
            return _ask(connection, method, path, body, token)
        finally:
            connection.close()


class Load:
    """A client that writes and one that watches, until they are stopped, with the events that they received.

    The watch begins before the first write and continues until the event of the last one, to an object that is written
    after all others.
    """

    def __init__(self, server: ShiftedServer) -> None:
        self.written: list[int] = []
        self.seen: list[int] = []
        self.failed = 0
        self.slowest = 0.0
        self._server = server
        self._is_over = False
        self._is_watched = threading.Event()
        self._writer = threading.Thread(target=self._write)
        self._watcher = threading.Thread(target=self._watch)
        self._watcher.start()
        self._is_watched.wait(_SECONDS)
        self._writer.start()

    def stop(self) -> None:
        """Stops both, the writer first."""
        self._is_over = True
        self._writer.join(2 * _SECONDS)
        self._server.ask("POST", _MAPS, _config_map(_LAST, ""))
        self._watcher.join(2 * _SECONDS)

    def wait(self, writes: int) -> None:
        """Waits for a number of further writes."""
        wanted, end = len(self.written) + writes, monotonic() + 2 * _SECONDS
        while len(self.written) < wanted and monotonic() < end:
            sleep(0.01)

    def _write(self) -> None:
        connection = http.client.HTTPConnection(self._server.address, timeout=_SECONDS)
        for number in itertools.count():
            if self._is_over:
                break
            method, path = ("POST", _MAPS) if number % 2 == 0 else ("PUT", f"{_MAPS}/m{number - 1}")
            begun = monotonic()
            try:
                code, answer = _ask(connection, method, path, _config_map(f"m{number - number % 2}", str(number)))
            except OSError:
                code, answer = 0, {}
            self.slowest = max(self.slowest, monotonic() - begun)
            if code in (200, 201):
                self.written.append(int(answer["metadata"]["resourceVersion"]))
            else:
                self.failed += 1
        connection.close()

    def _watch(self) -> None:
        connection = http.client.HTTPConnection(self._server.address, timeout=_SECONDS)
        connection.request("GET", f"{_MAPS}?watch=1&resourceVersion=0", headers=_headers(_TOKEN))
        answer = connection.getresponse()
        self._is_watched.set()
        while line := answer.readline():
            metadata = json.loads(line)["object"]["metadata"]
            if metadata["name"] == _LAST:
                break
            self.seen.append(int(metadata["resourceVersion"]))
        answer.close()
        connection.close()


def jump(times: int) -> Iterator[Figure]:
    """Clocks that jump by hours and years, forth and back, of a server that is written to and watched."""
    with tempfile.TemporaryDirectory(prefix="kapivara-clock-") as folder:
        server = ShiftedServer(folder)
        try:
            yield from _jump(server, times)
        finally:
            server.kill()


def _jump(server: ShiftedServer, times: int) -> Iterator[Figure]:
    account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "clock"}}
    server.ask("POST", _ACCOUNT, account)
    request = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {"expirationSeconds": 600}}
    token = server.ask("POST", f"{_ACCOUNT}/clock/token", request)[1]["status"]["token"]
    load, taken, refused = Load(server), 0, 0
    for offset in itertools.islice(itertools.cycle(JUMPS), times):
        server.shift(offset)
        load.wait(_WRITES_A_JUMP)
        code, _ = server.ask("GET", f"{_MAPS}/m0", token=token)
        if offset >= HOUR:
            taken += code != 401
        elif offset == 0.0:
            refused += code != 200
    server.shift(0.0)
    load.stop()
    yield Figure("jumps", times, "")
    yield Figure("writes", len(load.written), "", at_least=1)
    yield Figure("writes that failed", load.failed, "", at_most=0)
    yield Figure("slowest write", load.slowest, "s", at_most=_SLOW_SECONDS)
    yield Figure("resource versions of writes that did not grow", _fallen(load.written), "", at_most=0)
    yield Figure("events of the watch that came out of order", _fallen(load.seen), "", at_most=0)
    yield Figure("writes that the watch was not told of", len({*load.written} - {*load.seen}), "", at_most=0)
    yield Figure("tokens that were taken after their time", taken, "", at_most=0)
    yield Figure("tokens that were refused within their time", refused, "", at_most=0)
    server.kill()
    server.shift(-YEAR)
    server.start()
    found = server.ask("GET", _MAPS)[1]
    names = {item["metadata"]["name"] for item in found["items"]}
    lost = {f"m{number}" for number in range(0, len(load.written), 2)} - names
    yield Figure("objects that are gone after a start a year ago", len(lost), "", at_most=0)
    later = int(server.ask("POST", _MAPS, _config_map("later", ""))[1]["metadata"]["resourceVersion"])
    yield Figure("resource versions that went back by it", int(later <= max(load.written)), "", at_most=0)


def _fallen(versions: list[int]) -> int:
    return sum(after <= before for before, after in itertools.pairwise(versions))


def _ask(
    connection: http.client.HTTPConnection, method: str, path: str, body: Any = None, token: str = _TOKEN
) -> tuple[int, Any]:
    connection.request(method, path, None if body is None else json.dumps(body), _headers(token))
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def _headers(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}


def _config_map(name: str, value: str) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": {"value": value}}
