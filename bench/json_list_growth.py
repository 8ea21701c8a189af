"""json-list-growth: `validate` of a JSON `kind: List`, per object of 5,000 against per object of 1,000.

Every object has an unknown field, so that line and column are computed for each.
"""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from pathlib import Path

from bench.create_in_process import make_bodies
from bench.harness import Benchmark, Pair, Side, calling, scratch_folder
from bench.validate_manifests import validating
from kapivara.cli.main import run

FEW, MANY = 1_000, 5_000


def prepare() -> Pair:
    """Writes two lists that differ only in length."""
    folder = scratch_folder()
    return Pair(_each(folder / "many.json", MANY), _each(folder / "few.json", FEW), rounds=3, seconds=0)


def _each(file: Path, count: int) -> Side:
    make = make_bodies()
    items = [json.loads(make()) for _ in range(count)]
    for item in items:
        item["spec"]["hostname"] = "misspelt.example.com"
    file.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": items}, indent=2))
    arguments = [str(each) for each in validating(file)[1:]]

    def validate() -> None:
        with Path("/dev/null").open("w") as nowhere, redirect_stdout(nowhere):
            if run(arguments) != 1:
                raise AssertionError("the fields were not found")

    whole = calling(validate)
    return lambda times: whole(times) / count


BENCHMARK = Benchmark("json-list-growth", 1.1, prepare)
