"""worker-creates: the time of a durable create by two workers, against the same by a server of one process.

A server over SQLite takes HTTPRoutes of the Gateway API, with all their CEL rules, from 16 connections at once, as fast
as it can: `serve --data` on the one side, `serve --data --workers 2` on the other. The time on the wall counts, for
that is what workers are for; so it needs two processors that nobody else uses, and the client takes its part of them,
too. `python -m bench.worker_creates` tells rates, processor time and memory.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
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
            return measure_creates(server, make)

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


def measure_creates(server: Server, make: Callable[[], bytes]) -> float:
    """Has objects created; -> the seconds for one of them."""
    requests = requests_of([make() for _ in range(CREATES)])
    begun = time.perf_counter()
    send_all(server, requests)
    return (time.perf_counter() - begun) / CREATES


def processes_of(server: Server) -> list[int]:
    """Returns the processes of a server, the one that was started first."""
    pid = server.process.pid
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def main() -> None:
    """Prints what each side comes to."""
    make = make_bodies()
    for options in ((), ("--workers", "2")):
        with warmed_server(make, *options) as server:
            pids = processes_of(server)
            before, own = [_processor_seconds(pid) for pid in pids], time.process_time()
            seconds = measure_creates(server, make)
            spent = sum(map(_processor_seconds, pids)) - sum(before)
            own = time.process_time() - own
            memory = ", ".join(f"{_resident(pid):.0f}" for pid in pids)
            print(
                f"{' '.join(options) or 'one process':<12} {1 / seconds:6.0f} creates/s, "
                f"{1e6 * spent / CREATES:.0f} us of the processor each, "
                f"the client {1e6 * own / CREATES:.0f} us; resident MB: {memory}",
                flush=True,
            )


def _processor_seconds(pid: int) -> float:
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((each / "schedstat").read_text().split()[0]) for each in threads) / 1e9


def _resident(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / _MEGABYTE


BENCHMARK = Benchmark("worker-creates", 0.625, prepare)

if __name__ == "__main__":
    main()
