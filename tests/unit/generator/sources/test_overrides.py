"""The marker +override changes tags of a type's fields for one use, in validators and CRDs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.crd.definitions import DefinitionOptions, generate_definitions
from kapivara.generator.grammar.override_marker import OverrideError, kind_of, read_override
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.openapi_documents.documents import generate_documents
from kapivara.generator.pipeline import GeneratedModule
from kapivara.generator.planning.plan_sources import PLAIN
from kapivara.generator.sources.loading import read_sources

Validators = Callable[..., GeneratedModule]

TYPES = """
type Attachment struct {
\t// +k8s:optional
\t// +k8s:listType=atomic
\t// +override(spec.capacity)=+k8s:maxProperties=1
\tInline []InlineVolume `json:"inline,omitempty"`
}

type InlineVolume struct {
\t// +k8s:optional
\t// +override(capacity)=+k8s:optional
\t// +override(name)=-k8s:maxLength
\t// +override(name)=+validationRule="self != 'x'"
\tSpec *PersistentVolumeSpec `json:"spec,omitempty"`
}

type PersistentVolume struct {
\tSpec PersistentVolumeSpec `json:"spec"`
}

type PersistentVolumeSpec struct {
\t// +k8s:required
\t// +k8s:maxProperties=2
\tCapacity map[string]string `json:"capacity,omitempty"`
\t// +k8s:optional
\t// +k8s:maxLength=3
\tName string `json:"name,omitempty"`
}
"""
DEFINITION = """// +groupName=shop.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Attachment struct {
\tmetav1.TypeMeta `json:",inline"`
\tmetav1.ObjectMeta `json:"metadata,omitempty"`
\t// +override(spec.capacity)=+maxProperties=1
\tInline []InlineVolume `json:"inline,omitempty"`
\tVolume PersistentVolumeSpec `json:"volume"`
}

type InlineVolume struct {
\t// +override(capacity)=+optional
\t// +override(name)=-maxLength
\t// +override(name)=+default="x"
\tSpec *PersistentVolumeSpec `json:"spec,omitempty"`
}

