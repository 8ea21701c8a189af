"""validate-object: pruning, defaulting and validating a valid object of about 1.5 KB, against `json.loads`.

The schema is that of the Gateway API's HTTPRoute, the object a route with the rules of its published examples. CEL
rules are removed: other benchmarks measure them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from bench.harness import Benchmark, Pair, calling, consuming, shared_folder
from kapivara.field import Operation, Verb
from kapivara.schema.resource.sound_fields import SoundFields
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.values import ABSENT

SIZE = 1500


def make_route(examples: list[dict[str, Any]]) -> bytes:
    """Returns a route with the rules of several examples, up to the size."""
    route = json.loads(json.dumps(examples[0]))
    for example in examples[1:]:
        if len(json.dumps(route)) >= SIZE:
            break
        route["spec"]["rules"] += example["spec"].get("rules", [])
    return json.dumps(route).encode()


def prepare() -> Pair:
    """Decodes outside the timing, which covers the steps after decoding."""
    folder = shared_folder("realworld") / "gateway"
    crd = json.loads((folder / "HTTPRoute.crd.json").read_bytes())
    data = make_route(json.loads((folder / "HTTPRoute.examples.json").read_bytes()))
    schema = ResourceSchema(
        without_rules(crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]), group_kind="HTTPRoute"
    )
    return Pair(consuming(lambda: json.loads(data), judging(schema)), calling(lambda: json.loads(data)))


def judging(schema: ResourceSchema) -> Callable[[Any], None]:
    """Returns a function with the steps of a create that a schema determines."""

    def steps(value: Any) -> None:
        sound = SoundFields()
        if schema.prune_and_default(value, sound=sound):
            raise AssertionError("the object has unknown fields")
        if schema.is_sound(value, ABSENT, sound):
            return
        errors = schema.validate(Operation(Verb.CREATE), value)
        if errors := errors + schema.validate_rules(value, ABSENT, errors):
            raise AssertionError(f"the object is not valid: {errors}")

    return steps


def without_rules(schema: Any) -> Any:
    """Returns a schema without its CEL rules."""
    if isinstance(schema, list):
        return [without_rules(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: without_rules(each) for key, each in schema.items() if key != "x-kubernetes-validations"}


BENCHMARK = Benchmark("validate-object", 2, prepare)
