"""create-growth: a create with 100,000 stored objects, against one with 1,000.

It uses SQLite, in a folder in memory where possible, to measure the processor's work and not the disk.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from bench.create_in_process import ROUTES, answer, make_bodies, make_registry
from bench.harness import Benchmark, Pair, Side, consuming, scratch_folder
from kapivara.registry.requests.request import Request
from kapivara.storage.sqlite.storage import SqliteStorage

FEW, MANY = 1_000, 100_000


def prepare() -> Pair:
    """Fills two storages; each round adds a few objects to both."""
    if Path("/dev/shm").is_dir():
        tempfile.tempdir = "/dev/shm"
    folder = scratch_folder()
    return Pair(_creating(folder / "many", MANY), _creating(folder / "few", FEW), rounds=15)


def _creating(folder: Path, count: int) -> Side:
    registry, make = make_registry(SqliteStorage(folder)), make_bodies()

    def create(body: Any) -> None:
        answer(registry, Request("create", ROUTES, "default", body=body, user_agent="bench/1"))

    for _ in range(count):
        create(make())
    return consuming(make, create)


BENCHMARK = Benchmark("create-growth", 1.15, prepare)
