"""Tests of rules in CRDs: errors and their paths."""

import pytest

from kapivara.field import FieldPath
from kapivara.schema.legality import LegalityOptions, validate_schema
from kapivara.schema.legality.options import StoredRules
from kapivara.values import JsonObject

INTEGER: JsonObject = {"type": "integer"}


def told(schema: JsonObject, stored: StoredRules | None = None) -> list[str]:
    options = LegalityOptions(stored_rules=stored or StoredRules())
    return [str(error) for error in validate_schema(schema, FieldPath.of("root"), options)]


def ruled(schema: JsonObject, *rules: str, **more: str | bool) -> JsonObject:
    return {**schema, "x-kubernetes-validations": [{"rule": rule, **more} for rule in rules]}


def of_spec(schema: JsonObject) -> JsonObject:
    return {"type": "object", "properties": {"spec": schema}}


def go(rule: str, expression: str = "", optional: str = "null") -> str:
    return (
        f'{{"Rule":"{rule}","Message":"","MessageExpression":"{expression}","Reason":null,"FieldPath":"",'
        f'"OptionalOldSelf":{optional}}}'
    )


def test_a_sound_rule_says_nothing() -> None:
    assert told(of_spec(ruled(INTEGER, "self == 1", "self in [1, 2]"))) == []


AT = "root.properties[spec].x-kubernetes-validations[0]"
FAULTS: dict[str, tuple[JsonObject, list[str]]] = {
    "syntax": (
        ruled(INTEGER, "self =="),
        [
            f"{AT}.rule: Invalid value: {go('self ==')}: compilation failed: ERROR: <input>:1:8: Syntax error: "
            "mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, "
            "NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | self ==\n | .......^"
        ],
    ),
    "types": (
        ruled(INTEGER, "self == 'a'"),
        [
            f"""{AT}.rule: Invalid value: {go("self == 'a'")}: compilation failed: ERROR: <input>:1:6: """
            "found no matching overload for '_==_' applied to '(int, string)'\n | self == 'a'\n | .....^"
        ],
    ),
    "no boolean": (
        ruled(INTEGER, "self"),
        [f"{AT}.rule: Invalid value: {go('self')}: cel expression must evaluate to a bool"],
    ),
    "a constant that does not convert": (
        ruled(INTEGER, "int('x') == 1"),
        [
            f"""{AT}.rule: Invalid value: {go("int('x') == 1")}: program instantiation failed: """
            "type conversion error from 'string' to 'int'"
        ],
    ),
    "message that is no string": (
        ruled(INTEGER, "true", messageExpression="1"),
        [
            f"{AT}.messageExpression: Invalid value: {go('true', '1')}: messageExpression must evaluate to a string",
        ],
    ),
    "message that does not compile": (
        ruled(INTEGER, "true", messageExpression="nope"),
        [
            f"{AT}.messageExpression: Invalid value: {go('true', 'nope')}: messageExpression compilation failed: "
            "ERROR: <input>:1:1: undeclared reference to 'nope' (in container '')\n | nope\n | ^"
        ],
    ),
    "old value that is not read": (
        ruled(INTEGER, "self > 0", optionalOldSelf=True),
        [f"{AT}.optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule"],
    ),
    "no types": (
        ruled({"x-kubernetes-preserve-unknown-fields": True}, "true"),
        [
            "root.properties[spec].x-kubernetes-validations: Internal error: internal error: failed to construct type "
            "information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations"
        ],
    ),
}


@pytest.mark.parametrize(("schema", "errors"), FAULTS.values(), ids=FAULTS)
def test_faults(schema: JsonObject, errors: list[str]) -> None:
    assert told(of_spec(schema)) == errors


