"""OpenAPI documents from types: fields, references, defaults, merging, rules, and errors of types."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.openapi_documents.documents import generate_documents
from kapivara.generator.planning.plan_sources import PLAIN
from kapivara.generator.sources.loading import read_sources
from kapivara.openapi import Validator

GROUP = "// +groupName=shop.example.com\npackage v1\n"
TYPES = """
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

const DefaultSize = 3

// Basket holds what somebody wants to buy.
type Basket struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BasketSpec `json:"spec"`
}

type BasketSpec struct {
	// Who wants it.
	// +k8s:required
	// +k8s:maxLength=8
	Owner string `json:"owner"`
	// +k8s:optional
	// +default=ref(DefaultSize)
	Size *int32 `json:"size,omitempty"`
	// +k8s:optional
	// +listType=map
	// +listMapKey=name
	Items []Item `json:"items,omitempty" patchStrategy:"merge" patchMergeKey:"name"`
	// +k8s:validation:minimum=1
	Count int64 `json:"count"`
	// +optional
	Inner *Item `json:"inner,omitempty"`
	Since *metav1.Time `json:"since,omitempty"`
}

type Item struct {
	Name string `json:"name"`
	// +optional
	Parts []Item `json:"parts,omitempty"`
	Rows [][]string `json:"rows,omitempty"`
}
"""


def make(folder: Path, types: str = TYPES, doc: str = GROUP):
    folder = folder / "v1"
    folder.mkdir()
    (folder / "doc.go").write_text(doc)
    (folder / "types.go").write_text(types)
    (made,) = generate_documents(read_sources([folder]), PLAIN).packages
    return made.documents


@pytest.fixture
def documents(tmp_path):
    return make(tmp_path)


def spec(documents, number):
    schemas = documents[3]["components"]["schemas"] if number == 3 else documents[2]["definitions"]
    return schemas["v1.BasketSpec"]["properties"]


def test_kinds_say_what_they_are(documents):
    kind = documents[3]["components"]["schemas"]["v1.Basket"]
    assert kind["description"] == "Basket holds what somebody wants to buy."
    assert kind["x-kubernetes-group-version-kind"] == [{"group": "shop.example.com", "version": "v1", "kind": "Basket"}]
    assert kind["properties"]["spec"] == {"allOf": [{"$ref": "#/components/schemas/v1.BasketSpec"}], "default": {}}
    assert kind["required"] == ["spec"]


def test_any_file_may_say_the_group(tmp_path):
    made = make(tmp_path, TYPES.replace("package v1", "// +groupName=other.example.com\npackage v1", 1), "package v1\n")
    kinds = made[3]["components"]["schemas"]["v1.Basket"]["x-kubernetes-group-version-kind"]
    assert kinds == [{"group": "other.example.com", "version": "v1", "kind": "Basket"}]


@pytest.mark.parametrize("number", [3, 2])
def test_tags_and_markers_are_keywords(documents, number):
    fields = spec(documents, number)
    assert (fields["owner"]["maxLength"], fields["owner"]["minLength"]) == (8, 1)
    assert fields["count"]["minimum"] == 1
    assert fields["items"]["x-kubernetes-list-map-keys"] == ["name"]
    assert fields["items"]["x-kubernetes-patch-merge-key"] == "name"


def test_defaults_are_told_by_v3_alone(documents):
    assert spec(documents, 3)["size"]["default"] == 3
    assert "default" not in spec(documents, 2)["size"]
    assert "default" not in spec(documents, 3)["owner"]  # an empty one would count as missing


def test_references_are_written_as_the_version_has_it(documents):
    assert spec(documents, 3)["inner"] == {"allOf": [{"$ref": "#/components/schemas/v1.Item"}]}
    assert spec(documents, 2)["inner"] == {"$ref": "#/definitions/v1.Item"}
    assert spec(documents, 3)["items"]["items"] == {"$ref": "#/components/schemas/v1.Item"}


def test_own_types_of_kubernetes_are_described(documents):
    assert spec(documents, 3)["since"] == {"type": "string", "format": "date-time"}
    assert "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" in documents[3]["components"]["schemas"]


def test_what_has_no_validator_is_described_all_the_same(documents):
    rows = documents[3]["components"]["schemas"]["v1.Item"]["properties"]["rows"]
    assert rows["items"] == {"type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize("number", [3, 2])
def test_objects_are_judged_by_them(documents, number):
    validator = Validator(json.loads(json.dumps(documents[number])))
    basket = {
        "apiVersion": "shop.example.com/v1",
        "kind": "Basket",
        "metadata": {"name": "a"},
        "spec": {"owner": "me", "count": 1},
    }
    assert validator.validate(basket) == []
    errors = validator.validate({**basket, "spec": {"owner": "", "count": 0}})
    assert {"spec.owner", "spec.count"} <= {each.field for each in errors}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("// +k8s:validation:maxLength=1", "maxLength can only be used on string types"),
        ("// +default=oops", "cannot read the default oops"),
        ("// +k8s:maxLength=1", "can only be used on string types"),
    ],
)
def test_what_is_wrong_is_told_once(tmp_path, line, message):
    types = f'package v1\n\ntype Root struct {{\n\t{line}\n\tA int32 `json:"a"`\n}}\n'
    with pytest.raises(AuthorErrors) as found:
        make(tmp_path, types)
    (error,) = found.value.errors
    assert message in error.message
    assert error.place is not None


DEAR = """package v1

