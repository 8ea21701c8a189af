"""hostile-patches: the cost of patches of the maximum size for a server, as shares of the allowed cost.

Each probe is measured like those of `hostile_definitions`. `python -m bench.hostile_patches [-v] [NAME…]` prints a
line for each.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from bench.harness import Benchmark, Pair
from bench.hostile_definitions import MERGE, THINGS, Call, Calls, Probes, create, define, main, measure_probe
from bench.hostile_http import compared

PATCH = "application/json-patch+json"
FREE = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
LONG = 500_000


def patch(body: bytes, media_type: str = PATCH) -> Call:
    """Returns the request that patches the object."""
    return Call("PATCH", f"{THINGS}/x", body, media_type)


def steps(step: dict[str, Any], count: int = 10_000) -> bytes:
    """Returns a JSON patch that repeats one step."""
    return json.dumps([step] * count).encode()


def listed(item: bytes, count: int) -> bytes:
    """Returns the text of a list of equal items."""
    return b"[" + b",".join([item] * count) + b"]"


def long_lists() -> Calls:
    """Thousands of steps that each change a long list."""
    yield define(FREE)
    yield create({"l": [1] * LONG})
    for place in ("0", "250000", "-"):
        yield patch(steps({"op": "add", "path": f"/spec/l/{place}", "value": 1}))
    yield patch(steps({"op": "remove", "path": "/spec/l/0"}))
    yield patch(steps({"op": "move", "from": "/spec/l/0", "path": "/spec/l/499999"}))
    yield patch(steps({"op": "copy", "from": "/spec/l/0", "path": "/spec/l/0"}))


def comparisons() -> Calls:
    """Steps that compare long lists."""
    yield define(FREE)
    yield create({"l": [1] * LONG})
    for last in (b"1", b"2"):
        value = listed(b"1", LONG)[:-2] + last + b"]"
        yield patch(b'[{"op":"test","path":"/spec/l","value":' + value + b"}]")
    yield patch(steps({"op": "test", "path": "/spec/l", "value": []}))


def small_tokens() -> Calls:
    """As many tokens as fit into a body."""
    yield define(FREE)
    yield create({})
    for item, count in ((b"[]", 1_000_000), (b"{}", 1_000_000), (b"1", 1_500_000)):
        yield patch(listed(item, count))
        yield patch(b'[{"op":"add","path":"/spec/a","value":' + listed(item, count) + b"}]")
        yield patch(b'{"spec":{"a":' + listed(item, count) + b"}}", MERGE)


def broken_texts() -> Calls:
    """Bodies of the maximum size with a syntax error, or a duplicate key, at their end."""
    yield define(FREE)
    yield create({})
    for item, count in ((b"[]", 1_000_000), (b'{"a":1}', 370_000), (b"1", 1_500_000)):
        start = b'{"spec":{"a":' + listed(item, count)
        for end in (b"", b",}}", b"}}x", b',"a":1,"a":2}}'):
            yield patch(start + end, MERGE)


def fields_twice() -> Calls:
    """As many duplicate fields as are reported, and more."""
    yield define(FREE)
    yield create({})
    for item, count in ((b'{"a":1,"a":2}', 33_000), (b'{"a":1,"a":2}', 210_000), (b"[]", 49_000), (b"[]", 990_000)):
        value = b'1,"a":' + listed(item, count)
        yield patch(b'{"spec":{"a":' + value + b"}}", MERGE)
        yield patch(b'[{"op":"add","path":"/spec","value":{"a":' + value + b"}}]")
        yield patch(b'{"apiVersion":1,"spec":{"a":' + listed(item, count) + b"}}", MERGE)


def metadata() -> Calls:
    """Very many invalid owners, finalizers and managers."""
    yield define(FREE)
    yield create({})
    for field, item in (("ownerReferences", b"{}"), ("finalizers", b'""'), ("managedFields", b"{}")):
        yield patch(b'{"metadata":{"%s":%s}}' % (field.encode(), listed(item, LONG)), MERGE)


PROBES: Probes = {
    each.__name__.replace("_", "-"): each
    for each in (long_lists, comparisons, small_tokens, broken_texts, fields_twice, metadata)
}


def prepare() -> Pair:
    """Runs all probes."""
    return compared(measure_probe(probe) for probe in PROBES.values())


BENCHMARK = Benchmark("hostile-patches", 1, prepare)


if __name__ == "__main__":
    main(PROBES, sys.argv[1:])
