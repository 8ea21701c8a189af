"""serve-memory: the resident memory of `kapivara serve` in MB, idle after requests for all its kinds."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path

from bench.harness import Benchmark, Pair
from bench.serve_ready import serving

MEGABYTE = 1024  # Linux reports the resident size in kilobytes


def prepare() -> Pair:
    """Starts a server in memory, and lists all resources once; the reference is a megabyte."""
    return Pair(lambda _: _resident(), lambda _: 1.0, rounds=1, seconds=0)


def _resident() -> float:
    with serving() as (server, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        for path in _lists(connection):
            _get(connection, path)
        connection.close()
        status = Path(f"/proc/{server.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / MEGABYTE


def _lists(connection: http.client.HTTPConnection) -> Iterator[str]:
    """Yields the path of every resource that can be listed."""
    groups = json.loads(_get(connection, "/apis"))["groups"]
    for path in ("/api/v1", *(f"/apis/{each['groupVersion']}" for group in groups for each in group["versions"])):
        for resource in json.loads(_get(connection, path))["resources"]:
            if "list" in resource["verbs"]:
                yield f"{path}/{resource['name']}"


def _get(connection: http.client.HTTPConnection, path: str) -> bytes:
    connection.request("GET", path)
    return connection.getresponse().read()


BENCHMARK = Benchmark("serve-memory", 80, prepare)
