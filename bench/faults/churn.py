"""A SQLite file under endless updates: the sizes of the file and its log, and the duration of writes."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from bench.load_report import Figure
from kapivara.storage import Pending
from kapivara.storage.retention import Retention
from kapivara.storage.sqlite.file import FILE_NAME
from kapivara.storage.sqlite.storage import SqliteStorage

_AT_ONCE = 100
_KEYS = 200
_HISTORY = 5_000
_MIB = 1024 * 1024


def churn(updates: int) -> Iterator[Figure]:
    """Updates of 200 objects of 50 to 5,000 bytes, a hundred in each flush, with a history of 5,000."""
    chance = random.Random(updates)
    with tempfile.TemporaryDirectory(prefix="kapivara-churn-") as folder:
        file, log = Path(folder) / FILE_NAME, Path(folder) / f"{FILE_NAME}-wal"
        sizes, logs, times = [], [], []
        with SqliteStorage(folder, retention=Retention(entries=_HISTORY)) as storage:
            revisions = {f"/registry/configmaps/default/{n}": 0 for n in range(_KEYS)}
            for key in revisions:
                revisions[key] = storage.create(key, b"").revision
            keys = [*revisions]
            for _ in range(updates // _AT_ONCE):
                pending, begun = Pending(), perf_counter()
                for _ in range(_AT_ONCE):
                    key, value = chance.choice(keys), chance.randbytes(chance.choice((50, 500, 5_000)))
                    revisions[key] = storage.update(key, value, revisions[key], (), pending).revision
                pending.wait()
                times.append(perf_counter() - begun)
                sizes.append(file.stat().st_size)
                logs.append(log.stat().st_size)
        early = max(sizes[: max(1, len(sizes) // 4)])
        times.sort()
        yield Figure("updates", len(times) * _AT_ONCE, "")
        yield Figure("file after a quarter of them, at most", early / _MIB, "MiB")
        yield Figure("file at any time, by that", max(sizes) / early, "", at_most=1.25)
        yield Figure("log at any time", max(logs) / _MIB, "MiB", at_most=64)
        yield Figure("a hundred updates, flushed: half of them within", times[len(times) // 2] * 1000, "ms")
        yield Figure("a hundred updates, flushed: 99 % within", times[len(times) * 99 // 100] * 1000, "ms")
