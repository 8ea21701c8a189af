from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("memory", {"sqlite3", "asyncio"}),
        ("contract", {"sqlite3", "asyncio", "threading"}),
        ("sqlite", {"asyncio"}),
        ("etcd.access", {"hpack", "greenlet", "asyncio"}),
    ],
    ids=["memory", "contract", "sqlite", "etcd_access"],
)
def test_an_engine_loads_only_what_it_needs(module: str, unwanted: set[str]) -> None:
    code = f"import sys, kapivara.storage.{module}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert unwanted.isdisjoint(loaded)
