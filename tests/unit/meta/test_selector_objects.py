"""Tests of selectors in objects."""

from __future__ import annotations

import pytest

from kapivara.meta.selector_error import SelectorError
from kapivara.meta.selector_objects import labels_text, selector_of, selector_text, selects


def expression(key: str, operator: str, *values: str) -> dict[str, object]:
    return {"matchExpressions": [{"key": key, "operator": operator, **({"values": list(values)} if values else {})}]}


@pytest.mark.parametrize(
    ("selector", "text"),
    [
        ({}, ""),
        ({"matchLabels": {"b": "2", "a": ""}}, "a=,b=2"),
        ({"matchLabels": {"m": "n"}, **expression("a", "In", "y", "x")}, "a in (x,y),m=n"),
        (expression("a", "NotIn", "x"), "a notin (x)"),
        (expression("a", "Exists"), "a"),
        (expression("a", "DoesNotExist"), "!a"),
    ],
)
def test_selectors(selector, text: str) -> None:
    assert str(selector_of(selector)) == text
    assert selector_text(selector) == (text or "<none>")


def test_what_is_selected() -> None:
    selector = selector_of({"matchLabels": {"a": "b"}, **expression("c", "DoesNotExist")})
    assert [selector.matches(labels) for labels in ({"a": "b"}, {"a": "b", "c": ""}, {})] == [True, False, False]


@pytest.mark.parametrize(
    ("selector", "problem"),
    [
        (expression("a", "Odd"), '"Odd" is not a valid label selector operator'),
        (expression("a", "In"), "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty"),
        (
            expression("a", "Exists", "x"),
            'values: Invalid value: ["x"]: values set must be empty for exists and does not exist',
        ),
        ({"matchLabels": {"": "x"}}, 'key: Invalid value: "": name part must be non-empty'),
        ({"matchLabels": {"a": "@"}}, 'values[0][a]: Invalid value: "@": a valid label must be'),
    ],
)
def test_malformed(selector, problem: str) -> None:
    with pytest.raises(SelectorError) as failed:
        selector_of(selector)
    assert str(failed.value).startswith(problem)
    assert selector_text(selector) == "<error>"


def test_nothing() -> None:
    assert selector_text(None) == "<none>"
    assert not selects(None, {})


@pytest.mark.parametrize(
    ("selector", "selected"),
    [
        ({}, True),
        ({"matchLabels": {"a": "c"}}, False),
        (expression("a", "In", "b"), True),
        (expression("a", "Odd"), False),
    ],
)
def test_labels_that_are_selected(selector, selected: bool) -> None:
    assert selects(selector, {"a": "b"}) is selected


@pytest.mark.parametrize(("labels", "text"), [(None, "<none>"), ({}, "<none>"), ({"b": "2", "a": "1"}, "a=1,b=2")])
def test_labels(labels, text: str) -> None:
    assert labels_text(labels) == text
