"""cli-installed: cli-validate with the command that the installed package provides, without the launcher."""

from __future__ import annotations

import sys
from pathlib import Path

from bench.cli_validate import validating
from bench.harness import Benchmark, Pair, UnavailableError


def prepare() -> Pair:
    """Finds the command beside the interpreter."""
    command = Path(sys.executable).parent / "kapivara"
    if not command.is_file():
        raise UnavailableError("kapivara is not installed beside this Python")
    return validating(command)


BENCHMARK = Benchmark("cli-installed", 7, prepare)
