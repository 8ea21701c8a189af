"""One API in two languages: the shipped examples in Go and Python have equal shapes and equal errors."""

import json
import runpy
from pathlib import Path

import pytest

from kapivara.codec.shapes import ListOf, MapOf, Struct
from kapivara.field import Operation, Verb
from kapivara.generator.pipeline import generate, load_generated
from kapivara.generator.sources.loading import read_sources

EXAMPLES = Path(__file__).resolve().parents[5] / "examples" / "types"
GO, PYTHON = EXAMPLES / "backups", EXAMPLES / "backups_python"
CASES = [json.loads(line) for line in (GO / "cases.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def modules():
    """The validators of both languages."""
    made = []
    for folder in (GO, PYTHON):
        (generated,) = generate(read_sources([folder]))
        made.append(load_generated(generated.source, folder.name))
    return made


def described(shape):
    """Returns a shape as text, without package names."""
    if isinstance(shape, Struct):
        fields = shape.tables.by_name.values()
        return shape.name, [(each.name, each.pointer, each.omit_empty, described(each.shape)) for each in fields]
    if isinstance(shape, (ListOf, MapOf)):
        return type(shape).__name__, shape.pointers, described(shape.item)
    return shape.go_name.rpartition(".")[2]


def test_shapes(modules):
    go, python = (described(module.shape("Backup")) for module in modules)
    assert python == go


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_answers(modules, case):
    operation = Operation(Verb.UPDATE if case["op"] == "update" else Verb.CREATE)
    go, python = (module.validate(case["type"], operation, case["obj"], case.get("old")) for module in modules)
    assert list(map(str, python)) == list(map(str, go))
    assert [(each.field, each.origin) for each in python] == [
        (each["field"], each.get("origin", "")) for each in case["errors"]
    ]


def test_both_have_the_same_cases():
    assert (PYTHON / "cases.jsonl").read_bytes() == (GO / "cases.jsonl").read_bytes()


def test_the_file_is_python_that_runs():
    names = runpy.run_path(str(PYTHON / "backups.py"), run_name="backups_python")
    spec = names["BackupSpec"](database="orders", mode=names["Mode"].FULL, keep_days=3)
    assert names["Backup"](spec).spec.keep_days == 3
