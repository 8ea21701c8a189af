"""hostile-wide: what schemas with very many branches, fields and values cost a server, as shares of what they may cost.

Each probe is measured as those of `hostile_definitions` are. `python -m bench.hostile_wide [-v] [NAME…]` prints a line
for each.
"""

from __future__ import annotations

import sys
from typing import Any

from bench.harness import Benchmark, Pair
from bench.hostile_definitions import Calls, Probes, create, define, fields, items, main, measure_probe
from bench.hostile_http import compared

BRANCHES = 60_000
TIMES = 10


def free(**more: Any) -> dict[str, Any]:
    """Returns the schema of an object with any fields."""
    return {"type": "object", "x-kubernetes-preserve-unknown-fields": True, **more}


def requirements(count: int = BRANCHES) -> list[dict[str, Any]]:
    """Returns schemas that each want another field."""
    return [{"required": [f"f{n}"]} for n in range(count)]


def tried(schema: Any, *specs: Any) -> Calls:
    """Defines a schema, and tries it on objects, again and again: first ones are walked, later ones meet code."""
    yield define(schema)
    for number, spec in enumerate(specs * TIMES):
        yield create(spec, f"x{number}")


def any_of() -> Calls:
    """Branches of which none holds, and of which the last does."""
    yield from tried(free(anyOf=requirements()), {}, {f"f{BRANCHES - 1}": 1})


def one_of() -> Calls:
    """Branches of which none, one or two hold."""
    yield from tried(free(oneOf=requirements()), {}, {"f1": 1}, {"f1": 1, "f2": 1})


def all_of() -> Calls:
    """Branches of which none holds, each told."""
    yield from tried(free(allOf=requirements()), {})


def none_of() -> Calls:
    """Branches of which none may hold."""
    yield from tried(free(**{"not": {"anyOf": requirements()}}), {}, {f"f{BRANCHES - 1}": 1})


def nested() -> Calls:
    """Branches in branches."""
    group = [{"anyOf": [{"allOf": requirements(10)} for _ in range(10)]} for _ in range(600)]
    yield from tried(free(anyOf=group), {}, {"f1": 1})


def required() -> Calls:
    """Very many required fields."""
    names = [f"f{n}" for n in range(150_000)]
    yield from tried(free(required=names), {}, dict.fromkeys(names, 1))


def enumerations() -> Calls:
    """Very many objects and lists, of which a value may be one."""
    listed = [{"a": n} for n in range(50_000)] + [[n] for n in range(50_000)]
    values = items({"x-kubernetes-preserve-unknown-fields": True, "enum": listed})
    yield from tried(fields(l=values), {"l": [{"a": -1}]}, {"l": listed[::3]})


PROBES: Probes = {
    each.__name__.replace("_", "-"): each for each in (any_of, one_of, all_of, none_of, nested, required, enumerations)
}


def prepare() -> Pair:
    """Runs all probes."""
    return compared(measure_probe(probe) for probe in PROBES.values())


BENCHMARK = Benchmark("hostile-wide", 1, prepare)


if __name__ == "__main__":
    main(PROBES, sys.argv[1:])
