"""Tags in published schemas: keywords, CEL rules, and rules that no schema can express."""

from __future__ import annotations

import pytest

from kapivara.generator.schema_keywords.dialect import BUILT_IN, DEFINITION, OPENAPI
from kapivara.values.record import replace

RULES, ERRORS = "x-kubernetes-validations", "x-kubernetes-validation-errors"
SHORT_NAME = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
PLAIN = replace(OPENAPI, errors=False, strip_zero=False)


def field(tags, kind, name="a", options=",omitempty"):
    lines = "\n".join(f"// {tag}" for tag in tags)
    return f'{lines}\n{name.upper()} {kind} `json:"{name}{options}"`'


@pytest.mark.parametrize(
    ("tag", "kind", "said"),
    [
        ("+k8s:minLength=2", "string", {"minLength": 2}),
        ("+k8s:maxLength=20", "*string", {"maxLength": 20}),
        ("+k8s:minimum=1", "int32", {"minimum": 1}),
        ("+k8s:maximum=9", "*int64", {"maximum": 9}),
        ("+k8s:exclusiveMinimum=0", "int32", {"minimum": 0, "exclusiveMinimum": True}),
        ("+k8s:exclusiveMaximum=7", "int32", {"maximum": 7, "exclusiveMaximum": True}),
        ("+k8s:minItems=1", "[]string", {"minItems": 1}),
        ("+k8s:maxItems=4", "[]string", {"maxItems": 4}),
        ("+k8s:minProperties=1", "map[string]string", {"minProperties": 1}),
        ("+k8s:maxProperties=3", "map[string]string", {"maxProperties": 3}),
        ("+k8s:eachVal=+k8s:maxLength=5", "[]string", {"items": {"maxLength": 5}}),
        ("+k8s:eachVal=+k8s:maxLength=5", "map[string]string", {"additionalProperties": {"maxLength": 5}}),
        ("+k8s:listType=atomic", "[]string", {"x-kubernetes-list-type": "atomic"}),
        ("+k8s:listType=set", "[]string", {"x-kubernetes-list-type": "set"}),
        ("+k8s:format=k8s-label-value", "string", {"maxLength": 63}),
        ("+k8s:format=k8s-short-name", "string", {"format": "k8s-short-name", "pattern": SHORT_NAME}),
        ("+k8s:alpha=+k8s:maximum=3", "int32", {"maximum": 3}),
    ],
)  # fmt: skip
def test_a_tag_is_a_keyword(say, tag, kind, said):
    found = say(f"type Root struct {{\n{field([tag], kind)}\n}}", PLAIN).fields["a"]
    assert said.items() <= found.items()
    assert RULES not in found


@pytest.mark.parametrize(
    ("tag", "kind", "rule"),
    [
        ("+k8s:maxBytes=9", "string", "bytes(self).size() <= 9"),
        ("+k8s:neq=a", "string", "self != 'a'"),
        ("+k8s:neq=0", "*int32", "self != 0"),
        ("+k8s:monotonic", "*int32", "self >= oldSelf"),
        ("+k8s:maxItems=4", "[]byte", "self.size() <= 4"),
        ("+k8s:eachKey=+k8s:maxLength=3", "map[string]string", "self.all(key, key.size() <= 3)"),
        ("+k8s:eachKey=+k8s:neq=x", "map[string]string", "self.all(key, key != 'x')"),
        ("+k8s:format=k8s-label-key", "string", "self.indexOf('/') <= 253"),
    ],
)
def test_what_no_keyword_says_is_a_rule(say, tag, kind, rule):
    assert say(f"type Root struct {{\n{field([tag], kind)}\n}}").rules("a") == [rule]


@pytest.mark.parametrize(
    ("tag", "kind", "rule"),
    [
        ("+k8s:immutable", "*string", "has(self.a) ? has(oldSelf.a) && self.a == oldSelf.a : !has(oldSelf.a)"),
        (
            "+k8s:immutable",
            "string",
            "(has(self.a) && self.a != '') ? has(oldSelf.a) && oldSelf.a != '' && self.a == oldSelf.a : "
            "!(has(oldSelf.a) && oldSelf.a != '')",
        ),
        ("+k8s:update=NoSet", "*string", "!has(self.a) || has(oldSelf.a)"),
        ("+k8s:update=NoUnset", "*string", "!has(oldSelf.a) || has(self.a)"),
        ("+k8s:update=NoModify", "*string", "!has(self.a) || !has(oldSelf.a) || self.a == oldSelf.a"),
        (
            "+k8s:update=NoAddItem",
            "map[string]string",
            "!(has(self.a) && self.a.size() > 0) || has(oldSelf.a) && oldSelf.a.size() > 0 && "
            "self.a.all(item, item in oldSelf.a)",
        ),
        ("+k8s:forbidden", "*string", "!has(self.a)"),
    ],
)
def test_what_the_struct_around_sees_is_its_rule(say, tag, kind, rule):
    said = say(f"type Root struct {{\n{field([tag], kind)}\n}}")
    assert said.rules() == [rule]
    assert said.own[RULES][0]["fieldPath"] == ".a"


