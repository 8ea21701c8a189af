"""The tags eachVal, eachKey, subfield and item, on types: which part they validate, and their errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.pipeline import GeneratedModule

Validators = Callable[..., GeneratedModule]

CREATE, UPDATE = Operation(), Operation(Verb.UPDATE)


def fields(module: GeneratedModule, kind: str, new: Any, old: Any = None) -> list[str]:
    errors = module.validate(kind, CREATE if old is None else UPDATE, new, old)
    return [f"{each.field} {each.origin or each.type}" for each in errors]


NESTED = """
type Root struct {
	// +k8s:subfield(spec)=+k8s:subfield(limits)=+k8s:subfield(name)=+k8s:maxLength=2
	// +k8s:subfield(spec)=+k8s:subfield(parts)=+k8s:eachVal=+k8s:subfield(name)=+k8s:neq="no"
	// +k8s:subfield(spec)=+k8s:ifEnabled(Long)=+k8s:subfield(limits)=+k8s:subfield(name)=+k8s:minLength=2
	A Outer `json:"a"`
}

type Outer struct {
	// +k8s:optional
	Spec *Spec `json:"spec,omitempty"`
}

type Spec struct {
	Limits *Leaf `json:"limits,omitempty"`
	// +k8s:listType=map
	// +k8s:listMapKey=key
	Parts []Leaf `json:"parts,omitempty"`
}

type Leaf struct {
	Key string `json:"key"`
	// +k8s:optional
	Name string `json:"name,omitempty"`
}
"""


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        pytest.param({}, [], id="nothing"),
        pytest.param({"a": {"spec": {}}}, [], id="nil-on-the-way"),
        pytest.param({"a": {"spec": {"limits": {}}}}, [], id="guarded-by-optional"),
        pytest.param({"a": {"spec": {"limits": {"name": "ab"}}}}, [], id="fine"),
        pytest.param({"a": {"spec": {"limits": {"name": "abc"}}}}, ["a.spec.limits.name maxLength"], id="deep"),
        pytest.param(
            {"a": {"spec": {"limits": {"name": "a"}}}}, ["a.spec.limits.name minLength"], id="under-an-option"
        ),
        pytest.param(
            {"a": {"spec": {"parts": [{"name": "a"}, {"key": "b", "name": "no"}]}}},
            ["a.spec.parts[1].name neq"],
            id="list",
        ),
    ],
)
def test_subfields_are_nested(validators: Validators, new: Any, expected: list[str]) -> None:
    module = validators(NESTED)
    errors = module.validate("Root", Operation(options={"Long": True}), new)
    assert [f"{each.field} {each.origin}" for each in errors] == expected


def test_a_chain_is_a_cohort_of_its_own(validators: Validators) -> None:
    spec = {"limits": {}, "parts": [{"name": "no"}]}
    errors = validators(NESTED).validate("Root", Operation(options={"Long": True}), {"a": {"spec": spec}})
    assert [each.field for each in errors] == ["a.spec.parts[0].name"]


def test_nested_subfields_ratchet(validators: Validators) -> None:
    module = validators(NESTED)
    bad = {"spec": {"limits": {"name": "abc", "key": "x"}, "parts": [{"key": "1", "name": "no"}]}}
    moved = {"spec": {"limits": {"name": "abc"}, "parts": [{"key": "0"}, {"key": "1", "name": "no"}]}}
    op = Operation(Verb.UPDATE, options={"Long": False})
    assert module.validate("Root", op, {"a": moved}, {"a": bad}) == []


def test_a_chain_may_be_long(validators: Validators) -> None:
    chain = "".join("+k8s:subfield(next)=" for _ in range(60))
    types = f"""
type Root struct {{
	// {chain}+k8s:subfield(name)=+k8s:maxLength=1
	Next Node `json:"next"`
}}

type Node struct {{
	Name string `json:"name"`
	Next *Node `json:"next,omitempty"`
}}
"""
    value: dict[str, Any] = {"name": "long"}
    for _ in range(61):
        value = {"next": value}
    (error,) = validators(types).validate("Root", CREATE, value)
    assert error.field == ".".join(["next"] * 61 + ["name"])


def test_guards_that_lead_to_themselves_are_refused(validators: Validators) -> None:
    tags = "\t// +k8s:subfield(a)=+k8s:optional"
    fields = "\n".join(f'{tags}\n\t{name.upper()} *Node `json:"{name},omitempty"`' for name in ("a", "b"))
    with pytest.raises(AuthorErrors, match="deferred validation recursion depth exceeded"):
        validators(f"type Node struct {{\n{fields}\n}}\n")


LEVELS = """
type Root struct {
	// +k8s:eachVal=+k8s:alpha=+k8s:maxLength=2
	Kept []string `json:"kept,omitempty"`
	// +k8s:eachVal=+k8s:alpha=+k8s:format=k8s-short-name
	Lost []string `json:"lost,omitempty"`
}
"""


def test_a_level_inside_is_lost_where_the_rule_has_no_arguments(validators: Validators) -> None:
    errors = validators(LEVELS).validate("Root", CREATE, {"kept": ["abc"], "lost": ["A"]})
    assert [(each.field, each.marks.level) for each in errors] == [("kept[0]", "alpha"), ("lost[0]", "")]


GUARDS = """
type Root struct {
	// +k8s:subfield(name)=+k8s:minLength=3
	// +k8s:subfield(name)=+k8s:neq="a"
	Seen Inner `json:"seen"`
	// +k8s:opaqueType
	// +k8s:subfield(name)=+k8s:minLength=3
	Opaque Inner `json:"opaque"`
	// +k8s:ifEnabled(On)=+k8s:subfield(name)=+k8s:validateFalse(flags: "ShortCircuit")="gated"
	// +k8s:validateFalse="later"
	Gated Inner `json:"gated"`
}

