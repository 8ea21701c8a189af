"""The generator reaches every place: a probe that always fails speaks wherever a tag may stand."""

from __future__ import annotations

import pytest

from kapivara.field import Operation
from kapivara.generator.pipeline import generate, load_generated
from kapivara.generator.sources import SourceOptions, read_sources

SOURCE = """package v1

// +k8s:validateFalse="struct"
type Struct struct {
	// +k8s:validateFalse="field"
	Field string `json:"field"`
}

// +k8s:validateFalse="typedef"
type Word string

// +k8s:validateFalse="list"
// +k8s:eachVal=+k8s:validateFalse="list value"
type Words []Word

// +k8s:validateFalse="map"
// +k8s:eachKey=+k8s:validateFalse="map key"
// +k8s:eachVal=+k8s:validateFalse="map value"
type Dict map[Word]Struct

type Embedded struct {
	// +k8s:validateFalse="embedded field"
	Inner string `json:"inner"`
}

type EmbeddedPointer struct {
	// +k8s:validateFalse="embedded pointer field"
	InnerPointer string `json:"innerPointer"`
}

type Tree struct {
	// +k8s:validateFalse="node"
	Name string `json:"name"`
	// +k8s:optional
	Left *Tree `json:"left,omitempty"`
	// +k8s:optional
	Kids []Tree `json:"kids,omitempty"`
	// +k8s:optional
	ByName map[string]Tree `json:"byName,omitempty"`
}

// +k8s:validation-gen=true
type Root struct {
	Struct Struct `json:"struct"`
	// +k8s:optional
	Pointer *Struct `json:"pointer,omitempty"`
	// +k8s:optional
	// +k8s:validateFalse="pointer to scalar"
	Number *int32 `json:"number,omitempty"`
	Word Word `json:"word"`
	Words Words `json:"words,omitempty"`
	Dict Dict `json:"dict,omitempty"`
	// +k8s:eachVal=+k8s:validateFalse="field's list value"
	List []Struct `json:"list,omitempty"`
	// +k8s:eachVal=+k8s:validateFalse="field's pointer value"
	Pointers []*Struct `json:"pointers,omitempty"`
	// +k8s:eachKey=+k8s:validateFalse="field's map key"
	// +k8s:eachVal=+k8s:validateFalse="field's map value"
	Map map[Word]Word `json:"map,omitempty"`
	Embedded `json:",inline"`
	// +k8s:optional
	*EmbeddedPointer `json:",inline"`
	Tree Tree `json:"tree"`
	// +k8s:subfield(field)=+k8s:validateFalse="subfield"
	Sub Struct `json:"sub"`
	// +k8s:listType=map
	// +k8s:listMapKey=field
	// +k8s:item(field: "x")=+k8s:validateFalse="item"
	Items []Struct `json:"items,omitempty"`
}
"""

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


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    folder = tmp_path_factory.mktemp("probes") / "v1"
    folder.mkdir()
    (folder / "types.go").write_text(SOURCE)
    return load_generated(generate(read_sources([folder], SourceOptions()))[0].source, "probes")


def test_every_probe_speaks(module):
    told: dict[str, list[str]] = {}
    for error in module.validate("Root", Operation(), OBJECT):
        told.setdefault(error.field, []).append(error.detail.removeprefix("forced failure: "))
    assert told == EXPECTED


def test_recursion_ends(module):
    deep: dict = {}
    for _ in range(300):
        deep = {"left": deep}
    errors = module.validate("Root", Operation(), {"tree": deep})
    assert sum(error.field.startswith("tree.") for error in errors) == 301


def test_nesting_beyond_measure_is_told(module):
    deep: dict = {}
    for _ in range(200_000):
        deep = {"left": deep}
    [error] = module.validate("Root", Operation(), {"tree": deep})
    assert "nested too deeply" in error.detail
    while deep:
        deep = deep.pop("left", {})