def test_rules_tell_the_words_and_the_reason_of_validation(say):
    lines = field(["+k8s:required", "+k8s:maxLength=3"], "string") + "\n" + field(["+k8s:forbidden"], "*int32", "b")
    said = say(f"type Root struct {{\n{lines}\n}}")
    assert said.own["required"] == ["a"]
    assert said.own[RULES] == [
        {"rule": "!has(self.b)", "message": "Forbidden", "reason": "FieldValueForbidden", "fieldPath": ".b"}
    ]
    assert said.fields["a"] == {
        "maxLength": 3,
        "minLength": 1,
        "x-kubernetes-strip-zero": True,
        ERRORS: {
            "maxLength": {"message": "may not be more than 3 characters", "reason": "FieldValueTooLong"},
            "minLength": {"message": "Required value", "reason": "FieldValueRequired"},
            "required": {"message": "Required value", "reason": "FieldValueRequired"},
        },
    }


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("*string", {}),
        ("string", {"minLength": 1}),
        ("[]string", {"minItems": 1}),
        ("map[string]string", {"minProperties": 1}),
        ("int32", {RULES: [{"rule": "self != 0", "message": "Required value", "reason": "FieldValueRequired"}]}),
        ("bool", {RULES: [{"rule": "self", "message": "Required value", "reason": "FieldValueRequired"}]}),
    ],
)
def test_in_definitions_zero_is_refused_where_a_value_is_required(say, kind, said):
    found = say(f"type Root struct {{\n{field(['+k8s:required'], kind)}\n}}", DEFINITION)
    assert found.own["required"] == ["a"]
    assert found.fields.get("a", {}) == said


UNION = """
type Root struct {
	// +k8s:unionDiscriminator
	// +k8s:optional
	Kind string `json:"kind,omitempty"`
	// +k8s:unionMember(memberName: "One")
	// +k8s:optional
	A *string `json:"a,omitempty"`
	// +k8s:unionMember(memberName: "Two")
	// +k8s:optional
	B []string `json:"b,omitempty"`
}
"""


def test_unions_are_rules_of_their_struct(say):
    plain = "\n".join(line for line in UNION.splitlines() if "Discriminator" not in line)
    assert say(plain, DEFINITION).rules() == [
        "has(self.a) || (has(self.b) && self.b.size() > 0)",
        "(has(self.a) ? 1 : 0) + (has(self.b) && self.b.size() > 0 ? 1 : 0) <= 1",
    ]


def test_a_discriminator_says_which_member_is_set(say):
    kind = "(has(self.kind) ? self.kind : '')"
    said = say(UNION, DEFINITION)
    assert said.rules()[:2] == [f"!has(self.a) || {kind} == 'One'", f"!({kind} == 'One') || has(self.a)"]
    assert [each["message"] for each in said.own[RULES][:2]] == [
        'may only be specified when `kind` is "One"',
        'must be specified when `kind` is "One"',
    ]


def test_modes_are_rules_of_their_struct(say):
    said = say(
        """
type Root struct {
	// +k8s:modeDiscriminator
	Mode string `json:"mode"`
	// +k8s:ifMode("Manual")=+k8s:required
	// +k8s:ifMode("Auto")=+k8s:optional
	// +k8s:ifMode("Auto")=+k8s:maxLength=3
	A *string `json:"a,omitempty"`
}
""",
        DEFINITION,
    )
    mode = "(has(self.mode) ? self.mode : '')"
    assert said.rules() == [
        f"{mode} in ['Auto', 'Manual'] || !has(self.a)",
        f"{mode} != 'Auto' || !has(self.a) || self.a.size() <= 3",
        f"{mode} != 'Manual' || has(self.a)",
    ]


def test_fields_limit_each_other(say):
    said = say(
        """
type Root struct {
	Low int32 `json:"low"`
	// +k8s:minimum(constraint: low)
	High *int32 `json:"high,omitempty"`
	// +k8s:dependentRequired("high")
	Step *int32 `json:"step,omitempty"`
}
""",
        DEFINITION,
    )
    assert said.rules() == [
        "!has(self.high) || self.high >= (has(self.low) ? self.low : 0)",
        "!has(self.step) || has(self.high)",
    ]
    assert said.own[RULES][0]["message"] == "must be greater than or equal to low"


