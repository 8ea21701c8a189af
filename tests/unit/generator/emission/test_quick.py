"""The quick form of a rule agrees with the rule's function for every value."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kapivara.emit.loader import load_module
from kapivara.field import Operation
from kapivara.generator.pipeline import generate
from kapivara.generator.sources.loading import read_sources
from kapivara.generator.tags.values.formats import HANDLERS as FORMATS

TEXTS = (
    "",
    "a",
    "ab",
    "äöü",
    "A-b",
    "a.b.c",
    "a/b",
    "x" * 64,
    "x" * 300,
    "0.1",
    "_",
    "-",
    "a b",
    "Slow",
    "\0",
    "A/b_c",
)
UUID = "123e4567-e89b-12d3-a456-426614174000"
NUMBERS = (-3, -1, 0, 1, 2, 3, 4, 7, 2**31 - 1)
LISTS: tuple[Any, ...] = (None, [], ["a"], ["a", "b"], ["a", "b", "c"], ["a"] * 9)
MAPS: tuple[Any, ...] = (None, {}, {"a": "b"}, {"a": "", "b": ""}, {str(each): "" for each in range(9)})
BYTES = (None, "", "YQ==", "YWI=", "YWJj")
BOOLS = (False, True)
NAMES = [doc.description for doc in FORMATS[0].payloads]
CASES = [
    *((tag, "int32", NUMBERS) for tag in ("minimum=2", "maximum=2", "neq=2", "required", "forbidden")),
    *((tag, "int64", NUMBERS) for tag in ("exclusiveMinimum=-1", "exclusiveMaximum=3", "optional")),
    *(
        (tag, "string", TEXTS)
        for tag in ("minLength=2", "maxLength=2", "maxBytes=3", 'neq="a"', "required", "forbidden")
    ),
    *((tag, "[]string", LISTS) for tag in ("minItems=2", "maxItems=2", "required", "forbidden", "minItems=0")),
    *((tag, "[]byte", BYTES) for tag in ("minItems=2", "maxItems=2")),
    *((tag, "map[string]string", MAPS) for tag in ("minProperties=2", "maxProperties=2", "required", "forbidden")),
    *((tag, "bool", BOOLS) for tag in ("neq=true", "required")),
    *((f"format={name}", "string", (*TEXTS, UUID, UUID.upper())) for name in NAMES),
    ("validateTrue", "string", TEXTS),
    ('validateFalse="x"', "string", TEXTS),
    ("", "Mode", TEXTS),
]
POINTERS = [(tag, f"*{kind}", (*values, None)) for tag, kind, values in CASES if kind[0] != "[" and kind[:3] != "map"]
ENUM = """
// +k8s:enum
type Mode string

const (
	Slow Mode = "Slow"
	Fast Mode = "a"
)
"""


def load(folder: Path, kind: str, tag: str) -> dict[str, Any]:
    lines = [f"\t// +k8s:{tag}"] if tag else []
    fields = "\n".join([*lines, f'\tA {kind} `json:"a"`'])
    folder.mkdir()
    (folder / "doc.go").write_text("// +k8s:validation-gen=*\npackage v1\n")
    (folder / "types.go").write_text(f"package v1\n\ntype T struct {{\n{fields}\n}}\n{ENUM}")
    (made,) = generate(read_sources([folder]))
    return dict(load_module(made.source, "quick forms"))


@pytest.mark.parametrize(("tag", "kind", "values"), [*CASES, *POINTERS])
def test_both_speeds_agree(tag: str, kind: str, values: tuple[Any, ...], tmp_path: Path) -> None:
    module = load(tmp_path / "v1", kind, tag)
    for value in values:
        thorough = module["explain_T"](Operation(), None, {"a": value}, None)
        assert module["ok_T"](Operation(), {"a": value}) is (not thorough), value
