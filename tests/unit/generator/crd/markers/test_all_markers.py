"""The effect of each marker on a schema, and the errors where it cannot be used."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.generator.crd.conftest import Generate, Refusals, SpecSchema

from kapivara.generator.crd.markers.all_markers import MARKERS, find_marker, is_unknown, nearest, split_marker
from kapivara.generator.crd.markers.marker import Target

V = "+kubebuilder:validation:"
RULES = "x-kubernetes-validations"


@pytest.mark.parametrize(
    ("marker", "kind", "added"),
    [
        (f"{V}Maximum=10", "int", {"maximum": 10}),
        (f"{V}Minimum=-1", "int32", {"minimum": -1}),
        (f"{V}Minimum=0\n// {V}ExclusiveMinimum=true", "int", {"minimum": 0, "exclusiveMinimum": True}),
        (f"{V}Maximum=1\n// {V}ExclusiveMaximum=false", "int", {"maximum": 1}),
        (f"{V}MultipleOf=5", "int", {"multipleOf": 5}),
        (f"{V}MaxLength=64", "string", {"maxLength": 64}),
        (f"{V}MinLength=1", "*string", {"minLength": 1}),
        (f"{V}Pattern=`^[a-z]+$`", "string", {"pattern": "^[a-z]+$"}),
        (f"{V}Pattern=^a.b$", "string", {"pattern": "^a.b$"}),
        (f"{V}MaxItems=2", "[]string", {"maxItems": 2}),
        (f"{V}MinItems=1", "[]string", {"minItems": 1}),
        (f"{V}UniqueItems=true", "[]string", {"uniqueItems": True}),
        (f"{V}UniqueItems=false", "[]string", {}),
        (f"{V}MaxProperties=2", "map[string]string", {"maxProperties": 2}),
        (f"{V}MinProperties=1", "map[string]string", {"minProperties": 1}),
        (f"{V}Enum=a;b", "string", {"enum": ["a", "b"]}),
        (f'{V}Enum={{"a","b c"}}', "string", {"enum": ["a", "b c"]}),
        (f"{V}Enum=1;2", "int", {"enum": [1, 2]}),
        (f'{V}Enum="";x', "string", {"enum": ["", "x"]}),
        (f"{V}Format=date", "string", {"format": "date"}),
        (f"{V}Type=integer", "string", {"type": "integer"}),
        (f"{V}MaxLength=3\n// {V}Type=string", "metav1.Duration", {"maxLength": 3}),
        (f"{V}XPreserveUnknownFields", "map[string]string", {"x-kubernetes-preserve-unknown-fields": True}),
        (
            "+kubebuilder:pruning:PreserveUnknownFields",
            "map[string]string",
            {"x-kubernetes-preserve-unknown-fields": True},
        ),
        (f"{V}EmbeddedResource", "runtime.RawExtension", {"x-kubernetes-embedded-resource": True}),
        (f"{V}XEmbeddedResource", "runtime.RawExtension", {"x-kubernetes-embedded-resource": True}),
        (f"{V}XIntOrString\n// {V}Pattern=a", "intstr.IntOrString", {"pattern": "a"}),
        ("+nullable", "*string", {"nullable": True}),
        ("+kubebuilder:title=Name", "string", {"title": "Name"}),
        ("+kubebuilder:example={a,b}", "[]string", {"example": ["a", "b"]}),
        ("+kubebuilder:default=Always", "string", {"default": "Always"}),
        ('+kubebuilder:default=""', "string", {"default": ""}),
        ("+kubebuilder:default=3", "int", {"default": 3}),
        ("+kubebuilder:default=false", "bool", {"default": False}),
        ("+kubebuilder:default={}", "[]string", {"default": []}),
        ("+kubebuilder:default={}", "map[string]string", {"default": {}}),
        ('+default="Always"', "string", {"default": "Always"}),
        ('+default={"a": [1]}', "map[string]string", {"default": {"a": [1]}}),
        (r'+default="\ud800"', "string", {"default": "\ufffd"}),
        ('+kubebuilder:default=kubebuilder\n// +default="other"', "string", {"default": "kubebuilder"}),
        (f"{V}items:MaxLength=3", "[]string", {"items": {"type": "string", "maxLength": 3}}),
        (f"{V}items:Enum=1;2", "[]int", {"items": {"type": "integer", "enum": [1, 2]}}),
        ("+listType=set", "[]string", {"x-kubernetes-list-type": "set"}),
        ("+k8s:listType=atomic", "[]string", {"x-kubernetes-list-type": "atomic"}),
        (
            "+listMapKey=a\n// +listMapKey=b\n// +listType=map",
            "[]string",
            {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a", "b"]},
        ),
        ("+mapType=atomic", "map[string]string", {"x-kubernetes-map-type": "atomic"}),
        ("+structType=atomic", "Inner", {"x-kubernetes-map-type": "atomic"}),
        (
            '+kubebuilder:externalDocs:url="https://example.com",description="more"',
            "string",
            {"externalDocs": {"url": "https://example.com", "description": "more"}},
        ),
        (
            f'{V}XValidation:rule="self != \'a, b\'",message="no = here",'
            "reason=FieldValueForbidden,fieldPath=.x,optionalOldSelf=false",
            "string",
            {
                RULES: [
                    {
                        "rule": "self != 'a, b'",
                        "message": "no = here",
                        "reason": "FieldValueForbidden",
                        "fieldPath": ".x",
                        "optionalOldSelf": False,
                    }
                ]
            },
        ),
        (
            f'{V}XValidation:rule="true"\n// {V}XValidation:message="",rule="1 > 0",messageExpression="\'a\'"',
            "string",
            {RULES: [{"rule": "true"}, {"rule": "1 > 0", "messageExpression": "'a'"}]},
        ),
        (
            "+k8s:immutable\n// +required",
            "string",
            {RULES: [{"rule": "self == oldSelf", "message": "field is immutable"}]},
        ),
        ("+some:other=tool", "string", {}),
        ("+kubebuilder:rbac:groups=apps", "string", {}),
    ],
)
def test_fields(marker: str, kind: str, added: dict[str, Any], field_schema: SpecSchema) -> None:
    inner = "type Inner struct{}\n"
    plain = field_schema(f'A {kind} `json:"a,omitempty"`', inner)
    assert field_schema(f'// {marker}\nA {kind} `json:"a,omitempty"`', inner) == plain | added


def test_every_marker_has_an_example_that_it_reads() -> None:
    for marker in MARKERS:
        text = marker.example.removeprefix("+")
        _, name, rest = split_marker(text)
        assert find_marker(text, marker.targets[0]) is not None, marker.name
        marker.value_of(name, rest)
        assert marker.docs


@pytest.mark.parametrize(
    ("name", "rule", "message"),
    [
        ("AtMostOneOf", "(has(self.a)?1:0)+(has(self.b)?1:0) <= 1", "at most one of the fields in [a b] may be set"),
        ("ExactlyOneOf", "(has(self.a)?1:0)+(has(self.b)?1:0) == 1", "exactly one of the fields in [a b] must be set"),
        ("AtLeastOneOf", "has(self.a)||has(self.b)", "at least one of the fields in [a b] must be set"),
    ],
)
def test_one_of_several(name: str, rule: str, message: str, spec_schema: SpecSchema) -> None:
    fields = 'A *string `json:"a,omitempty"`\nB *string `json:"b,omitempty"`'
    schema = spec_schema(fields, above=f"// {V}{name}=a;b\n")
    assert schema[RULES] == [{"rule": rule, "message": message}]


def test_an_optional_field_that_cannot_be_taken_away(spec_schema: SpecSchema) -> None:
    schema = spec_schema('// +k8s:immutable\nA string `json:"a,omitempty"`')
    rule = "!has(oldSelf.a) || has(self.a)"
    assert schema[RULES] == [{"rule": rule, "message": "field a is immutable once set"}]


@pytest.mark.parametrize(
    ("marker", "kind", "told"),
    [
        (f"{V}Maximum=1", "string", f"{V}Maximum: maximum bounds a number, found string"),
        (f"{V}Maximum=1.5", "int", f"{V}Maximum: maximum of an integer must be whole, found 1.5"),
        (
            f"{V}MaxLength=1",
            "corev1.Protocol",
            "no type is declared here (declare the type by +kubebuilder:validation:Type=string beside it",
        ),
        (f"{V}MaxLength=x", "string", f'{V}MaxLength: expected an integer, got "x"'),
        (f"{V}MaxLength", "string", "a value is missing (write it as in +kubebuilder:validation:MaxLength=64)"),
        (f'{V}Pattern="^\\d$"', "string", "has an escape that Go does not know (between backquotes, `…`"),
        (f"{V}MaxItems=1", "string", "maxItems bounds a list, found string"),
        (f"{V}MinProperties=1", "string", "minProperties bounds an object, found string"),
        (f"{V}items:MaxLength=1", "string", "it is for lists, and this is none"),
        (f"{V}Optional=true", "string", "it takes no arguments, true is given"),
        (f"{V}XValidation:message=a", "string", 'missing argument "rule"'),
        (f"{V}XValidation:rul=a", "string", 'unknown argument "rul"'),
        (f'{V}XValidation:rule="a",reason=Because', "string", '"Because" is no reason (one of FieldValueInvalid'),
        ("+listType=list", "[]string", '"list" is no listType (one of map, set, atomic)'),
        ("+listType=set", "string", "listType is for lists, found string"),
        ("+listMapKey=a", "[]string", "listMapKey is for lists that are maps (write +listType=map beside it)"),
        ("+mapType=atomic", "string", "mapType is for maps, found string"),
        ("+structType=some", "map[string]string", '"some" is no structType (one of granular, atomic)'),
        ("+default=Always", "string", "failed to unmarshal default"),
        ("+default=NaN", "string", "failed to unmarshal default"),
        ("+default=1e999", "string", "failed to unmarshal default"),
        ("+default=" + "[" * 100, "string", "nested more than 50 deep"),
        ("+kubebuilder:title=3", "string", "a title is a text, found 3"),
        ("+kubebuilder:externalDocs:url=nowhere", "string", '"nowhere" is no URL'),
        ("+k8s:enum", "string", "k8s:enum stands above a type, not above a field"),
        (f"{V}nullable", "string", f"unknown marker {V}nullable (did you mean +nullable?)"),
        (f"{V}MaxLenght=3", "string", f"unknown marker {V}MaxLenght (did you mean {V}MaxLength?)"),
        (f"{V}Items:MinLength=3", "[]string", f"(did you mean {V}items:MinLength?)"),
        ("+kubebuilder:defualt=3", "string", "(did you mean +kubebuilder:default?)"),
        (f"{V}OneOf=a;b", "string", f"(did you mean {V}AtMostOneOf?)"),
        ("+kubebuilder:printcolum:name=a", "string", "(did you mean +kubebuilder:printcolumn?)"),
        (
            "+kubebuilder:whatever",
            "string",
            "unknown marker +kubebuilder:whatever (docs/crd-generation.md lists all markers)",
        ),
    ],
)
def test_what_cannot_be_used(marker: str, kind: str, told: str, refusals: Refusals) -> None:
    (message,) = refusals(f'// {marker}\nA {kind} `json:"a"`')
    assert told in message
    assert message.startswith("v1/types.go:23:4: ")


def test_an_enum_without_constants(refusals: Refusals) -> None:
    (told,) = refusals('A Colour `json:"a"`', "// +k8s:enum\ntype Colour string\n")
    assert "there are no constants of type Colour with a text" in told


@pytest.mark.parametrize(
    ("text", "unknown"),
    [("kubebuilder:object:root=true", False), ("kubebuilder:foo", True), ("foo", False), ("kubebuilder:skip", False)],
)
def test_unknown(text: str, unknown: bool) -> None:
    assert is_unknown(text) is unknown


def test_nothing_is_near() -> None:
    assert nearest("kubebuilder:qqqqqqqqq") == ""


def test_what_stands_elsewhere_is_no_marker() -> None:
    assert find_marker("kubebuilder:printcolumn:name=a", Target.FIELD) is None


CONSTANTS = """
type Level string

