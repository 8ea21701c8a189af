"""validate-openapi: validation by published OpenAPI documents with rules, against that by the built-in kinds.

Both sides start with the values of a Deployment of 2.3 KB and of a ResourceClaim, and strip, prune, default and
validate them; a kind also has rules that no document contains. `judge` copies its argument, which the kind modifies.
"""

from __future__ import annotations

import json
from typing import Any

from bench.harness import Benchmark, Pair, calling
from bench.validate_builtin import CREATE
from bench.validate_deployments import deployment_bytes
from kapivara.api import Api
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.objects.body import Body
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
    """Validates the same values repeatedly as creates."""
    api = Api(feature_gates=GATES)
    cases = [_Case(api, json.loads(deployment_bytes())), _Case(api, CLAIM)]
    return Pair(
        calling(lambda: [each.judge_by_document() for each in cases]),
        calling(lambda: [each.judge_by_kind() for each in cases]),
    )


class _Case:
    """An object, its kind, and the document of its kind."""

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
        if errors := self._kind.verdict(CREATE, obj, ABSENT).errors:
            raise AssertionError(errors)


BENCHMARK = Benchmark("validate-openapi", 1.5, prepare)
