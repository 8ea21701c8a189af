"""validate-builtin-update: all steps of an unchanged update of a Deployment of 2.3 KB, against `json.loads`."""

from __future__ import annotations

import json

from bench.harness import Benchmark, Pair, calling
from bench.validate_builtin import created, deployment_kind, read
from bench.validate_deployments import deployment_bytes
from kapivara.codec import encode_json
from kapivara.field import Operation, Verb

UPDATE = Operation(Verb.UPDATE)


def prepare() -> Pair:
    """Decodes the stored object once, outside the timing."""
    kind = deployment_kind()
    old = created(kind, deployment_bytes())
    old["metadata"]["resourceVersion"] = "1"
    data = encode_json(old)

    def update() -> bytes:
        new = read(kind, data)
        if errors := kind.verdict(UPDATE, new, old).errors:
            raise AssertionError(errors)
        return encode_json(new)

    return Pair(calling(update), calling(lambda: json.loads(data)))


BENCHMARK = Benchmark("validate-builtin-update", 9, prepare)
