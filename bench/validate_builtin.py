"""validate-builtin: all steps for a Deployment of 2.3 KB, against `json.loads` of its bytes.

It is decoded strictly, defaulted, validated by all rules, and encoded: everything that a create does to the object
itself, from the bytes of its body to the stored bytes.
"""

from __future__ import annotations

import json

from bench.harness import Benchmark, Pair, calling
from bench.validate_deployments import deployment_bytes
from kapivara.api import Api
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.objects.body import Body
from kapivara.codec import decode_json, encode_json
from kapivara.field import Operation, Verb
from kapivara.values import ABSENT, JsonObject

CREATE = Operation(Verb.CREATE)


def prepare() -> Pair:
    """Validates the same bytes repeatedly."""
    data, kind = deployment_bytes(), deployment_kind()
    return Pair(calling(lambda: encode_json(created(kind, data))), calling(lambda: json.loads(data)))


def deployment_kind() -> Kind:
    """Returns the kind of Deployments."""
    kind = Api().registry.find_kind("apps/v1", "Deployment")
    if kind is None:
        raise AssertionError("Deployments are built in")
    return kind


def read(kind: Kind, data: bytes) -> JsonObject:
    """Decodes an object strictly, and sets its defaults."""
    decoded = decode_json(data)
    found = kind.codec.decode(Body(decoded.value, tuple(decoded.strict_errors), decoded.duplicates, data, data))
    if found.strict_errors:
        raise AssertionError(found.strict_errors)
    return found.obj


def created(kind: Kind, data: bytes) -> JsonObject:
    """Returns a new object as it would be stored; it must be valid."""
    obj = read(kind, data)
    obj["metadata"] |= {"uid": "7ea2f6f4-7b3c-4a55-9d0e-1f4a3b6c2d10", "creationTimestamp": "2030-01-02T03:04:05Z"}
    if errors := kind.verdict(CREATE, obj, ABSENT).errors:
        raise AssertionError(errors)
    return obj


BENCHMARK = Benchmark("validate-builtin", 7, prepare)