type PersistentVolumeSpec struct {
\t// +required
\t// +maxProperties=2
\tCapacity map[string]string `json:"capacity,omitempty"`
\t// +optional
\t// +maxLength=3
\tName string `json:"name,omitempty"`
}
"""


def _told(module: GeneratedModule, kind: str, new: Any) -> list[str]:
    return [str(each) for each in module.validate(kind, Operation(Verb.CREATE), new)]


def test_a_field_replaces_adds_and_takes_away(validators: Validators) -> None:
    module = validators(TYPES)
    assert _told(module, "PersistentVolume", {"spec": {}}) == ["spec.capacity: Required value"]
    assert _told(module, "InlineVolume", {"spec": {}}) == []
    long = {"capacity": {"a": "1"}, "name": "abcd"}
    assert _told(module, "PersistentVolume", {"spec": long}) == [
        "spec.name: Too long: may not be more than 3 characters"
    ]
    assert _told(module, "InlineVolume", {"spec": long}) == []
    assert _told(module, "InlineVolume", {"spec": {"name": "x"}}) == [
        "spec.name: Invalid value: \"x\": failed rule: self != 'x'"
    ]


def test_paths_lead_through_lists_and_what_is_overridden_below_stays(validators: Validators) -> None:
    module = validators(TYPES)
    two = {"spec": {"capacity": {"a": "1", "b": "2"}}}
    assert _told(module, "InlineVolume", two) == []
    (error,) = _told(module, "Attachment", {"inline": [two]})
    assert error.startswith("inline[0].spec.capacity: Too many: 2")
    assert _told(module, "Attachment", {"inline": [{"spec": {}}]}) == []


def test_definitions_have_the_overridden_schema_where_the_field_is(tmp_path: Path) -> None:
    (tmp_path / "types.go").write_text(DEFINITION)
    (made,) = generate_definitions([tmp_path], DefinitionOptions())
    schema = made.document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
    inline = schema["inline"]["items"]["properties"]["spec"]
    assert "required" not in inline
    assert inline["properties"]["capacity"]["maxProperties"] == 1
    assert inline["properties"]["name"] == {"type": "string", "default": "x"}
    assert schema["volume"]["required"] == ["capacity"]
    assert schema["volume"]["properties"]["capacity"]["maxProperties"] == 2
    assert schema["volume"]["properties"]["name"] == {"type": "string", "maxLength": 3}


def test_tags_of_validators_are_overridden_in_definitions_too(tmp_path: Path) -> None:
    text = DEFINITION.replace("+maxProperties", "+k8s:maxProperties").replace("+maxLength", "+k8s:maxLength")
    text = text.replace("-maxLength", "-k8s:maxLength").replace(
        "\t// +optional\n", "\t// +optional\n\t// +k8s:optional\n"
    )
    (tmp_path / "types.go").write_text(text)
    (made,) = generate_definitions([tmp_path], DefinitionOptions())
    schema = made.document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
    inline = schema["inline"]["items"]["properties"]["spec"]["properties"]
    assert inline["capacity"]["maxProperties"] == 1
    assert "maxLength" not in inline["name"]
    assert schema["volume"]["properties"]["capacity"]["maxProperties"] == 2
    assert schema["volume"]["properties"]["name"]["maxLength"] == 3


@pytest.mark.parametrize(
    ("marker", "kind", "said"),
    [
        pytest.param("+override(nme)=+k8s:optional", "Sub", 'no field for JSON name "nme": Sub has name', id="field"),
        pytest.param("+override(name)=k8s:optional", "Sub", "it is written as +override(field)=+tag", id="form"),
        pytest.param("+override(name.a)=+k8s:optional", "Sub", "string has no fields of its own", id="too-deep"),
        pytest.param("+override(name)=+k8s:maxLengh=1", "Sub", "", id="unknown-tag-is-passed-over"),
    ],
)
def test_what_leads_nowhere_is_told(validators: Validators, marker: str, kind: str, said: str) -> None:
    sub = 'type Sub struct {\n\t// +k8s:optional\n\tName string `json:"name,omitempty"`\n}'
    types = f'type Root struct {{\n\t// {marker}\n\tA {kind} `json:"a"`\n}}\n{sub}'
    if not said:
        validators(types)
        return
    with pytest.raises(AuthorErrors) as found:
        validators(types)
    (error,) = found.value.errors
    assert said in error.message
    assert error.place is not None
    assert (error.place.line, error.place.column) == (4, 6)


def test_tags_of_one_kind_take_each_others_place() -> None:
    assert kind_of("k8s:optional") == kind_of("required") == kind_of("kubebuilder:validation:Optional") == "presence"
    assert kind_of("kubebuilder:validation:MaxLength=3") == kind_of("+maxLength=2".removeprefix("+")) == "maxLength"
    assert read_override("override(a.b)=-k8s:maxItems").path == ("a", "b")
    assert read_override('override(a)=+validationRule="true"').replaces("validationRule") is False
    assert read_override("override(a)=-validationRule").replaces("validationRule") is True
    with pytest.raises(OverrideError):
        read_override("override=+a")


def test_documents_have_the_overridden_schema_in_place(tmp_path: Path) -> None:
    (tmp_path / "doc.go").write_text("// +k8s:validation-gen=*\n// +k8s:validation-gen-nolint\npackage v1\n")
    (tmp_path / "types.go").write_text(f"package v1\n{TYPES}")
    (made,) = generate_documents(read_sources([tmp_path]), PLAIN).packages
    schemas = {name.rpartition(".")[2]: each for name, each in made.documents[3]["components"]["schemas"].items()}
    inline = schemas["InlineVolume"]["properties"]["spec"]
    assert "required" not in inline
    assert "maxLength" not in inline["properties"]["name"]
    assert schemas["PersistentVolumeSpec"]["required"] == ["capacity"]
    assert "$ref" in str(schemas["PersistentVolume"]["properties"]["spec"])
