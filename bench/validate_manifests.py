"""validate-manifests: `kapivara validate` of 5,000 custom resources in one YAML file, against PyYAML's C loader on it.

The objects are HTTPRoutes of the Gateway API with all their CEL rules; the measurement is processor time, for the
command from start to end.
"""

from __future__ import annotations

import json
from pathlib import Path

import yaml

from bench.create_in_process import make_bodies
from bench.harness import ROOT, Benchmark, Pair, calling, scratch_folder, shared_folder, spending

OBJECTS = 5_000


def prepare() -> Pair:
    """Writes the file, and reads its bytes for the loader."""
    file = scratch_folder() / "routes.yaml"
    write_routes(file, OBJECTS)
    data = file.read_bytes()

    def load() -> None:
        for _ in yaml.load_all(data, yaml.CSafeLoader):
            pass

    return Pair(spending(validating(file)), calling(load), rounds=3, seconds=0)


def write_routes(file: Path, count: int) -> None:
    """Writes routes with distinct names as YAML documents."""
    make = make_bodies()
    documents = (json.loads(make()) for _ in range(count))
    file.write_text(yaml.dump_all(documents, Dumper=yaml.CSafeDumper, sort_keys=False))


def validating(file: Path) -> list[str | Path]:
    """Returns the command that validates a file of routes."""
    crd = shared_folder("realworld") / "gateway" / "HTTPRoute.crd.json"
    return [ROOT / "kapivara", "validate", file, "--crds", crd]


BENCHMARK = Benchmark("validate-manifests", 0.7, prepare)
