"""Hints for errors to which a handler adds none."""

from __future__ import annotations

import pytest

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.planning.hints import hint_of


@pytest.mark.parametrize(
    ("message", "hint"),
    [
        (
            'x: tag "k8s:eachVal": tag "k8s:required" cannot be specified on list values',
            "+k8s:required may stand on struct fields",
        ),
        (
            'x: tag "k8s:update" cannot be specified on type definitions',
            "+k8s:update may stand on struct fields, list values and map values",
        ),
        (
            'tag "k8s:maxLength": tag value has wrong type: got string, want int',
            "write +k8s:maxLength=<non-negative integer>, such as +k8s:maxLength=63",
        ),
        (
            'tag "k8s:maximum": tag value has wrong type: got string, want int',
            "name the field that holds the limit: +k8s:maximum(constraint: <field>)",
        ),
        ('tag "k8s:required": tag value has wrong type: got bool, want ', "the tag takes no value: +k8s:required"),
        ('tag "k8s:maxLength": can only be used on string types (int32)', "for integers there are"),
        ('tag "k8s:maximum": can only be used on integer types (v1.Word -> string)', "for strings there are"),
        ('tag "k8s:minLength": can only be used on string types ([]string)', "for lists there are"),
        ('tag "k8s:minLength": can only be used on string types (map[string]string)', "for maps there are"),
        ("failed to parse tags: unterminated string at position 26: [k8s:format=x]", "a string ends with the quote"),
        ('failed to parse tags: invalid number "+" at position 13: [k8s:eachVal=+ k8s:x]', "the + of a tag stands"),
        ("field x (*[]string): pointers to lists are not supported", "leave the pointer out: lists can be nil"),
        ("field x ([3]string): fixed-size arrays are not supported", "use a list with +k8s:minItems"),
        ('tag "k8s:validateError": forced error: "boom"', "is explained by: kapivara docs tags validateError"),
        ("nothing that we know of", ""),
    ],
)
def test_hint_from_the_text(message: str, hint: str) -> None:
    assert hint in hint_of(AuthorError(message, None))
    assert bool(hint) == bool(hint_of(AuthorError(message, None)))


def test_a_hint_that_is_given_stays() -> None:
    error = AuthorError('tag "k8s:required" cannot be specified on list values', None, hint="so")
    assert hint_of(error) == "so"


def test_braces_in_messages_do_no_harm() -> None:
    assert hint_of(AuthorError('tag "k8s:neq": missing {0} {usage} {', None))
