"""Tests of rules on values: rejected values, error texts, and that nil passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara import validate as rules
from kapivara.codec.shapes import Scalar
from kapivara.field import ErrorList, FieldPath, Operation, Verb

Rule = Callable[..., ErrorList]
PATH = FieldPath.of("spec", "a")
OP = Operation()
UPDATE = Operation(Verb.UPDATE)


def _told(errors: ErrorList) -> list[tuple[str, str]]:
    return [(str(each).removeprefix("spec.a: "), each.origin) for each in errors]


PRESENCE = [
    pytest.param("value", ["a", 1, True, 0.5, ["x"], {"k": ""}, -1], ["", 0, False, 0.0, [], {}, None], id="value"),
    pytest.param("pointer", ["", "a", 0, False, {}], [None], id="pointer"),
]


@pytest.mark.parametrize(("form", "given", "missing"), PRESENCE)
def test_presence(form: str, given: list[Any], missing: list[Any]) -> None:
    required, optional, forbidden = (getattr(rules, f"{each}_{form}") for each in ("required", "optional", "forbidden"))
    for value in given:
        assert required(OP, PATH, value, None) == optional(OP, PATH, value, None) == []
        assert _told(forbidden(OP, PATH, value, None)) == [("Forbidden", "")]
    for value in missing:
        assert _told(required(OP, PATH, value, None)) == [("Required value", "")]
        assert _told(optional(OP, PATH, value, None)) == [("Required value: optional value was not specified", "")]
        assert forbidden(OP, PATH, value, None) == []


@pytest.mark.parametrize(
    ("rule", "limit", "fine", "wrong", "text"),
    [
        (rules.minimum, 3, 3, 2, "Invalid value: 2: must be greater than or equal to 3"),
        (rules.maximum, -3, -3, -2, "Invalid value: -2: must be less than or equal to -3"),
        (rules.exclusive_minimum, 3, 4, 3, "Invalid value: 3: must be greater than 3"),
        (rules.exclusive_maximum, 3, 2, 3, "Invalid value: 3: must be less than 3"),
        (rules.min_length, 2, "日本", "é", "Too short: must be at least 2 characters"),
        (rules.min_length, 1, "a", "", "Too short: must be at least 1 character"),
        (rules.max_length, 2, "日本", "abc", "Too long: may not be more than 2 characters"),
        (rules.max_length, 1, "", "ab", "Too long: may not be more than 1 character"),
        (rules.max_bytes, 6, "日本", "日本a", "Too long: may not be more than 6 bytes"),
        (rules.max_bytes, 1, "a", "é", "Too long: may not be more than 1 byte"),
        (rules.min_items, 1, [0], [], "Too few: 0: must have at least 1 item"),
        (rules.max_items, 0, [], [1], "Too many: 1: must have at most 0 items"),
        (rules.min_properties, 2, {"a": 1, "b": 2}, {"a": 1}, "Too few: 1: must have at least 2 items"),
        (rules.max_properties, 1, {"a": 1}, {"a": 1, "b": 2}, "Too many: 2: must have at most 1 item"),
    ],
)
def test_limits(rule: Rule, limit: int, fine: Any, wrong: Any, text: str) -> None:
    origin = "".join(part.title() for part in rule.__name__.split("_"))
    assert rule(OP, PATH, fine, None, limit) == []
    assert _told(rule(OP, PATH, wrong, None, limit)) == [(text, origin[0].lower() + origin[1:])]


@pytest.mark.parametrize(
    "rule",
    [
        *(rules.minimum, rules.maximum, rules.exclusive_minimum, rules.exclusive_maximum),
        *(rules.min_length, rules.max_length, rules.max_bytes, rules.max_items, rules.max_properties),
    ],
)
def test_nil_breaks_no_limit(rule: Rule) -> None:
    assert rule(OP, PATH, None, None, 3) == []


@pytest.mark.parametrize("rule", [rules.min_items, rules.min_properties])
def test_nil_has_no_items(rule: Rule) -> None:
    assert rule(OP, PATH, None, None, 0) == []
    assert _told(rule(OP, PATH, None, None, 1))[0][0] == "Too few: 0: must have at least 1 item"


def test_at_the_root_there_is_no_path() -> None:
    assert str(rules.minimum(OP, None, 0, None, 1)[0]).startswith("<nil>: Invalid value: 0")


@pytest.mark.parametrize(
    ("value", "disallowed", "named", "text"),
    [
        ("<a>", "<a>", False, 'Invalid value: "<a>": must not be equal to "<a>"'),
        ("<a>", "<a>", True, 'Invalid value: "\\u003ca\\u003e": must not be equal to "<a>"'),
        (-1, -1, False, "Invalid value: -1: must not be equal to -1"),
        (False, False, False, "Invalid value: false: must not be equal to false"),
    ],
)
def test_refused_values(value: Any, disallowed: Any, named: bool, text: str) -> None:
    assert _told(rules.neq(OP, PATH, value, None, disallowed, named)) == [(text, "neq")]
    assert rules.neq(OP, PATH, None, None, disallowed, named) == []
    assert rules.neq(OP, PATH, "other", None, disallowed, named) == []


@pytest.mark.parametrize(
    ("op", "new", "old", "text"),
    [
        pytest.param(UPDATE, 1, 2, "Invalid value: 1: may not be decreased from 2", id="falls"),
        pytest.param(UPDATE, 2, 2, "", id="stays"),
        pytest.param(UPDATE, None, 2, "", id="goes"),
        pytest.param(UPDATE, 0, None, "", id="comes"),
        pytest.param(OP, 1, 2, "", id="create"),
    ],
)
def test_numbers_that_never_fall(op: Operation, new: int | None, old: int | None, text: str) -> None:
    assert _told(rules.monotonic(op, PATH, new, old)) == ([(text, "monotonic")] if text else [])


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        pytest.param("example.com/a", False, id="a-domain-of-somebody"),
        pytest.param("notk8s.io/a", False, id="ends-alike"),
        pytest.param("k8s.io/a", True, id="reserved"),
        pytest.param("a.Kubernetes.IO./a", True, id="reserved-below-and-in-capitals"),
        pytest.param(None, False, id="nil"),
    ],
)
def test_names_reserved_for_kubernetes(name: str | None, refused: bool) -> None:
    text = f'Invalid value: "{name}": domain names *.k8s.io, *.kubernetes.io are reserved'
    assert _told(rules.unreserved_responder(OP, PATH, name, None)) == ([(text, "")] if refused else [])


@pytest.mark.parametrize(("priority", "refused"), [(None, False), (-1, False), (0, True), (999, True), (1000, False)])
def test_priorities_reserved_for_kubernetes(priority: int | None, refused: bool) -> None:
    text = f"Invalid value: {priority}: priorities 0-999 are reserved for responders with *.k8s.io suffix"
    assert _told(rules.unreserved_priority(OP, PATH, priority, None)) == ([(text, "")] if refused else [])


@pytest.mark.parametrize(
    ("kind", "value", "shown"),
    [
        pytest.param("string", "<a>", '"\\u003ca\\u003e"', id="strings-as-json"),
        pytest.param("float64", 1e6, "1000000", id="floats-as-json"),
        pytest.param("int32", 3, "3", id="int"),
        pytest.param("string", None, "null", id="nil"),
    ],
)
def test_probes(kind: str, value: Any, shown: str) -> None:
    shape = Scalar({"string": "string", "float64": "float", "int32": "int"}[kind], kind)
    assert _told(rules.validate_false(OP, PATH, value, None, "why", shape)) == [
        (f"Invalid value: {shown}: forced failure: why", "validateFalse")
    ]
    assert rules.validate_true(OP, PATH, value, None, "why") == []
