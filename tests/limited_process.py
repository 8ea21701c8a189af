"""Runs cases in a process of its own that may take so much memory and processor time, and no more.

What never ends, or takes all memory, is killed there: it fails on a slow machine as on a fast one, and harms no other
test. A module of cases calls `play`, and prints a line for each case as it ends; its test reads them with `outcomes`.
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
"""What all cases together may take of the processor; they take a few of these seconds."""
MEMORY = 1 << 30
"""What the process may have, Python and all that it loads included."""


def play(cases: Iterable[tuple[str, Callable[[], str]]]) -> None:
    """Limits this process, then plays cases one after the other, and prints what each comes to."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for name, case in cases:
        try:
            told = case()
        except MemoryError:
            told = "takes too much memory"
        print(json.dumps([name, told]), flush=True)


def outcomes(module: str) -> dict[str, str]:
    """Returns what the cases of a module came to, by their names; those that were killed are not there."""
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
