"""CRDs from Python types: equal to those from equivalent Go types, with errors at places in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kapivara.generator.crd.definitions import DefinitionOptions, GeneratedDefinition, generate_definitions
from kapivara.generator.model.author_error import AuthorErrors

PYTHON = '''"""Baskets of a shop."""

# +groupName=shop.example.com

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

from kapivara.generator.python.names import IntOrString, ObjectMeta, Quantity, Time, int32

# +kubebuilder:validation:MaxLength=63
Word = NewType("Word", str)


# +k8s:enum
class Mode(StrEnum):
    """Mode tells how it goes."""

    FAST = "Fast"
    SLOW = "Slow"


@dataclass
class Named:
    """Named has a name."""

    # Name tells items apart.
    name: Word


@dataclass(kw_only=True)
class Item(Named):
    """Item is something in a basket."""

    # How many there are.
    # +kubebuilder:validation:Minimum=1
    count: int32
    price: Quantity | None = None
    port: IntOrString
    data: bytes = b""
    parts: dict[str, list[str]] = field(default_factory=dict)


# +validationRule="""
#   self.min <= self.max
# """,message="min must not exceed max"
@dataclass(kw_only=True)
class BasketSpec:
    """BasketSpec says what is in it.

    And how many.
    """

    min: int32
    # json: upTo
    max_count: int32
    # +default="Fast"
    mode: Mode = Mode.FAST
    # +listType=map
    # +listMapKey=name
    # +kubebuilder:validation:MaxItems=100
    items: list[Item] = field(default_factory=list)
    # +override(count)=-kubebuilder:validation:Minimum
    spare: Item | None = None
    since: Time | None = None


# +kubebuilder:subresource:status
# +kubebuilder:resource:shortName=bsk
# +kubebuilder:printcolumn:name=Mode,type=string,JSONPath=.spec.mode
@dataclass(kw_only=True)
class Basket:
    """Basket holds what somebody wants to buy."""

    # +nameFormat=dns1123label
    metadata: ObjectMeta | None = None
    spec: BasketSpec