UNCORRELATED = "oldSelf cannot be used on the uncorrelatable portion of the schema within "
ITEM: JsonObject = {"type": "object", "required": ["k"], "properties": {"k": {"type": "string", "maxLength": 9}}}
LISTS: dict[str, tuple[JsonObject, list[str]]] = {
    "atomic": ({}, ["root.properties[spec]"]),
    "set": ({"x-kubernetes-list-type": "atomic"}, ["root.properties[spec]"]),
    "map": ({"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]}, []),
}


@pytest.mark.parametrize(("more", "places"), LISTS.values(), ids=LISTS)
def test_items_have_old_values_only_in_lists_of_type_map(more: JsonObject, places: list[str]) -> None:
    schema = of_spec({"type": "array", "maxItems": 3, "items": ruled(ITEM, "self == oldSelf"), **more})
    at = "root.properties[spec].items.x-kubernetes-validations[0].rule"
    assert told(schema) == [f'{at}: Invalid value: "self == oldSelf": {UNCORRELATED}{place}' for place in places]


def test_the_outermost_list_is_blamed() -> None:
    inner = {"type": "array", "maxItems": 2, "items": ruled(INTEGER, "self == oldSelf")}
    errors = told(of_spec({"type": "array", "maxItems": 2, "items": inner}))
    assert [error.rpartition(" ")[2] for error in errors] == ["root.properties[spec]"]


def test_rules_wait_for_the_schema_below_them() -> None:
    broken = {"type": "object", "properties": {"a": {"type": "string", "uniqueItems": True}}}
    assert len(told(of_spec(ruled(broken, "nope")))) == 1
    beside = {"type": "object", "properties": {"bad": broken, "good": ruled(INTEGER, "nope")}}
    assert [error.split(":")[0] for error in told(of_spec(beside))] == [
        "root.properties[spec].properties[bad].properties[a].uniqueItems",
        "root.properties[spec].properties[good].x-kubernetes-validations[0].rule",
    ]


def test_rules_wait_for_structure_and_defaults() -> None:
    assert (
        told(of_spec(ruled({"type": "integer", "default": "x"}, "nope")))
        == [
            'root.properties[spec].default: Invalid value: "string": root.properties[spec].default in body must be of '
            'type integer: "string"'
        ]
        or len(told(of_spec(ruled({"type": "integer", "default": "x"}, "nope")))) == 1
    )


def test_defaults_are_held_to_rules() -> None:
    schema = of_spec({"type": "object", "properties": {"a": ruled({"type": "integer", "default": 1}, "self > 1")}})
    assert told(schema) == ["root.properties[spec].properties[a].default: Invalid value: 1: failed rule: self > 1"]


def test_defaults_are_held_to_transition_rules_as_new_ones() -> None:
    rule = "oldSelf.hasValue() || self > 1"
    assert told(of_spec(ruled({"type": "integer", "default": 1}, rule, optionalOldSelf=True))) == [
        f"root.properties[spec].default: Invalid value: 1: failed rule: {rule}"
    ]


def test_a_rule_that_costs_too_much_is_refused() -> None:
    schema = of_spec({"type": "array", "items": ruled({"type": "string"}, "self.matches('a')")})
    errors = told(schema)
    assert [error.split(":")[0] for error in errors] == [
        "root.properties[spec].items.x-kubernetes-validations[0].rule",
        "root.properties[spec].items.x-kubernetes-validations[0].rule",
        "root",
    ]
    assert "Forbidden: estimated rule cost exceeds budget by factor of more than 100x" in errors[0]
    assert "contributed to estimated rule cost total exceeding cost limit" in errors[1]


def test_an_unchanged_schema_may_cost_what_it_did() -> None:
    schema = of_spec({"type": "array", "maxItems": 6_000_000, "items": ruled(INTEGER, "self > 0")})
    assert len(told(schema)) == 1
    assert told(schema, StoredRules(schema_unchanged=True)) == []


def test_stored_expressions_may_use_what_new_ones_may_not_yet() -> None:
    rule = "[1, 2].includes(1)"
    schema = of_spec(ruled(INTEGER, rule))
    assert len(told(schema)) == 1
    assert told(schema, StoredRules(rules=frozenset([rule]))) == []


STRING_WITH_ITEMS: JsonObject = {"type": "string", "items": ruled({"type": "object"}, "true")}
NO_TYPE: JsonObject = {"x-kubernetes-preserve-unknown-fields": True}
NOT_DECLARED = "Internal error: failed to convert to declType for CEL validation rules"
NOT_CONSTRUCTED = (
    "Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: "
    "unable to convert structural schema to CEL declarations"
)


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param({"type": "object", "properties": {"s": STRING_WITH_ITEMS}}, [], id="no rules above"),
        pytest.param(
            ruled({"type": "object", "properties": {"s": STRING_WITH_ITEMS}}, "true"),
            [f"root.properties[spec].properties[s].items.x-kubernetes-validations: {NOT_DECLARED}"],
            id="items of a string, below rules",
        ),
        pytest.param(
            ruled({"type": "object", "properties": {"a-b": ruled({"type": "string"}, "self == ''")}}, "true"),
            [],
            id="a field that has no name in expressions has its own type",
        ),
        pytest.param(
            ruled({**NO_TYPE, "properties": {"f": ruled(INTEGER, "self == 1")}}, "true"),
            [
                f"root.properties[spec].properties[f].x-kubernetes-validations: {NOT_CONSTRUCTED}",
                f"root.properties[spec].x-kubernetes-validations: {NOT_CONSTRUCTED}",
            ],
            id="below what expressions cannot see",
        ),
    ],
)
def test_types_come_from_the_schema_above(spec: JsonObject, errors: list[str]) -> None:
    assert told(of_spec(spec)) == errors
