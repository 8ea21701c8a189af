"""Two servers over one etcd: clients race on compare-and-swap; etcd, or the leader of a cluster, is killed or stopped.

Some versions of etcd lose acknowledged writes when they are killed (`kapivara.storage.etcd.storage`), which is
not the servers' fault. These are terminated by SIGTERM instead, and the report counts them separately.
"""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep

from bench.etcd_process import PATIENCE, EtcdCluster, EtcdServer, etcd_version
from bench.faults.clients import Histories
from bench.faults.judging import Judgement, names_of, read_all, run_round, wait_for_writes
from bench.faults.killing import end, require_etcd, start
from bench.hostile_http import Server
from bench.load_report import Figure
from kapivara.storage.etcd.storage import loses_writes

_RACE_SECONDS = 0.5
_AFTERWARDS = 50
_STOPPED_SECONDS = 1.0


def race(rounds: int) -> Iterator[Figure]:
    """Two servers over one etcd, whose clients race on compare-and-swap: every history is linearizable."""
    with _two_over_one_etcd() as (_, servers):
        judgement = Judgement()
        for round_ in range(rounds):
            _round(servers, judgement, round_, lambda _: sleep(_RACE_SECONDS))
        yield from judgement.figures(servers[0].address)


def stop_etcd(rounds: int) -> Iterator[Figure]:
    """Two servers over one etcd, which is killed under load and restarted, or stopped for a second and continued."""
    with _two_over_one_etcd() as (etcd, servers):
        judgement, ended = Judgement(), _Ended(is_alone=True)
        for round_ in range(rounds):

            def fault(histories: Histories, is_ended: bool = round_ % 2 == 0) -> None:
                wait_for_writes(histories, _AFTERWARDS)
                if is_ended:
                    ended.end(etcd, histories)
                    etcd.start()
                    histories.note_fault("etcd runs again")
                else:
                    _stop_for_a_while(etcd, histories)
                wait_for_writes(histories, _AFTERWARDS)

            _round(servers, judgement, round_, fault)
        yield from judgement.figures(servers[0].address)
        yield from ended.figures()
        yield Figure("longest time without an acknowledged write", judgement.longest_gap, "s", at_most=15)


def kill_leaders(kills: int) -> Iterator[Figure]:
    """Two servers over three members of etcd, whose leader is killed under load and restarted later."""
    require_etcd()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="kapivara-faults-"))
        cluster = stack.enter_context(EtcdCluster(Path(folder)))
        servers = _start_two(stack, ",".join(cluster.urls))
        judgement, ended = Judgement(), _Ended(is_alone=False)
        for round_ in range(kills):

            def fault(histories: Histories) -> None:
                wait_for_writes(histories, _AFTERWARDS)
                member = _leader_of(cluster)
                ended.end(member, histories)
                wait_for_writes(histories, _AFTERWARDS)
                member.start()
                histories.note_fault("the member runs again")
                wait_for_writes(histories, _AFTERWARDS)

            _round(servers, judgement, round_, fault)
        yield from judgement.figures(servers[0].address)
        yield from ended.figures()
        yield Figure("longest time without an acknowledged write", judgement.longest_gap, "s", at_most=15)


class _Ended:
    """Kills or terminates members of etcd, and counts which."""

    def __init__(self, *, is_alone: bool) -> None:
        self._version = etcd_version()
        self._is_gentle = loses_writes(self._version, is_alone=is_alone)
        self._times = 0

    def end(self, member: EtcdServer, histories: Histories) -> None:
        """Kills a member, or terminates it if its version loses writes when killed."""
        self._times += 1
        histories.note_fault(f"{member.url} is {'told to end' if self._is_gentle else 'killed'}")
        member.stop(gently=self._is_gentle)

    def figures(self) -> Iterator[Figure]:
        """Yields how often members were killed and terminated."""
        yield Figure("etcd was killed", 0 if self._is_gentle else self._times, "")
        if self._is_gentle:
            yield Figure(f"etcd was told to end: {self._version} loses writes when killed", self._times, "")


def _stop_for_a_while(etcd: EtcdServer, histories: Histories) -> None:
    assert etcd.process is not None
    etcd.process.send_signal(signal.SIGSTOP)
    histories.note_fault("etcd is stopped")
    sleep(_STOPPED_SECONDS)
    etcd.process.send_signal(signal.SIGCONT)
    histories.note_fault("etcd goes on")


def _leader_of(cluster: EtcdCluster) -> EtcdServer:
    """Returns the leader, once there is one: on a busy machine, an election may be in progress."""
    from kapivara.storage.etcd.access import EtcdAccess
    from kapivara.storage.etcd.maintenance import look_at_members

    end = monotonic() + PATIENCE
    while True:
        leading = {each.url for each in look_at_members(EtcdAccess(cluster.urls), 0) if each.is_leader}
        found = [each for each in cluster.members if each.url in leading]
        if len(found) == 1:
            return found[0]
        assert monotonic() < end, "etcd finds no leader"


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
