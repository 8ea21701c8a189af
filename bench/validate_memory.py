"""validate-memory: the peak memory of `kapivara validate` in MB, with 20,000 custom resources in one YAML file."""

from __future__ import annotations

from bench.harness import Benchmark, Pair, most_memory_of, scratch_folder
from bench.validate_manifests import validating, write_routes

OBJECTS = 20_000
MEGABYTE = 1024 * 1024


def prepare() -> Pair:
    """Writes the file; the reference is a megabyte."""
    file = scratch_folder() / "routes.yaml"
    write_routes(file, OBJECTS)
    return Pair(lambda _: most_memory_of(validating(file)) / MEGABYTE, lambda _: 1.0, rounds=1, seconds=0)


BENCHMARK = Benchmark("validate-memory", 150, prepare)
