"""worker-creates: the time of a durable create by two workers, against the same by a server of one process.

A server over SQLite takes HTTPRoutes of the Gateway API, with all their CEL rules, from 16 connections at once, as fast
as it can: `serve --data` on the one side, `serve --data --workers 2` on the other. The time on the wall counts, for
that is what workers are for; so it needs two processors that nobody else uses. The client takes its part of them, too:
20 us for a create, where a server takes 400, and most of that in the system.

`python -m bench.worker_creates` tells rates, processor time and memory, and what can be hoped for on the machine: the
rate of two servers that have nothing to do with each other, each with half of the connections.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.create_in_process import make_bodies
from bench.durable_creates import create, define, requests_of, send_all
from bench.harness import Benchmark, Pair, Side, UnavailableError
from bench.hostile_http import Server

CREATES = 4_000
WARMING = 6_000
"""Enough for every worker to have paid for what is made once."""
ROUNDS = 4
_MEGABYTE = 1024


def prepare() -> Pair:
    """Measures both sides in turn, with a server of its own in each round."""
    if (os.cpu_count() or 1) < 2:
        raise UnavailableError("there is one processor only")
    make = make_bodies()
    return Pair(_side(make, "--workers", "2"), _side(make), rounds=ROUNDS, seconds=0)


def _side(make: Callable[[], bytes], *options: str) -> Side:
    def side(_: int) -> float:
        with warmed_server(make, *options) as server:
            return measure_creates([server], make)[0]

    return side


@contextmanager
def warmed_server(make: Callable[[], bytes], *options: str) -> Iterator[Server]:
    """Starts a server which has paid for what is made once."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server("--anonymous", *options, storage=("--data", f"{folder}/state"))
        try:
            define(server)
            create(server, [make() for _ in range(WARMING)])
            yield server
        finally:
            server.stop()


def measure_creates(servers: Sequence[Server], make: Callable[[], bytes]) -> tuple[float, float]:
    """Has objects created; -> the seconds for one of them, and those of the client's processor."""
    requests = requests_of([make() for _ in range(CREATES)])
    begun, own = time.perf_counter(), time.process_time()
    send_all(servers, requests)
    return (time.perf_counter() - begun) / CREATES, (time.process_time() - own) / CREATES


def processes_of(server: Server) -> list[int]:
    """Returns the processes of a server, the one that was started first."""
    pid = server.process.pid
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def main() -> None:
    """Prints what each side comes to, in rounds that take turns."""
    make = make_bodies()
    with warmed_server(make) as one, warmed_server(make) as other, warmed_server(make, "--workers", "2") as workers:
        sides = {"one process": [one], "two servers": [one, other], "--workers 2": [workers]}
        rounds: dict[str, list[tuple[float, float, float]]] = {name: [] for name in sides}
        for _ in range(ROUNDS):
            for name, servers in sides.items():
                rounds[name].append(_measure(servers, make))
        for name, servers in sides.items():
            seconds, spent, own = (min(each) for each in zip(*rounds[name], strict=True))
            memory = ", ".join(f"{_resident(pid):.0f}" for server in servers for pid in processes_of(server))
            print(
                f"{name:<12} {1 / seconds:6.0f} creates/s, {1e6 * spent:.0f} us of the processor each, "
                f"the client {1e6 * own:.0f} us; resident MB: {memory}",
                flush=True,
            )


def _measure(servers: Sequence[Server], make: Callable[[], bytes]) -> tuple[float, float, float]:
    """Returns what a create took: on the wall, of the servers' processor, and of the client's."""
    pids = [pid for server in servers for pid in processes_of(server)]
    before = sum(map(_processor_seconds, pids))
    seconds, own = measure_creates(servers, make)
    return seconds, (sum(map(_processor_seconds, pids)) - before) / CREATES, own


def _processor_seconds(pid: int) -> float:
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((each / "schedstat").read_text().split()[0]) for each in threads) / 1e9


def _resident(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / _MEGABYTE


BENCHMARK = Benchmark("worker-creates", 0.625, prepare)

if __name__ == "__main__":
    main()
