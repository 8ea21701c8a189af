"""The tags on values (limits, sizes, formats, disallowed values, probes): their rules, and their errors."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.types import BUILTIN, STRING, Type, TypeKind, TypeName, list_of, map_of, pointer_to
from kapivara.generator.plan.rule_calls import Argument, FunctionCall, RuleCall, Rules, ShapeOf
from kapivara.generator.tags.contract.handler import Scope

PlanTag = Callable[..., Rules]


def _typedef(name: str, underlying: Type) -> Type:
    made = Type(TypeName("v1", name), TypeKind.ALIAS)
    made.underlying = underlying
    return made


STRUCT = Type(TypeName("v1", "Sub"), TypeKind.STRUCT)
INT32, UINT32, FLOAT, BOOL = BUILTIN["int32"], BUILTIN["uint32"], BUILTIN["float64"], BUILTIN["bool"]
WORD, LEVEL = _typedef("Word", STRING), _typedef("Level", INT32)
WORDS = list_of(STRING)
TABLE = map_of(WORD, STRING)


@pytest.mark.parametrize(
    ("line", "kind", "function", "args"),
    [
        pytest.param("+k8s:minimum=-3", INT32, "minimum", (-3,), id="minimum"),
        pytest.param("+k8s:maximum=3", pointer_to(LEVEL), "maximum", (3,), id="maximum"),
        pytest.param("+k8s:exclusiveMinimum=0", BUILTIN["uint64"], "exclusive_minimum", (0,), id="exclusive-minimum"),
        pytest.param("+k8s:exclusiveMaximum=9", LEVEL, "exclusive_maximum", (9,), id="exclusive-maximum"),
        pytest.param("+k8s:minLength=1", WORD, "min_length", (1,), id="min-length"),
        pytest.param("+k8s:maxLength=0", pointer_to(STRING), "max_length", (0,), id="max-length"),
        pytest.param("+k8s:maxBytes=5", STRING, "max_bytes", (5,), id="max-bytes"),
        pytest.param("+k8s:minItems=0", WORDS, "min_items", (0,), id="min-items"),
        pytest.param("+k8s:minProperties=1", TABLE, "min_properties", (1,), id="min-properties"),
        pytest.param("+k8s:format=k8s-short-name", STRING, "short_name", (), id="format"),
        pytest.param("+k8s:format=k8s-short-name", pointer_to(WORD), "short_name", (True,), id="format-of-a-typedef"),
        pytest.param("+k8s:format=k8s-uuid", WORD, "uuid", (), id="format-that-shows-plain-strings"),
        pytest.param('+k8s:neq="a b"', STRING, "neq", ("a b",), id="neq-string"),
        pytest.param("+k8s:neq=a", WORD, "neq", ("a", True), id="neq-typedef"),
        pytest.param("+k8s:neq=false", BOOL, "neq", (False,), id="neq-bool"),
        pytest.param("+k8s:neq=-1", pointer_to(LEVEL), "neq", (-1,), id="neq-int"),
        pytest.param("+k8s:monotonic", LEVEL, "monotonic", (), id="monotonic"),
        pytest.param("+k8s:validateTrue", STRUCT, "validate_true", ("",), id="true"),
        pytest.param("+k8s:validateTrueBeta=x", STRUCT, "validate_true", ("x",), id="true-beta"),
        pytest.param("+k8s:validateFalse=x", pointer_to(STRUCT), "validate_false", ("x", ShapeOf(STRUCT)), id="false"),
    ],
)
def test_one_rule_is_asked_for(
    plan_tag: PlanTag, line: str, kind: Type, function: str, args: tuple[Argument, ...]
) -> None:
    call = _only(plan_tag(line, kind))
    assert isinstance(call.check, FunctionCall)
    assert (call.check.function, call.check.args, call.short_circuit) == (function, args, False)


def _only(rules: Rules) -> RuleCall:
    assert len(rules.calls) == 1
    return rules.calls[0]


@pytest.mark.parametrize(("line", "kind"), [("+k8s:maxItems=2", WORDS), ("+k8s:maxProperties=2", TABLE)])
def test_greatest_sizes_stop_what_follows(plan_tag: PlanTag, line: str, kind: Type) -> None:
    assert _only(plan_tag(line, kind)).short_circuit


@pytest.mark.parametrize("limit", [0, -1])
def test_a_least_length_that_all_strings_have_asks_for_nothing(plan_tag: PlanTag, limit: int) -> None:
    assert plan_tag(f"+k8s:minLength={limit}", STRING).empty


@pytest.mark.parametrize(("limit", "fails"), [(0, False), (1, True)])
def test_a_nil_list_has_no_items(plan_tag: PlanTag, limit: int, fails: bool) -> None:
    check = _only(plan_tag(f"+k8s:minItems={limit}", WORDS)).check
    assert isinstance(check, FunctionCall)
    assert check.nil_fails is fails


def test_a_probe_has_flags_and_a_cohort(plan_tag: PlanTag) -> None:
    line = '+k8s:validateFalse(flags: "ShortCircuit , NonError", cohort: "c", typeArg: "T")="x"'
    call = _only(plan_tag(line, STRING))
    assert (call.short_circuit, call.non_error, call.cohort) == (True, True, "c")


@pytest.mark.parametrize(
    ("line", "kind", "message"),
    [
        pytest.param("minimum=1", STRING, "can only be used on integer types (string)", id="minimum-of-string"),
        pytest.param("minimum=1", FLOAT, "can only be used on integer types (float64)", id="minimum-of-float"),
        pytest.param("maximum=1", WORD, "can only be used on integer types (v1.Word -> string)", id="typedef"),
        pytest.param(
            "exclusiveMinimum=1", pointer_to(BOOL), "can only be used on integer types (*bool -> bool)", id="p"
        ),
        pytest.param("minimum", INT32, "missing required tag value of type int", id="minimum-of-what"),
        pytest.param(
            "minimum(constraint: 3)=1",
            INT32,
            'argument "constraint: 3" has wrong type: got int, want string',
            id="constraint-number",
        ),
        pytest.param("minimum(constraint: a)=1", INT32, "a constraint takes the place of the payload", id="both"),
        pytest.param("minimum(target: a)=1", INT32, 'unrecognized named argument "target: \\"a\\""', id="target"),
        pytest.param(
            "maximum=2147483648",
            LEVEL,
            "failed to parse tag payload: value 2147483648 does not fit in int32 (range [-2147483648, 2147483647])",
            id="range",
        ),
        pytest.param(
            "minimum=-1",
            UINT32,
            'failed to parse tag payload: parsing "-1" as uint: strconv.ParseUint: parsing "-1": invalid syntax',
            id="negative-of-unsigned",
        ),
        pytest.param("maxLength=1", INT32, "can only be used on string types (int32)", id="length-of-int"),
        pytest.param("minLength=1", WORDS, "can only be used on string types ([]string)", id="length-of-list"),
        pytest.param("maxLength=-1", STRING, "must be greater than or equal to zero", id="negative-length"),
        pytest.param(
            "maxBytes=010", STRING, 'failed to parse tag payload as int: "010" is not a valid int value', id="octal"
        ),
        pytest.param('maxLength="3"', STRING, "tag value has wrong type: got string, want int", id="quoted"),
        pytest.param("maxItems=1", STRING, "can only be used on list types (string)", id="items-of-string"),
        pytest.param("minItems=-1", WORDS, "must be greater than or equal to zero", id="negative-items"),
        pytest.param("minProperties=1", WORDS, "can only be used on map types ([]string)", id="properties-of-list"),
        pytest.param(
            "maxProperties=1",
            map_of(INT32, STRING),
            "can only be used on map types with string-based keys (map[int32]string)",
            id="properties-by-number",
        ),
        pytest.param("maxProperties=100001", TABLE, "must be less than or equal to 100000", id="many-properties"),
        pytest.param("minProperties=-1", TABLE, "must be greater than or equal to zero", id="negative-properties"),
        pytest.param("format=k8s-nothing", STRING, 'unsupported validation format "k8s-nothing"', id="format"),
        pytest.param("format=k8s-ip", STRING, 'unsupported validation format "k8s-ip"', id="format-of-the-future"),
        pytest.param("format=k8s-uuid", INT32, "can only be used on string types (int32)", id="format-of-int"),
        pytest.param("format", STRING, "missing required tag value of type string", id="format-of-what"),
        pytest.param("neq=3", STRING, "type mismatch: field is a string, but payload is of type int", id="neq-string"),
        pytest.param("neq=x", BOOL, "type mismatch: field is a bool, but payload is of type string", id="neq-bool"),
        pytest.param("neq=x", LEVEL, "type mismatch: field is an integer, but payload is of type string", id="neq-int"),
        pytest.param("neq=3", FLOAT, "unsupported type for 'neq' tag: float64", id="neq-float"),
        pytest.param("neq=3", STRUCT, "unsupported type for 'neq' tag: v1.Sub", id="neq-struct"),
        pytest.param("neq", STRING, "missing required tag value of type raw", id="neq-what"),
        pytest.param(
            "neq=x",
            WORDS,
            "can only be used on comparable types (e.g. string, int, bool), but got []string",
            id="neq-list",
        ),
        pytest.param(
            "neq=0x1",
            INT32,
            'invalid integer value for payload: parsing "0x1" as int: strconv.Atoi: parsing "0x1": invalid syntax',
            id="neq-hex",
        ),
        pytest.param(
            "neq=70000",
            BUILTIN["uint16"],
            "invalid integer value for payload: value 70000 does not fit in uint16 (range [0, 65535])",
            id="neq-range",
        ),
        pytest.param("monotonic", STRING, "must be an integer type (got string)", id="monotonic"),
        pytest.param("monotonic=3", INT32, "tag value has wrong type: got int, want ", id="monotonic-payload"),
        pytest.param('validateError="boom"', STRING, 'forced error: "boom"', id="error"),
        pytest.param(
            'validateTrue(flags: "Fatal")', STRING, 'can\'t decode tag payload: unknown flag: "Fatal"', id="flag"
        ),
        pytest.param(
            'validateTrue(flags: "NonError")',
            STRING,
            "can't decode tag payload: flag NonError works only with ShortCircuit",
            id="silent-failure-that-stops-nothing",
        ),
        pytest.param(
            'validateFalse(color: "red")', STRING, 'unrecognized named argument "color: \\"red\\""', id="argument"
        ),
    ],
)
def test_refusals(plan_tag: PlanTag, line: str, kind: Type, message: str) -> None:
    with pytest.raises(TagError) as caught:
        plan_tag(f"+k8s:{line}", kind)
    name = line.partition("=")[0].partition("(")[0]
    assert caught.value.message == f'tag "k8s:{name}": {message}'


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("K8s-ShortName", "did you mean k8s-short-name?"),
        ("dns-label", "did you mean k8s-short-name?"),
        ("dns-subdomain", "did you mean k8s-long-name?"),
        ("uuid", "did you mean k8s-uuid?"),
        ("ip", "no such format exists: write a function, and call it by +k8s:customValidation"),
        ("k8s-ip", "no such format exists: write a function, and call it by +k8s:customValidation"),
        ("colour", "formats are k8s-extended-resource-name, k8s-label-key"),
    ],
)
def test_a_format_that_is_not_there_gets_a_suggestion(plan_tag: PlanTag, name: str, hint: str) -> None:
    with pytest.raises(TagError) as caught:
        plan_tag(f"+k8s:format={name}", STRING)
    assert caught.value.hint.startswith(hint)


@pytest.mark.parametrize(
    ("line", "scope"),
    [
        ("+k8s:minItems=1", Scope.MAP_KEY),
        ("+k8s:maxProperties=1", Scope.LIST_VALUE),
        ("+k8s:monotonic", Scope.MAP_VALUE),
        ("+k8s:maxLength=1", Scope.CONSTANT),
    ],
)
def test_scopes(plan_tag: PlanTag, line: str, scope: Scope) -> None:
    with pytest.raises(TagError, match=f"cannot be specified on {scope}"):
        plan_tag(line, STRING, scope=scope)