const (
\tHigh Level = "high"
\tPrefix = "very-"
\tJoined = Prefix + string("x")
\tCount = 2 + 3
\tSome = iota
)

var NoConstant = "a"
"""


@pytest.mark.parametrize(
    ("marker", "kind", "value"),
    [
        pytest.param("+default=ref(High)", "Level", "high", id="typed"),
        pytest.param("+default=ref(Count)", "int32", 5, id="worked-out"),
        pytest.param("+default=ref(Some)", "int32", 4, id="iota"),
        pytest.param("+default=ref(k8s.io/api/core/v1.ServiceTypeClusterIP)", "string", "ClusterIP", id="imported"),
    ],
)
def test_a_default_may_name_a_constant(field_schema: SpecSchema, marker: str, kind: str, value: Any) -> None:
    assert field_schema(f'\t// {marker}\n\tA {kind} `json:"a"`', CONSTANTS)["default"] == value


def test_constants_of_packages_beside_are_found(generate: Generate) -> None:
    spec = '// +groupName=a.example.com\npackage v1\n\nimport metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n'
    spec += 'type Kind struct {\n\tmetav1.TypeMeta `json:",inline"`\n\tmetav1.ObjectMeta `json:"metadata,omitempty"`\n'
    spec += '\t// +default=ref(example.com/shop/levels.Highest)\n\tLevel string `json:"level,omitempty"`\n}\n'
    files = {
        "go.mod": "module example.com/shop\n",
        "levels/levels.go": 'package levels\n\nconst Highest = "top"\n',
        "v1/types.go": spec,
    }
    (made,) = [each for each in generate(files) if each.kinds]
    properties = made.document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
    assert properties["level"]["default"] == "top"


@pytest.mark.parametrize(
    ("marker", "said"),
    [
        pytest.param("+default=ref(Hihg)", "+default: undefined: Hihg (did you mean High?)", id="misspelt"),
        pytest.param("+default=ref(NoConstant)", "+default: undefined: NoConstant", id="no-constant"),
        pytest.param(
            "+default=ref(example.com/none.High)", "undefined: example.com/none.High (no sources of", id="package"
        ),
        pytest.param('+default=ref("High")', "invalid character 'r' looking for beginning of value", id="quoted"),
        pytest.param("+default=ref()", "invalid character 'r' looking for beginning of value", id="empty"),
    ],
)
def test_references_that_lead_nowhere_are_told(refusals: Refusals, marker: str, said: str) -> None:
    (found,) = refusals(f'\t// {marker}\n\tA string `json:"a"`', CONSTANTS)
    assert said in found
