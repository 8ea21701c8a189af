"""How a benchmark is measured: two sides, interleaved in rounds, the best round of each, their ratio.

A ratio against `json.loads` or `python -c pass` on the same machine in the same minute holds on fast and slow
machines alike; taking turns and taking the best round keeps other load out of it, and so does counting the time of the
processor where all the work is done in this process.
"""

from __future__ import annotations

import atexit
import gc
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

Side = Callable[[int], float]  # runs so many times, -> seconds taken for one


class UnavailableError(Exception):
    """Says why a benchmark cannot run here."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The two sides of a benchmark: what is ours, and what it is compared with."""

    ours: Side
    reference: Side
    rounds: int = 15
    seconds: float = 0.03  # a round lasts at least this long


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One promise: its name, the highest ratio allowed, and how to prepare its two sides."""

    name: str
    bound: float
    prepare: Callable[[], Pair]


def measure(pair: Pair) -> float:
    """Measures the ratio of the two sides, each by its best round."""
    ours_times, reference_times = _repeats(pair.ours, pair.seconds), _repeats(pair.reference, pair.seconds)
    ours, reference = [], []
    for _ in range(pair.rounds):
        ours.append(pair.ours(ours_times))
        reference.append(pair.reference(reference_times))
    return min(ours) / min(reference)


def calling(function: Callable[[], object]) -> Side:
    """Makes a side of a function that can be called again and again."""

    def side(times: int) -> float:
        with _no_collection():
            started = time.process_time()
            for _ in range(times):
                function()
            return (time.process_time() - started) / times

    return side


def consuming(make: Callable[[], object], function: Callable[[object], object]) -> Side:
    """Makes a side of a function that spoils its argument: each call gets a new one, made outside the timing."""

    def side(times: int) -> float:
        arguments = [make() for _ in range(times)]
        with _no_collection():
            started = time.process_time()
            for argument in arguments:
                function(argument)
            return (time.process_time() - started) / times

    return side


def running(command: list[str | Path], exit_code: int = 0) -> Side:
    """Makes a side of a command: from its start to its end, with the exit code that it must have."""

    def side(times: int) -> float:
        started = time.perf_counter()
        for _ in range(times):
            done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            if done.returncode != exit_code:
                raise AssertionError(f"{command} exited with {done.returncode}")
        return (time.perf_counter() - started) / times

    return side


def spending(command: list[str | Path]) -> Side:
    """Makes a side of a command, by the time of the processor that it takes."""

    def side(times: int) -> float:
        usages = [usage_of(command) for _ in range(times)]
        return sum(each.ru_utime + each.ru_stime for each in usages) / times

    return side


def usage_of(command: list[str | Path]) -> resource.struct_rusage:
    """Runs a command, which must end well; -> what it used."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise AssertionError(f"{command} exited with {process.returncode}")
    return usage


def most_memory_of(command: list[str | Path]) -> int:
    """Runs a command, which must end well; -> the most memory that it had, in bytes.

    By a small process in between: to Linux, what a process had before it became the command counts as the command's.
    """
    between = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)"
    tell = "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    run = [sys.executable, "-c", f"{between}; {tell}", *command]
    done = subprocess.run(run, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    return int(done.stdout) * 1024


def shared_folder(name: str) -> Path:
    """Finds a folder of the material that projects share: $KAPIVARA_SHARED, or ../shared beside the checkout."""
    folder = Path(os.environ.get("KAPIVARA_SHARED") or ROOT.parent / "shared") / name
    if not folder.is_dir():
        raise UnavailableError(f"no folder {name} in ../shared or $KAPIVARA_SHARED")
    return folder


def scratch_folder() -> Path:
    """Makes a folder that is gone when the run is over."""
    folder = Path(tempfile.mkdtemp(prefix="kapivara-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@contextmanager
def one_processor() -> Iterator[None]:
    """Has this process, and whatever it starts meanwhile, run on one processor alone, where the system allows that.

    What moves from one processor to another, or runs beside a busy neighbour that shares its caches, takes longer for
    the same work: by a quarter here, more or less from minute to minute.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def _repeats(side: Side, seconds: float) -> int:
    """Finds how often one round repeats the side; warms it up on the way.

    A count holds when it fills a round twice: the first time may have paid for what happens once.
    """
    times = 1
    while True:
        spent = side(times) * times
        if spent >= seconds:
            spent = side(times) * times
        if spent >= seconds:
            return times
        times = max(times * 2, min(int(times * seconds / max(spent, 1e-9)) + 1, times * 10))


class _no_collection:  # noqa: N801  used as a word of the language
    """Keeps the garbage collector out of a measurement, on both sides alike."""

    def __enter__(self) -> None:
        gc.collect()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        gc.enable()
