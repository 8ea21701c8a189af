"""Lists the Pythons of this machine that kapivara runs on, the best first: version and path; `--best` prints one path.

It looks on PATH and among pyenv's versions, selected or not (a shim stands for one of these, or for none). Each is run,
because not every file with such a name is a Python that starts. It prefers versions for which all dependencies have
wheels, newest first; then 3.11, newer Pythons, early patches of 3.11, and Pythons that cannot create environments. It
needs only the standard library.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

OLDEST = (3, 11)
PREFERRED = ((3, 13), (3, 12))
SOUND = (3, 11, 5)  # earlier patches have faults in the standard library that we work around
NAMES = re.compile(r"python(?:3(?:\.(\d+))?)?")
SECONDS = 60
PROBE = """
import os, sys
try:
    import ensurepip, venv
    able = True
except ImportError:
    able = False
own = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
print(sys.implementation.name, *sys.version_info[:3], int(able), own)
"""


@dataclass(frozen=True)
class Python:
    """One Python: its version, its path, and whether it can create environments with pip."""

    version: tuple[int, int, int]
    path: str
    able: bool = True

    @property
    def rank(self) -> tuple[int, tuple[int, ...]]:
        """Returns the sort key: lower is better."""
        newest_first = tuple(-part for part in self.version)
        if not self.able:
            return 4, newest_first
        if self.version[:2] in PREFERRED:
            return 0, newest_first
        if self.version[:2] == OLDEST:
            return (1 if self.version >= SOUND else 3), newest_first
        return 2, newest_first


def main(arguments: list[str]) -> int:
    """Prints the Pythons; returns the exit code."""
    found = find_pythons()
    if arguments == ["--best"]:
        print(*[python.path for python in found[:1]], sep="\n")
    else:
        for python in found:
            print(".".join(map(str, python.version)), python.path)
    return 0 if found else 1


def find_pythons() -> list[Python]:
    """Returns the Pythons that are new enough, each once, the best first."""
    probes = [(_start(path), path) for path in dict.fromkeys(_candidates())]
    found: dict[str, Python] = {}
    for probe, path in probes:
        python = _read(probe, path)
        if python and python.version >= OLDEST:
            found.setdefault(os.path.realpath(python.path), python)
    return sorted(found.values(), key=lambda python: python.rank)


def _candidates() -> Iterator[str]:
    """Yields candidates in the order of PATH."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path(os.path.expanduser("~")) / ".pyenv")
    folders = [folder for folder in folders if folder != pyenv / "shims"] + sorted(pyenv.glob("versions/*/bin"))
    for folder in folders:
        if not folder.is_dir() or not os.access(folder, os.R_OK):
            continue
        for name in sorted(os.listdir(folder), reverse=True):
            match = NAMES.fullmatch(name)
            if match and int(match[1] or OLDEST[1]) >= OLDEST[1] and os.access(folder / name, os.X_OK):
                real = os.path.realpath(folder / name)
                yield real if NAMES.fullmatch(os.path.basename(real)) else str(folder / name)


def _start(path: str) -> subprocess.Popen[str] | None:
    """Starts all candidates, and then reads their versions."""
    try:
        return subprocess.Popen(
            [path, "-I", "-c", PROBE],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    except OSError:
        return None


def _read(probe: subprocess.Popen[str] | None, path: str) -> Python | None:
    """Parses the output of a candidate; None if it is no suitable Python."""
    if probe is None:
        return None
    try:
        said, _ = probe.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        probe.kill()
        probe.communicate()
        return None
    match = re.fullmatch(r"cpython (\d+) (\d+) (\d+) ([01]) (.+)\n", said)
    if probe.returncode or not match:
        return None
    major, minor, micro = map(int, match.groups()[:3])
    own = match[5] if os.access(match[5], os.X_OK) else path
    return Python((major, minor, micro), own, able=match[4] == "1")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