def test_rules_of_documents_forgive_what_did_not_change(say):
    plain = "\n".join(line for line in UNION.splitlines() if "Discriminator" not in line)
    one, other = (f"(has({each}.b) && {each}.b.size() > 0)" for each in ("self", "oldSelf.value()"))
    said = say(plain)
    assert said.rules()[0] == (
        f"has(self.a) || {one} || oldSelf.hasValue() && has(self.a) == has(oldSelf.value().a) && {one} == {other}"
    )
    assert all(each["optionalOldSelf"] for each in said.own[RULES])


def test_a_dependency_that_was_broken_before_is_forgiven_in_documents(say):
    said = say("""
type Root struct {
	High *int32 `json:"high,omitempty"`
	// +k8s:dependentRequired("high")
	Step *int32 `json:"step,omitempty"`
}
""")
    forgiven = "oldSelf.hasValue() && has(oldSelf.value().step) && !has(oldSelf.value().high)"
    assert said.rules() == [f"!has(self.step) || has(self.high) || {forgiven}"]


def test_a_field_that_is_no_pointer_is_judged_by_its_zero_in_its_mode(say):
    said = say(
        """
type Root struct {
	// +k8s:modeDiscriminator
	Mode string `json:"mode"`
	// +k8s:ifMode("Auto")=+k8s:minimum=5
	A int32 `json:"a,omitempty"`
}
""",
        DEFINITION,
    )
    assert said.rules()[1] == "(has(self.mode) ? self.mode : '') != 'Auto' || (has(self.a) ? self.a : 0) >= 5"


def test_the_struct_around_sees_the_zero_of_a_typedef(say):
    said = say("""
type Root struct {
	Count Counter `json:"count,omitempty"`
	Pointer *Counter `json:"pointer,omitempty"`
}

// +k8s:monotonic
type Counter int64
""")
    assert said.rules() == ["(has(self.count) ? self.count : 0) >= (has(oldSelf.count) ? oldSelf.count : 0)"]
    assert said.rules("pointer") == ["self >= oldSelf"]


def test_order_counts_where_a_list_may_not_change(say):
    said = say("""
type Root struct {
	// +listType=set
	// +k8s:immutable
	Modes []string `json:"modes,omitempty"`
}
""")
    assert "self.modes.map(item, item) == oldSelf.modes.map(item, item)" in said.rules()[0]


def test_a_pattern_is_not_asked_of_what_json_leaves_out(say):
    said = say("""
type Root struct {
	// +pattern="^[a-z]+$"
	A string `json:"a,omitempty"`
	// +pattern="^[a-z]+$"
	B string `json:"b"`
}
""")
    assert said.own["required"] == ["b"]
    assert said.fields["a"] == {"pattern": "^[a-z]+$"}


def test_an_enum_without_values_takes_none(say):
    said = say("""
type Root struct {
	// +k8s:optional
	Shape Shape `json:"shape,omitempty"`
}

// +k8s:enum
type Shape string
""")
    assert said.fields["shape"][RULES] == [{"rule": "false", "message": "Unsupported value"}]
    assert "enum" not in said.fields["shape"]


KEYED = """
type Root struct {
	// +k8s:listType=%s
	// +k8s:listMapKey=type
	// %s
	Conditions []Condition `json:"conditions,omitempty"`
}

type Condition struct {
	Type string `json:"type"`
	Status *string `json:"status,omitempty"`
}
"""


def test_items_are_told_apart_by_their_keys(say):
    said = say(KEYED % ("map", "+k8s:item(type: Ready)=+k8s:immutable"))
    assert said.fields["conditions"]["x-kubernetes-list-map-keys"] == ["type"]
    (rule,) = said.fields["conditions"]["items"][RULES]
    assert rule["rule"] == "!((has(self.type) ? self.type : '') == 'Ready') || self == oldSelf"


def test_where_list_types_only_tell_how_lists_merge_a_rule_asks_for_unique_items(say):
    said = say(KEYED % ("map", ""), BUILT_IN)
    keys = "(has(one.type) ? one.type : '') == (has(other.type) ? other.type : '')"
    assert said.rules("conditions") == [f"self.all(one, self.exists_one(other, {keys}))"]
    assert "x-kubernetes-list-type" not in said.fields["conditions"]


def test_atomic_lists_have_unique_items_by_a_rule(say):
    said = say(f"type Root struct {{\n{field(['+k8s:listType=atomic', '+k8s:unique=set'], '[]string')}\n}}")
    assert said.rules("a") == ["self.all(one, self.exists_one(other, one == other))"]


