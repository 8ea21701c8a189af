"""validate-route: the complete validation of a valid HTTPRoute with all its CEL rules, against `json.loads`.

The object is that of validate-object: several rules, matches and filters.
"""

from __future__ import annotations

import json

from bench.harness import Benchmark, Pair, calling, consuming, shared_folder
from bench.validate_object import judging, make_route
from kapivara.schema.resource.versions import ResourceSchema


def prepare() -> Pair:
    """Decodes outside the timing, which covers the steps after decoding."""
    folder = shared_folder("realworld") / "gateway"
    crd = json.loads((folder / "HTTPRoute.crd.json").read_bytes())
    data = make_route(json.loads((folder / "HTTPRoute.examples.json").read_bytes()))
    schema = ResourceSchema(crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"], group_kind="HTTPRoute")
    return Pair(consuming(lambda: json.loads(data), judging(schema)), calling(lambda: json.loads(data)))


BENCHMARK = Benchmark("validate-route", 4, prepare)
