"""The tags of unions, groups and modes, on types: members, marks, and errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.pipeline import GeneratedModule

Validators = Callable[..., GeneratedModule]

CREATE, UPDATE = Operation(), Operation(Verb.UPDATE)


def told(module: GeneratedModule, kind: str, new: Any, op: Operation = CREATE, old: Any = None) -> list[str]:
    return [f"{each.field} {each.bad_value} {each.detail}".strip() for each in module.validate(kind, op, new, old)]


UNIONS = """
type Word string

type Named struct {
	// +k8s:unionDiscriminator
	Kind *Word `json:"kind,omitempty"`
	// +k8s:unionMember
	Text Word `json:"text,omitempty"`
	// +k8s:unionMember(memberName: "")
	Num *int32 `json:"num,omitempty"`
}

type Parts struct {
	A *string `json:"a,omitempty"`
	B []string `json:"b,omitempty"`
}

type Outside struct {
	// +k8s:subfield(a)=+k8s:unionMember
	// +k8s:subfield(b)=+k8s:unionMember
	Ptr *Parts `json:"ptr,omitempty"`
	// +k8s:eachVal=+k8s:subfield(a)=+k8s:unionMember
	// +k8s:eachVal=+k8s:subfield(b)=+k8s:unionMember
	List []Parts `json:"list,omitempty"`
}

type Gated struct {
	// +k8s:ifEnabled(On)=+k8s:unionMember
	A *string `json:"a,omitempty"`
	// +k8s:beta=+k8s:unionMember
	B *string `json:"b,omitempty"`
}

type Item struct {
	Name string `json:"name"`
}

type Items struct {
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:item(name: "z")=+k8s:unionMember
	// +k8s:item(name: "a.b")=+k8s:unionMember
	// +k8s:item(name: "m")=+k8s:unionMember
	List []Item `json:"list,omitempty"`
}
"""


@pytest.mark.parametrize(
    ("kind", "new", "expected"),
    [
        pytest.param("Named", {"kind": "Text", "text": "x"}, [], id="pointer-discriminator-and-typedef"),
        pytest.param("Named", {"num": 0}, [], id="nil-discriminator-names-the-empty-member"),
        pytest.param(
            *("Named", {"kind": "Text"}, ['text  must be specified when `kind` is "Text"']), id="missing-member"
        ),
        pytest.param("Outside", {}, [], id="nil-struct-has-no-union"),
        pytest.param("Outside", {"ptr": {}}, ["ptr  must specify one of: `a`, `b`"], id="pointer-struct"),
        pytest.param("Outside", {"list": [{"a": ""}, {}]}, ["list[1]  must specify one of: `a`, `b`"], id="each"),
        pytest.param(
            *("Items", {"list": [{"name": "z"}, {"name": "m"}]}),
            [
                'list {b"}], list[{"name": "m"}]} must specify exactly one of: '
                '`list[{"name": "z"}]`, `b"}]`, `list[{"name": "m"}]`'
            ],
            id="items-are-named-in-the-order-of-tags-and-looked-for-in-that-of-their-names",
        ),
    ],
)
def test_unions(validators: Validators, kind: str, new: Any, expected: list[str]) -> None:
    assert told(validators(UNIONS), kind, new) == expected


def test_the_first_member_decides_what_is_around_a_union(validators: Validators) -> None:
    module = validators(UNIONS)
    (error,) = module.validate("Gated", Operation(options={"On": True}), {})
    assert (error.detail, error.marks.level) == ("must specify one of: `a`, `b`", "")
    assert module.validate("Gated", Operation(options={"On": False}), {}) == []


GROUPS = """
// +k8s:union(union: one)
type Fields struct {
	// +k8s:memberOf(group: one)
	A *string `json:"a,omitempty"`
	// +k8s:memberOf(group: one)
	B *string `json:"b,omitempty"`
}

type Condition struct {
	Type string `json:"type"`
	Status string `json:"status"`
}