type Root struct {
	// +k8s:optional
	Items []Item `json:"items,omitempty"`
}

type Item struct {
	// +k8s:listType=atomic
	// +k8s:unique=set
	Words []string `json:"words,omitempty"`
}
"""


def test_rules_that_cost_too_much_are_told_with_the_bound_that_helps(tmp_path):
    def dear(types):
        (tmp_path / "v1").mkdir(exist_ok=True)
        (tmp_path / "v1/types.go").write_text(types)
        return generate_documents(read_sources([tmp_path / "v1"]), PLAIN).dear

    (error,) = dear(DEAR)
    assert error.message.startswith("rule 'self.all(one, self.exists_one(other, one == other))': estimated rule cost")
    assert error.field == "v1.Root.items[].words"
    assert error.hint.startswith("it would fit with +k8s:max")
    bounds = "// +k8s:maxItems=20\n\t// +k8s:eachVal=+k8s:maxLength=20"
    bounded = DEAR.replace("// +k8s:unique=set", f"// +k8s:unique=set\n\t{bounds}")
    assert dear(bounded.replace("// +k8s:optional", "// +k8s:optional\n\t// +k8s:maxItems=20")) == []


def test_a_list_of_objects_costs_nothing_by_itself(tmp_path):
    types = """package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type RootList struct {
	metav1.ListMeta `json:"metadata,omitempty"`
	Items []Root `json:"items"`
}

type Root struct {
	// +k8s:optional
	// +k8s:immutable
	Owner string `json:"owner,omitempty"`
}
"""
    (tmp_path / "v1").mkdir()
    (tmp_path / "v1/types.go").write_text(types)
    assert generate_documents(read_sources([tmp_path / "v1"]), PLAIN).dear == []


def test_rules_of_markers_that_do_not_compile_are_told(tmp_path):
    types = """package v1

type Root struct {
	// +k8s:validation:cel[0]:rule> self.size() < 'a'
	// +k8s:validation:cel[0]:message="no"
	A string `json:"a"`
}
"""
    with pytest.raises(AuthorErrors) as found:
        make(tmp_path, types)
    (error,) = found.value.errors
    assert "found no matching overload for '_<_' applied to '(int, string)'" in error.message


def test_a_type_with_overrides_is_described_in_place(tmp_path):
    types = """package v1

