"""Tests of comparing hand-written and declarative validation, on given and on generated inputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kapivara import testing
from kapivara.field import ErrorList, FieldPath, Operation, Verb, duplicate, invalid, required, too_long_characters
from kapivara.testing import (
    Change,
    ErrorMatcher,
    NormalizationRule,
    TestedType,
    TypeSet,
    Version,
    expect_equivalent,
    update,
)
from kapivara.testing.equivalence import shrink

TYPES = """package v1

type Widget struct {
	// +k8s:required
	// +k8s:maxLength=5
	Name string `json:"name"`
	// +k8s:optional
	// +k8s:minimum=1
	// +k8s:maximum=10
	Size *int32 `json:"size,omitempty"`
	// +k8s:optional
	// +k8s:immutable
	Color *string `json:"color,omitempty"`
	// +k8s:optional
	// +k8s:listType=set
	Parts []string `json:"parts,omitempty"`
}
"""


def load(folder: Path, version: str, source: str) -> TypeSet:
    (folder / version).mkdir()
    (folder / version / "types.go").write_text(source.replace("package v1", f"package {version}"))
    return testing.load_types(folder / version)


@pytest.fixture
def widget(tmp_path: Path) -> TestedType:
    return load(tmp_path, "v1", TYPES)["Widget"]


def child(path: FieldPath | None, name: str) -> FieldPath:
    return FieldPath.of(name) if path is None else path.child(name)


def validate_widget(op: Operation, path: FieldPath | None, new: Any, old: Any) -> ErrorList:
    """Implements the tags of Widget by hand; skips values that did not change."""
    old = old or {}
    changed = [key for key in ("name", "size", "color", "parts") if not old or new.get(key) != old.get(key)]
    errors: ErrorList = []
    if "name" in changed:
        name = new.get("name") or ""
        if not name:
            errors.append(required(child(path, "name")))
        elif len(name) > 5:
            errors.append(too_long_characters(child(path, "name"), 5).with_origin("maxLength"))
    size = new.get("size")
    if "size" in changed and size is not None:
        if size < 1:
            errors.append(invalid(child(path, "size"), size, "too small").with_origin("minimum"))
        if size > 10:
            errors.append(invalid(child(path, "size"), size, "too large").with_origin("maximum"))
    color, old_color = new.get("color"), old.get("color")
    if op.verb is Verb.UPDATE and color != old_color:
        errors.append(invalid(child(path, "color"), color, "immutable").with_origin("immutable"))
    parts = new.get("parts") or []
    if (old.get("parts") or []) != parts:
        for index, part in enumerate(parts):
            if part in parts[:index]:
                errors.append(duplicate(child(path, "parts").index(index), part))
    return errors


def test_validators_that_say_the_same(widget: TestedType) -> None:
    for seed in range(3):
        expect_equivalent(validate_widget, widget, inputs=[{"name": "a"}, update({}, {})], fuzz=300, seed=seed)


@pytest.mark.parametrize(
    ("field", "origin", "counterexample"),
    [
        ("name", "", "creating {}"),
        ("name", "maxLength", 'creating {"name":"aaaaaa"}'),
        ("size", "minimum", 'creating {"name":"a","size":0}'),
        ("size", "maximum", 'creating {"name":"a","size":11}'),
        ("color", "immutable", 'updating {} to {"color":""}'),
        ("parts[1]", "", 'creating {"name":"a","parts":["",""]}'),
    ],
)
def test_every_rule_that_is_missing_is_found(field: str, origin: str, counterexample: str, widget: TestedType) -> None:
    def careless(op: Operation, path: FieldPath | None, new: Any, old: Any) -> ErrorList:
        found = validate_widget(op, path, new, old)
        return [each for each in found if (each.field, each.origin) != (field, origin)]

    with pytest.raises(AssertionError) as failure:
        expect_equivalent(careless, widget, inputs=[{"name": "a"}], fuzz=300)
    text = str(failure.value)
    assert "hand-written and declarative validation differ (generated input" in text
    assert f"only declared:  {field}: " in text
    assert "seed 0" in text
    assert len(text.splitlines()[-1]) <= len(counterexample) + 12, text


def test_errors_that_are_too_many_are_told(widget: TestedType) -> None:
    def strict(op: Operation, path: FieldPath | None, new: Any, old: Any) -> ErrorList:
        more = [required(child(path, "size"))] if "size" not in new else []
        return validate_widget(op, path, new, old) + more

    with pytest.raises(AssertionError, match="only by hand:   size: Required value") as failure:
        expect_equivalent(strict, widget, inputs=[{"name": "abc", "parts": ["x", "y"]}], fuzz=0)
    assert "(input 1)\n" in str(failure.value)
    assert str(failure.value).endswith("creating {}")


def test_origins_count_unless_told_otherwise(widget: TestedType) -> None:
    def without_origins(op: Operation, path: FieldPath | None, new: Any, old: Any) -> ErrorList:
        return [each.with_origin("") for each in validate_widget(op, path, new, old)]

    with pytest.raises(AssertionError):
        expect_equivalent(without_origins, widget)
    expect_equivalent(without_origins, widget, matcher=ErrorMatcher().by_type().by_field())


def test_a_validator_that_fails_tells_on_what(widget: TestedType) -> None:
    def broken(op: Operation, path: FieldPath | None, new: Any, old: Any) -> ErrorList:
        return [new["size"] / 0]

    with pytest.raises(ZeroDivisionError) as failure:
        expect_equivalent(broken, widget, inputs=[{"name": "a", "size": 1}], fuzz=0)
    assert failure.value.__notes__ == ['the hand-written validator failed on creating {"name":"a","size":1}']


def test_every_version_is_compared(tmp_path: Path, widget: TestedType) -> None:
    same = load(tmp_path, "v1beta1", TYPES)["Widget"]
    expect_equivalent(validate_widget, widget, versions=[same])
    looser = load(tmp_path, "v1alpha1", TYPES.replace("maxLength=5", "maxLength=6"))["Widget"]
    with pytest.raises(AssertionError, match=r"Widget \(v1alpha1\)"):
        expect_equivalent(validate_widget, widget, versions=[same, looser])


def test_versions_may_look_otherwise(tmp_path: Path, widget: TestedType) -> None:
    other = load(tmp_path, "v1beta1", TYPES.replace('json:"size,omitempty"', 'json:"count,omitempty"'))["Widget"]

    def convert(value: dict[str, Any]) -> dict[str, Any]:
        return {"count" if key == "size" else key: each for key, each in value.items()}

    version = Version(other, convert, rules=(NormalizationRule("^count$", "size"),))
    expect_equivalent(validate_widget, widget, versions=[version])


NATIVE = """package v1
type Hybrid struct {
	// +k8s:required
	Old string `json:"old"`
	// +k8s:declarativeValidationNative
	// +k8s:optional
	// +k8s:maxLength=3
	New *string `json:"new,omitempty"`
}
"""


def test_what_tags_alone_validate_needs_no_twin(tmp_path: Path) -> None:
    (tmp_path / "types.go").write_text(NATIVE)
    hybrid = testing.load_types(tmp_path)["Hybrid"]

    def by_hand(op: Operation, _path: object, new: dict[str, str], old: dict[str, str] | None) -> ErrorList:
        changed = op.verb is Verb.CREATE or new.get("old", "") != (old or {}).get("old", "")
        return [] if new.get("old") or not changed else [required(FieldPath.of("old"))]

    expect_equivalent(by_hand, hybrid, inputs=[{"old": "a", "new": "abcd"}], fuzz=100)
    with pytest.raises(AssertionError, match=r"only declared: +old: Required value"):
        expect_equivalent(lambda *_: [], hybrid, inputs=[{"new": "abcd"}], fuzz=0)


def test_examples_are_the_same_for_the_same_seed(widget: TestedType) -> None:
    first, again, other = ([(each.new, each.old) for each in widget.examples(20, seed=seed)] for seed in (1, 1, 2))
    assert first == again != other


def test_examples_reach_the_limits(widget: TestedType) -> None:
    examples = widget.examples(500)
    sizes = {each.new.get("size") for each in examples}
    assert {0, 1, 10, 11, None} <= sizes
    assert {0, 5, 6} <= {len(each.new.get("name") or "") for each in examples}
    assert any(each.is_update and each.new == each.old for each in examples)
    assert any(each.is_update and each.new != each.old for each in examples)
    assert any(not each.is_update for each in examples)


def test_examples_have_the_items_that_rules_look_for(tmp_path: Path) -> None:
    (tmp_path / "types.go").write_text("""package v1
type Signed struct {
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=type
	// +k8s:item(type: "Approved")=+k8s:update=NoSet,NoClear
	Conditions []Condition `json:"conditions,omitempty"`
}
type Condition struct {
	Type string `json:"type"`
}
""")
    signed = testing.load_types(tmp_path)["Signed"]
    updates = [signed.value(each.new).old_value(each.old) for each in signed.examples(200, seed=1) if each.is_update]
    told = {error.detail for each in updates for error in each.errors() if error.origin == "update"}
    assert told == {"item may not be added", "item may not be removed"}


def test_examples_fit_their_type(widget: TestedType) -> None:
    for each in widget.examples(200):
        widget.normal(json.loads(json.dumps(each.new)))


def test_shrinking_keeps_what_is_needed() -> None:
    big = {"a": [{"b": "x" * 40, "c": 900}, {"b": "y", "c": 3}], "d": {"e": True}}

    def fails(change: Change) -> bool:
        return any(item.get("c", 0) > 100 for item in change.new.get("a", []))

    small = shrink(Change(big, big), fails)
    assert (small.new, small.is_update) == ({"a": [{"c": 101}]}, False)
