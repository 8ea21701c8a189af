"""cli-validate: `kapivara validate one.yaml` from start to end, against `python -c pass` of the same interpreter."""

from __future__ import annotations

import sys
from pathlib import Path

from bench.harness import ROOT, Benchmark, Pair, running


def prepare() -> Pair:
    """Validates an example object with its CRD, through the launcher."""
    return validating(ROOT / "kapivara")


def validating(command: Path) -> Pair:
    """Returns the sides of the benchmark for a command."""
    examples = ROOT / "examples"
    ours = [command, "validate", examples / "good/backups.yaml", "--crds", examples / "crds/backups.yaml"]
    return Pair(running(ours), running([sys.executable, "-c", "pass"]), rounds=20, seconds=0)


BENCHMARK = Benchmark("cli-validate", 6, prepare)
