"""A server of several processes over etcd: one worker, or all, are killed under load, repeatedly."""

from __future__ import annotations

import os
import random
import signal
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from bench.etcd_process import EtcdServer
from bench.faults.clients import Histories
from bench.faults.judging import Judgement, names_of, read_all, run_round, wait_for_writes
from bench.faults.killing import end, require_etcd, start
from bench.harness import UnavailableError
from bench.hostile_http import Server
from bench.load_report import Figure

WORKERS = 3
_MOST_SECONDS = 0.05
_AFTERWARDS = 30
_ALL_AT_ONCE = 10
"""The number of rounds after which all workers are killed at once."""
_PATIENCE = 120.0


def kill_workers(kills: int) -> Iterator[Figure]:
    """A server of three processes over etcd, one or all of them killed under load: no acknowledged write is lost."""
    require_etcd()
    if not Path("/proc/self/task").is_dir():
        raise UnavailableError("processes are found in /proc")
    judgement, chance = Judgement(), random.Random(kills)
    with (
        tempfile.TemporaryDirectory(prefix="kapivara-faults-") as folder,
        EtcdServer(Path(folder), durable=True) as etcd,
    ):
        server = start("--etcd", etcd.url, "--workers", str(WORKERS))
        try:
            for round_ in range(kills):
                histories, names = Histories(), names_of(round_)

                def fault(histories: Histories = histories, kills_all: bool = round_ % _ALL_AT_ONCE == 0) -> None:
                    wait_for_writes(histories, chance.randrange(5, 40))
                    sleep(chance.random() * _MOST_SECONDS)
                    running = workers_of(server)
                    histories.note_fault("all workers are killed" if kills_all else "a worker is killed")
                    for each in running if kills_all else chance.sample(running, 1):
                        with suppress(ProcessLookupError):
                            os.kill(each, signal.SIGKILL)
                    wait_for_writes(histories, _AFTERWARDS)

                run_round([server.address], histories, names, fault)
                read_all(server.address, histories, names)
                judgement.add(histories)
                _wait_for_all(server)
            yield from judgement.figures(server.address)
            yield Figure("longest time without an acknowledged write", judgement.longest_gap, "s", at_most=15)
        finally:
            end(server)


def workers_of(server: Server) -> list[int]:
    """Returns the worker processes of a server."""
    pid = server.process.pid
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _wait_for_all(server: Server) -> None:
    """Waits until all workers run again."""
    last = monotonic() + _PATIENCE
    while len(workers_of(server)) < WORKERS:
        assert monotonic() < last, "a worker was not started again"
        sleep(0.01)
