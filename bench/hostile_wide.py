"""hostile-wide: the cost of schemas with very many branches, fields and values, and of very many invalid list items.

Each probe is measured like those of `hostile_definitions`, as a share of the allowed cost.
`python -m bench.hostile_wide [-v] [NAME…]` prints a line for each.
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
"""Nearly the maximum number of items in an object of a built-in kind."""


def free(**more: Any) -> dict[str, Any]:
    """Returns the schema of an object with any fields."""
    return {"type": "object", "x-kubernetes-preserve-unknown-fields": True, **more}


def requirements(count: int = BRANCHES) -> list[dict[str, Any]]:
    """Returns schemas that each require another field."""
    return [{"required": [f"f{n}"]} for n in range(count)]


def tried(schema: Any, *specs: Any) -> Calls:
    """Creates a CRD, then objects: the first are validated by interpretation, later ones by compiled code."""
    yield define(schema)
    for number, spec in enumerate(specs * TIMES):
        yield create(spec, f"x{number}")


def any_of() -> Calls:
    """`anyOf` branches of which none holds, or only the last."""
    yield from tried(free(anyOf=requirements()), {}, {f"f{BRANCHES - 1}": 1})


def one_of() -> Calls:
    """`oneOf` branches of which none, one or two hold."""
    yield from tried(free(oneOf=requirements()), {}, {"f1": 1}, {"f1": 1, "f2": 1})


def all_of() -> Calls:
    """`allOf` branches of which none holds, each reported."""
    yield from tried(free(allOf=requirements()), {})


def none_of() -> Calls:
    """`not` with branches."""
    yield from tried(free(**{"not": {"anyOf": requirements()}}), {}, {f"f{BRANCHES - 1}": 1})


def nested() -> Calls:
    """Nested branches."""
    group = [{"anyOf": [{"allOf": requirements(10)} for _ in range(10)]} for _ in range(600)]
    yield from tried(free(anyOf=group), {}, {"f1": 1})


def required() -> Calls:
    """Very many required fields."""
    names = [f"f{n}" for n in range(150_000)]
    yield from tried(free(required=names), {}, dict.fromkeys(names, 1))


def enumerations() -> Calls:
    """An `enum` of very many objects and lists."""
    listed = [{"a": n} for n in range(50_000)] + [[n] for n in range(50_000)]
    values = items({"x-kubernetes-preserve-unknown-fields": True, "enum": listed})
    yield from tried(fields(l=values), {"l": [{"a": -1}]}, {"l": listed[::3]})


def wrong_items() -> Calls:
    """Pods with the maximum number of items, all of them invalid in several ways."""
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
