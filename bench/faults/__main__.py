"""`python -m bench.faults [--strict] [--scale SHARE] [PART…]`: causes faults under load, and checks for losses.

Takes an hour unless scaled down: run it on an idle machine.
Parts: sqlite, workers, etcd, race, outage, leader, clock, churn.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial

from bench.faults.churn import churn
from bench.faults.clocks import jump
from bench.faults.killing import kill_over_etcd, kill_over_sqlite
from bench.faults.racing import kill_leaders, race, stop_etcd
from bench.faults.workers import kill_workers
from bench.load_report import Figure, add_part_options, chosen_parts, run_part

PARTS: dict[str, tuple[Callable[[int], Iterator[Figure]], int]] = {
    "sqlite": (kill_over_sqlite, 1000),
    "workers": (kill_workers, 300),
    "etcd": (kill_over_etcd, 300),
    "race": (race, 100),
    "outage": (stop_etcd, 50),
    "leader": (kill_leaders, 20),
    "clock": (jump, 100),
    "churn": (churn, 100_000),
}
"""The parts by name, and how often each is repeated."""


def main() -> int:
    """Runs all parts, or the named ones; returns 1 with --strict if a figure misses its bar."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.faults", description="Kills what runs, and looks for losses."
    )
    add_part_options(parser, PARTS)
    parser.add_argument("--scale", type=float, default=1.0, help="do so much of it: 0.1 for a tenth")
    options = parser.parse_args()
    missed = []
    for name in chosen_parts(parser, options.parts, PARTS):
        part, times = PARTS[name]
        if run_part(name, part.__doc__ or "", partial(part, max(1, round(times * options.scale)))):
            missed.append(name)
    return 1 if missed and options.strict else 0


if __name__ == "__main__":
    sys.exit(main())
