"""hostile-wide: what very many branches, fields and values of schemas cost a server, and very many wrong items of
built-in kinds, as shares of what they may cost.

Each probe is measured as those of `hostile_definitions` are. `python -m bench.hostile_wide [-v] [NAME…]` prints a line
for each.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from bench.harness import Benchmark, Pair
from bench.hostile_definitions import Call, Calls, Probes, create, define, fields, items, main, measure_probe
from bench.hostile_http import compared

BRANCHES = 60_000
TIMES = 10
MOST_ITEMS = 38_000
"""Nearly as many as an object of a built-in kind may have."""


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


def wrong_items() -> Calls:
    """Pods with as many items as may be, all of them wrong in several ways."""
    lists = {
        "tolerations": {"key": "k!", "operator": "x", "effect": "y"},
        "topologySpreadConstraints": {"maxSkew": 0, "topologyKey": "k!", "whenUnsatisfiable": "y"},
        "volumes": {"name": "A"},
        "hostAliases": {"ip": "x", "hostnames": ["!"]},
    }
    for number, (name, item) in enumerate(lists.items()):
        spec = {"containers": [{"name": "c", "image": "i"}], name: [item] * MOST_ITEMS}
        pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"x{number}"}, "spec": spec}
        yield Call("POST", "/api/v1/namespaces/default/pods", json.dumps(pod).encode())


PROBES: Probes = {
    each.__name__.replace("_", "-"): each
    for each in (any_of, one_of, all_of, none_of, nested, required, enumerations, wrong_items)
}


def prepare() -> Pair:
    """Runs all probes."""
    return compared(measure_probe(probe) for probe in PROBES.values())


BENCHMARK = Benchmark("hostile-wide", 1, prepare)


if __name__ == "__main__":
    main(PROBES, sys.argv[1:])
