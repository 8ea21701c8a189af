"""Parsing the values of markers' arguments."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.generator.grammar.marker_arguments import Argument, ArgumentKind, read_named, read_value
from kapivara.generator.grammar.marker_tokens import MarkerSyntaxError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("forty-two", "forty-two"),
        ('"quoted, text"', "quoted, text"),
        (r"`^\d+$`", r"^\d+$"),
        ("42", 42),
        ("-1.5", -1.5),
        ("2.0", 2),
        ("true", True),
        ("trueish", "trueish"),
        ("100Mi", "100Mi"),
        ("2024-01-15", "2024-01-15"),
        ("087bdd", "087bdd"),
        ("a:b", "a:b"),
        ("{}", {}),
        ("{a,b}", ["a", "b"]),
        ("{1,2}", [1, 2]),
        ("a;b", ["a", "b"]),
        ("{key: value, other: 3}", {"key": "value", "other": 3}),
        ('{"key": {inner: true}}', {"key": {"inner": True}}),
        (
            '{{nested: {foo: "baz", bar: true}},{nested: {foo: "qux"}}}',
            [
                {"nested": {"foo": "baz", "bar": True}},
                {"nested": {"foo": "qux"}},
            ],
        ),
        ("{cpu: 100m, memory: 128Mi}", {"cpu": "100m", "memory": "128Mi"}),
    ],
)
def test_any_value(text: str, value: Any) -> None:
    assert read_value(text, ArgumentKind.ANY) == value


@pytest.mark.parametrize(
    ("text", "value"), [("a;b", ["a", "b"]), ("1;2;foo", [1, 2, "foo"]), ('{"a b",c}', ["a b", "c"]), ('""', [""])]
)
def test_values(text: str, value: list[Any]) -> None:
    assert read_value(text, ArgumentKind.VALUES) == value


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("1.5", ArgumentKind.INTEGER, 'expected an integer, got "1.5"'),
        ("ten", ArgumentKind.NUMBER, 'expected a number, got "ten"'),
        ("1e999", ArgumentKind.NUMBER, "1e999 is too large"),
        ("99999999999999999999", ArgumentKind.INTEGER, "99999999999999999999 is too large"),
        ("yes", ArgumentKind.BOOL, 'expected true or false, got "yes"'),
        ("10 20", ArgumentKind.INTEGER, "more than the value is given: 20"),
        ("a,b", ArgumentKind.TEXT, "more than the value is given: ,b"),
        ("{a", ArgumentKind.TEXTS, "expected a comma or a closing brace, got nothing more"),
        ("{" * 1000, ArgumentKind.ANY, "nested more than 50 deep"),
        ("{a: 1", ArgumentKind.ANY, "expected a comma or a closing brace, got nothing more"),
        ('a"b', ArgumentKind.TEXT, "the quoted text has no end"),
    ],
)
def test_what_cannot_be_read(text: str, kind: ArgumentKind, message: str) -> None:
    with pytest.raises(MarkerSyntaxError, match=message):
        read_value(text, kind)


ARGUMENTS = {"rule": Argument("rule", ArgumentKind.TEXT), "names": Argument("names", ArgumentKind.TEXTS)}


def test_named_arguments() -> None:
    text = "rule=\"self == 'a,b'\",names=x;y"
    assert read_named(text, ARGUMENTS) == {"rule": "self == 'a,b'", "names": ["x", "y"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rul=x", 'unknown argument "rul"'),
        ("rule", 'expected "=" behind the name of an argument'),
        ("rule=x;names=y", "expected a comma"),
        ("=x", "expected the name of an argument"),
    ],
)
def test_named_arguments_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(MarkerSyntaxError, match=message):
        read_named(text, ARGUMENTS)