'''.replace("self.max\n", "self.upTo\n")
GO = """// +groupName=shop.example.com
package v1

import (
\t"k8s.io/apimachinery/pkg/api/resource"
\tmetav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
\t"k8s.io/apimachinery/pkg/util/intstr"
)

// +kubebuilder:validation:MaxLength=63
type Word string

// Mode tells how it goes.
// +k8s:enum
type Mode string

const (
\tFast Mode = "Fast"
\tSlow Mode = "Slow"
)

// Named has a name.
type Named struct {
\t// Name tells items apart.
\tName Word `json:"name"`
}

// Item is something in a basket.
type Item struct {
\tNamed `json:",inline"`
\t// How many there are.
\t// +kubebuilder:validation:Minimum=1
\tCount int32              `json:"count"`
\tPrice *resource.Quantity `json:"price,omitempty"`
\tPort  intstr.IntOrString `json:"port"`
\tData  []byte             `json:"data,omitempty"`
\tParts map[string][]string `json:"parts,omitempty"`
}

// BasketSpec says what is in it.
//
// And how many.
//
// +validationRule="self.min <= self.upTo",message="min must not exceed max"
type BasketSpec struct {
\tMin      int32 `json:"min"`
\tMaxCount int32 `json:"upTo"`
\t// +default=ref(Fast)
\tMode Mode `json:"mode,omitempty"`
\t// +listType=map
\t// +listMapKey=name
\t// +kubebuilder:validation:MaxItems=100
\tItems []Item `json:"items,omitempty"`
\t// +override(count)=-kubebuilder:validation:Minimum
\tSpare *Item `json:"spare,omitempty"`
\tSince *metav1.Time `json:"since,omitempty"`
}

// Basket holds what somebody wants to buy.
// +kubebuilder:subresource:status
// +kubebuilder:resource:shortName=bsk
// +kubebuilder:printcolumn:name=Mode,type=string,JSONPath=.spec.mode
type Basket struct {
\tmetav1.TypeMeta `json:",inline"`
\t// +nameFormat=dns1123label
\tmetav1.ObjectMeta `json:"metadata,omitempty"`
\tSpec BasketSpec `json:"spec"`
}
"""


def _definitions(folder: Path, file: str, text: str) -> list[GeneratedDefinition]:
    folder.mkdir(parents=True)
    (folder / file).write_text(text)
    return generate_definitions([folder], DefinitionOptions())


def _refusals(folder: Path, text: str) -> list[str]:
    with pytest.raises(AuthorErrors) as found:
        _definitions(folder, "types.py", text)
    return [str(each).replace(f"{folder}/", "") for each in found.value.errors]


def test_twins_give_the_same_definition(tmp_path: Path) -> None:
    (python,) = _definitions(tmp_path / "python" / "v1", "types.py", PYTHON)
    (go,) = _definitions(tmp_path / "go" / "v1", "types.go", GO)
    assert python.document == go.document
    schema: dict[str, Any] = python.document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    assert schema["properties"]["spec"]["properties"]["items"]["items"]["properties"]["count"]["minimum"] == 1


def test_types_of_other_files_of_the_project_are_found(tmp_path: Path) -> None:
    head, _, tail = PYTHON.partition("@dataclass\nclass Named:")
    named, _, rest = tail.partition("@dataclass(kw_only=True)\nclass Item")
    shared = tmp_path / "python" / "shared"
    shared.mkdir(parents=True)
    word = '# +kubebuilder:validation:MaxLength=63\nWord = NewType("Word", str)\n'
    imports = "from dataclasses import dataclass\nfrom typing import NewType\n\n"
    (shared / "types.py").write_text(f"{imports}{word}\n\n@dataclass\nclass Named:{named}")
    (shared / "__init__.py").write_text("")
    (tmp_path / "python" / "v1").mkdir()
    (tmp_path / "python" / "v1" / "__init__.py").write_text("")
    text = head.replace(word, "from ..shared.types import Named\n") + "@dataclass(kw_only=True)\nclass Item" + rest
    (tmp_path / "python" / "v1" / "types.py").write_text(text)
    (made,) = generate_definitions([tmp_path / "python" / "v1"], DefinitionOptions())
    (go,) = _definitions(tmp_path / "go" / "v1", "types.go", GO)
    assert made.document == go.document


def test_what_is_wrong_is_told_where_it_stands_in_python(tmp_path: Path) -> None:
    line = PYTHON.split("\n").index("    # +kubebuilder:validation:Minimum=1") + 1
    text = PYTHON.replace("Minimum=1", "Minimum=x")
    (said,) = _refusals(tmp_path / "v1", text)
    assert said.startswith(f"types.py:{line}:7: +kubebuilder:validation:Minimum: expected a number")


def test_places_in_definitions_lead_to_python(tmp_path: Path) -> None:
    (made,) = _definitions(tmp_path / "v1", "types.py", PYTHON)
    path = "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[upTo]"
    place = made.place_of(path)
    assert place.file.endswith("types.py")
    assert PYTHON.split("\n")[place.line - 1].strip() == "max_count: int32"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param("# +groupName=shop.example.com\n", "", "no Go files in this folder", id="no-group"),
        pytest.param("min: int32", "min: complex", "unsupported annotation complex", id="no-such-type"),
        pytest.param("# json: upTo", "# json: up`To", "", id="odd-name"),
    ],
)
def test_files_that_are_not_right_are_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    found = _refusals(tmp_path / "v1", PYTHON.replace(old, new, 1))
    assert said in found[0]


def test_defaults_name_constants_and_members_of_enums(tmp_path: Path) -> None:
    text = PYTHON.replace(
        "@dataclass\nclass Named:", 'TOP = "b"\nSIZE: int = 4\nEVEN = True\n\n\n@dataclass\nclass Named:'
    )
    fields = """    # +default=ref(TOP)
    top: str = ""
    # +default=ref(SIZE)
    size: int32 = 4
    # +default=ref(EVEN)
    even: bool = True
    # +default=ref(Mode.SLOW)
    mode: Mode = Mode.SLOW
"""
    text = text.replace("    data: bytes", f"{fields}    data: bytes")
    (made,) = _definitions(tmp_path / "v1", "types.py", text)
    schema = made.document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    item = schema["properties"]["spec"]["properties"]["items"]["items"]["properties"]
    assert [item[name]["default"] for name in ("top", "size", "even", "mode")] == ["b", 4, True, "Slow"]
    with pytest.raises(AuthorErrors, match="undefined: NONE"):
        _definitions(tmp_path / "bad" / "v1", "types.py", text.replace("ref(TOP)", "ref(NONE)"))
