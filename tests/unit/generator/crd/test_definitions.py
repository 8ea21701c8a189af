"""CRDs from kinds and their versions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.generator.crd.conftest import HEAD, KIND, Generate

from kapivara.generator.crd.definitions import cut_descriptions
from kapivara.generator.model.author_error import AuthorErrors

SPEC = 'type Spec struct {\n\tA string `json:"a"`\n}\n'


def package(above: str = "", *, version: str = "v1", spec: str = SPEC, head: str = HEAD) -> str:
    """Writes a package with one kind."""
    kind = KIND.replace("// Basket is a kind.\n", f"// Basket is a kind.\n{above}")
    return head.replace("package v1", f"package {version}") + kind + spec


def document(generate: Generate, above: str = "", **options: Any) -> dict[str, Any]:
    (made,) = generate({"v1/types.go": package(above)}, **options)
    return made.document


def told(generate: Generate, files: dict[str, str]) -> list[str]:
    with pytest.raises(AuthorErrors) as wrong:
        generate(files)
    return [f"{each.message} ({each.hint})" for each in wrong.value.errors]


def test_a_plain_kind(generate: Generate) -> None:
    assert document(generate, descriptions=0) == {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "baskets.shop.example.com"},
        "spec": {
            "group": "shop.example.com",
            "names": {"kind": "Basket", "listKind": "BasketList", "plural": "baskets", "singular": "basket"},
            "scope": "Namespaced",
            "versions": [
                {
                    "name": "v1",
                    "served": True,
                    "storage": True,
                    "schema": {
                        "openAPIV3Schema": {
                            "type": "object",
                            "properties": {
                                "apiVersion": {"type": "string"},
                                "kind": {"type": "string"},
                                "metadata": {"type": "object"},
                                "spec": {
                                    "type": "object",
                                    "properties": {"a": {"type": "string"}},
                                    "required": ["a"],
                                },
                            },
                            "required": ["spec"],
                        }
                    },
                }
            ],
        },
    }


def test_the_file_is_named_after_group_and_plural(generate: Generate) -> None:
    (made,) = generate({"v1/types.go": package("// +kubebuilder:resource:path=basketry\n")})
    assert made.file_name == "shop.example.com_basketry.yaml"
    assert made.name == "basketry.shop.example.com"


def test_names_and_scope(generate: Generate) -> None:
    above = "// +kubebuilder:resource:singular=bsk,shortName=b;bs,categories={all,shop},scope=Cluster\n"
    spec = document(generate, above)["spec"]
    assert spec["scope"] == "Cluster"
    assert spec["names"] == {
        "kind": "Basket",
        "listKind": "BasketList",
        "plural": "baskets",
        "singular": "bsk",
        "shortNames": ["b", "bs"],
        "categories": ["all", "shop"],
    }


def test_columns_and_subresources(generate: Generate) -> None:
    above = """// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:printcolumn:name="A",type=string,JSONPath=.spec.a,description="The A",format=x,priority=1
