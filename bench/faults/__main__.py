"""`python -m bench.faults [--strict] [--scale SHARE] [PART…]`: faults under load, and whether anything is lost by them.

Takes an hour where it is not scaled down: run it where nothing else runs.
Parts: sqlite, etcd, race, outage, leader, churn.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator

from bench.faults.churn import churn
from bench.faults.killing import kill_over_etcd, kill_over_sqlite
from bench.faults.racing import kill_leaders, race, stop_etcd
from bench.harness import UnavailableError
from bench.load_report import Figure

PARTS: dict[str, tuple[Callable[[int], Iterator[Figure]], int]] = {
    "sqlite": (kill_over_sqlite, 1000),
    "etcd": (kill_over_etcd, 300),
    "race": (race, 100),
    "outage": (stop_etcd, 50),
    "leader": (kill_leaders, 20),
    "churn": (churn, 100_000),
}
"""By name, what is done, and how often."""


def main() -> int:
    """Runs the parts named, or all; -> 1 with --strict where a figure misses its bar."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.faults", description="Kills what runs, and looks for losses."
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"all where none is named: {', '.join(PARTS)}")
    parser.add_argument("--scale", type=float, default=1.0, help="do so much of it: 0.1 for a tenth")
    parser.add_argument("--strict", action="store_true", help="exit 1 where a figure misses its bar")
    options = parser.parse_args()
    if unknown := [name for name in options.parts if name not in PARTS]:
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    over = False
    for name in options.parts or PARTS:
        part, times = PARTS[name]
        begun = time.monotonic()
        print(f"{name}: {(part.__doc__ or '').rstrip('.')}", flush=True)
        try:
            for figure in part(max(1, round(times * options.scale))):
                print(figure, flush=True)
                over = over or figure.is_over
        except UnavailableError as reason:
            print(f"  skipped: {reason}")
        print(f"  ({time.monotonic() - begun:.0f} s)", flush=True)
    return 1 if over and options.strict else 0


if __name__ == "__main__":
    sys.exit(main())
