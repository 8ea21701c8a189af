"""validate-openapi: objects judged by the documents that a server publishes with rules, against their own kinds.

Both sides begin with the values of a Deployment of 2.3 KB and of a ResourceClaim, and strip, prune, default and judge
them; a kind has rules of its own, too, which no document says. `judge` copies what it is given, which the kind spoils.
"""

from __future__ import annotations

import json
from typing import Any

from bench.harness import Benchmark, Pair, calling
from bench.validate_builtin import CREATE
from bench.validate_deployments import deployment_bytes
from kapivara.api import Api
from kapivara.apis.body import Body
from kapivara.apis.kind import Kind
from kapivara.openapi import Validator
from kapivara.values import ABSENT, JsonObject, copy_json

GATES = {"DeclarativeValidationExtensionsInOpenAPI": True}
CLAIM: JsonObject = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "ResourceClaim",
    "metadata": {"name": "training", "namespace": "team", "labels": {"app": "training"}},
    "spec": {
        "devices": {
            "requests": [
                {"name": f"gpu-{number}", "exactly": {"deviceClassName": "gpu.example.com", "count": 2}}
                for number in range(4)
            ],
            "constraints": [{"requests": ["gpu-0", "gpu-1"], "matchAttribute": "gpu.example.com/switch"}],
        }
    },
}


def prepare() -> Pair:
    """Judges the same values again and again, as new objects."""
    api = Api(feature_gates=GATES)
    cases = [_Case(api, json.loads(deployment_bytes())), _Case(api, CLAIM)]
    return Pair(
        calling(lambda: [each.judge_by_document() for each in cases]),
        calling(lambda: [each.judge_by_kind() for each in cases]),
    )


class _Case:
    """One object, its kind and the document about it."""

    def __init__(self, api: Api, value: JsonObject):
        found = api.registry.find_kind(value["apiVersion"], value["kind"])
        document = api.registry.openapi().document(f"apis/{value['apiVersion']}")
        if found is None or document is None:
            raise AssertionError(f"{value['kind']} is built in")
        self._kind: Kind = found
        self._value = value
        self._text = json.dumps(value).encode()
        self._validator = Validator(json.loads(document.text))

    def judge_by_document(self) -> None:
        judgement = self._validator.judge(self._value)
        if not judgement.ok:
            raise AssertionError(judgement)

    def judge_by_kind(self) -> None:
        value: Any = copy_json(self._value)
        obj = self._kind.codec.decode(Body(value, (), (), self._text, self._text)).obj
        obj["metadata"] |= {"uid": "7ea2f6f4-7b3c-4a55-9d0e-1f4a3b6c2d10", "creationTimestamp": "2030-01-02T03:04:05Z"}
        if errors := self._kind.judge(CREATE, obj, ABSENT).errors:
            raise AssertionError(errors)


BENCHMARK = Benchmark("validate-openapi", 1.5, prepare)
