"""Tests of the data that rules accept at full speed, with estimated costs."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.schema.expressions.compiling.compilation import compiler_of
from kapivara.schema.expressions.data.declared import declare
from kapivara.schema.expressions.data.schema_fit import fit_of, paths_read
from kapivara.schema.expressions.running.rule_nodes import rules_of
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject

STRING: JsonObject = {"type": "string", "maxLength": 2}
INTEGER: JsonObject = {"type": "integer"}
NULLABLE: JsonObject = {**INTEGER, "nullable": True}
TIME: JsonObject = {"type": "string", "format": "date-time"}


def fields(**properties: JsonObject) -> JsonObject:
    return {"type": "object", "properties": properties}


def listed(items: JsonObject) -> JsonObject:
    return {"type": "array", "maxItems": 2, "items": items}


FITS: dict[str, tuple[JsonObject, list[Any], list[Any]]] = {
    "integer": (INTEGER, [1], [1.0, "1", True, None]),
    "number": ({"type": "number"}, [1, 1.5], ["1", False]),
    "boolean": ({"type": "boolean"}, [True], [1]),
    "string": (STRING, ["", "ab", "éé", "abcdefgh"], ["abcdefghi", 1, []]),
    "string of an enumeration": ({"type": "string", "enum": ["ab"]}, ["ab", "xy"], ["abc", "éé"]),
    "time": (TIME, ["2024-01-01T00:00:00Z"], ["x", 1]),
    "integer or string": ({"x-kubernetes-int-or-string": True, "maxLength": 2}, [1, "5%"], [1.5, "x" * 9]),
    "list": (listed(INTEGER), [[], [1, 2]], [[1, 2, 3], [None], ["x"], {}]),
    "list with null": (listed(NULLABLE), [[None, 1]], [["x"]]),
    "map": ({"type": "object", "maxProperties": 1, "additionalProperties": INTEGER}, [{}, {"a": 1}], [{"a": "x"}, []]),
    "object": (fields(a=INTEGER, b=NULLABLE), [{}, {"a": 1}, {"b": None, "z": []}], [{"a": None}, {"b": "x"}, []]),
    "what expressions do not see": (fields(a={"x-kubernetes-preserve-unknown-fields": True}), [{"a": 1}], [1]),
}


@pytest.mark.parametrize(("raw", "fitting", "other"), FITS.values(), ids=FITS)
def test_fits(raw: JsonObject, fitting: list[Any], other: list[Any]) -> None:
    declared = declare(Structural(raw))
    assert declared is not None
    fits = fit_of(declared)
    assert [data for data in fitting if not fits(data)] == []
    assert [data for data in other if fits(data)] == []


PATHS: dict[str, tuple[str, dict[str, Any] | None]] = {
    "nothing": ("self.a == 1", {}),
    "fields": ("self.a == oldSelf.a && has(oldSelf.b.c)", {"a": None, "b": {"c": None}}),
    "a field and what is in it": ("oldSelf.b.c == 1 || oldSelf.b == self.b", {"b": None}),
    "what is in a field, and the field": ("oldSelf.b == self.b || oldSelf.b.c == 1", {"b": None}),
    "elements": ("oldSelf.l.all(x, x > 0) && oldSelf.l[0] == 1", {"l": None}),
    "all of it": ("self == oldSelf", None),
    "all of it, in a loop": ("[1].all(x, [oldSelf].size() == x)", None),
    "another variable of the name": ("[1].all(oldSelf, oldSelf > 0)", None),
}


@pytest.mark.parametrize(("rule", "paths"), PATHS.values(), ids=PATHS)
def test_paths(rule: str, paths: dict[str, Any] | None) -> None:
    declared = declare(Structural(fields(a=INTEGER, b=fields(c=INTEGER), l=listed(INTEGER))))
    assert declared is not None
    compiled = compiler_of(declared).compile({"rule": rule}, lambda _keyword, _text: True)
    assert compiled.rule is not None, compiled.error
    assert paths_read([compiled.rule.checked], "oldSelf") == paths


def test_only_what_is_read_has_to_fit() -> None:
    raw = fields(a=INTEGER, b=INTEGER, namespace=INTEGER)
    declared = declare(Structural(raw))
    assert declared is not None
    assert fit_of(declared, {"a": None})({"a": 1, "b": "x"})
    assert not fit_of(declared, {"a": None})({"a": "x"})
    assert not fit_of(declared, {"namespace": None})({"a": "x"})  # it is unclear which field that is


def test_old_values_have_to_fit_as_far_as_rules_look_back() -> None:
    rules = [{"rule": "self.a == oldSelf.a"}, {"rule": "self.b > 0"}]
    node = rules_of(Structural({**fields(a=INTEGER, b=INTEGER), "x-kubernetes-validations": rules}))
    assert node is not None
    assert node.old_fits({"a": 1, "b": "x"})
    assert not node.old_fits({"a": "x", "b": 1})