type Root struct {
	A Inner `json:"a"`
	// +override(name)=+k8s:maxLength=3
	B Inner `json:"b"`
}

type Inner struct {
	// +k8s:optional
	// +k8s:maxLength=9
	Name string `json:"name,omitempty"`
}
"""
    schemas = make(tmp_path, types)[3]["components"]["schemas"]
    assert schemas["v1.Inner"]["properties"]["name"]["maxLength"] == 9
    assert schemas["v1.Root"]["properties"]["b"]["properties"]["name"]["maxLength"] == 3


def test_types_go_without_rules_where_they_are_opaque(tmp_path):
    types = """package v1

type Root struct {
	A Inner `json:"a"`
	// +k8s:opaqueType
	B Inner `json:"b"`
	// +k8s:eachVal=+k8s:opaqueType
	// +k8s:listType=atomic
	C []Inner `json:"c,omitempty"`
}

type Inner struct {
	// +k8s:maxLength=9
	// +k8s:optional
	Name string `json:"name,omitempty"`
	Below Below `json:"below,omitempty"`
}

type Below struct {
	// +k8s:maximum=9
	// +k8s:optional
	Count int32 `json:"count,omitempty"`
}
"""
    schemas = make(tmp_path, types)[3]["components"]["schemas"]
    bare = {"$ref": "#/components/schemas/v1.InnerWithoutRules"}
    assert schemas["v1.Inner"]["properties"]["name"]["maxLength"] == 9
    assert schemas["v1.Root"]["properties"]["b"]["allOf"] == [bare]
    assert schemas["v1.Root"]["properties"]["c"]["items"] == bare
    assert "maxLength" not in schemas["v1.InnerWithoutRules"]["properties"]["name"]
    assert "maximum" not in schemas["v1.BelowWithoutRules"]["properties"]["count"]
    judge = Validator({"$ref": "#/components/schemas/v1.Root"}, document={"components": {"schemas": schemas}}).validate
    long = {"name": "longer than nine", "below": {"count": 10}}
    assert judge({"a": {}, "b": long, "c": [long]}) == []
    assert len(judge({"a": long, "b": {}})) == 2


def test_the_version_may_have_another_name_than_the_package(tmp_path):
    made = make(tmp_path, doc="// +groupName=shop.example.com\n// +versionName=v1beta2\npackage v1\n")
    (kind,) = made[3]["components"]["schemas"]["v1.Basket"]["x-kubernetes-group-version-kind"]
    assert kind["version"] == "v1beta2"


PYTHON = """# +groupName=garden.example.com

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kapivara.generator.python.names import ObjectMeta, int32

DEFAULT_BEDS: Final = 3


# +k8s:enum
class Soil(StrEnum):
    CLAY = "Clay"
    LOAM = "Loam"


@dataclass
class GardenSpec:
    # +k8s:optional
    # +default=ref(Soil.LOAM)
    soil: Soil = Soil.LOAM
    # +k8s:optional
    # +default=ref(DEFAULT_BEDS)
    # +k8s:maximum=9
    beds: int32 = DEFAULT_BEDS


@dataclass
class Garden:
    spec: GardenSpec
    metadata: ObjectMeta | None = None
"""


def test_kinds_in_python(tmp_path):
    folder = tmp_path / "v1"
    folder.mkdir()
    (folder / "types.py").write_text(PYTHON)
    (made,) = generate_documents(read_sources([folder]), PLAIN).packages
    validator = Validator(made.documents[3])
    garden = {"apiVersion": "garden.example.com/v1", "kind": "Garden", "metadata": {"name": "a"}, "spec": {}}
    judgement = validator.judge(garden)
    assert (judgement.errors, judgement.strict_errors) == ([], ())
    assert judgement.object["spec"] == {"soil": "Loam", "beds": 3}
    assert [each.field for each in validator.validate({**garden, "spec": {"beds": 10}})] == ["spec.beds"]
