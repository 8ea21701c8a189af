"""validate-builtin-decode: a Deployment of 2.3 KB decoded strictly, defaulted and encoded, against `json.loads`."""

from __future__ import annotations

import json

from bench.harness import Benchmark, Pair, calling
from bench.validate_deployments import deployment_bytes
from kapivara.api import Api
from kapivara.apis.machinery.objects.body import Body
from kapivara.codec import decode_json, encode_json


def prepare() -> Pair:
    """Decodes as a create does, from the bytes of the body to the stored bytes."""
    data = deployment_bytes()
    kind = Api().registry.find_kind("apps/v1", "Deployment")
    if kind is None:
        raise AssertionError("Deployments are built in")
    codec = kind.codec

    def decode() -> bytes:
        decoded = decode_json(data)
        body = Body(decoded.value, tuple(decoded.strict_errors), decoded.duplicates, data, data)
        return encode_json(codec.decode(body).obj)

    return Pair(calling(decode), calling(lambda: json.loads(data)))


BENCHMARK = Benchmark("validate-builtin-decode", 4, prepare)
