"""cli-validate: `kapivara validate one.yaml` from start to end, against `python -c pass` of the same interpreter."""

from __future__ import annotations

import sys

from bench.harness import ROOT, Benchmark, Pair, running


def prepare() -> Pair:
    """Validates an object of the examples with the CRD beside it, through the launcher."""
    examples = ROOT / "examples"
    ours = [ROOT / "kapivara", "validate", examples / "good/backups.yaml", "--crds", examples / "crds/backups.yaml"]
    return Pair(running(ours), running([sys.executable, "-c", "pass"]), rounds=20, seconds=0)


BENCHMARK = Benchmark("cli-validate", 8, prepare)
