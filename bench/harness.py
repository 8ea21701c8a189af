"""Measures a benchmark: two sides, interleaved in rounds; the result is the ratio of their best rounds.

A ratio against `json.loads` or `python -c pass` on the same machine at the same time is valid on fast and slow
machines. Interleaving and taking the best round reduces the effect of other load, and so does counting processor time
where all work is done in this process.
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

Side = Callable[[int], float]  # runs the side this many times; returns the seconds for one run


class UnavailableError(Exception):
    """Raised with the reason why a benchmark cannot run here."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The two sides of a benchmark: kapivara's, and the reference."""

    ours: Side
    reference: Side
    rounds: int = 15
    seconds: float = 0.03  # the minimum duration of a round


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A benchmark: its name, the highest allowed ratio, and a function that prepares its two sides."""

    name: str
    bound: float
    prepare: Callable[[], Pair]


def measure(pair: Pair) -> float:
    """Returns the ratio of the two sides' best rounds."""
    ours_times, reference_times = _repeats(pair.ours, pair.seconds), _repeats(pair.reference, pair.seconds)
    ours, reference = [], []
    for _ in range(pair.rounds):
        ours.append(pair.ours(ours_times))
        reference.append(pair.reference(reference_times))
    return min(ours) / min(reference)


def calling(function: Callable[[], object]) -> Side:
    """Returns a side that calls a function repeatedly."""

    def side(times: int) -> float:
        with _no_collection():
            started = time.process_time()
            for _ in range(times):
                function()
            return (time.process_time() - started) / times

    return side


def consuming(make: Callable[[], object], function: Callable[[object], object]) -> Side:
    """Returns a side for a function that modifies its argument; new arguments are made outside the timing."""

    def side(times: int) -> float:
        arguments = [make() for _ in range(times)]
        with _no_collection():
            started = time.process_time()
            for argument in arguments:
                function(argument)
            return (time.process_time() - started) / times

    return side


def running(command: list[str | Path], exit_code: int = 0) -> Side:
    """Returns a side that runs a command from start to end; checks its exit code."""

    def side(times: int) -> float:
        started = time.perf_counter()
        for _ in range(times):
            done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            if done.returncode != exit_code:
                raise AssertionError(f"{command} exited with {done.returncode}")
        return (time.perf_counter() - started) / times

    return side


def spending(command: list[str | Path]) -> Side:
    """Returns a side that runs a command and counts its processor time."""

    def side(times: int) -> float:
        usages = [usage_of(command) for _ in range(times)]
        return sum(each.ru_utime + each.ru_stime for each in usages) / times

    return side


def usage_of(command: list[str | Path]) -> resource.struct_rusage:
    """Runs a command that must succeed; returns its resource usage."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise AssertionError(f"{command} exited with {process.returncode}")
    return usage


def most_memory_of(command: list[str | Path]) -> int:
    """Runs a command that must succeed; returns its peak memory in bytes.

    A small process runs it: on Linux, the memory of a process before it executes the command counts as the command's.
    """
    between = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)"
    tell = "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    run = [sys.executable, "-c", f"{between}; {tell}", *command]
    done = subprocess.run(run, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    return int(done.stdout) * 1024


def shared_folder(name: str) -> Path:
    """Returns a folder of the material shared by projects: in $KAPIVARA_SHARED, or in ../shared beside the checkout."""
    folder = Path(os.environ.get("KAPIVARA_SHARED") or ROOT.parent / "shared") / name
    if not folder.is_dir():
        raise UnavailableError(f"no folder {name} in ../shared or $KAPIVARA_SHARED")
    return folder


def scratch_folder() -> Path:
    """Creates a folder that is removed at exit."""
    folder = Path(tempfile.mkdtemp(prefix="kapivara-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@contextmanager
def one_processor() -> Iterator[None]:
    """Runs this process and its new child processes on one processor, if the system allows that.

    A process that moves between processors, or shares caches with a busy one, takes longer for the same work: up to a
    quarter here, varying from minute to minute.
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
    """Returns how often one round repeats the side, and warms it up.

    A count is accepted if it fills a round twice: the first time may include one-time work.
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
    """Turns the garbage collector off during a measurement."""

    def __enter__(self) -> None:
        gc.collect()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        gc.enable()
