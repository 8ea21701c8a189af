"""ratchet-list: validating an update of one item in a list of type map of 1,000 items, against its `ok` check.

Another item, which the update does not change, is invalid: it must be found, and its old item found by its keys.
"""

from __future__ import annotations

import copy
from collections.abc import Callable

from bench.harness import Benchmark, Pair, calling
from bench.ratchet_objects import MAX_WEIGHT, UPDATE, schema, widget
from kapivara.schema.resource.validator import validator_for
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject

ITEMS = 1000


def update_of(items: int) -> tuple[JsonObject, JsonObject]:
    """Returns a new object and its old one."""
    old = widget("one", items)
    old["spec"]["items"][items * 2 // 3]["weight"] = MAX_WEIGHT + 1
    new = copy.deepcopy(old)
    new["spec"]["items"][items // 3]["weight"] = 7
    return new, old


def judging(items: int) -> Callable[[], None]:
    """Returns a function that validates the update in the same steps as the registry."""
    resource = ResourceSchema(schema(tight=True))
    new, old = update_of(items)

    def judge() -> None:
        ratchet = resource.ratchet(new, old)
        if ratchet is None or resource.validate(UPDATE, new, old, ratchet) or len(ratchet.forgiven) != 1:
            raise AssertionError("one error should be forgiven")

    return judge


def prepare() -> Pair:
    """Compares with `ok` on a valid object of the same size: on the invalid one, it would stop half-way."""
    validator = validator_for(Structural(schema(tight=True)))
    valid = widget("one", ITEMS)
    return Pair(calling(judging(ITEMS)), calling(lambda: validator.ok(valid)))


BENCHMARK = Benchmark("ratchet-list", 2, prepare)