type Inner struct {
	// +k8s:required
	Name string `json:"name"`
}
"""


def test_rules_of_the_member_guard_subfields(validators: Validators) -> None:
    module = validators(GUARDS)
    op = Operation(options={"On": False})
    missing = [(each.field, each.type.title) for each in module.validate("Root", op, {})]
    assert missing == [
        *(("seen.name", "Required value"), ("opaque.name", "Too short")),
        *(("gated", "Invalid value"), ("gated.name", "Required value")),
    ]
    short = module.validate("Root", op, {"seen": {"name": "a"}, "opaque": {"name": "abc"}, "gated": {"name": "x"}})
    assert [f"{each.field} {each.origin}" for each in short] == [
        *("seen.name minLength", "seen.name neq", "gated validateFalse"),
    ]


def test_an_option_around_a_subfield_puts_it_among_the_rules_of_the_field(validators: Validators) -> None:
    value = {"seen": {"name": "abc"}, "opaque": {"name": "abc"}, "gated": {"name": "x"}}
    errors = validators(GUARDS).validate("Root", Operation(options={"On": True}), value)
    assert [(each.field, each.detail) for each in errors] == [("gated.name", "forced failure: gated")]


ITEMS = """
type Root struct {
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:listMapKey=rank
	// +k8s:item(rank: 1, name: "a")=+k8s:subfield(parts)=+k8s:eachVal=+k8s:maxLength=1
	// +k8s:listMapItem(name: "b", rank: 2)=+k8s:immutable
	List []*Item `json:"list,omitempty"`
}

type Item struct {
	Name string `json:"name"`
	Rank int32 `json:"rank"`
	Parts []string `json:"parts,omitempty"`
}
"""


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        pytest.param([{"name": "a", "rank": 2, "parts": ["xx"]}], None, [], id="another-item"),
        pytest.param([{"name": "a", "rank": 1, "parts": ["x", "yy"]}], None, ["list[0].parts[1] maxLength"], id="part"),
        pytest.param(
            [{"name": "b", "rank": 2, "parts": ["x"]}], [{"name": "b", "rank": 2}], ["list[0] immutable"], id="changed"
        ),
        pytest.param([{"name": "b", "rank": 2}], [{"name": "b", "rank": 2}, {"name": "x"}], [], id="unchanged"),
        pytest.param([], [{"name": "b", "rank": 2}], [], id="removed"),
        pytest.param([None], None, ["list[0] FieldValueRequired"], id="nil"),
    ],
)
def test_items_are_selected(validators: Validators, new: Any, old: Any, expected: list[str]) -> None:
    module = validators(ITEMS)
    assert fields(module, "Root", {"list": new}, None if old is None else {"list": old}) == expected


STRUCT = 'type S struct {\n\tName string `json:"name"`\n\tN int32 `json:"n"`\n}\n'
MAP_LIST = ("+k8s:listType=map", "+k8s:listMapKey=name")
IS_A = "field v1.Root.a: "


@pytest.mark.parametrize(
    ("tags", "kind", "expected", "hint"),
    [
        pytest.param(
            ("+k8s:eachVal=+k8s:maxLength=1",), "int32", "can only be used on list or map types", "", id="each"
        ),
        pytest.param(
            ("+k8s:eachKey=+k8s:maxLength=1",), "[]string", "can only be used on map types (Slice)", "", id="key"
        ),
        pytest.param(("+k8s:eachVal=+k8s:minLength=0",), "[]string", "no validation functions found", "", id="empty"),
        pytest.param(
            ("+k8s:eachVal=+k8s:maxlength=3",),
            "[]string",
            'unknown tag "k8s:maxlength"',
            "+k8s:maxLength?",
            id="unknown",
        ),
        pytest.param(
            ("+k8s:subfield(nam)=+k8s:required",), "S", 'no field for json name "nam"', "name?", id="subfield"
        ),
        pytest.param(("+k8s:subfield(x)=+k8s:required",), "[]S", "struct types: Slice", "", id="subfield-of-a-list"),
        pytest.param(
            ("+k8s:item(name: x)=+k8s:immutable",), "[]S", "found items with no list metadata", "", id="no-keys"
        ),
        pytest.param((*MAP_LIST, "+k8s:item(n: 3)=+k8s:immutable"), "[]S", "fields: [name]", "", id="other-key"),
        pytest.param(
            (*MAP_LIST, "+k8s:item(name: 3)=+k8s:immutable"), "[]S", "field is string but", "", id="no-string"
        ),
        pytest.param((*MAP_LIST, "+k8s:item(name: true)=+k8s:immutable"), "[]S", "value is not: true", "", id="a-bool"),
        pytest.param(
            (*MAP_LIST, '+k8s:item("x")=+k8s:immutable'), "[]S", "all arguments must be named", "", id="no-name"
        ),
    ],
)
def test_mistakes_are_told(validators: Validators, tags: tuple[str, ...], kind: str, expected: str, hint: str) -> None:
    lines = "".join(f"\t// {tag}\n" for tag in tags)
    with pytest.raises(AuthorErrors) as caught:
        validators(f'type Root struct {{\n{lines}\tA {kind} `json:"a"`\n}}\n\n{STRUCT}')
    (error,) = caught.value.errors
    assert expected in error.message
    assert hint in error.hint
    assert error.place is not None
    assert error.place.line == 3 + len(tags)
