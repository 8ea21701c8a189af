"""validate-memory: what `kapivara validate` keeps at most, in MB, of 20,000 custom resources in one YAML file."""

from __future__ import annotations

from bench.harness import Benchmark, Pair, most_memory_of, scratch_folder
from bench.validate_manifests import validating, write_routes

OBJECTS = 20_000
MEGABYTE = 1024 * 1024


def prepare() -> Pair:
    """Writes the file; what is compared with is a megabyte."""
    file = scratch_folder() / "routes.yaml"
    write_routes(file, OBJECTS)
    return Pair(lambda _: most_memory_of(validating(file)) / MEGABYTE, lambda _: 1.0, rounds=1, seconds=0)


BENCHMARK = Benchmark("validate-memory", 150, prepare)
