"""Limits of hand-written Go functions: work on characters and items counts, and so do all built values."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.generator.handwritten_go import handwritten_functions, machine
from kapivara.generator.handwritten_go.machine import MOST_BUILT, MOST_ITEMS, Budget, GoPanicError, size_of
from kapivara.generator.sources.loading import read_sources

HEAD = """package v1

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/operation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func ValidateCustom_Thing(
	_ context.Context, op operation.Operation, fldPath *field.Path, value, oldValue *Thing) field.ErrorList {
	var errs field.ErrorList
	long := "ab"
	for len(long) < 250000 { long = long + long }
	other := long + "c"
	list := []string{"a"}
	for len(list) < 200000 { list = append(list, list...) }
	kept := make(map[string]string)
	lists := make(map[string][]string)
"""
TYPES = 'package v1\n\ntype Thing struct {\n\tStr string `json:"str"`\n}\n'
LOOP = "for i := 0; i < 100000000; i++ {{ {} }}\n\treturn errs"
BODIES = {
    "joining two": LOOP.format('kept[fmt.Sprintf("%d", i)] = long + other'),
    "adding": LOOP.format('kept["a"] += "x"; kept["a"] += long; kept["a"] = ""'),
    "comparing": LOOP.format("if long == other { return nil }"),
    "length": LOOP.format('if len(long + "é") == 1 { return nil }'),
    "copying lists": LOOP.format('lists[fmt.Sprintf("%d", i)] = append(list, "b")'),
    "making lists": LOOP.format('lists[fmt.Sprintf("%d", i)] = make([]string, 900000)'),
    "printing": LOOP.format('kept[fmt.Sprintf("%d", i)] = fmt.Sprintf("%q and %s", long, long)'),
    "lowering": LOOP.format('kept["a"] = strings.ToLower(long)'),
    "folding": LOOP.format("if strings.EqualFold(long, other) { return nil }"),
    "trimming": LOOP.format('kept["a"] = strings.Trim(long, other)'),
    "splitting": LOOP.format('lists[fmt.Sprintf("%d", i)] = strings.Split(long, "")'),
    "uniting": LOOP.format('kept[fmt.Sprintf("%d", i)] = strings.Join(list, "x")'),
    "searching": LOOP.format("if slices.Contains(list, other) { return nil }"),
    "looking for a part": LOOP.format("if strings.Contains(long, other) { return nil }"),
    "errors": LOOP.format("errs = append(errs, field.Invalid(fldPath, long, long))"),
    "paths": LOOP.format('fldPath = fldPath.Child("abc"); kept["a"] = fldPath.String()'),
    "long paths": LOOP.format('errs = append(errs, field.Required(fldPath.Key(long), ""))'),
    "walking maps": LOOP.format('kept[fmt.Sprintf("%d", i)] = ""; for k := range kept { if k == "" { break }; break }'),
    "literals": LOOP.format('lists["a"] = []string{' + ", ".join(['"a"'] * 2000) + "}"),
    "long expressions": LOOP.format("if " + " || ".join(["i < 0"] * 200) + " { return nil }"),
}


def run(folder: Path, body: str) -> ErrorList:
    (folder / "doc.go").write_text("package v1\n")
    (folder / "types.go").write_text(TYPES)
    (folder / "custom.go").write_text(f"{HEAD}{body}\n}}\n")
    sources = read_sources([folder])
    functions = handwritten_functions(sources.universe.packages[sources.packages[0]], sources.universe)
    return functions["ValidateCustom_Thing"](Operation(), FieldPath.of("t"), {}, None)


@pytest.mark.parametrize("name", BODIES)
def test_a_run_ends_before_it_has_used_much(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "MOST_STEPS", 300_000)  # limits are proportional, so the test need not be slow
    monkeypatch.setattr(machine, "MOST_BUILT", 10_000_000)
    tracemalloc.start()
    try:
        (error,) = run(tmp_path, BODIES[name])
        used = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert error.type == "InternalError"
    assert "did not end within" in error.detail or "put together more than" in error.detail
    assert used < 150_000_000


def test_work_is_charged_before_it_is_done() -> None:
    budget = Budget()
    with pytest.raises(GoPanicError, match="grew beyond 1000000 items"):
        budget.build(MOST_ITEMS + 1)
    for _ in range(MOST_BUILT // MOST_ITEMS):
        budget.left = 10**9
        budget.build(MOST_ITEMS)
    with pytest.raises(GoPanicError, match="put together more than 32000000 characters and items"):
        budget.build(1)


def test_sizes() -> None:
    assert size_of("abc") == 3
    assert size_of({"a": ["bc", None, 1], "d": {"e": "f"}}) == 2 + 3 + 2 + 1 + 1
    shared = ["x"] * 1000
    for _ in range(40):
        shared = [shared, shared]
    assert size_of(shared) <= 2 * MOST_ITEMS


def test_long_constants_are_not_put_together_before_the_run(tmp_path: Path) -> None:
    lines = ['c0 := "' + "a" * 9000 + '"'] + [f"const k{i} = k{i - 1} + k{i - 1}" for i in range(1, 40)]
    body = "\n\t".join(['const k0 = "' + "a" * 9000 + '"', *lines[1:], "return nil"])
    (error,) = run(tmp_path, body)
    assert "grew beyond" in error.detail or "put together" in error.detail


def test_what_functions_usually_do_is_far_from_the_bounds(tmp_path: Path) -> None:
    body = """
	for i := 0; i < 3000; i++ {
		errs = append(errs, field.Invalid(fldPath.Child("a").Index(i), i, fmt.Sprintf("bad %d", i)))
	}
	return errs"""
    assert len(run(tmp_path, body)) == 3000
