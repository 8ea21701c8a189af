"""Common types: known with their tags, wherever they are imported, without sources or options."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_origin

import pytest

from kapivara.codec.shapes import Struct
from kapivara.field import Operation, Verb
from kapivara.generator.lint import LintOptions, lint_sources
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.pipeline import GeneratedModule, generate, load_generated
from kapivara.generator.python import names
from kapivara.generator.python.shared_types import SHARED_TYPES
from kapivara.generator.python.words import WIDTHS
from kapivara.generator.sources.loading import Root, SourceOptions, read_sources
from kapivara.generator.well_known import declarations_of, declared_packages, is_shared
from kapivara.testing import load_types

IMPORTS = """import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)
"""
WIDGET = """
type Widget struct {
	metav1.TypeMeta `json:",inline"`
	// +k8s:subfield(name)=+k8s:format=k8s-short-name
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec WidgetSpec `json:"spec"`
	Status WidgetStatus `json:"status,omitempty"`
}

type WidgetSpec struct {
	Size resource.Quantity `json:"size"`
	// +k8s:optional
	Since *metav1.Time `json:"since,omitempty"`
	Port intstr.IntOrString `json:"port"`
	// +k8s:optional
	Raw *runtime.RawExtension `json:"raw,omitempty"`
	// +k8s:optional
	Every *metav1.Duration `json:"every,omitempty"`
	// +k8s:optional
	// +k8s:listType=atomic
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
	// +k8s:optional
	Selector *metav1.LabelSelector `json:"selector,omitempty"`
	// +k8s:optional
	Limits corev1.ResourceList `json:"limits,omitempty"`
}