// +kubebuilder:selectablefield:JSONPath=.spec.a
"""
    (version,) = document(generate, above)["spec"]["versions"]
    assert version["subresources"] == {
        "status": {},
        "scale": {
            "specReplicasPath": ".spec.replicas",
            "statusReplicasPath": ".status.replicas",
            "labelSelectorPath": ".status.selector",
        },
    }
    assert version["additionalPrinterColumns"] == [
        {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"},
        {"name": "A", "type": "string", "jsonPath": ".spec.a", "description": "The A", "format": "x", "priority": 1},
    ]
    assert version["selectableFields"] == [{"jsonPath": ".spec.a"}]


def test_columns_bring_empty_subresources_along(generate: Generate) -> None:
    above = "// +kubebuilder:printcolumn:name=A,type=string,JSONPath=.spec.a\n"
    assert document(generate, above)["spec"]["versions"][0]["subresources"] == {}


def test_metadata_of_the_definition(generate: Generate) -> None:
    above = '// +kubebuilder:metadata:annotations="a=b=c",labels="x=y"\n// +kubebuilder:metadata:annotations={"d=e"}\n'
    assert document(generate, above)["metadata"] == {
        "name": "baskets.shop.example.com",
        "annotations": {"a": "b=c", "d": "e"},
        "labels": {"x": "y"},
    }


def test_metadata_without_a_value(generate: Generate) -> None:
    files = {"v1/types.go": package('// +kubebuilder:metadata:annotations="a"\n')}
    assert told(generate, files) == ['+kubebuilder:metadata: "a" has no value (write "key=value")']


def test_several_versions(generate: Generate) -> None:
    files = {
        "v1alpha1/types.go": package('// +kubebuilder:deprecatedversion:warning="use v1"\n', version="v1alpha1"),
        "v1beta1/types.go": package("// +kubebuilder:unservedversion\n", version="v1beta1"),
        "v1/types.go": package("// +kubebuilder:storageversion\n"),
        "internal/types.go": package("// +kubebuilder:skipversion\n", version="internal"),
    }
    (made,) = generate(files)
    versions = {each.pop("name"): each for each in made.document["spec"]["versions"]}
    shown = {name: {key: each[key] for key in each if key != "schema"} for name, each in versions.items()}
    assert list(shown) == ["v1", "v1alpha1", "v1beta1"]
    assert shown == {
        "v1": {"served": True, "storage": True},
        "v1alpha1": {"served": True, "storage": False, "deprecated": True, "deprecationWarning": "use v1"},
        "v1beta1": {"served": False, "storage": False},
    }


def test_no_version_is_stored(generate: Generate) -> None:
    files = {"v1/types.go": package(), "v2/types.go": package(version="v2")}
    assert told(generate, files) == [
        "no version of Basket is stored (write // +kubebuilder:storageversion above one of them)"
    ]


def test_several_versions_are_stored(generate: Generate) -> None:
    stored = "// +kubebuilder:storageversion\n"
    files = {"v1/types.go": package(stored), "v2/types.go": package(stored, version="v2")}
    assert told(generate, files) == [
        "several versions of Basket are stored: v1, v2 (leave +kubebuilder:storageversion at one)"
    ]


def test_no_version_is_served(generate: Generate) -> None:
    files = {"v1/types.go": package("// +kubebuilder:unservedversion\n")}
    assert told(generate, files) == ["no version of Basket is served (leave out +kubebuilder:unservedversion at one)"]


def test_one_version_in_two_packages(generate: Generate) -> None:
    files = {"one/types.go": package(), "two/types.go": package()}
    assert "version v1 of Basket is declared twice ()" in told(generate, files)


def test_the_version_can_be_named(generate: Generate) -> None:
    head = HEAD.replace("package v1", "// +versionName=v1beta7\npackage v1")
    (made,) = generate({"api/types.go": package(head=head)})
    assert made.document["spec"]["versions"][0]["name"] == "v1beta7"


def test_the_group_may_stand_in_another_file(generate: Generate) -> None:
    group = "// +groupName=other.example.com\n// +kubebuilder:object:generate=true\npackage v1\n"
    head = HEAD.removeprefix("// +groupName=shop.example.com\n")
    (made,) = generate({"v1/groupversion_info.go": group, "v1/types.go": package(head=head)})
    assert made.name == "baskets.other.example.com"


def test_the_group_is_missing(generate: Generate) -> None:
    files = {"v1/types.go": package(head=HEAD.removeprefix("// +groupName=shop.example.com\n"))}
    (message,) = told(generate, files)
    assert " declares no group for its kinds" in message
    assert "+groupName=GROUP" in message


def test_a_package_that_is_skipped(generate: Generate) -> None:
    head = HEAD.replace("package v1", "// +kubebuilder:skip\npackage v1")
    assert generate({"v1/types.go": package(head=head)}) == []


def test_types_that_are_no_kinds(generate: Generate) -> None:
    lists = 'type BasketList struct {\n\tmetav1.TypeMeta `json:",inline"`\n\tmetav1.ListMeta `json:"metadata"`\n}\n'
    made = generate({"v1/types.go": HEAD + lists})
    assert made == []


def test_errors_of_the_sources_are_told(generate: Generate) -> None:
    assert any("syntax error" in each for each in told(generate, {"v1/types.go": "package v1\n\ntype A struct {\n"}))


def test_types_of_a_group_of_declarations(generate: Generate) -> None:
    types = """
type (
\t// Basket is a kind.
\t// +kubebuilder:resource:scope=Cluster
\tBasket struct {
\t\tmetav1.TypeMeta   `json:",inline"`
\t\tmetav1.ObjectMeta `json:"metadata,omitempty"`
\t}

\t// Other is none.
\tOther string
)
"""
    (made,) = generate({"v1/types.go": HEAD + types})
    assert made.document["spec"]["scope"] == "Cluster"
    assert made.document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["description"] == "Basket is a kind."


@pytest.mark.parametrize(
    ("text", "most", "cut"),
    [
        ("One. Two. Three.", 11, "One. Two."),
        ("One two three", 9, "One two..."),
        ("Unbroken", 3, "Unb..."),
        ("Short.", 6, "Short."),
        ("Straße", 5, "Stra..."),
    ],
)
def test_cut(text: str, most: int, cut: str) -> None:
    schema: dict[str, Any] = {"description": text, "properties": {"a": {"items": {"description": text}}}}
    cut_descriptions(schema, most)
    assert schema == {"description": cut, "properties": {"a": {"items": {"description": cut}}}}


def test_left_out() -> None:
    schema: dict[str, Any] = {"description": "x", "additionalProperties": {"description": "y"}}
    cut_descriptions(schema, 0)
    assert schema == {"additionalProperties": {}}