type Config struct {
	// +k8s:listType=map
	// +k8s:listMapKey=type
	// +k8s:union(union: terminalStatus)
	// +k8s:listMapItem(type: "Succeeded")=+k8s:memberOf(group: terminalStatus)
	// +k8s:listMapItem(type: "Failed")=+k8s:memberOf(group: terminalStatus)
	Conditions []Condition `json:"conditions"`
	// +k8s:union(union: part)
	// +k8s:subfield(type)=+k8s:memberOf(group: part)
	// +k8s:subfield(status)=+k8s:memberOf(group: part)
	Part Condition `json:"part"`
}
"""
LISTED = '`conditions[{"type": "Succeeded"}]`, `conditions[{"type": "Failed"}]`'


@pytest.mark.parametrize(
    ("kind", "new", "expected"),
    [
        pytest.param("Fields", {"a": ""}, [], id="one"),
        pytest.param("Fields", {}, ["<nil>  must specify one of: `a`, `b`"], id="none"),
        pytest.param("Fields", {"a": "", "b": ""}, ["<nil> {a, b} must specify exactly one of: `a`, `b`"], id="both"),
        pytest.param(
            *("Config", {"conditions": [{"type": "Failed"}, {"type": "X"}], "part": {"type": "x"}}, []), id="one-item"
        ),
        pytest.param(
            *("Config", {"conditions": []}),
            [f"conditions  must specify one of: {LISTED}", "part  must specify one of: `type`, `status`"],
            id="no-item",
        ),
    ],
)
def test_groups_are_unions(validators: Validators, kind: str, new: Any, expected: list[str]) -> None:
    assert told(validators(GROUPS), kind, new) == expected


SPREAD = """
// +k8s:ifEnabled(On)=+k8s:union(union: one)
type Kind struct {
	// +k8s:subfield(b)=+k8s:maxLength=3
	Left Half `json:"left"`
	Inline `json:",inline"`
	// +k8s:opaqueType
	Closed Half `json:"closed"`
	Other Apart `json:"other"`
	Again *Kind `json:"again,omitempty"`
	Halves []Half `json:"halves,omitempty"`
}

type Half struct {
	// +k8s:optional
	// +k8s:memberOf(group: one)
	A *string `json:"a,omitempty"`
	// +k8s:optional
	B string `json:"b,omitempty"`
}

type Inline struct {
	// +k8s:alpha=+k8s:memberOf(group: one)
	C bool `json:"c,omitempty"`
	// +k8s:subfield(a)=+k8s:memberOf(group: one)
	Free Bare `json:"free"`
}

type Bare struct {
	A []string `json:"a,omitempty"`
}

// +k8s:union(union: one)
type Apart struct {
	// +k8s:memberOf(group: one)
	D *string `json:"d,omitempty"`
	// +k8s:unionDiscriminator(union: one)
	Which string `json:"which"`
}
"""
SPREAD_ALL = "`left.a`, `c`, `free.a`"


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        pytest.param({"left": {"a": ""}}, [], id="below"),
        pytest.param({"c": True}, [], id="inlined"),
        pytest.param({"free": {"a": [""]}}, [], id="subfield"),
        pytest.param({}, [f"<nil>  must specify one of: {SPREAD_ALL}"], id="none"),
        pytest.param(
            {"c": True, "left": {"a": ""}, "closed": {"a": ""}, "again": {"c": True}, "halves": [{"a": ""}]},
            [f"<nil> {{left.a, c}} must specify exactly one of: {SPREAD_ALL}"],
            id="two",
        ),
        pytest.param(
            {"c": True, "again": {}},
            [f"again  must specify one of: {SPREAD_ALL}"],
            id="the-kind-inside-itself-is-a-union-of-its-own",
        ),
        pytest.param(
            {"c": True, "other": {"which": "D"}},
            ['other.d  must be specified when `which` is "D"'],
            id="a-group-of-the-same-name-further-down",
        ),
    ],
)
def test_groups_reach_into_structs(validators: Validators, new: Any, expected: list[str]) -> None:
    module = validators(SPREAD)
    on, off = Operation(options={"On": True}), Operation(options={"On": False})
    assert [f"{each.field} {each.bad_value} {each.detail}" for each in module.validate("Kind", on, new)] == expected
    assert [each.field for each in module.validate("Kind", off, new)] == [
        each.partition(" ")[0] for each in expected if each.startswith("other")
    ]


@pytest.mark.parametrize(
    ("types", "expected"),
    [
        pytest.param(
            'type Root struct {\n\t// +k8s:ifEnabled(X)=+k8s:memberOf(group: g)\n\tA *string `json:"a"`\n}\n',
            'tag "k8s:memberOf" cannot be used inside "k8s:ifEnabled"',
            id="gated-member",
        ),
        pytest.param(
            '// +k8s:union(union: g)\ntype Root struct {\n\tA []In `json:"a"`\n}\n\n'
            'type In struct {\n\t// +k8s:memberOf(group: g)\n\tB *string `json:"b"`\n}\n',
            'union "g" has no members',
            id="behind-a-list",
        ),
        pytest.param(
            "// +k8s:union(union: g)\ntype Root struct {\n\t// +k8s:memberOf(group: g)\n"
            '\t// +k8s:memberOf(group: g)\n\tA *string `json:"a"`\n}\n',
            'union member "a" is named twice',
            id="twice",
        ),
    ],
)
def test_members_that_cannot_be(validators: Validators, types: str, expected: str) -> None:
    with pytest.raises(AuthorErrors) as caught:
        validators(types)
    assert any(expected in each.message for each in caught.value.errors)
    assert all(each.place is not None and each.place.line > 0 for each in caught.value.errors)


def test_fields_below_a_union_are_bounded(validators: Validators) -> None:
    chain = [f'type T{n} struct {{\n\tA T{n + 1} `json:"a"`\n\tB T{n + 1} `json:"b"`\n}}\n' for n in range(40)]
    last = 'type T40 struct {\n\t// +k8s:memberOf(group: g)\n\tC *string `json:"c"`\n}\n'
    with pytest.raises(AuthorErrors, match="more than 100000 fields are below the union"):
        validators("// +k8s:union(union: g)\n" + "\n".join([*chain, last]))


MODES = """
type Modes struct {
	// +k8s:modeDiscriminator
	Mode string `json:"mode"`
	// +k8s:ifMode("On")=+k8s:eachVal=+k8s:maxLength=1
	// +k8s:ifMode("Few")=+k8s:maxItems=1
	List []string `json:"list,omitempty"`
	// +k8s:alpha=+k8s:ifMode("On")=+k8s:minLength=2
	// +k8s:alpha=+k8s:ifMode("On")=+k8s:required
	Text string `json:"text,omitempty"`
}

