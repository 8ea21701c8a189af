"""validate-deployments: `kapivara validate` of 1,000 Deployments in one YAML file, against PyYAML's C loader on it.

The measurement is processor time, for the command from start to end.
"""

from __future__ import annotations

import json
from pathlib import Path

import yaml

from bench.harness import ROOT, Benchmark, Pair, calling, scratch_folder, shared_folder, spending

OBJECTS = 1_000


def prepare() -> Pair:
    """Writes the file, and reads its bytes for the loader."""
    file = scratch_folder() / "deployments.yaml"
    write_deployments(file, OBJECTS)
    data = file.read_bytes()

    def load() -> None:
        for _ in yaml.load_all(data, yaml.CSafeLoader):
            pass

    return Pair(spending([ROOT / "kapivara", "validate", file]), calling(load), rounds=5, seconds=0)


def write_deployments(file: Path, count: int) -> None:
    """Writes Deployments of 2.3 KB with distinct names as YAML documents."""
    deployment = json.loads(deployment_bytes())
    documents = ({**deployment, "metadata": {**deployment["metadata"], "name": f"shop-{n}"}} for n in range(count))
    file.write_text(yaml.dump_all(documents, Dumper=yaml.CSafeDumper, sort_keys=False))


def deployment_bytes() -> bytes:
    """Returns the Deployment of the shared benchmarks as JSON."""
    return (shared_folder("bench") / "deployment.json").read_bytes()


BENCHMARK = Benchmark("validate-deployments", 0.5, prepare)
