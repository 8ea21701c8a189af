"""validate-object: prune, default and validate a valid object of about 1.5 KB, against `json.loads` of its bytes.

The schema is the Gateway API's HTTPRoute, the object its published examples' rules in one route. CEL rules are
left out: they are measured by benchmarks of their own.
"""

from __future__ import annotations

import json
from typing import Any

from bench.harness import Benchmark, Pair, calling, consuming, shared_folder
from kapivara.field import Operation, Verb
from kapivara.schema.resource import ResourceSchema
from kapivara.values import ABSENT

SIZE = 1500


def make_route(examples: list[dict[str, Any]]) -> bytes:
    """Puts the rules of the examples into one route until it has the size."""
    route = json.loads(json.dumps(examples[0]))
    for example in examples[1:]:
        if len(json.dumps(route)) >= SIZE:
            break
        route["spec"]["rules"] += example["spec"].get("rules", [])
    return json.dumps(route).encode()


def prepare() -> Pair:
    """Decodes outside the timing: what is measured is what follows decoding."""
    folder = shared_folder("realworld") / "gateway"
    crd = json.loads((folder / "HTTPRoute.crd.json").read_bytes())
    data = make_route(json.loads((folder / "HTTPRoute.examples.json").read_bytes()))
    schema = ResourceSchema(crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"], group_kind="HTTPRoute")
    operation = Operation(Verb.CREATE)

    def steps(value: Any) -> None:
        if schema.prune_and_default(value):
            raise AssertionError("the object has unknown fields")
        if errors := schema.validate(operation, value, ABSENT):
            raise AssertionError(f"the object is not valid: {errors}")

    return Pair(consuming(lambda: json.loads(data), steps), calling(lambda: json.loads(data)))


BENCHMARK = Benchmark("validate-object", 6, prepare)
