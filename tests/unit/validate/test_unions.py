"""Tests of unions and modes: which members are set, and which rules apply."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.codec.shapes import STRING, STRINGS
from kapivara.field import ErrorList, FieldPath, Operation, Verb, invalid
from kapivara.validate import Part, discriminated, discriminated_union, union, zero_or_one_of

CREATE, UPDATE = Operation(), Operation(Verb.UPDATE)
HERE = FieldPath.of("spec")
NAMES = ("a", "b", "c")
CHECKS = tuple(lambda o, name=name: bool((o or {}).get(name)) for name in NAMES)
MEMBERS = (("a", "A"), ("b", "B"), ("c", "C"))


def texts(errors: ErrorList) -> list[str]:
    return list(map(str, errors))


ONE_OF = "must specify one of: `a`, `b`, `c`"
EXACTLY = "must specify exactly one of: `a`, `b`, `c`"
AT_MOST = "must specify at most one of: `a`, `b`, `c`"


@pytest.mark.parametrize(
    ("rule", "op", "new", "old", "expected"),
    [
        pytest.param(union, CREATE, {"b": 1}, None, [], id="one"),
        pytest.param(union, CREATE, {}, None, [f'spec: Invalid value: "": {ONE_OF}'], id="none"),
        pytest.param(
            *(union, CREATE, {"c": 1, "a": 1}, None, [f'spec: Invalid value: "{{a, c}}": {EXACTLY}']), id="several"
        ),
        pytest.param(union, UPDATE, {"x": 1}, {}, [], id="unchanged-none"),
        pytest.param(union, UPDATE, {"a": 2, "b": 2}, {"a": 1, "b": 1}, [], id="unchanged-several"),
        pytest.param(union, UPDATE, {}, {"a": 1}, [f'spec: Invalid value: "": {ONE_OF}'], id="taken-away"),
        pytest.param(union, UPDATE, {}, None, [f'spec: Invalid value: "": {ONE_OF}'], id="no-old-value"),
        pytest.param(union, CREATE, None, None, [f'spec: Invalid value: "": {ONE_OF}'], id="nil-list"),
        pytest.param(union, UPDATE, [], [], [], id="empty-list-was-there"),
        pytest.param(zero_or_one_of, CREATE, {}, None, [], id="at-most-none"),
        pytest.param(zero_or_one_of, CREATE, {"a": 1}, None, [], id="at-most-one"),
        pytest.param(
            *(zero_or_one_of, CREATE, {"a": 1, "b": 1}, None, [f'spec: Invalid value: "{{a, b}}": {AT_MOST}']),
            id="at-most-two",
        ),
        pytest.param(zero_or_one_of, UPDATE, {"a": 2, "b": 2}, {"a": 1, "b": 1}, [], id="at-most-unchanged"),
    ],
)
def test_members_are_counted(rule: Any, op: Operation, new: Any, old: Any, expected: list[str]) -> None:
    assert texts(rule(op, HERE, new, old, NAMES, CHECKS)) == expected


def test_origins_and_bad_values() -> None:
    (several,) = union(CREATE, None, {"a": 1, "b": 1}, None, NAMES, CHECKS)
    (at_most,) = zero_or_one_of(CREATE, None, {"a": 1, "b": 1}, None, NAMES, CHECKS)
    assert (several.origin, several.field, several.bad_value) == ("union", "<nil>", "{a, b}")
    assert at_most.origin == "zeroOrOneOf"


def test_a_struct_that_is_not_there_has_no_members_to_miss() -> None:
    assert union(CREATE, HERE, None, None, NAMES, CHECKS, True) == []
    assert discriminated_union(CREATE, HERE, None, None, "d", lambda _: "", MEMBERS, CHECKS) == []


@pytest.mark.parametrize(
    ("op", "new", "old", "expected"),
    [
        pytest.param(CREATE, {"d": "A", "a": 1}, None, [], id="chosen"),
        pytest.param(CREATE, {"d": "X"}, None, [], id="names-none"),
        pytest.param(CREATE, {}, None, [], id="no-discriminator"),
        pytest.param(CREATE, {"d": "A"}, None, ['spec.a: must be specified when `d` is "A"'], id="missing"),
        pytest.param(
            *(CREATE, {"d": "A", "a": 1, "c": 1}, None, ['spec.c: may only be specified when `d` is "C"']), id="other"
        ),
        pytest.param(
            *(CREATE, {"d": "B", "a": 1}, None),
            ['spec.a: may only be specified when `d` is "A"', 'spec.b: must be specified when `d` is "B"'],
            id="both",
        ),
        pytest.param(UPDATE, {"d": "B", "a": 2}, {"d": "B", "a": 1}, [], id="unchanged"),
        pytest.param(
            *(UPDATE, {"d": "B"}, {"d": "A"}, ['spec.b: must be specified when `d` is "B"']), id="discriminator-changed"
        ),
    ],
)
def test_discriminated_unions(op: Operation, new: Any, old: Any, expected: list[str]) -> None:
    errors = discriminated_union(op, HERE, new, old, "d", lambda o: o.get("d"), MEMBERS, CHECKS)
    assert [f"{each.field}: {each.detail}" for each in errors] == expected
    assert all(each.origin == "union" and each.bad_value == "" for each in errors)


def value_of(struct: Any) -> Any:
    return struct.get("v")


def failing(word: str) -> Any:
    return lambda _op, path, new, old: [invalid(path, new, f"{word} {old}")]


@pytest.mark.parametrize(
    ("op", "new", "old", "expected"),
    [
        pytest.param(CREATE, {"m": "On", "v": "x"}, None, 'spec.v: Invalid value: "x": on None', id="mode"),
        pytest.param(CREATE, {"v": "x"}, None, 'spec.v: Invalid value: "x": otherwise None', id="no-such-mode"),
        pytest.param(UPDATE, {"m": "On", "v": "x"}, {"m": "On", "v": "x"}, "", id="unchanged"),
        pytest.param(
            *(UPDATE, {"m": "On", "v": "x"}, {"m": "Off", "v": "x"}, 'spec.v: Invalid value: "x": on x'),
            id="mode-changed",
        ),
        pytest.param(
            *(UPDATE, {"m": "On", "v": "x"}, {"m": "On"}, 'spec.v: Invalid value: "x": on None'), id="value-changed"
        ),
        pytest.param(CREATE, None, None, "", id="no-struct"),
    ],
)
def test_modes(op: Operation, new: Any, old: Any, expected: str) -> None:
    def mode(struct: Any) -> Any:
        return struct.get("m") or ""

    errors = discriminated(
        op, HERE, new, old, Part("v", value_of, STRING), mode, failing("otherwise"), (("On", failing("on")),)
    )
    assert "\n".join(texts(errors)) == expected


def test_an_empty_list_is_what_a_nil_list_was() -> None:
    errors = discriminated(
        UPDATE,
        HERE,
        {"v": []},
        {},
        Part("v", value_of, STRINGS),
        lambda _: True,
        failing("otherwise"),
        ((True, failing("on")),),
    )
    assert errors == []
