"""hostile: random hostile input to all entry points, measured as shares of the allowed cost.

The input: CRDs with schemas, expressions and patterns, policies that build values, bodies, protocol buffers, patches,
HTTP framing, URLs and headers, Go and Python sources, users with roles, found project files. No entry point may fail
(500, a traceback, no response), the entry points must agree, stored objects must be readable, no user may gain a
permission, and no input may cost more than 2 s of a processor, 300 MB above idle, or delay another client's `/livez`
by more than 250 ms.

    python -m bench.hostile [--count N [--processes N] | --seconds S] [--seed TEXT] [--round N] [--only PLAY]

A round depends on the seed and its number only: `--round N` repeats one.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from random import Random

from bench.harness import Benchmark, Pair, UnavailableError
from bench.hostile_doors import HttpDoor, LibraryDoor
from bench.hostile_http import LIVEZ_SECONDS, MEMORY, PROCESSOR_SECONDS, keep_asking
from bench.hostile_plays import play_expressions, play_framing, play_messages, play_sources, play_urls
from bench.hostile_policies import play_policies
from bench.hostile_projects import play_projects
from bench.hostile_roles import play_roles
from bench.hostile_rounds import Finding, Round, play_resource
from bench.hostile_small import play_bodies, play_builtins, play_changes, play_definitions, play_evaluations

COUNT = 200_000
FAR_APART = 10_000_000
TOLD_EVERY_SECONDS = 30.0
FINDINGS_TOLD = 200
SEED = "kapivara"
EARLY_ROUNDS = 400
"""The first rounds include many large inputs, so that a short run has them; later rounds have small ones."""
PLAYS: tuple[tuple[Callable[[Round], None], int, int], ...] = (
    (play_resource, 16, 6),
    (play_framing, 4, 40),
    (play_urls, 4, 450),
    (play_messages, 3, 4),
    (play_expressions, 2, 35),
    (play_sources, 1, 50),
    (play_bodies, 1, 55),
    (play_builtins, 1, 42),
    (play_definitions, 1, 14),
    (play_changes, 1, 35),
    (play_evaluations, 1, 7),
    (play_policies, 2, 5),
)
"""The kinds of rounds, with their weights among the first rounds and among later ones."""
LATER: tuple[tuple[Callable[[Round], None], int], ...] = ((play_roles, 40), (play_projects, 60))
"""Kinds of rounds added later: one of so many rounds is of this kind, and all other rounds stay the same."""
_PLAYS = (*(each[0] for each in PLAYS), *(each[0] for each in LATER))
NAMES = {play.__name__.removeprefix("play_"): play for play in _PLAYS}


@dataclass(slots=True)
class Report:
    """The results of a run: failures and disagreements, and the highest costs."""

    inputs: Counter[str] = field(default_factory=Counter)
    answers: Counter[int] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    seconds: float = 0.0
    slowest: str = ""
    memory: float = 0.0
    livez: float = 0.0
    begun: float = field(default_factory=time.monotonic)
    told: float = field(default_factory=time.monotonic)

    def add(self, other: Report) -> None:
        """Adds the results of another run."""
        self.inputs += other.inputs
        self.answers += other.answers
        self.findings += other.findings
        self.memory = max(self.memory, other.memory)
        self.livez = max(self.livez, other.livez)
        if other.seconds > self.seconds:
            self.seconds, self.slowest = other.seconds, other.slowest

    @property
    def share(self) -> float:
        """The largest share of the allowed cost of an input; infinite if an entry point failed or two disagreed."""
        if self.findings:
            return float("inf")
        return max(self.seconds / PROCESSOR_SECONDS, self.memory / MEMORY, self.livez / LIVEZ_SECONDS)


def attack_from_all_sides(*, seed: str, count: int, processes: int = 0, only: str = "") -> Report:
    """Plays rounds in several processes, half as many as processors by default, each with a server."""
    jobs = processes or max(1, len(os.sched_getaffinity(0)) // 2)
    report = Report()
    with ProcessPoolExecutor(jobs) as pool:
        parts = [
            pool.submit(attack, seed=seed, count=-(-count // jobs), first=number * FAR_APART, only=only)
            for number in range(jobs)
        ]
        for part in as_completed(parts):
            report.add(part.result())
    return report


def attack(*, seed: str, count: int = 0, seconds: float = 0.0, first: int = 0, only: str = "") -> Report:
    """Plays rounds until this many inputs are sent or the time is over; only of one kind if `only` names it."""
    report = Report()
    http, library = HttpDoor(), LibraryDoor()
    waits: list[float] = []
    over = threading.Event()
    asking = threading.Thread(target=keep_asking, args=(http.server, waits, over), kwargs={"pause": 0.05})
    try:
        http.ask("GET", "/livez")
        _play(Round(http, library, Random(seed), "warm-up", 0), only)
        http.traceback()
        idle = http.server.memory("VmRSS")
        asking.start()
        end = time.monotonic() + seconds if seconds else float("inf")
        for number in _numbers(first):
            if time.monotonic() >= end or (count and report.inputs.total() >= count):
                break
            played = _play(Round(http, library, Random(f"{seed}/{number}"), seed, number), only)
            if traceback := http.traceback():
                played.find("a traceback in the server's log", traceback)
            _note(report, played)
        report.memory = max(report.memory, http.server.memory("VmHWM") - idle)
    finally:
        over.set()
        if asking.is_alive():
            asking.join()
        http.close()
    report.livez = max(waits, default=0.0)
    return report


def _numbers(first: int) -> Iterator[int]:
    number = first
    while True:
        yield number
        number += 1


def _play(round_: Round, only: str = "") -> Round:
    plays, early, late = zip(*PLAYS, strict=True)
    weights = early if round_.number % FAR_APART < EARLY_ROUNDS else late
    chosen = round_.random.choices(plays, weights)[0]
    for place, (play, every) in enumerate(LATER):
        if round_.number % every == every - 1 - place:
            chosen = play
    (NAMES[only] if only else chosen)(round_)
    return round_


def _note(report: Report, played: Round) -> None:
    report.inputs += played.inputs
    now, many = time.monotonic(), report.inputs.total()
    if now - report.told >= TOLD_EVERY_SECONDS:
        report.told, rate = now, many / (now - report.begun)
        said = f"{many} inputs, {rate:.0f} a second, {len(report.findings)} findings, at round {played.number}"
        print(said, file=sys.stderr, flush=True)
    for finding in played.findings[: max(0, FINDINGS_TOLD - len(report.findings))]:
        print(finding, file=sys.stderr, flush=True)
    report.answers += played.answers
    report.findings += played.findings
    report.memory = max(report.memory, played.memory)
    if played.slowest[0] > report.seconds:
        report.seconds, report.slowest = played.slowest[0], f"round {played.number}: {played.slowest[1]}"


def prepare() -> Pair:
    """Compares the largest share with 1."""
    if sys.platform != "linux":
        raise UnavailableError("memory and processor time are read from /proc")
    report = attack_from_all_sides(seed=SEED, count=COUNT)
    _print(report)
    return Pair(lambda _: report.share, lambda _: 1.0, rounds=1, seconds=0)


def _print(report: Report) -> None:
    counts = ", ".join(f"{many} {name}" for name, many in sorted(report.inputs.items()))
    print(f"{report.inputs.total()} inputs ({counts}), {len(report.findings)} findings", file=sys.stderr)
    print("answers: " + ", ".join(f"{code}: {many}" for code, many in sorted(report.answers.items())), file=sys.stderr)
    print(f"slowest {report.seconds:.2f} s ({report.slowest})", file=sys.stderr)
    print(f"memory over idle {report.memory / 1e6:.0f} MB, longest wait {report.livez * 1000:.0f} ms", file=sys.stderr)


BENCHMARK = Benchmark("hostile", 1, prepare)


def main() -> int:
    """Runs from the command line; returns 1 if there were findings or a cost was too high."""
    parser = argparse.ArgumentParser(prog="python -m bench.hostile", description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=0, help="so many inputs")
    parser.add_argument("--seconds", type=float, default=0.0, help="so long; a minute where nothing is said")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--round", type=int, default=None, help="play this round alone, of the same seed")
    parser.add_argument("--from", type=int, default=0, dest="first", help="begin with this round")
    parser.add_argument("--processes", type=int, default=0, help="play so many rounds of --count at once")
    parser.add_argument("--only", default="", choices=sorted(NAMES))
    options = parser.parse_args()
    seed, only = options.seed, options.only
    if options.round is not None:
        report = attack(seed=seed, count=1, first=options.round, only=only)
    elif options.count:
        report = attack_from_all_sides(seed=seed, count=options.count, processes=options.processes, only=only)
    else:
        report = attack(seed=seed, seconds=options.seconds or 60.0, first=options.first, only=only)
    _print(report)
    return 1 if report.share > 1 else 0


if __name__ == "__main__":
    sys.exit(main())
