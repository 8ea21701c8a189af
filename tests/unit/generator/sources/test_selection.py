"""The types of a package for which validation is generated."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.model.types import Package, Universe
from kapivara.generator.sources.loading import read_sources
from kapivara.generator.sources.package_tags import GENERATOR_TAGS
from kapivara.generator.sources.selection import (
    input_path,
    is_generated,
    lint_off,
    selected_types,
    subresource_paths,
    unknown_package_tags,
)

TYPES = """package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Plain struct { S string }

type WithMeta struct { metav1.TypeMeta }

type PodConfig string

type PlainList struct {
	metav1.ListMeta
}

// +k8s:validation-gen=true
type ChosenList struct {
	metav1.ListMeta
}

// +k8s:validation-gen=true

// In is chosen by the block above.
type In struct{}

// +k8s:validation-gen=false
type Out struct{}

// +k8s:validation-gen=false

// Off is left out by the block above.
type Off struct{}

// +k8s:validation-gen=true
// +k8s:validation-gen=true
type Twice struct{}

// +k8s:validation-gen=true
type hidden struct{}

type Generic[T any] struct{}
"""


def package_of(folder: Path, types: str, *markers: str) -> Package:
    folder = folder / "v1"
    folder.mkdir()
    (folder.parent / "go.mod").write_text("module example.com\n")
    (folder / "types.go").write_text(types)
    if markers:
        (folder / "doc.go").write_text("".join(f"// {marker}\n" for marker in markers) + "package v1\n")
    return read_sources([folder]).universe.packages["example.com/v1"]


@pytest.mark.parametrize(
    ("markers", "want"),
    [
        (["+k8s:validation-gen=*"], "ChosenList In Plain PodConfig Twice WithMeta"),
        ([], "ChosenList In Plain PodConfig Twice WithMeta"),
        (["+k8s:validation-gen=TypesWithField=TypeMeta"], "ChosenList In WithMeta"),
        (["+k8s:validation-gen=TypesWithSuffix=Config"], "ChosenList In PodConfig"),
        (
            ["+k8s:validation-gen=TypesWithSuffix=Config", "+k8s:validation-gen=TypesWithField=S"],
            "ChosenList In Plain PodConfig",
        ),
        (["+k8s:validation-gen=false"], ""),
        (["+k8s:validation-gen=false", "+k8s:validation-gen=false"], ""),
        (["+k8s:validation-gen-nolint", "+k8s:validation-gen=*"], "ChosenList In Plain PodConfig Twice WithMeta"),
    ],
)
def test_types_are_selected(tmp_path: Path, markers: list[str], want: str) -> None:
    found = selected_types(package_of(tmp_path, TYPES, *markers), Universe())
    assert [kind.name.name for kind in found] == want.split()


@pytest.mark.parametrize(
    ("markers", "message"),
    [
        (["+k8s:validation-gen"], 'example.com/v1: found package tag "k8s:validation-gen" with no value'),
        (["+k8s:validation-gen="], 'example.com/v1: found package tag "k8s:validation-gen" with no value'),
        (
            ["+k8s:validation-gen=TypeMeta"],
            'example.com/v1: unknown value for package tag "k8s:validation-gen": "TypeMeta"',
        ),
        (
            ["+k8s:validation-gen=*", "+k8s:validation-gen=TypesWithField="],
            'example.com/v1: found package tag "k8s:validation-gen=TypesWithField=" with empty value',
        ),
        (
            ["+k8s:validation-gen=TypesWithSuffix="],
            'example.com/v1: found package tag "k8s:validation-gen=TypesWithSuffix=" with empty value',
        ),
        (
            ["+k8s:validation-gen=false", "+k8s:validation-gen=*"],
            '+k8s:validation-gen: cannot mix "false" with other values; got [false *]',
        ),
        (
            ["+k8s:validation-gen-scheme-registry=a.B", "+k8s:validation-gen-scheme-registry=nil"],
            'Package "example.com/v1" contains more than one usage of "k8s:validation-gen-scheme-registry"',
        ),
        (
            ["+k8s:validation-gen-test-fixture=other"],
            'Package "example.com/v1": k8s:validation-gen-test-fixture must be one of '
            "'[validateFalse]', but got: other",
        ),
    ],
)
def test_markers_that_say_nothing_are_refused(tmp_path: Path, markers: list[str], message: str) -> None:
    package = package_of(tmp_path, TYPES, *markers)
    with pytest.raises(AuthorErrors) as raised:
        selected_types(package, Universe())
    (error,) = raised.value.errors
    assert error.message == message
    assert Path(error.place.file).name == "doc.go"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("markers", "message"),
    [
        (["=a.b/c", "=d"], "+k8s:validation-gen-input: expected at most one value, got [a.b/c d]"),
        (
            ["=../types"],
            '+k8s:validation-gen-input: relative path "../types" is not supported; use the full package import path',
        ),
    ],
)
def test_inputs_are_checked(tmp_path: Path, markers: list[str], message: str) -> None:
    with pytest.raises(AuthorErrors) as raised:
        package_of(tmp_path, TYPES, *(f"+k8s:validation-gen-input{each}" for each in markers))
    assert [error.message for error in raised.value.errors] == [message]


def test_types_may_be_in_another_package(tmp_path: Path) -> None:
    (tmp_path / "types").mkdir()
    (tmp_path / "types" / "a.go").write_text("package types\n\ntype A string\n")
    (tmp_path / "v1").mkdir()
    (tmp_path / "go.mod").write_text("module example.com\n")
    marker = "+k8s:validation-gen-input=example.com/types"
    (tmp_path / "v1" / "doc.go").write_text(f"// +k8s:validation-gen=*\n// {marker}\npackage v1\n")
    sources = read_sources([tmp_path / "v1"])
    package = sources.universe.packages["example.com/v1"]
    assert input_path(package) == "example.com/types"
    assert [str(kind) for kind in selected_types(package, sources.universe)] == ["example.com/types.A"]


@pytest.mark.parametrize(
    ("comment", "want"),
    [
        ("", ("/",)),
        ('// +k8s:supportsSubresource="/status"\n', ("/", "/status")),
        ('// +k8s:supportsSubresource="/x/y"\n// +k8s:supportsSubresource="/scale"\n', ("/", "/scale", "/x/y")),
        ('// +k8s:isSubresource="/scale"\n', ("/scale",)),
        ('// +k8s:isSubresource="/eviction"\n// +k8s:supportsSubresource="/other"\n', ("/eviction", "/other")),
        ('// +k8s:supportsSubresource="/status"\n\n// Root is a type.\n', ("/", "/status")),
        ("// +k8s:supportsSubresource=`/status`\n", ("/", "/status")),
    ],
)
def test_subresources_are_found(tmp_path: Path, comment: str, want: tuple[str, ...]) -> None:
    package = package_of(tmp_path, f"package v1\n\n{comment}type Root struct{{}}\n")
    assert subresource_paths(package.types["Root"]) == want


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        (
            '// +k8s:isSubresource="/a\n',
            "Failed to extract isSubresource tags: failed to parse tags: unterminated string at position 21: "
            '[k8s:isSubresource="/a]',
        ),
        (
            "// +k8s:supportsSubresource=/a\n",
            "Failed to extract supportedSubresource tags: failed to parse tags: unexpected character '/' at position "
            "25: [k8s:supportsSubresource=/a]",
        ),
        (
            '// +k8s:isSubresource="/a"\n// +k8s:isSubresource="/b"\n',
            'Type "example.com/v1.Root" contains more than one usage of "k8s:isSubresource"',
        ),
    ],
)
def test_subresources_are_checked(tmp_path: Path, comment: str, message: str) -> None:
    package = package_of(tmp_path, f"package v1\n\n{comment}type Root struct{{}}\n")
    with pytest.raises(AuthorErrors) as raised:
        subresource_paths(package.types["Root"])
    assert [error.message for error in raised.value.errors] == [message]


def test_linting_can_be_turned_off(tmp_path: Path) -> None:
    package = package_of(tmp_path, TYPES, "+k8s:validation-gen-nolint")
    assert lint_off(package)
    assert not is_generated(package)
    package.markers = ()
    assert not lint_off(package)


@pytest.mark.parametrize(
    ("markers", "unknown"),
    [
        (["+k8s:validation-gen=*", "+k8s:deepcopy-gen=package", "+genclient", "+k8s:openapi-gen=true"], ""),
        (["+k8s:validationgen-gen=*"], "+k8s:validationgen-gen"),
        (["+k8s:z-gen", "+k8s:a-gen:x=y", "+k8s:z-gen"], "+k8s:a-gen:x, +k8s:z-gen"),
        (["+k8s:deepcopy-gen:interfaces=x", "+k8s:required", "+other-gen"], ""),
    ],
)
def test_unknown_markers_are_found(tmp_path: Path, markers: list[str], unknown: str) -> None:
    errors = unknown_package_tags(package_of(tmp_path, TYPES, *markers))
    known = f"recognized generator tags: {', '.join(GENERATOR_TAGS)}"
    want = [f"v1/doc.go: unrecognized +k8s: tag(s): {unknown}\n{known}"] if unknown else []
    assert [error.message for error in errors] == want


def test_known_markers_are_the_reference_s(tag_corpus: Path) -> None:
    text = (tag_corpus / "mistakes.jsonl").read_text()
    assert f"recognized generator tags: {', '.join(GENERATOR_TAGS)}" in text
