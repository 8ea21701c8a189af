"""One error hides no other finding: all are reported in one run, each once."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.generator.lint import LintOptions, lint_sources
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.planning.plan_sources import plan_packages, try_packages
from kapivara.generator.sources.loading import SourceOptions, Sources, read_sources, try_sources

GOOD = """
type Good struct {
	// +k8s:required
	Name string `json:"name"`
}
"""
REFUSED = """
type Refused struct {
	// +k8s:maxLength=3
	Size int32 `json:"size"`
}
"""
TOLD = 'tag "k8s:maxLength": can only be used on string types (int32)'


def write(folder: Path, name: str, *parts: str) -> Path:
    (folder / name).mkdir()
    (folder / name / "doc.go").write_text(f"// +k8s:validation-gen=*\npackage {name}\n")
    (folder / name / "types.go").write_text("\n".join([f"package {name}", *parts]))
    return folder / name


def messages(sources: Sources) -> list[str]:
    return [each.message for each in try_packages(sources).errors]


BESIDE = {
    "a type that cannot be parsed": ("type Broken struct {\n\tA string B\n}\n", ["syntax error"]),
    "a type that is not there": ('type Lost struct {\n\tA Nowhere `json:"a"`\n}\n', ["undefined: Nowhere"]),
    "a type of itself": ("type Round Round\n", ["invalid recursive type"]),
    "a struct in itself": ('type Deep struct {\n\tA Deep `json:"a"`\n}\n', ["invalid recursive type"]),
    "a pointer to itself": ("type P *P\n", ["is a pointer to itself"]),
    "two types of one name": (GOOD + "\ntype Good string\n", ["redeclared"]),
    "two fields of one name": (
        'type Two struct {\n\tA string `json:"a"`\n\tB string `json:"a"`\n}\n',
        ["have the same JSON name"],
    ),
    "two tags of one field": (
        'type Two struct {\n\t// +k8s:maxBytes=1\n\t// +k8s:minItems=2\n\tA int32 `json:"a"`\n}\n',
        ['tag "k8s:maxBytes"', 'tag "k8s:minItems"'],
    ),
    "a tag that cannot be read beside one that is wrong": (
        'type Two struct {\n\t// +k8s:maxBytes=1 2\n\t// +k8s:minItems=2\n\tA int32 `json:"a"`\n}\n',
        ["failed to parse tags", 'tag "k8s:minItems"'],
    ),
    "two tags of one type": (
        "// +k8s:maxBytes=1\n// +k8s:minItems=2\ntype Two int32\n",
        ['tag "k8s:maxBytes"', 'tag "k8s:minItems"'],
    ),
    "a subresource given twice": (
        f'// +k8s:isSubresource="/a"\n// +k8s:isSubresource="/b"{GOOD.replace("Good", "Scale")}',
        ["more than one usage"],
    ),
    "a function that nothing calls": ("func ValidateCustom_Other() {}\n", ["no matching tag"]),
    "a type that is not supported": ('type Odd struct {\n\tA **string `json:"a"`\n}\n', ["pointers to pointers"]),
}


@pytest.mark.parametrize(("more", "told"), BESIDE.values(), ids=BESIDE)
def test_all_is_told(tmp_path: Path, more: str, told: list[str]) -> None:
    found = messages(try_sources([write(tmp_path, "v1", more, REFUSED), write(tmp_path, "v2", REFUSED)]))
    for wanted in told:
        assert any(wanted in each for each in found), found
    assert len([each for each in found if TOLD in each]) == 2
    assert len(found) == len(told) + 2, found


@pytest.mark.parametrize(("more", "told"), BESIDE.values(), ids=BESIDE)
def test_the_rest_is_planned(tmp_path: Path, more: str, told: list[str]) -> None:
    planned = try_packages(try_sources([write(tmp_path, "v1", more), write(tmp_path, "v2", GOOD)]))
    assert [root.type.name.name for root in planned.plans[-1].roots] == ["Good"]


def test_a_package_that_is_not_there_hides_nothing(tmp_path: Path) -> None:
    folder = write(tmp_path, "v1", REFUSED)
    sources = try_sources([folder, tmp_path / "nowhere"], SourceOptions(readonly=("example.com/nowhere",)))
    found = messages(sources)
    assert [any(part in each for each in found) for part in (TOLD, "no such file", "cannot find package")] == [True] * 3


def test_a_missing_function_and_one_that_nothing_calls(tmp_path: Path) -> None:
    types = "// +k8s:customValidation\ntype A string\n\nfunc ValidateCustom_B() {}\n"
    types += "\n// +k8s:maxLength=x\ntype B string\n"
    found = messages(try_sources([write(tmp_path, "v1", types)]))
    assert sum("ValidateCustom_A was not found" in each for each in found) == 1
    assert sum("ValidateCustom_B: no matching tag" in each for each in found) == 1


def test_a_function_whose_tag_cannot_be_read_is_not_told(tmp_path: Path) -> None:
    types = "// +k8s:customValidation=x\ntype A string\n\nfunc ValidateCustom_A() {}\n"
    (only,) = messages(try_sources([write(tmp_path, "v1", types)]))
    assert "tag value has wrong type" in only


def test_a_file_that_cannot_be_read_stops_generation(tmp_path: Path) -> None:
    folder = write(tmp_path, "v1", GOOD)
    (folder / "more.go").write_bytes(b"package v1\n\xff")
    with pytest.raises(AuthorErrors, match="not UTF-8"):
        read_sources([folder])
    with pytest.raises(AuthorErrors, match="not UTF-8"):
        plan_packages(try_sources([folder]))


DEFAULT = """
type Defaulted struct {
	// +k8s:optional
	// +k8s:minimum=1
	// +default=0
	Size *int32 `json:"size"`
	// +k8s:maxlength=3
	Free string `json:"free"`
}
"""


@pytest.mark.parametrize(("more", "told"), BESIDE.values(), ids=BESIDE)
def test_lint_goes_on(tmp_path: Path, more: str, told: list[str]) -> None:
    sources = try_sources([write(tmp_path, "v1", more, DEFAULT)])
    found = lint_sources(sources, LintOptions(select=frozenset(("refused", "default-value", "unknown-tag"))))
    rules = [each.rule for each in found]
    assert rules.count("default-value") == 1
    assert rules.count("unknown-tag") == 1
    assert rules.count("refused") == len(told)


def test_python_types_too(tmp_path: Path) -> None:
    (tmp_path / "types.py").write_text(
        "# +k8s:validation-gen=*\n\nfrom dataclasses import dataclass\n\n\n"
        "@dataclass\nclass A:\n    lost: Nowhere\n\n    # +k8s:maxLength=3\n    size: int\n"
    )
    found = messages(try_sources([tmp_path]))
    assert len(found) == 2
    assert "can only be used on string types" in found[-1]