type Outside struct {
	// +k8s:subfield(mode)=+k8s:modeDiscriminator
	// +k8s:subfield(text)=+k8s:ifMode("true")=+k8s:required
	// +k8s:subfield(text)=+k8s:ifMode("true")=+k8s:minLength=2
	Ptr *Plain `json:"ptr,omitempty"`
}

type Plain struct {
	Mode bool `json:"mode"`
	Text *string `json:"text,omitempty"`
}
"""


def test_modes(validators: Validators) -> None:
    module = validators(MODES)
    lost = {"mode": "On", "list": ["long"], "text": "ok"}
    assert told(module, "Modes", lost) == []
    off = module.validate("Modes", CREATE, {"mode": "Off", "list": ["x"], "text": "x"})
    assert [(each.field, each.type.title, each.marks.level) for each in off] == [
        *(("list", "Forbidden", ""), ("text", "Forbidden", "alpha")),
    ]
    missing = module.validate("Modes", CREATE, {"mode": "On"})
    shown = [(each.field, each.type.title, each.marks.level, each.marks.short_circuit) for each in missing]
    assert shown == [("text", "Too short", "alpha", False), ("text", "Required value", "alpha", False)]


def test_modes_from_outside(validators: Validators) -> None:
    module = validators(MODES)
    assert told(module, "Outside", {}) == []
    assert told(module, "Outside", {"ptr": {"mode": True, "text": "a"}}) == ["ptr.text a must be at least 2 characters"]
    assert told(module, "Outside", {"ptr": {"text": "a"}}) == ["ptr.text"]


MEMBER = "can only be used on nilable and primitive types (Struct)"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        pytest.param(("+k8s:unionMember", "A S"), MEMBER, id="struct-member"),
        pytest.param(("+k8s:eachVal=+k8s:unionMember", "A []S"), "no list selector", id="each-item"),
        pytest.param(
            ("+k8s:eachVal=+k8s:unionDiscriminator", "A []string"), "used on struct fields", id="discriminator"
        ),
        pytest.param(("+k8s:memberOf(group: g)", "A *S"), 'group "g" is not declared a union', id="no-union"),
        pytest.param(("+k8s:union(union: g)", "A []S"), 'union "g" has no members', id="no-members"),
        pytest.param(("+k8s:union(union: g)", "A string"), "structs and lists (Builtin)", id="union-of-strings"),
        pytest.param(("+k8s:union", "A []S"), 'missing named argument "union"', id="no-name"),
        pytest.param(('+k8s:ifMode("x")=+k8s:required', "A *S"), "missing discriminator", id="no-mode"),
        pytest.param(("+k8s:modeDiscriminator", "A []string"), "string or bool types ([]string)", id="mode-list"),
        pytest.param(('+k8s:modeDiscriminator(modality: "default")', "A bool"), '"default" is reserved', id="reserved"),
        pytest.param(
            ('+k8s:ifMode("x")=+k8s:minimum(constraint: n)', "A int32"),
            "cannot depend on a mode",
            id="reference-in-mode",
        ),
    ],
)
def test_mistakes_are_told(validators: Validators, fields: tuple[str, str], expected: str) -> None:
    tag, field = fields
    struct = 'type S struct {\n\tName string `json:"name"`\n}\n'
    with pytest.raises(AuthorErrors) as caught:
        validators(f'type Root struct {{\n\t// {tag}\n\t{field} `json:"a"`\n\tN int32 `json:"n"`\n}}\n\n{struct}')
    (error,) = caught.value.errors
    assert expected in error.message
    assert error.place is not None
    assert error.place.line == 4
