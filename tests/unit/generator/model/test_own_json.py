"""Types with their own JSON encoding: zero, equality and messages as in Go, also in generated validators."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kapivara.codec.typed.reader import Reader
from kapivara.field import Operation, Verb
from kapivara.generator.model.own_json import known_shape
from kapivara.generator.model.types import JsonName, Member, Position, Type, TypeKind, TypeName
from kapivara.generator.pipeline import GeneratedModule, generate, load_generated
from kapivara.generator.sources.loading import SourceOptions, read_sources

META = "k8s.io/apimachinery/pkg/apis/meta/v1"
PACKAGES = (META, "k8s.io/apimachinery/pkg/api/resource", "k8s.io/apimachinery/pkg/util/intstr", "time")
TYPES = """package v1

import (
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type Root struct {
	// +k8s:immutable
	Time metav1.Time `json:"time"`
	// +k8s:immutable
	Micro metav1.MicroTime `json:"micro"`
	// +k8s:immutable
	Duration metav1.Duration `json:"duration"`
	// +k8s:immutable
	Quantity resource.Quantity `json:"quantity"`
	// +k8s:immutable
	Port intstr.IntOrString `json:"port"`
	// +k8s:immutable
	Raw runtime.RawExtension `json:"raw"`
	// +k8s:immutable
	Fields metav1.FieldsV1 `json:"fields"`
	// +k8s:immutable
	Wait time.Duration `json:"wait"`
	// +k8s:optional
	// +k8s:immutable
	TimePointer *metav1.Time `json:"timePointer,omitempty"`
	// +k8s:immutable
	Promoted Promoted `json:"promoted"`
}

// Promoted is read by the type that is embedded in it.
type Promoted struct {
	runtime.RawExtension `json:",inline"`

	Ignored string `json:"ignored"`
}

type Lists struct {
	// +k8s:listType=set
	Quantities []resource.Quantity `json:"quantities"`
	// +k8s:listType=set
	Ports []intstr.IntOrString `json:"ports"`
	// +k8s:listType=set
	Times []metav1.Time `json:"times"`
	// +k8s:listType=set
	Micros []metav1.MicroTime `json:"micros"`
	// +k8s:listType=set
	Durations []metav1.Duration `json:"durations"`
	// +k8s:listType=set
	Raws []runtime.RawExtension `json:"raws"`
}
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> GeneratedModule:
    folder = tmp_path_factory.mktemp("own_json") / "v1"
    folder.mkdir()
    (folder / "doc.go").write_text("// +k8s:validation-gen=*\npackage v1\n")
    (folder / "types.go").write_text(TYPES)
    readonly = (*PACKAGES, "k8s.io/apimachinery/pkg/runtime")
    (made,) = generate(read_sources([folder], SourceOptions(readonly=readonly)))
    return load_generated(made.source, "v1")


def changed(module: GeneratedModule, new: Any, old: Any) -> list[str]:
    shape = module.shape("Root")
    assert shape is not None
    read = [Reader(in_memory=True).read(each, shape) for each in (new, old)]
    return [error.field for error in module.validate("Root", Operation(Verb.UPDATE), *read)]


SAME = {
    "nothing": ({}, {}),
    "time null": ({"time": None}, {}),
    "time zero": ({"time": "0001-01-01T00:00:00Z"}, {}),
    "time zones": ({"time": "2024-01-02T03:04:05Z"}, {"time": "2024-01-02T04:04:05+01:00"}),
    "micro zones": ({"micro": "2024-01-02T03:04:05.000001Z"}, {"micro": "2024-01-02T04:04:05.000001+01:00"}),
    "duration zero": ({"duration": "0s"}, {}),
    "duration": ({"duration": "90s"}, {"duration": "1m30s"}),
    "quantity zero": ({"quantity": 0}, {}),
    "quantity": ({"quantity": "1"}, {"quantity": "1000m"}),
    "port zero": ({"port": 0}, {"port": None}),
    "raw null": ({"raw": None}, {}),
    "raw": ({"raw": {"a": 1, "b": 2}}, {"raw": {"a": 1, "b": 2}}),
    "wait zero": ({"wait": 0}, {}),
    "pointer": ({"timePointer": "2024-01-02T03:04:05Z"}, {"timePointer": "2024-01-02T04:04:05+01:00"}),
    "promoted": ({"promoted": {"x": 1}}, {"promoted": {"x": 1}}),
}


@pytest.mark.parametrize(("new", "old"), SAME.values(), ids=SAME)
def test_what_is_the_same(module: GeneratedModule, new: Any, old: Any) -> None:
    assert changed(module, new, old) == []
    assert changed(module, old, new) == []


DIFFERENT = {
    "time": ({"time": "2024-01-02T03:04:05Z"}, {}),
    "time by a fraction that is not printed": ({"time": "2024-01-02T03:04:05.5Z"}, {"time": "2024-01-02T03:04:05Z"}),
    "micro": ({"micro": "2024-01-02T03:04:05.000001Z"}, {"micro": "2024-01-02T03:04:05.000002Z"}),
    "duration": ({"duration": "1s"}, {}),
    "quantity": ({"quantity": "1m"}, {}),
    "port, an empty text": ({"port": ""}, {}),
    "port, text and number": ({"port": "1"}, {"port": 1}),
    "raw, the order of keys": ({"raw": {"a": 1, "b": 2}}, {"raw": {"b": 2, "a": 1}}),
    "raw, an empty object": ({"raw": {}}, {}),
    "fields": ({"fields": {"f:a": {}}}, {}),
    "wait": ({"wait": 1}, {}),
    "promoted": ({"promoted": {"ignored": "a"}}, {"promoted": {"ignored": "b"}}),
    "timePointer": ({"timePointer": "2024-01-02T03:04:05Z"}, {"timePointer": "2024-01-02T03:04:06Z"}),
}


@pytest.mark.parametrize(("new", "old"), DIFFERENT.values(), ids=DIFFERENT)
def test_what_is_not(module: GeneratedModule, new: Any, old: Any) -> None:
    assert changed(module, new, old) == changed(module, old, new) == list(new)


@pytest.mark.parametrize(
    ("field", "items", "wanted"),
    [
        ("quantities", ["1", "2", "1000m"], 'quantities[2]: Duplicate value: "1"'),
        ("ports", ["1", 1, "", 0, 1], "ports[4]: Duplicate value: 1"),
        (
            "times",
            ["2024-01-02T03:04:05Z", "2024-01-02T03:04:05.5Z", "2024-01-02T04:04:05.50+01:00"],
            'times[2]: Duplicate value: "2024-01-02T03:04:05Z"',
        ),
        ("times", [None, "2024-01-02T03:04:05Z", None], "times[2]: Duplicate value: null"),
        (
            "micros",
            ["2024-01-02T03:04:05.000001Z", "2024-01-02T04:04:05.000001+01:00"],
            'micros[1]: Duplicate value: "2024-01-02T03:04:05.000001Z"',
        ),
        ("durations", ["1m30s", "90s"], 'durations[1]: Duplicate value: "1m30s"'),
        (
            "raws",
            [{"b": 1, "a": "<"}, {"a": "<", "b": 1}, {"b": 1, "a": "<"}],
            'raws[2]: Duplicate value: {"b":1,"a":"\\u003c"}',
        ),
    ],
)
def test_items_that_repeat_are_shown_as_go_prints_them(
    module: GeneratedModule, field: str, items: list[Any], wanted: str
) -> None:
    shape = module.shape("Lists")
    assert shape is not None
    value = Reader(in_memory=True).read({field: items}, shape)
    assert [str(error) for error in module.validate("Lists", Operation(), value)] == [wanted]


def test_structs_embedded_over_and_over_are_no_trouble() -> None:
    bottom = Type(TypeName("v1", "T"), TypeKind.STRUCT)
    for depth in range(60):
        sides = [Type(TypeName("v1", f"{name}{depth}"), TypeKind.STRUCT) for name in ("L", "R")]
        for side in sides:
            side.members = [embedded(bottom)]
        bottom = Type(TypeName("v1", f"T{depth}"), TypeKind.STRUCT)
        bottom.members = [embedded(side) for side in sides]
    assert known_shape(bottom) is None


def embedded(kind: Type) -> Member:
    return Member(kind.name.name, kind, JsonName(), Position("types.go", 1, 1), embedded=True, comments=())


def test_functions_in_go_see_zero_times(tmp_path: Path) -> None:
    from kapivara.generator.handwritten_go import handwritten_functions

    (tmp_path / "types.go").write_text(
        'package v1\n\nimport metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n\n'
        'type Root struct {\n\t// +k8s:customValidation\n\tAt metav1.Time `json:"at"`\n}\n'
    )
    (tmp_path / "custom.go").write_text(
        'package v1\n\nimport metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n\n'
        "func ValidateCustom_Root_At(ctx context.Context, op operation.Operation, fldPath *field.Path, "
        "value, oldValue *metav1.Time) field.ErrorList {\n\tif value.IsZero() {\n"
        '\t\treturn field.ErrorList{field.Required(fldPath, "")}\n\t}\n\treturn nil\n}\n'
    )
    (tmp_path / "imports.go").write_text("package v1\n")
    custom = (tmp_path / "custom.go").read_text()
    imports = '"context"\n"k8s.io/apimachinery/pkg/api/operation"\n"k8s.io/apimachinery/pkg/util/validation/field"\n'
    (tmp_path / "custom.go").write_text(custom.replace("import metav1", f"import (\n{imports})\nimport metav1", 1))
    sources = read_sources([tmp_path], SourceOptions(readonly=(META, "time")))
    (made,) = generate(sources)
    package = sources.universe.packages[sources.packages[0]]
    module = load_generated(made.source, "v1", handwritten_functions(package, sources.universe))
    assert [str(error) for error in module.validate("Root", Operation(), {})] == ["at: Required value"]
    assert module.validate("Root", Operation(), {"at": "2024-01-02T03:04:05Z"}) == []
