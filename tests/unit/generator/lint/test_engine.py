"""Lint: the findings of each rule, and sources without findings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.lint_text import upstream_text
from kapivara.generator.lint import RULES, Finding, LintOptions, Severity, lint_sources
from kapivara.generator.lint.rule import Rule
from kapivara.generator.sources.loading import Root, SourceOptions, Sources, read_sources

Lint = Callable[..., list[Finding]]
BY_HAND = {"known-tags-only", "version-skew", "unused-exception"}  # need more than one types.go; tested elsewhere


def read(folder: Path, packages: dict[str, str], docs: dict[str, str]) -> Sources:
    for name, source in packages.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / name / "types.go").write_text(f"package {name.split('/')[-1]}\n\n{source}\n")
        doc = docs.get(name, "// +k8s:validation-gen=*\n")
        (folder / name / "doc.go").write_text(f"{doc}package {name.split('/')[-1]}\n")
    return read_sources([folder / name for name in packages], SourceOptions(roots=(Root("example.com", folder),)))


@pytest.fixture
def lint(tmp_path: Path) -> Lint:
    """Lints the source of a package: `lint("type T struct {…}", package="v1beta1", doc="…")`."""

    def run(source: str, *, package: str = "v1", doc: str | None = None, **options: object) -> list[Finding]:
        sources = read(tmp_path, {package: source}, {package: doc} if doc is not None else {})
        return lint_sources(sources, LintOptions(**options))  # type: ignore[arg-type]

    return run


def in_struct(fields: str) -> str:
    return fields if "type " in fields else f"type Root struct {{\n{fields}\n}}"


def names(findings: list[Finding]) -> set[str]:
    return {each.rule for each in findings}


SHOWN = [pytest.param(rule, id=rule.name) for rule in RULES if rule.name not in BY_HAND]


@pytest.mark.parametrize("rule", SHOWN)
def test_the_example_of_a_rule_is_found(rule: Rule, lint: Lint) -> None:
    found = [each for each in lint(in_struct(rule.example)) if each.rule == rule.name]
    assert len(found) == 1
    assert found[0].severity is rule.severity
    assert found[0].place is not None
    assert found[0].hint != "" or rule.name == "refused"


@pytest.mark.parametrize("rule", SHOWN)
def test_the_better_way_is_let_pass(rule: Rule, lint: Lint) -> None:
    assert rule.name not in names(lint(in_struct(rule.better)))


def test_findings_name_all_that_is_known(lint: Lint) -> None:
    (found,) = lint(in_struct('// +k8s:optional\n// +k8s:maxlength=3\nName string `json:"name"`'))
    assert found.place is not None
    assert (Path(found.place.file).name, found.place.line, found.place.column) == ("types.go", 5, 5)
    assert found.type_name == "example.com/v1.Root"
    assert found.field == "Name"
    assert found.hint == "did you mean +k8s:maxLength?"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {"unknown-tag", "exclusive-presence"}),
        ({"select": frozenset(["unknown-tag"])}, {"unknown-tag"}),
        ({"ignore": frozenset(["unknown-tag"])}, {"exclusive-presence"}),
    ],
    ids=["all", "select", "ignore"],
)
def test_rules_can_be_chosen(options: dict[str, object], expected: set[str], lint: Lint) -> None:
    source = in_struct('// +k8s:optional\n// +k8s:required\n// +k8s:maxlength=3\nName string `json:"name"`')
    assert names(lint(source, **options)) == expected


@pytest.mark.parametrize(
    ("source", "doc"),
    [
        ('type Root struct {\n// +k8s:neq="x"\nA string `json:"a"`\n}', "// +k8s:validation-gen-nolint\n"),
        ('// +k8s:validation-gen-nolint\ntype Root struct {\n// +k8s:neq="x"\nA string `json:"a"`\n}', None),
    ],
    ids=["package", "type"],
)
def test_the_reference_s_rules_can_be_switched_off_in_the_source(source: str, doc: str | None, lint: Lint) -> None:
    full = None if doc is None else f"// +k8s:validation-gen=*\n{doc}"
    assert lint(source, doc=full) == []


def test_the_reference_s_words(tmp_path: Path) -> None:
    source = """
type Zoo struct {
	// +k8s:optional
	A *Root `json:"a"`
	// +k8s:eachVal=+k8s:alpha=+k8s:neq="x"
	B []string `json:"b"`
}

// +k8s:neq="x"
type Root struct {
	// +k8s:maxLength=3
	// +k8s:neq="x"
	C string `json:"c"`
}"""
    sources = read(tmp_path, {"v1": source}, {})
    findings = lint_sources(sources, LintOptions())
    missing = "field with validation must have +k8s:optional, +k8s:required or +k8s:forbidden"
    unstable = 'tag "k8s:neq" with stability level "Alpha" cannot be used in Stable validation'
    assert upstream_text([each for each in findings if each.rule != "refused"], sources).split("\n") == [
        "lint failed:",
        "  type example.com/v1.Root:",
        f"    {unstable}",
        f"    field C: {unstable}",
        f"    field C: {missing}",
        "  type example.com/v1.Zoo:",
        '    field B: tag "k8s:alpha" can\'t be used in between',
        '    field B: tag "k8s:alpha" with stability level "Beta" cannot be used in Stable validation',
        f"    field B: {missing}",
    ]
    assert upstream_text([], sources) == ""


def test_what_the_generator_refuses_is_found(lint: Lint) -> None:
    found = lint(in_struct('// +k8s:required\n// +k8s:maxLength=3\nCount int32 `json:"count"`'))
    assert [(each.rule, each.severity, each.field) for each in found] == [("refused", Severity.ERROR, "Count")]
    assert "can only be used on string types" in found[0].message


def test_a_package_marker_that_is_wrong_is_found_once(lint: Lint) -> None:
    found = lint(in_struct('// +k8s:required\nA string `json:"a"`'), doc="// +k8s:validation-gen=Everything\n")
    assert [each.rule for each in found] == ["refused"]


def test_recursive_types_come_to_an_end(lint: Lint) -> None:
    source = in_struct('A *Root `json:"a"`\nB map[string]Root `json:"b"`')
    assert lint(source) == []
