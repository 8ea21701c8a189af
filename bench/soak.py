"""`python -m bench.soak [--strict] [--seconds N] [--etcd]`: runs a server under mixed load for a long time.

Objects and CRDs are created, changed and deleted; clients watch, list and act with roles. In every interval, the
server's memory, descriptors, threads, bytes on disk and response times are recorded; all must stay flat. Bars apply
after ten minutes: history is kept for five, and one-time growth is over by then.

For etcd, the file of its database counts: it does not shrink when history is compacted, but reuses the space. Its log
does not count: it grows by 64 MB at a time, and has a limit of its own. History over etcd is as long as
kube-apiserver's: every five minutes, revisions older than five minutes are compacted, so the file grows for ten
minutes, and bars apply after twenty.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep

from bench.etcd_process import EtcdServer
from bench.hostile_http import Server
from bench.load_report import Figure, run_part
from bench.soak_clients import BOB, TOKEN, Clients
from kapivara.values.record import record

_MEBIBYTE = 1024 * 1024
_INTERVALS = 12
_SETTLED_SECONDS = 600.0
_SETTLED_SECONDS_OF_ETCD = 1200.0
_HOUR = 3600.0
_IN_USE, _IN_ALL = "etcd_mvcc_db_total_size_in_use_in_bytes", "etcd_mvcc_db_total_size_in_bytes"


@record
class Sample:
    """The state of a server at one moment, and its requests since the previous sample."""

    memory: float
    descriptors: int
    threads: int
    disk: float
    requests: int
    median: float
    slowest: float


def soak(seconds: float, *, uses_etcd: bool = False) -> Iterator[Figure]:
    """A server under creates, updates, patches, deletes, lists, watches, CRDs and roles, all at once."""
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="kapivara-soak-")))
        (folder / "tokens.csv").write_text(f"{BOB},bob,1\n")
        storage, disk = ("--data", str(folder / "state")), partial(_size_of, folder / "state")
        if uses_etcd:
            etcd = ending.enter_context(EtcdServer(folder / "state", durable=True))
            storage, disk = ("--etcd", etcd.url), partial(etcd.metric, _IN_ALL)
        options = "--token", TOKEN, "--token-auth-file", str(folder / "tokens.csv"), "--authorization-mode", "RBAC"
        server = Server(*options, storage=storage)
        ending.callback(server.stop)
        clients = Clients(server.address)
        ending.callback(clients.stop)
        samples = list(_samples(server, clients, disk, seconds))
        clients.stop()
        settled = _SETTLED_SECONDS_OF_ETCD if uses_etcd else _SETTLED_SECONDS
        yield from _figures(samples, clients, is_settled=seconds >= settled)
        if uses_etcd:
            yield Figure("etcd: bytes of its database that are in use", etcd.metric(_IN_USE) / _MEBIBYTE, "MB")
            yield Figure("etcd: bytes of all its files", _size_of(folder / "state") / _MEBIBYTE, "MB")


def _size_of(folder: Path) -> float:
    size = 0
    for each in folder.rglob("*"):
        with suppress(FileNotFoundError):  # deleted since it was listed
            size += each.stat().st_size if each.is_file() else 0
    return size


def _samples(server: Server, clients: Clients, disk: Callable[[], float], seconds: float) -> Iterator[Sample]:
    end, interval = monotonic() + seconds, seconds / _INTERVALS
    while monotonic() < end:
        sleep(min(interval, max(0.0, end - monotonic())))
        times = sorted(clients.take_times()) or [0.0]
        process = Path(f"/proc/{server.process.pid}")
        sample = Sample(
            server.memory("VmRSS") / _MEBIBYTE,
            len(list((process / "fd").iterdir())),
            len(list((process / "task").iterdir())),
            disk() / _MEBIBYTE,
            len(times),
            statistics.median(times),
            times[len(times) * 99 // 100],
        )
        print(
            f"  {sample.memory:7.1f} MB {sample.descriptors:4} descriptors {sample.threads:3} threads "
            f"{sample.disk:7.1f} MB on disk {sample.requests:6} requests, half within {sample.median * 1000:.1f} ms, "
            f"99 % within {sample.slowest * 1000:.1f} ms",
            flush=True,
        )
        yield sample


def _figures(samples: list[Sample], clients: Clients, *, is_settled: bool) -> Iterator[Figure]:
    """Yields figures that compare the last third of the run with the one before."""
    third = max(1, len(samples) // 3)
    before, after = samples[-2 * third : -third] or samples, samples[-third:]
    yield Figure("requests", sum(each.requests for each in samples), "", at_least=1)
    yield Figure("answers that nobody expects", len(clients.unexpected), "", at_most=0)
    for each in clients.unexpected[:10]:
        print(f"    {each}", flush=True)
    yield Figure("writes that a watch was not told of, or late", clients.unheard, "", at_most=0)
    for name, pick, bar in (
        ("memory", lambda each: each.memory, 1.1),
        ("descriptors", lambda each: each.descriptors, 1.5),  # watches come and go
        ("threads", lambda each: each.threads, 1.2),
        ("bytes on disk", lambda each: each.disk, 1.25),
        ("half of the requests within", lambda each: each.median, 2.0),
    ):
        ratio = statistics.median(map(pick, after)) / (statistics.median(map(pick, before)) or 1.0)
        yield Figure(f"{name}: last third of the run by the one before", ratio, "", at_most=bar if is_settled else None)
    yield Figure("memory at the end", samples[-1].memory, "MB", at_most=200.0)


def main() -> int:
    """Runs the soak test; returns 1 with --strict if a figure misses its bar."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description="Runs a server under mixed load.")
    parser.add_argument("--seconds", type=float, default=_HOUR, help="how long; an hour by default")
    parser.add_argument("--etcd", action="store_true", help="over etcd instead of SQLite")
    parser.add_argument("--strict", action="store_true", help="exit 1 where a figure misses its bar")
    options = parser.parse_args()
    missed = run_part("soak", soak.__doc__ or "", partial(soak, options.seconds, uses_etcd=options.etcd))
    return 1 if missed and options.strict else 0


if __name__ == "__main__":
    sys.exit(main())
