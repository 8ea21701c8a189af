"""Tests of string formats: the strings that each rejects, and that the conditions agree with the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kapivara import validate as rules
from kapivara.field import ErrorList, ErrorType, FieldPath, Operation

PATH = FieldPath.of("a")
OP = Operation()
NAMES = [name[3:] for name in rules.__all__ if name.startswith("is_")]
PLAIN = ("extended_resource_name", "resource_fully_qualified_name", "resource_pool_name", "uuid")
UUID = "123e4567-e89b-12d3-a456-426614174000"


def _rule(name: str) -> Callable[..., ErrorList]:
    found: Callable[..., ErrorList] = getattr(rules, name)
    return found


def test_there_are_eleven_formats() -> None:
    assert len(NAMES) == 11
    assert all(_rule(name)(OP, PATH, None, None) == [] for name in NAMES)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("short_name", "a" * 63),
        ("long_name", ".".join(["a" * 64] * 3)),
        ("long_name_caseless", "Ex-ample.\u212a\u017f"),
        ("label_key", "example.com/A_b.c"),
        ("prefixed_label_key", "a/b"),
        ("label_value", ""),
        ("path_segment_name", ""),
        ("uuid", UUID),
        ("resource_pool_name", "a/b.c/d"),
        ("extended_resource_name", "example.com/gpu"),
        ("resource_fully_qualified_name", "a.b/_x1"),
        ("resource_fully_qualified_name", "a/b/%"),
    ],
)
def test_well_formed(name: str, value: str) -> None:
    assert _rule(name)(OP, PATH, value, None) == []


@pytest.mark.parametrize(
    ("name", "value", "details"),
    [
        ("short_name", "a.b" * 22, ["must be no more than 63 bytes", "must not contain dots"]),
        ("prefixed_label_key", "b", ["must include a prefix (e.g. 'example.com/key')"]),
        ("path_segment_name", "..", ["may not be '..'"]),
        ("path_segment_name", "a%/b", ["may not contain '/'", "may not contain '%'"]),
        ("uuid", UUID.upper(), ["must be a lowercase UUID in 8-4-4-4-12 format"]),
        ("uuid", UUID + "\n", ["must be a lowercase UUID in 8-4-4-4-12 format"]),
        ("resource_pool_name", "a//b", ["segment 1: must not be empty"]),
        ("extended_resource_name", "requests.a.b/c", ['must not have "requests." prefix']),
        ("extended_resource_name", "kubernetes.io/c", ['must not have "kubernetes.io/" domain']),
        ("resource_fully_qualified_name", "/", ["prefix must not be empty", "name must not be empty"]),
        (
            "resource_fully_qualified_name",
            "a" * 33,
            [
                "may not be more than 32 bytes",
                "a fully qualified name must be a domain and a name separated by a slash",
            ],
        ),
    ],
)
def test_malformed(name: str, value: str, details: list[str]) -> None:
    errors = _rule(name)(OP, PATH, value, None)
    assert [each.detail for each in errors] == details
    assert {each.origin for each in errors} == {f"format=k8s-{name.replace('_', '-')}"}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in PLAIN])
def test_strings_of_a_type_of_their_own_are_shown_as_json(name: str) -> None:
    bad = "<%/%/%>"
    assert all('"<%/%/%>"' in str(each) for each in _rule(name)(OP, PATH, bad, None))
    assert all("\\u003c%/%/%\\u003e" in str(each) for each in _rule(name)(OP, PATH, bad, None, True))


def test_what_is_too_long_is_not_shown() -> None:
    errors = rules.resource_pool_name(OP, PATH, "a" * 254, None)
    assert [each.type for each in errors] == [ErrorType.TOO_LONG, ErrorType.INVALID]


PARTS = ("a", "A", "0", "-", "_", ".", "/", "%", "é", "ſ", "\u212a", "\n", "requests.", "kubernetes.io/", "x" * 61)


@pytest.mark.parametrize("name", NAMES)
@given(parts=st.lists(st.sampled_from(PARTS), max_size=8))
def test_conditions_say_what_rules_say(name: str, parts: list[str]) -> None:
    value = "".join(parts)
    assert getattr(rules, f"is_{name}")(value) == (_rule(name)(OP, PATH, value, None) == [])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("piece", "end"), [("a", "!"), ("a-", ""), ("a.", ""), ("a/", ""), ("-", "")])
def test_long_strings_are_judged_in_linear_time(name: str, piece: str, end: str, pace: Any) -> None:
    pace.assert_linear(lambda size: getattr(rules, f"is_{name}")(piece * size + end), 12_500)
