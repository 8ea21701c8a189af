"""Runs cases in a process of its own with limits on memory and processor time.

A case that never ends or takes all memory is killed: it fails on any machine and affects no other test. A module of
cases calls `play`, which prints a line for each case as it ends; its test reads the lines with `outcomes`.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 120
"""The processor time of all cases together; they need a few of these seconds."""
MEMORY = 1 << 30
"""The memory of the process, including Python and all imports."""


def play(cases: Iterable[tuple[str, Callable[[], str]]]) -> None:
    """Limits this process, then runs cases one after the other, and prints the result of each."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for name, case in cases:
        try:
            told = case()
        except MemoryError:
            told = "takes too much memory"
        print(json.dumps([name, told]), flush=True)


def outcomes(module: str) -> dict[str, str]:
    """Returns the results of the cases of a module by their names, without those that were killed."""
    ran = subprocess.run(
        [sys.executable, "-P", "-m", module],
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        capture_output=True,
    )
    found = dict(json.loads(line) for line in ran.stdout.splitlines())
    if ran.returncode:
        found["stderr"] = ran.stderr.decode()[-2000:]
    return found
