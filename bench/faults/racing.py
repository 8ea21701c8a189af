"""Two servers over one etcd: clients race on compare-and-swap; etcd is killed or stopped; of a cluster, the leader."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import sleep

from bench.etcd_process import EtcdCluster, EtcdServer
from bench.faults.clients import Histories
from bench.faults.judging import Judgement, names_of, read_all, run_round, wait_for_writes
from bench.faults.killing import end, require_etcd, start
from bench.hostile_http import Server
from bench.load_report import Figure

_RACE_SECONDS = 0.5
_AFTERWARDS = 50
_STOPPED_SECONDS = 1.0


def race(rounds: int) -> Iterator[Figure]:
    """Two servers over one etcd, whose clients race on compare-and-swap: every history can be true."""
    with _two_over_one_etcd() as (_, servers):
        judgement = Judgement()
        for round_ in range(rounds):
            _round(servers, judgement, round_, lambda _: sleep(_RACE_SECONDS))
        yield from judgement.figures(servers[0].address)


def stop_etcd(rounds: int) -> Iterator[Figure]:
    """Two servers over one etcd, which is killed under load and started again, or stopped for a second and goes on."""
    with _two_over_one_etcd() as (etcd, servers):
        judgement = Judgement()
        for round_ in range(rounds):

            def fault(histories: Histories, is_killed: bool = round_ % 2 == 0) -> None:
                wait_for_writes(histories, _AFTERWARDS)
                if is_killed:
                    etcd.stop()
                    etcd.start()
                else:
                    assert etcd.process is not None
                    etcd.process.send_signal(signal.SIGSTOP)
                    sleep(_STOPPED_SECONDS)
                    etcd.process.send_signal(signal.SIGCONT)
                wait_for_writes(histories, _AFTERWARDS)

            _round(servers, judgement, round_, fault)
        yield from judgement.figures(servers[0].address)
        yield Figure("longest time without an acknowledged write", judgement.longest_gap, "s", at_most=15)


def kill_leaders(kills: int) -> Iterator[Figure]:
    """Two servers over three members of etcd, whose leader is killed under load and comes back later."""
    require_etcd()
    from kapivara.storage.etcd_access import EtcdAccess
    from kapivara.storage.etcd_maintenance import look_at_members

    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="kapivara-faults-"))
        cluster = stack.enter_context(EtcdCluster(Path(folder)))
        servers = _start_two(stack, ",".join(cluster.urls))
        judgement = Judgement()
        for round_ in range(kills):

            def fault(histories: Histories) -> None:
                wait_for_writes(histories, _AFTERWARDS)
                [leader] = [each.url for each in look_at_members(EtcdAccess(cluster.urls), 0) if each.is_leader]
                [member] = [each for each in cluster.members if each.url == leader]
                member.stop()
                wait_for_writes(histories, _AFTERWARDS)
                member.start()
                wait_for_writes(histories, _AFTERWARDS)

            _round(servers, judgement, round_, fault)
        yield from judgement.figures(servers[0].address)
        yield Figure("longest time without an acknowledged write", judgement.longest_gap, "s", at_most=15)


@contextmanager
def _two_over_one_etcd() -> Iterator[tuple[EtcdServer, list[Server]]]:
    require_etcd()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="kapivara-faults-"))
        etcd = stack.enter_context(EtcdServer(Path(folder), durable=True))
        yield etcd, _start_two(stack, etcd.url)


def _start_two(stack: ExitStack, urls: str) -> list[Server]:
    servers = []
    for _ in range(2):
        servers.append(start("--etcd", urls))
        stack.callback(end, servers[-1])
    return servers


def _round(servers: list[Server], judgement: Judgement, round_: int, fault: Callable[[Histories], None]) -> None:
    histories, names = Histories(), names_of(round_)
    run_round([each.address for each in servers], histories, names, lambda: fault(histories))
    read_all(servers[round_ % 2].address, histories, names)
    judgement.add(histories)
