"""Tests of new rules: those that may fail on valid values, and those that hold for unchanged values."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.api import Api
from kapivara.schema.changes.failing import failing_part
from kapivara.schema.changes.rule_changes import holds_unchanged

INT, STR = {"type": "integer"}, {"type": "string"}
SCHEMA: Any = {
    "type": "object",
    "required": ["r"],
    "properties": {
        "a": INT,
        "b": INT,
        "r": INT,
        "d": {**INT, "default": 1},
        "a-b": INT,
        "l": {
            "type": "array",
            "maxItems": 5,
            "items": {"type": "object", "properties": {"x": STR, "k": STR}, "required": ["k"]},
        },
        "m": {"type": "object", "maxProperties": 5, "additionalProperties": INT},
    },
}
# Whether each may fail, and values of the schema: if it may, some of them make it fail.
FAILING: dict[str, tuple[str, list[Any]]] = {
    "self.a > 1": ("self.a may be missing", [{"r": 1}]),
    "has(self.a) && self.a > 1": ("", [{"r": 1}, {"r": 1, "a": 1}]),
    "!has(self.a) || self.a > 1": ("", [{"r": 1}, {"r": 1, "a": 1}]),
    "self.a > 1 && has(self.a)": ("", [{"r": 1}, {"r": 1, "a": 1}]),
    "has(self.a) ? self.a > 1 : true": ("", [{"r": 1}, {"r": 1, "a": 1}]),
    "has(self.a) ? true : self.a > 1": ("self.a may be missing", [{"r": 1}]),
    "has(self.a) || self.a > 1": ("self.a may be missing", [{"r": 1}]),
    "self.r > 1 && self.d > 2": ("", [{"r": 1}, {"r": 5}]),
    "self.a <= self.b": ("self.a may be missing", [{"r": 1}]),
    "!(has(self.a) && has(self.b)) || self.a < self.b": ("", [{"r": 1}, {"r": 1, "a": 2}, {"r": 1, "a": 2, "b": 1}]),
    "has(self.a) == has(self.b)": ("", [{"r": 1}, {"r": 1, "a": 2}]),
    "self.a__dash__b > 1": ("self.a__dash__b may be missing", [{"r": 1}]),
    "!has(self.l) || self.l.all(i, i.k != '')": ("", [{"r": 1}, {"r": 1, "l": [{"k": ""}]}]),
    "!has(self.l) || self.l.all(i, i.x != '')": ("self.l[].x may be missing", [{"r": 1, "l": [{"k": "a"}]}]),
    "!has(self.l) || self.l.all(i, !has(i.x) || i.x != '')": ("", [{"r": 1, "l": [{"k": "a"}, {"k": "b", "x": ""}]}]),
    "self.?a.orValue(1) > 0": ("", [{"r": 1}, {"r": 1, "a": 0}]),
    "has(self.m) && 'k' in self.m && self.m['k'] > 1": ("", [{"r": 1}, {"r": 1, "m": {}}, {"r": 1, "m": {"k": 1}}]),
    "has(self.m) && self.m['k'] > 1": ("a subscript may lead nowhere", [{"r": 1, "m": {}}]),
    "has(self.m) && has(self.m.k) && self.m.k > 1": ("", [{"r": 1, "m": {}}]),
    "!has(self.l) || self.l[0].k != ''": ("a subscript may lead nowhere", [{"r": 1, "l": []}]),
    "10 / self.r > 1": ("/ may fail", [{"r": 0}]),
    "self.r % 2 == 0": ("", [{"r": 1}]),
}


@pytest.mark.parametrize("text", FAILING)
def test_what_may_fail(text: str) -> None:
    assert failing_part(text, SCHEMA, is_root=False) == FAILING[text][0]


@pytest.mark.parametrize("text", FAILING)
def test_what_may_fail_does(text: str) -> None:
    expected, values = FAILING[text]
    api = _served({**SCHEMA, "x-kubernetes-validations": [{"rule": text}]})
    answers = [api.create({**WIDGET, "spec": each}, dry_run=True) for each in values]
    messages = [cause.message for each in answers if each.status is not None for cause in each.status.causes]
    assert any("evaluating rule" in each for each in messages) is bool(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("self.metadata.name != '' && self.kind != ''", "", id="what every object has"),
        pytest.param("self.spec.a > 1", "self.spec may be missing", id="spec"),
        pytest.param(
            "self.metadata.generateName != ''", "self.metadata.generateName may be missing", id="rare metadata"
        ),
    ],
)
def test_at_the_root(text: str, expected: str) -> None:
    schema = {"type": "object", "properties": {"spec": SCHEMA, "metadata": {"type": "object"}}}
    assert failing_part(text, schema, is_root=True) == expected


@pytest.mark.parametrize("text", ["", "self.", "self.a >", "(" * 2000])
def test_what_is_no_expression_does_not_fail(text: str) -> None:
    assert failing_part(text, SCHEMA, is_root=False) == ""
    assert holds_unchanged(text) is False


UNCHANGED: dict[str, bool] = {
    "self == oldSelf": True,
    "self.r >= oldSelf.r": True,
    "self.r > oldSelf.r": False,
    "!(self.r < oldSelf.r)": True,
    "self.r != oldSelf.r": False,
    "!has(oldSelf.a) || has(self.a)": True,
    "has(self.a) || !has(oldSelf.a)": True,
    "has(self.a) == has(oldSelf.a) && self.r == oldSelf.r": True,
    "self.r == oldSelf.r && self.r > 3": False,
    "self.r > 100 || self.r == oldSelf.r": True,
    "self.r > oldSelf.r ? true : self == oldSelf": True,
    "self.m.all(k, k in oldSelf.m)": True,
    "self.l.all(i, i in oldSelf.l)": True,
    "self.l.map(i, i.k) == oldSelf.l.map(i, i.k)": True,
    "self.l.size() == oldSelf.l.size()": True,
    "oldSelf.r + 1 == self.r": False,
    "true": True,
}


@pytest.mark.parametrize(("text", "expected"), UNCHANGED.items(), ids=UNCHANGED)
def test_what_holds_where_nothing_changes(text: str, expected: bool) -> None:
    assert holds_unchanged(text) is expected


@pytest.mark.parametrize("text", [text for text in UNCHANGED if "oldSelf" in text])
def test_what_holds_where_nothing_changes_is_never_refused(text: str) -> None:
    api = _served({**SCHEMA, "x-kubernetes-validations": [{"rule": text}]})
    value = {"r": 1, "a": 2, "l": [{"k": "a"}], "m": {"k": 1}}
    assert api.create({**WIDGET, "spec": value}).ok
    shown = api.get("example.com/v1", "Widget", "a").object
    assert api.update(shown, dry_run=True).ok is UNCHANGED[text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("!oldSelf.hasValue() || self == oldSelf.value()", True, id="as before"),
        pytest.param("oldSelf.hasValue()", True, id="has a value"),
        pytest.param("!oldSelf.hasValue()", False, id="has none"),
    ],
)
def test_optional_old_values(text: str, expected: bool) -> None:
    assert holds_unchanged(text) is expected


WIDGET = {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "a"}}


def _served(spec: Any) -> Api:
    api = Api()
    schema = {"type": "object", "properties": {"spec": spec}}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    outcome = api.create(
        {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "widgets.example.com"},
            "spec": {
                "group": "example.com",
                "scope": "Namespaced",
                "names": {"plural": "widgets", "kind": "Widget"},
                "versions": [version],
            },
        }
    )
    assert outcome.ok, outcome.status
    return api
