"""The tags required, optional and forbidden: their rules, and the effect of a default."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kapivara.field import Operation, Verb
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.types import BUILTIN, STRING, Type, TypeKind, TypeName, list_of, map_of, pointer_to
from kapivara.generator.pipeline import GeneratedModule
from kapivara.generator.plan.rule_calls import FunctionCall, Rules
from kapivara.generator.tags.contract.handler import Scope

PlanTag = Callable[..., Rules]
Validators = Callable[..., GeneratedModule]
STRUCT = Type(TypeName("v1", "Sub"), TypeKind.STRUCT)
WORD = Type(TypeName("v1", "Word"), TypeKind.ALIAS)
WORD.underlying = STRING
VALUES = [
    pytest.param(STRING, "value", id="string"),
    pytest.param(BUILTIN["int32"], "value", id="int"),
    pytest.param(WORD, "value", id="typedef"),
    pytest.param(list_of(STRUCT), "value", id="list"),
    pytest.param(map_of(STRING, STRING), "value", id="map"),
    pytest.param(pointer_to(STRING), "pointer", id="pointer"),
    pytest.param(pointer_to(STRUCT), "pointer", id="pointer-to-struct"),
    pytest.param(pointer_to(WORD), "pointer", id="pointer-to-typedef"),
]


def _calls(rules: Rules) -> list[tuple[str, bool, bool]]:
    checks = [(call.check, call) for call in rules.calls]
    return [
        (check.function, call.short_circuit, call.non_error)
        for check, call in checks
        if isinstance(check, FunctionCall)
    ]


@pytest.mark.parametrize(("kind", "form"), VALUES)
def test_pointers_are_told_from_values(plan_tag: PlanTag, kind: Type, form: str) -> None:
    assert _calls(plan_tag("+k8s:required", kind)) == [(f"required_{form}", True, False)]
    assert _calls(plan_tag("+k8s:optional", kind)) == [(f"optional_{form}", True, True)]
    forbidden = [(f"forbidden_{form}", True, False), (f"optional_{form}", True, True)]
    assert _calls(plan_tag("+k8s:forbidden", kind)) == forbidden


@pytest.mark.parametrize("tag", ["required", "optional", "forbidden"])
def test_structs_are_always_there(plan_tag: PlanTag, tag: str) -> None:
    with pytest.raises(TagError) as caught:
        plan_tag(f"+k8s:{tag}", STRUCT)
    assert caught.value.message == f'tag "k8s:{tag}": non-pointer structs cannot use the "k8s:{tag}" tag'
    assert "pointer" in caught.value.hint


@pytest.mark.parametrize(
    ("kind", "default", "function"),
    [
        pytest.param(STRING, '"abc"', "required_value", id="string"),
        pytest.param(STRING, '""', None, id="empty-string"),
        pytest.param(WORD, '""', None, id="empty-typedef"),
        pytest.param(STRING, "0", "required_value", id="zero-of-another-type"),
        pytest.param(pointer_to(STRING), '""', "required_pointer", id="pointer"),
        pytest.param(BUILTIN["int32"], "0", None, id="zero"),
        pytest.param(BUILTIN["int32"], "0.0e5", None, id="zero-spelt-out"),
        pytest.param(BUILTIN["int32"], "false", "required_value", id="false-is-no-number"),
        pytest.param(BUILTIN["bool"], "false", None, id="false"),
        pytest.param(BUILTIN["bool"], "0", "required_value", id="zero-is-no-bool"),
        pytest.param(list_of(STRING), "[]", "required_value", id="list"),
        pytest.param(pointer_to(STRUCT), '{"a": 1} ', "required_pointer", id="struct"),
    ],
)
def test_optional_with_a_default(plan_tag: PlanTag, kind: Type, default: str, function: str | None) -> None:
    expected = [(function, True, False)] if function else []
    assert _calls(plan_tag("+k8s:optional", kind, f"+default={default}")) == expected
    assert _calls(plan_tag("+k8s:optional", kind, f"+k8s:default={default}")) == expected


@pytest.mark.parametrize(
    ("kind", "lines", "message"),
    [
        pytest.param(
            STRING,
            ["+default=abc"],
            "failed to parse default value \"abc\": invalid character 'a' looking for beginning of value",
            id="no-json",
        ),
        pytest.param(
            STRING, ["+default="], 'failed to parse default value "": unexpected end of JSON input', id="nothing"
        ),
        pytest.param(STRING, ["+default=null"], 'failed to parse default value "null": unmarshalled to nil', id="null"),
        pytest.param(
            STRING,
            ['+default="a"', '+default="b"'],
            '+default tag with multiple values: ["default" "default"]',
            id="two",
        ),
        pytest.param(STRUCT, ["+default={}"], "unknown zero-value for type v1.Sub", id="struct"),
        pytest.param(
            STRING, ["+default(a: b)=1"], 'failed to read tags: unexpected named argument: "a"', id="named-argument"
        ),
        pytest.param(
            STRING, ["+default(1)=1"], "failed to read tags: unexpected argument type: int", id="int-argument"
        ),
        pytest.param(
            STRING, ["+default(=1"], "failed to read tags: unexpected character '=' at position 9", id="no-tag"
        ),
    ],
)
def test_defaults_that_cannot_be_read(plan_tag: PlanTag, kind: Type, lines: list[str], message: str) -> None:
    with pytest.raises(TagError) as caught:
        plan_tag("+k8s:optional", kind, *lines)
    assert caught.value.message == f'tag "k8s:optional": {message}'


@pytest.mark.parametrize("default", ["3", '["a", {"b": 1}]', '"a b"'])
def test_a_default_asks_for_nothing_by_itself(validators: Validators, default: str) -> None:
    tags = f"// +k8s:default={default}\n\t// +k8s:maxItems=1"
    module = validators(f'type Root struct {{\n\t{tags}\n\tA []string `json:"a"`\n}}\n')
    assert module.validate("Root", Operation(Verb.CREATE), {}) == []
    assert [each.field for each in module.validate("Root", Operation(Verb.CREATE), {"a": ["x", "y"]})] == ["a"]


def test_a_default_that_nests_deep_is_refused(plan_tag: PlanTag) -> None:
    with pytest.raises(TagError, match="exceeded max depth"):
        plan_tag("+k8s:optional", STRING, "+default=" + "[" * 100_000)


def test_presence_is_for_fields(plan_tag: PlanTag) -> None:
    with pytest.raises(TagError, match='tag "k8s:required" cannot be specified on list values'):
        plan_tag("+k8s:required", STRING, scope=Scope.LIST_VALUE)


def test_a_constant_is_no_default_for_validators(plan_tag: PlanTag) -> None:
    with pytest.raises(TagError, match="failed to parse default value") as found:
        plan_tag("+k8s:optional", STRING, "+default=ref(Usual)")
    assert found.value.hint.endswith("write the value of the constant")
