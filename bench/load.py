"""`python -m bench.load [--strict] [PART…]`: measures a server with many watches, many objects and bad clients.

Unlike the benchmarks of `scripts/bench`, this takes minutes, mostly of wall-clock time: run it on an idle machine.
Parts: watchers, creates, growth, idle, bad.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator

from bench.load_growth import stored_objects
from bench.load_report import Figure, add_part_options, chosen_parts, run_part
from bench.load_watches import bad_clients, creates_beside_watchers, idle_watchers, many_watchers

PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "watchers": many_watchers,
    "creates": creates_beside_watchers,
    "growth": stored_objects,
    "idle": idle_watchers,
    "bad": bad_clients,
}


def main() -> int:
    """Runs all parts, or the named ones; returns 1 with --strict if a figure misses its bar."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="Measures a server under load.")
    add_part_options(parser, PARTS)
    options = parser.parse_args()
    chosen = chosen_parts(parser, options.parts, PARTS)
    missed = [name for name in chosen if run_part(name, PARTS[name].__doc__ or "", PARTS[name])]
    return 1 if missed and options.strict else 0


if __name__ == "__main__":
    sys.exit(main())
