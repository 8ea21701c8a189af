"""`python -m bench.load [--strict] [PART…]`: how a server bears watchers, many objects and bad clients, in figures.

Unlike the benchmarks of `scripts/bench` this takes minutes, and most of it is wall-clock time: run it where nothing
else runs. Parts: watchers, creates, growth, idle, bad.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator

from bench.harness import UnavailableError
from bench.load_growth import stored_objects
from bench.load_report import Figure
from bench.load_watches import bad_clients, creates_beside_watchers, idle_watchers, many_watchers

PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "watchers": many_watchers,
    "creates": creates_beside_watchers,
    "growth": stored_objects,
    "idle": idle_watchers,
    "bad": bad_clients,
}


def main() -> int:
    """Runs the parts named, or all; -> 1 with --strict where a figure misses its bar."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="Measures a server under load.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"all where none is named: {', '.join(PARTS)}")
    parser.add_argument("--strict", action="store_true", help="exit 1 where a figure misses its bar")
    options = parser.parse_args()
    if unknown := [name for name in options.parts if name not in PARTS]:
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    over = False
    for name in options.parts or PARTS:
        begun = time.monotonic()
        print(f"{name}: {(PARTS[name].__doc__ or '').partition('.')[0]}", flush=True)
        try:
            for figure in PARTS[name]():
                print(figure, flush=True)
                over = over or figure.is_over
        except UnavailableError as reason:
            print(f"  skipped: {reason}")
        print(f"  ({time.monotonic() - begun:.0f} s)", flush=True)
    return 1 if over and options.strict else 0


if __name__ == "__main__":
    sys.exit(main())
