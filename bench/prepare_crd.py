"""prepare-crd: from the JSON of the largest real-world CRD to the first response for an object, against `json.loads`.

This includes all steps of the façade: the CRD is decoded, validated and stored, then an example is decoded, pruned,
defaulted and validated. Only the parts of the schema that the object uses are compiled.
"""

from __future__ import annotations

import json
from pathlib import Path

from bench.harness import Benchmark, Pair, calling, shared_folder
from kapivara import Api


def prepare() -> Pair:
    """Selects the largest CRD and the first of its examples."""
    files = sorted(shared_folder("realworld").glob("*/*.crd.json"), key=lambda file: file.stat().st_size)
    data = files[-1].read_bytes()
    example = json.dumps(json.loads(_examples(files[-1]).read_bytes())[0]).encode()

    def first_answer() -> None:
        api = Api(assume_namespaces=True)
        for outcome in (api.create(data), api.create(example, dry_run=True)):
            if not outcome.ok:
                raise AssertionError(f"refused: {outcome.status}")

    return Pair(calling(first_answer), calling(lambda: json.loads(data)))


def _examples(crd: Path) -> Path:
    return crd.with_name(crd.name.replace(".crd.", ".examples."))


BENCHMARK = Benchmark("prepare-crd", 60, prepare)