def test_subfields_are_properties_beside_the_type(say):
    said = say("""
type Root struct {
	// +k8s:subfield(name)=+k8s:required
	// +k8s:subfield(name)=+k8s:maxLength=3
	Inner Inner `json:"inner"`
}

type Inner struct {
	Name string `json:"name,omitempty"`
}
""", PLAIN)  # fmt: skip
    assert said.fields["inner"] == {"properties": {"name": {"maxLength": 3, "minLength": 1}}, "required": ["name"]}


def test_typedefs_are_said_where_they_are_used(say):
    said = say("""
type Root struct {
	// +k8s:maxLength=5
	Word Word `json:"word,omitempty"`
	Words []Word `json:"words,omitempty"`
	Colours map[Colour]Word `json:"colours,omitempty"`
}

// +k8s:maxLength=9
// +k8s:minLength=2
type Word string

// +k8s:enum
type Colour string

const (
	Red  Colour = "red"
	// +k8s:ifDisabled(Blue)=+k8s:enumExclude
	Blue Colour = "blue"
)
""", replace(PLAIN, options={"Blue": False}))  # fmt: skip
    assert said.fields["word"] == {"maxLength": 5, "minLength": 2}
    assert said.fields["words"] == {"items": {"maxLength": 9, "minLength": 2}}
    assert said.rules("colours") == ["self.all(key, key in ['red'])"]


@pytest.mark.parametrize(
    ("options", "said", "unexpressed"),
    [
        ({"Fast": True}, {"maximum": 3}, []),
        ({"Fast": False}, {}, []),
        ({}, {}, ["it depends on the option Fast, which is not set"]),
    ],
)
def test_options_decide_what_is_said(say, options, said, unexpressed):
    lines = field(["+k8s:ifEnabled(Fast)=+k8s:maximum=3"], "int32")
    found = say(f"type Root struct {{\n{lines}\n}}", replace(PLAIN, options=options))
    assert found.fields.get("a", {}) == said
    assert [each.why for each in found.unexpressed] == unexpressed


def test_what_no_schema_says_is_told_with_its_place(say):
    (unexpressed,) = say(f"type Root struct {{\n{field(['+k8s:validateFalse=x'], 'string')}\n}}").unexpressed
    assert (unexpressed.field, unexpressed.tag, unexpressed.why) == (
        "a",
        "k8s:validateFalse",
        "schemas cannot express it",
    )
    assert unexpressed.place is not None


def test_rules_inside_of_a_type_are_rules_of_the_field_that_refers_to_it(say):
    said = say("""
type Root struct {
	// +k8s:subfield(words)=+k8s:eachVal=+k8s:neq=a
	// +k8s:subfield(name)=+k8s:neq=b
	Inner Inner `json:"inner"`
}

type Inner struct {
	Name  string   `json:"name,omitempty"`
	Words []string `json:"words,omitempty"`
}
""")
    assert said.rules("inner") == [
        "!has(self.name) || self.name != 'b'",
        "!has(self.words) || self.words.all(each, each != 'a')",
    ]
    assert said.fields["inner"]["x-kubernetes-validations"][0]["fieldPath"] == ".name"


def test_what_holds_for_one_item_is_a_rule_of_all(say):
    said = say(KEYED % ("map", "+k8s:item(type: Ready)=+k8s:subfield(status)=+k8s:maxLength=2"))
    assert said.fields["conditions"]["items"] == {
        RULES: [
            {
                "rule": "!((has(self.type) ? self.type : '') == 'Ready') || "
                "!has(self.status) || self.status.size() <= 2",
                "message": "may not be more than 2 characters",
                "fieldPath": ".status",
            }
        ]
    }


@pytest.mark.parametrize(
    ("tags", "kind", "required"),
    [
        (["+k8s:minItems=1"], "[]string", ["a"]),
        (["+k8s:minItems=1", "+k8s:optional"], "[]string", None),
        (["+k8s:minimum=1"], "int32", ["a"]),
        (["+k8s:minimum=1"], "*int32", None),
        (["+k8s:minimum=0"], "int32", None),
        (["+k8s:minimum=1", "+default=3"], "int32", None),
        (["+k8s:format=k8s-short-name"], "string", ["a"]),
        (["+k8s:format=k8s-label-value"], "string", None),
    ],
)
def test_a_field_whose_zero_value_is_refused_must_be_there(say, tags, kind, required):
    assert say(f"type Root struct {{\n{field(tags, kind)}\n}}").own.get("required") == required
