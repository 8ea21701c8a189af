"""prepare-crd: from the JSON of the largest real-world CRD to the first answer about an object, against `json.loads`.

Laziness makes this possible: only what the object touches is compiled.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bench.harness import Benchmark, Pair, calling, shared_folder
from kapivara.codec import decode_json
from kapivara.field import Operation, Verb
from kapivara.schema.resource import ResourceSchema
from kapivara.values import ABSENT


def prepare() -> Pair:
    """Takes the largest CRD and the first of its examples."""
    files = sorted(shared_folder("realworld").glob("*/*.crd.json"), key=lambda file: file.stat().st_size)
    data = files[-1].read_bytes()
    example = json.loads(_examples(files[-1]).read_bytes())[0]

    def first_answer() -> None:
        crd: Any = decode_json(data).value
        version = next(v for v in crd["spec"]["versions"] if example["apiVersion"].endswith("/" + v["name"]))
        schema = ResourceSchema(version["schema"]["openAPIV3Schema"], group_kind=crd["spec"]["names"]["kind"])
        value = json.loads(json.dumps(example))
        schema.prune(value)
        schema.default(value)
        if errors := schema.validate(Operation(Verb.CREATE), value, ABSENT):
            raise AssertionError(f"the example is not valid: {errors}")

    return Pair(calling(first_answer), calling(lambda: json.loads(data)))


def _examples(crd: Path) -> Path:
    return crd.with_name(crd.name.replace(".crd.", ".examples."))


BENCHMARK = Benchmark("prepare-crd", 60, prepare)
