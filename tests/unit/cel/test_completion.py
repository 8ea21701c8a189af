"""Completions of the beginning of an expression."""

from __future__ import annotations

import pytest

from kapivara.cel.completion import complete
from kapivara.schema.expressions.compiling.compilation import RuleCompiler
from kapivara.schema.expressions.data.declared import declare
from kapivara.schema.structural.structural import Structural

SCHEMA = {
    "type": "object",
    "properties": {
        "list": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}},
        "limit": {"type": "integer"},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "inner": {"type": "object", "properties": {"deep": {"type": "string"}}},
    },
}


def offered(text: str) -> list[str]:
    declared = declare(Structural(SCHEMA))
    assert declared is not None
    return complete(RuleCompiler(declared).env(), text)[1]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("se", ["self", "semver", "sets.contains", "sets.equivalent", "sets.intersects"]),
        ("oldS", ["oldSelf"]),
        ("optional.o", ["of", "ofNonZeroValue"]),
        ("self.", ["inner", "labels", "limit", "list"]),
        ("self.li", ["limit", "list"]),
        ("!has(self.in", ["inner"]),
        ("1 + self.inner.d", ["deep"]),
        ("self.?i", ["inner"]),
        ("self.?inner.d", ["deep"]),
        ("self.inner.deep.lower", ["lowerAscii"]),
        ("self.list[0].na", ["name"]),
        ("self.list.all(x, x.n", ["name"]),
        ("self.list.all(x, self.list.exists(y, y.name == x.na", ["name"]),
        ("self.list.filter(x, x.name != '').ex", ["exists", "existsOne", "exists_one"]),
        ("self.list.all(i, x, x.n", ["name"]),
        ("self.labels.all(k, k.starts", ["startsWith"]),
        ("self.labels.sortB", []),
        ("'a'.ch", ["charAt"]),
        ("quantity('1').isG", ["isGreaterThan"]),
        ("'self.li", []),
        ("self.nothing.li", []),
        ("self.limit > 0 && ha", ["has"]),
        ("", None),
    ],
)
def test_what_is_offered(text: str, names: list[str] | None) -> None:
    found = offered(text)
    assert found == names if names is not None else {"self", "has", "true"} <= {*found}


def test_long_texts_are_cut() -> None:
    assert offered("(" * 100_000 + "self.li") == ["limit", "list"]
