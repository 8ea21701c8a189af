"""The figures of `bench.load` and `bench.faults`, printed one per line with their bars."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from bench.harness import UnavailableError

Part = Callable[[], "Iterator[Figure]"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value; it is over if it misses its bar."""

    name: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether it misses its bar."""
        too_much = self.at_most is not None and self.value > self.at_most
        return too_much or (self.at_least is not None and self.value < self.at_least)

    def __str__(self) -> str:
        bar = ""
        if self.at_most is not None:
            bar = f"<= {self.at_most:g}"
        elif self.at_least is not None:
            bar = f">= {self.at_least:g}"
        verdict = "" if not bar else "over" if self.is_over else "ok"
        return f"  {self.name:<62} {self.value:>10.4g} {self.unit:<4} {bar:<8} {verdict}".rstrip()


def add_part_options(parser: argparse.ArgumentParser, parts: Mapping[str, object]) -> None:
    """Adds the options for the parts of a report to run, and for a failure if a bar is missed."""
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"all where none is named: {', '.join(parts)}")
    parser.add_argument("--strict", action="store_true", help="exit 1 where a figure misses its bar")


def chosen_parts(parser: argparse.ArgumentParser, chosen: list[str], parts: Mapping[str, object]) -> list[str]:
    """Returns the names of the parts to run; ends with an error for an unknown part."""
    if unknown := [name for name in chosen if name not in parts]:
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(parts)}")
    return chosen or list(parts)


def run_part(name: str, about: str, part: Part) -> bool:
    """Runs a part and prints its figures; returns whether one misses its bar."""
    begun, over = time.monotonic(), False
    print(f"{name}: {about.partition('.')[0]}", flush=True)
    try:
        for figure in part():
            print(figure, flush=True)
            over = over or figure.is_over
    except UnavailableError as reason:
        print(f"  skipped: {reason}")
    print(f"  ({time.monotonic() - begun:.0f} s)", flush=True)
    return over
