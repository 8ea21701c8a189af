"""first-object: the first object of a CRD with 1,000 rules, against validating and storing the CRD.

A rule is parsed, checked and its cost estimated with its CRD. For the first object, the rules are printed and compiled;
later objects need neither.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

from bench.harness import Benchmark, Pair, consuming
from kapivara import Api
from kapivara.values import JsonObject

RULES = 1_000
_TEMPLATES: tuple[str, ...] = (
    "!has(self.f{field}) || self.f{field}.size() < {number}",
    "self.f{field} != 'a{number}' && self.f{other} != 'b{number}'",
    "self.f{field}.startsWith('v') || self.f{field} == 'c{number}' || self.f{other}.contains('d{number}')",
    "self.items.all(x, !has(x.name) || x.name != 'e{number}' || x.value > {number})",
)
_TEXT: JsonObject = {"type": "string", "maxLength": 40}
_ITEM: JsonObject = {"type": "object", "properties": {"name": _TEXT, "value": {"type": "integer"}}}


def prepare() -> Pair:
    """Makes another CRD for each round, since compiled rules are cached for equal ones."""
    serial = count()
    first = json.dumps(_object()).encode()
    ours = consuming(lambda: _defined(_definition(next(serial))), lambda api: _create(api, first))
    reference = consuming(lambda: _definition(next(serial)), _defined)
    return Pair(ours, reference, rounds=4)


def _defined(data: Any) -> Api:
    api = Api(assume_namespaces=True)
    _create(api, data)
    return api


def _create(api: Any, data: bytes) -> None:
    outcome = api.create(data)
    if not outcome.ok:
        raise AssertionError(f"refused: {outcome.status}")


def _rules(serial: int) -> Iterator[JsonObject]:
    for place in range(RULES):
        number = RULES * (serial + 1) + place
        text = _TEMPLATES[place % len(_TEMPLATES)].format(field=place % 20, other=(place + 7) % 20, number=number)
        yield {"rule": text, "message": f"broken: {place}"}


def _definition(serial: int) -> bytes:
    properties = {f"f{number}": _TEXT for number in range(20)}
    items = {"type": "array", "maxItems": 10, "items": _ITEM}
    spec = {
        "type": "object",
        "properties": {**properties, "items": items},
        "x-kubernetes-validations": list(_rules(serial)),
    }
    version = {
        "name": "v1",
        "served": True,
        "storage": True,
        "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}},
    }
    names = {"plural": "rules", "singular": "rule", "kind": "Rule", "listKind": "RuleList"}
    definition = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "rules.example.com"},
        "spec": {"group": "example.com", "scope": "Cluster", "names": names, "versions": [version]},
    }
    return json.dumps(definition).encode()


def _object() -> JsonObject:
    spec = {**{f"f{number}": "value" for number in range(20)}, "items": [{"name": "a", "value": 9_999_999}] * 3}
    return {"apiVersion": "example.com/v1", "kind": "Rule", "metadata": {"name": "first"}, "spec": spec}


BENCHMARK = Benchmark("first-object", 0.7, prepare)