type WidgetStatus struct {
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}
"""
READY = {"type": "Ready", "status": "True", "lastTransitionTime": "2024-01-01T00:00:00Z", "reason": "AsExpected"}
OWNER = {"apiVersion": "v1", "kind": "Pod", "name": "a", "uid": "1"}


def write(folder: Path, types: str, imports: str = IMPORTS) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "doc.go").write_text("// +k8s:validation-gen=TypesWithField=TypeMeta\npackage v1\n")
    (folder / "types.go").write_text(f"package v1\n\n{imports}{types}")
    return folder


@pytest.fixture(scope="module")
def widgets(tmp_path_factory: pytest.TempPathFactory) -> GeneratedModule:
    (made,) = generate(read_sources([write(tmp_path_factory.mktemp("types") / "v1", WIDGET)]))
    return load_generated(made.source, "widgets")


def told(module: GeneratedModule, new: Any, old: Any = None) -> list[str]:
    errors = module.validate("Widget", Operation(Verb.CREATE if old is None else Verb.UPDATE), new, old)
    return [f"{each.field}: {each.type.removeprefix('FieldValue')} {each.marks.level}".rstrip() for each in errors]


@pytest.mark.parametrize(
    ("metadata", "old", "expected"),
    [
        ({"name": "a", "uid": "1", "generation": 1, "ownerReferences": [OWNER]}, None, []),
        ({"name": "A"}, None, ["metadata.name: Invalid"]),
        ({"generation": -1}, None, ["metadata.generation: Invalid alpha"]),
        ({"uid": "2"}, {"uid": "1"}, ["metadata.uid: Invalid alpha"]),
        (
            {"deletionGracePeriodSeconds": 2},
            {"deletionGracePeriodSeconds": 1},
            ["metadata.deletionGracePeriodSeconds: Invalid alpha"],
        ),
        ({"ownerReferences": [{**OWNER, "name": ""}]}, None, ["metadata.ownerReferences[0].name: Required alpha"]),
        (
            {"managedFields": [{"operation": "Patch"}]},
            None,
            ["metadata.managedFields[0].operation: NotSupported alpha"],
        ),
        ({"managedFields": [{"operation": "Apply"}]}, None, []),
    ],
)
def test_metadata(widgets: GeneratedModule, metadata: Any, old: Any, expected: list[str]) -> None:
    spec = {"size": "1", "port": 80}
    before = None if old is None else {"metadata": {"name": "a", **old}, "spec": spec}
    assert told(widgets, {"metadata": {"name": "a", **metadata}, "spec": spec}, before) == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"status": "Maybe"}, ["status: NotSupported alpha"]),
        ({"reason": ""}, ["reason: Required alpha"]),
        ({"reason": "ä" * 513}, ["reason: TooLong alpha"]),
        ({"observedGeneration": -1}, ["observedGeneration: Invalid alpha"]),
        ({"lastTransitionTime": None}, ["lastTransitionTime: Required alpha"]),
        ({"lastTransitionTime": "0001-01-01T00:00:00Z"}, ["lastTransitionTime: Required alpha"]),
    ],
)
def test_conditions(widgets: GeneratedModule, changes: Any, expected: list[str]) -> None:
    widget = {"spec": {"size": "1", "port": 80}, "status": {"conditions": [{**READY, **changes}]}}
    found = told(widgets, {"metadata": {"name": "a"}, **widget})
    assert found == [f"status.conditions[0].{each}" for each in expected]


def test_tolerations(widgets: GeneratedModule) -> None:
    spec = {"size": "1", "port": 80, "tolerations": [{"key": "a b"}]}
    assert told(widgets, {"metadata": {"name": "a"}, "spec": spec}) == ["spec.tolerations[0].key: Invalid alpha"]


def test_type_metadata_is_known_without_sources(widgets: GeneratedModule) -> None:
    shape = widgets.shape("Widget")
    assert isinstance(shape, Struct)
    kind, version = shape.tables.fields[:2]
    assert [(each.name, each.embedded) for each in (kind, version)] == [
        ("kind", ("TypeMeta",)),
        ("apiVersion", ("TypeMeta",)),
    ]


def test_lint_has_nothing_against_them(tmp_path: Path) -> None:
    assert lint_sources(read_sources([write(tmp_path / "v1", WIDGET)]), LintOptions()) == []


def test_values_are_read_as_their_types_have_it(tmp_path: Path) -> None:
    widget = load_types(write(tmp_path / "v1", WIDGET))["WidgetSpec"]
    widget.value(
        {"size": "1Gi", "port": "http", "since": "2024-01-01T00:00:00Z", "every": "5m", "raw": {"a": 1}}
    ).expect_valid()
    with pytest.raises(ValueError, match="quantit"):
        widget.value({"size": "one", "port": 80}).errors()


def test_what_is_not_known_is_not_taken_for_an_empty_struct(tmp_path: Path) -> None:
    folder = write(tmp_path / "v1", 'type T struct {\n\tA corev1.Widget `json:"a"`\n\tTypeMeta string `json:"t"`\n}\n')
    with pytest.raises(AuthorErrors) as refused:
        generate(read_sources([folder]))
    (error,) = refused.value.errors
    assert "type k8s.io/api/core/v1.Widget is in a non-included package" in error.message
    assert error.hint.startswith("no sources of k8s.io/api/core/v1 were found; give")


def test_times_of_the_standard_library_are_left_alone(tmp_path: Path) -> None:
    imports = 'import "time"\n'
    folder = write(
        tmp_path / "v1", 'type T struct {\n\tA time.Time `json:"a"`\n\tTypeMeta string `json:"t"`\n}\n', imports
    )
    with pytest.raises(AuthorErrors) as refused:
        generate(read_sources([folder]))
    (error,) = refused.value.errors
    assert "type time.Time is in a non-included package" in error.message
    assert error.hint.endswith("or use the built-in rules of --readonly-pkg time")


def test_sources_that_are_at_hand_count(tmp_path: Path) -> None:
    meta = tmp_path / "k8s.io" / "apimachinery" / "pkg" / "apis" / "meta" / "v1"
    meta.mkdir(parents=True)
    fields = '\t// +k8s:optional\n\t// +k8s:maxLength=2\n\tName string `json:"name,omitempty"`\n'
    (meta / "types.go").write_text(
        f"package v1\n\ntype ObjectMeta struct {{\n{fields}}}\n\ntype TypeMeta struct {{}}\n"
    )
    imports = 'import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n'
    types = 'type T struct {\n\tmetav1.TypeMeta `json:",inline"`\n\tmetav1.ObjectMeta `json:"metadata"`\n}\n'
    roots = (Root("k8s.io", tmp_path / "k8s.io"),)
    (made,) = generate(read_sources([write(tmp_path / "v1", types, imports)], SourceOptions(roots)))
    module = load_generated(made.source, "t")
    (error,) = module.validate("T", Operation(), {"metadata": {"name": "abc", "generation": -1}})
    assert (error.field, error.origin) == ("metadata.name", "maxLength")


@pytest.mark.parametrize("path", declared_packages())
def test_every_file_is_go_that_can_be_looked_into(path: str, tmp_path: Path) -> None:
    text = b"\n".join(declarations_of(path)).decode()
    name = path.rpartition("/")[2]
    used = next(line.split()[1] for line in text.split("\n") if line.startswith("type ") and "interface" not in line)
    imports = f'import known "{path}"\n'
    folder = write(tmp_path / "v1", f'type T struct {{\n\tA known.{used} `json:"a"`\n\tTypeMeta string\n}}\n', imports)
    readonly = () if is_shared(path) else (path,)
    sources = read_sources([folder], SourceOptions(readonly=readonly))
    assert path in sources.included, name
    generate(sources)


PYTHON = """# +k8s:validation-gen=*
from dataclasses import dataclass, field

