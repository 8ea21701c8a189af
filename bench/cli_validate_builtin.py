"""cli-validate-builtin: `kapivara validate deployment.yaml` from start to end, against `python -c pass`."""

from __future__ import annotations

import sys

from bench.harness import ROOT, Benchmark, Pair, running, scratch_folder
from bench.validate_deployments import write_deployments


def prepare() -> Pair:
    """Validates a Deployment of 2.3 KB, a built-in kind, through the launcher."""
    file = scratch_folder() / "deployment.yaml"
    write_deployments(file, 1)
    ours = [ROOT / "kapivara", "validate", file]
    return Pair(running(ours), running([sys.executable, "-c", "pass"]), rounds=20, seconds=0)


BENCHMARK = Benchmark("cli-validate-builtin", 8, prepare)
