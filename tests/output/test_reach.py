"""Tests that the generator reaches every place of a tag, with a probe that always fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.field import Operation
from kapivara.generator.pipeline import generate, load_generated
from kapivara.generator.sources.loading import SourceOptions, read_sources

OBJECT = {
    "pointer": {},
    "number": 1,
    "words": ["a"],
    "dict": {"k": {}},
    "list": [{}],
    "pointers": [{}],
    "map": {"k": "v"},
    "innerPointer": "x",
    "tree": {"left": {"left": {}}, "kids": [{}], "byName": {"k": {}}},
    "items": [{"field": "x"}],
}

EXPECTED = {
    "struct": ["struct"], "struct.field": ["field"], "pointer": ["struct"], "pointer.field": ["field"],
    "number": ["pointer to scalar"], "word": ["typedef"], "words": ["list"], "words[0]": ["list value", "typedef"],
    "dict": ["map key", "map", "typedef"], "dict[k]": ["map value", "struct"], "dict[k].field": ["field"],
    "list[0]": ["field's list value", "struct"], "list[0].field": ["field"],
    "pointers[0]": ["field's pointer value", "struct"], "pointers[0].field": ["field"],
    "map": ["field's map key", "typedef"], "map[k]": ["field's map value", "typedef"],
    "Embedded.inner": ["embedded field"], "EmbeddedPointer.innerPointer": ["embedded pointer field"],
    "tree.name": ["node"], "tree.left.name": ["node"], "tree.left.left.name": ["node"], "tree.kids[0].name": ["node"],
    "tree.byName[k].name": ["node"], "sub": ["struct"], "sub.field": ["subfield", "field"],
    "items[0]": ["item", "struct"], "items[0].field": ["field"],
}  # fmt: skip


PROBES = Path(__file__).parent / "probes"


@pytest.fixture(scope="module")
def module():
    return load_generated(generate(read_sources([PROBES], SourceOptions()))[0].source, "probes")


def test_every_probe_speaks(module):
    told: dict[str, list[str]] = {}
    for error in module.validate("Root", Operation(), OBJECT):
        told.setdefault(error.field, []).append(error.detail.removeprefix("forced failure: "))
    assert told == EXPECTED


@pytest.mark.parametrize("levels", [300, 2000])
def test_recursion_ends(module, levels):
    deep: dict = {}
    for _ in range(levels):
        deep = {"left": deep}
    errors = module.validate("Root", Operation(), {"tree": deep})
    assert sum(error.field.startswith("tree.") for error in errors) == levels + 1


def test_nesting_beyond_measure_is_told(module):
    deep: dict = {}
    for _ in range(200_000):
        deep = {"left": deep}
    [error] = module.validate("Root", Operation(), {"tree": deep})
    assert "nested deeper than 10000 levels" in error.detail
    while deep:
        deep = deep.pop("left", {})