from kapivara.generator.python import names
from kapivara.generator.python.names import Condition, IntOrString, ObjectMeta, Quantity, Time


@dataclass
class WidgetSpec:
    size: Quantity
    port: IntOrString
    # +k8s:optional
    # +k8s:immutable
    since: Time | None = None
    # +k8s:optional
    every: names.Duration | None = None


@dataclass
class WidgetStatus:
    # +k8s:optional
    # +k8s:listType=map
    # +k8s:listMapKey=type
    conditions: list[Condition] = field(default_factory=list)


@dataclass
class Widget:
    # +k8s:subfield(name)=+k8s:format=k8s-short-name
    metadata: ObjectMeta
    spec: WidgetSpec
    status: WidgetStatus
"""


def test_python_types_use_them_too(tmp_path: Path) -> None:
    (tmp_path / "widgets.py").write_text(PYTHON)
    types = load_types(tmp_path)
    widget = {"metadata": {"name": "a"}, "spec": {"size": "1Gi", "port": "http"}}
    types["Widget"].value(widget).expect_valid()
    bad = {**widget, "metadata": {"name": "A", "generation": -1}, "status": {"conditions": [{**READY, "status": "No"}]}}
    found = [(each.field, each.marks.level) for each in types["Widget"].value(bad).errors()]
    assert found == [("metadata.name", ""), ("metadata.generation", "alpha"), ("status.conditions[0].status", "alpha")]
    spec = types["WidgetSpec"]
    change = spec.value({"size": "1024Mi", "port": 80, "since": "2024-01-01T01:00:00+01:00"})
    change.old_value({"size": "1Gi", "port": 80, "since": "2024-01-01T00:00:00Z"}).expect_valid()
    assert lint_sources(read_sources([tmp_path]), LintOptions()) == []


@pytest.mark.parametrize("line", ["from threading import Condition", "Condition = 1", "import threading"])
def test_other_types_of_these_names_are_not_meant(tmp_path: Path, line: str) -> None:
    source = f"from dataclasses import dataclass\n{line}\n\n@dataclass\nclass T:\n    a: Condition\n"
    (tmp_path / "types.py").write_text(source)
    with pytest.raises(AuthorErrors) as refused:
        read_sources([tmp_path])
    assert "Condition" in str(refused.value) or "annotation" in str(refused.value)


def test_python_names_are_those_that_can_be_imported() -> None:
    ours = {name for name, value in vars(names).items() if get_origin(value) is not None and name[0] != "_"}
    assert ours == {*SHARED_TYPES, *WIDTHS}
    for found in SHARED_TYPES.values():
        text = b"\n".join(declarations_of(found.package)).decode()
        assert f"type {found.name} struct" in text


def test_packages_that_are_not_known() -> None:
    assert declarations_of("example.com/v1") == ()
