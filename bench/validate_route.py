"""validate-route: the whole validation of a valid HTTPRoute, all its CEL rules on, against `json.loads` of its bytes.

The object is that of validate-object: several rules, matches and filters.
"""

from __future__ import annotations

import json
from typing import Any

from bench.harness import Benchmark, Pair, calling, consuming, shared_folder
from bench.validate_object import make_route
from kapivara.field import Operation, Verb
from kapivara.schema.resource import ResourceSchema
from kapivara.values import ABSENT


def prepare() -> Pair:
    """Decodes outside the timing: what is measured is what follows decoding."""
    folder = shared_folder("realworld") / "gateway"
    crd = json.loads((folder / "HTTPRoute.crd.json").read_bytes())
    data = make_route(json.loads((folder / "HTTPRoute.examples.json").read_bytes()))
    schema = ResourceSchema(crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"], group_kind="HTTPRoute")
    operation = Operation(Verb.CREATE)

    def steps(value: Any) -> None:
        unknown = schema.prune_and_default(value)
        errors = schema.validate(operation, value, ABSENT)
        errors = errors + schema.validate_rules(value, ABSENT, errors)
        if unknown or errors:
            raise AssertionError(f"the object is not valid: {unknown} {errors}")

    return Pair(consuming(lambda: json.loads(data), steps), calling(lambda: json.loads(data)))


BENCHMARK = Benchmark("validate-route", 12, prepare)
