"""Validator tags in CRDs: their keywords and rules beside kubebuilder's markers."""

from __future__ import annotations

import pytest
from tests.unit.generator.crd.conftest import HEAD, KIND

from kapivara.cli.commands.gen.crds import check_definitions, print_definitions
from kapivara.generator.crd.definitions import DefinitionOptions, generate_definitions
from kapivara.generator.sources.go import go_file

RULES = "x-kubernetes-validations"


@pytest.mark.parametrize(
    ("line", "kind", "said"),
    [
        ("+k8s:maxLength=3", "string", {"type": "string", "maxLength": 3}),
        ("+k8s:minimum=1", "*int32", {"type": "integer", "format": "int32", "minimum": 1}),
        (
            "+k8s:format=k8s-short-name",
            "string",
            {"type": "string", "pattern": "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "maxLength": 63},
        ),
        ("+k8s:eachVal=+k8s:maxLength=2", "[]string", {"type": "array", "items": {"type": "string", "maxLength": 2}}),
        ("+k8s:validation:maximum=7", "int64", {"type": "integer", "format": "int64", "maximum": 7}),
        (
            "+k8s:neq=a",
            "string",
            {"type": "string", RULES: [{"rule": "self != 'a'", "message": 'must not be equal to "a"'}]},
        ),
        ("+k8s:optional", "string", {"type": "string"}),
    ],
)
def test_tags_are_keywords(spec_schema, line, kind, said):
    schema = spec_schema(f'\t// {line}\n\tA {kind} `json:"a,omitempty"`')
    assert schema["properties"]["a"] == said


def test_a_tag_that_is_a_marker_too_is_what_controller_gen_makes_of_it(spec_schema):
    line = "// +k8s:immutable\n\t// +k8s:maxLength=3\n\t// +k8s:required\n\t// +maxLength=5"
    schema = spec_schema(f'\t{line}\n\tA string `json:"a"`')
    assert schema["required"] == ["a"]
    assert schema["properties"]["a"] == {
        "type": "string",
        "maxLength": 3,
        RULES: [{"rule": "self == oldSelf", "message": "field is immutable"}],
    }


LIST = """
	// +k8s:optional
	// +k8s:listType=%s
	Items []Item `json:"items,omitempty"`
"""
ITEM = """
type Item struct {
	Name string `json:"name"`
	// +k8s:optional
	// +k8s:update=NoModify
	Fixed *string `json:"fixed,omitempty"`
}
"""


def test_rules_about_old_values_need_items_with_keys(spec_schema):
    keyed = spec_schema(LIST % "map\n\t// +k8s:listMapKey=name", ITEM)["properties"]["items"]
    assert keyed["items"][RULES][0]["fieldPath"] == ".fixed"


def test_without_keys_they_are_left_out_and_told(tmp_path):
    folder = tmp_path / "v1"
    folder.mkdir()
    (folder / "types.go").write_text(f"{HEAD}{KIND}{ITEM}type Spec struct {{\n{LIST % 'atomic'}\n}}\n")
    unexpressed = []
    (made,) = generate_definitions([folder], DefinitionOptions(), unexpressed)
    spec = made.document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
    assert RULES not in spec["properties"]["items"]["items"]
    (told,) = unexpressed
    assert told.why.startswith("items of a list have no old selves where they have no keys")


def test_mistakes_in_tags_are_told(refusals):
    (refusal,) = refusals('\t// +k8s:maxLength=a\n\tA string `json:"a"`')
    assert 'tag "k8s:maxLength"' in refusal


def test_a_mistake_in_a_tag_that_is_a_marker_is_told_once(refusals):
    assert len(refusals('\t// +pattern="("\n\t// +k8s:minLength=1\n\tA string `json:"a"`')) == 1


def test_each_file_is_parsed_once(tmp_path, monkeypatch):
    folder = tmp_path / "v1"
    folder.mkdir()
    spec = 'type Spec struct {\n\t// +k8s:maxLength=3\n\tA string `json:"a"`\n}\n'
    (folder / "types.go").write_text(f"{HEAD}{KIND}{spec}")
    parsed = []
    parse = go_file._try_parse
    monkeypatch.setattr(go_file, "_try_parse", lambda file: parsed.append((file.name, file.data)) or parse(file))
    (made,) = generate_definitions([folder], DefinitionOptions())
    assert "maxLength" in str(made.document)
    assert str(folder / "types.go") in dict(parsed)
    assert len({*parsed}) == len(parsed)


@pytest.mark.parametrize("tag", ["conversion-gen=example.com/hub", "defaulter-gen=TypeMeta", "conversion-fn=drop"])
def test_tags_for_generators_bring_no_rules(tag, tmp_path):
    folder = tmp_path / "v1"
    folder.mkdir()
    (folder / "doc.go").write_text(f"// +k8s:{tag}\npackage v1\n")
    fields = '\tConditions []metav1.Condition `json:"conditions,omitempty"`\n'
    (folder / "types.go").write_text(f"{HEAD}{KIND}type Spec struct {{\n{fields}}}\n")
    (made,) = generate_definitions([folder], DefinitionOptions())
    schema = made.document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    condition = schema["properties"]["spec"]["properties"]["conditions"]["items"]["properties"]
    assert "minLength" not in condition["type"]


def test_conditions_in_a_list_without_bound_fit(tmp_path):
    folder = tmp_path / "v1"
    folder.mkdir()
    fields = """	// +k8s:maxLength=3
	A string `json:"a"`
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	// +k8s:maxBytes=9
	// +kubebuilder:validation:Pattern=`^[a-z]+$`
	B string `json:"b"`
	// +k8s:maxBytes=9
	// +kubebuilder:validation:Pattern=`^.+$`
	C string `json:"c"`
"""
    (folder / "types.go").write_text(f"{HEAD}{KIND}type Spec struct {{\n{fields}}}\n")
    made = generate_definitions([folder], DefinitionOptions())
    check_definitions(print_definitions(made))
    schema = made[0].document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    spec = schema["properties"]["spec"]["properties"]
    reason = spec["conditions"]["items"]["properties"]["reason"]
    assert (reason["maxLength"], RULES in reason) == (1024, False)
    assert (spec["b"]["maxLength"], RULES in spec["b"]) == (9, False)
    assert spec["c"][RULES][0]["rule"] == "bytes(self).size() <= 9"


def test_tags_of_a_type_do_not_count_where_it_is_opaque(tmp_path):
    folder = tmp_path / "v1"
    folder.mkdir()
    types = """type Spec struct {
	// +k8s:opaqueType
	Free Inner `json:"free"`
	// +k8s:eachVal=+k8s:opaqueType
	All []Inner `json:"all,omitempty"`
	Bound Inner `json:"bound"`
}

type Inner struct {
	// +k8s:maxLength=9
	// +kubebuilder:validation:MinLength=2
	Name string `json:"name"`
	Below Below `json:"below"`
}

type Below struct {
	// +k8s:maximum=5
	Size int32 `json:"size"`
}
"""
    (folder / "types.go").write_text(f"{HEAD}{KIND}{types}")
    (made,) = generate_definitions([folder], DefinitionOptions())
    schema = made.document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    spec = schema["properties"]["spec"]["properties"]
    for free in (spec["free"], spec["all"]["items"]):
        assert free["properties"]["name"] == {"type": "string", "minLength": 2}
        assert "maximum" not in free["properties"]["below"]["properties"]["size"]
    assert spec["bound"]["properties"]["name"]["maxLength"] == 9
    assert spec["bound"]["properties"]["below"]["properties"]["size"]["maximum"] == 5


def test_a_pod_template_brings_its_rules_along_and_fits(tmp_path):
    folder = tmp_path / "v1"
    folder.mkdir()
    fields = '\t// +k8s:maxLength=3\n\tA string `json:"a"`\n\tTemplate corev1.PodTemplateSpec `json:"template"`\n'
    (folder / "types.go").write_text(f"{HEAD}{KIND}type Spec struct {{\n{fields}}}\n")
    made = generate_definitions([folder], DefinitionOptions())
    check_definitions(print_definitions(made))
    schema = made[0].document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    pod = schema["properties"]["spec"]["properties"]["template"]["properties"]["spec"]["properties"]
    assert pod["evictionResponders"]["x-kubernetes-list-map-keys"] == ["name"]
    key = pod["tolerations"]["items"]["properties"]["key"]
    assert key["maxLength"] == 317
    assert [each["pattern"] for each in key["allOf"]][1] == "^[^/]{0,253}(/|$)"
    assert RULES not in key
