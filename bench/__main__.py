"""`scripts/bench [--strict] [NAME…]`: prints one line per benchmark: name, measured ratio, bound, ok or over."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from bench.harness import Benchmark, UnavailableError, measure

MODULES = (
    *(
        "json_decode",
        "protobuf_read",
        "protobuf_write",
        "yaml_plain",
        "validate_object",
        "validate_route",
        "prepare_crd",
        "serve_ready",
    ),
    *("create_in_process", "durable_creates", "create_growth", "list_objects"),
    *("cli_validate_builtin", "validate_deployments", "validate_builtin_decode", "built_in_growth", "serve_memory"),
    *("validate_builtin", "validate_builtin_update", "validate_openapi", "real_config_maps", "real_deployments"),
    *("real_routes", "real_routes_etcd"),
    *("strict_fields", "apply_unchanged", "managed_fields"),
    *("cli_validate", "cli_installed", "validate_manifests", "validate_repository", "validate_memory"),
    "json_list_growth",
    *(
        "hostile_http",
        "hostile_definitions",
        "hostile_wide",
        "hostile_patches",
        "hostile_cel",
        "hostile_policies",
        "hostile",
    ),
    *("cel_compare", "cel_items", "cel_ends", "cel_nested", "cel_go_items", "cel_go_nested"),
    *("cel_dyn", "cel_dyn_items", "cel_dyn_nested", "first_object"),
    *("gen_types", "gen_crds", "validate_typed", "twins"),
    *("ratchet_valid", "ratchet_at_rest", "ratchet_list", "ratchet_growth"),
)


def main() -> int:
    """Runs all benchmarks, or the named ones; returns 1 with --strict if one is over its bound."""
    known = {name.replace("_", "-"): name for name in MODULES}
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measures what the project promises.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"all where none is named: {', '.join(known)}")
    parser.add_argument("--strict", action="store_true", help="exit 1 where a benchmark is over its bound")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"no benchmark {', '.join(unknown)}; there are {', '.join(known)}")
    width = max(map(len, known))
    over = False
    for name in options.names or known:
        benchmark = import_module(f"bench.{known[name]}").BENCHMARK
        over = _run(benchmark, width) or over
    return 1 if over and options.strict else 0


def _run(benchmark: Benchmark, width: int) -> bool:
    """Measures one benchmark and prints its line; returns whether it is over its bound."""
    label = f"{benchmark.name:{width}}"
    try:
        ratio = measure(benchmark.prepare())
    except UnavailableError as reason:
        print(f"{label}  {'-':>7}  {benchmark.bound:>5g}  skipped: {reason}", flush=True)
        return False
    over = ratio > benchmark.bound
    print(f"{label}  {ratio:7.2f}  {benchmark.bound:>5g}  {'over' if over else 'ok'}", flush=True)
    return over


if __name__ == "__main__":
    sys.exit(main())
