"""Tests of label selectors inside objects."""

import pytest

from kapivara.apis.shared.rules.labels import has_invalid_label_value, validate_label_selector
from kapivara.field import FieldPath

PATH = FieldPath.of("selector")


def expression(**parts):
    return {"matchExpressions": [{"key": "a", "operator": "In", **parts}]}


GOOD = {
    "none": None,
    "empty": {},
    "labels": {"matchLabels": {"a": "b", "example.com/c": ""}},
    "in": expression(values=["x"]),
    "exists": expression(operator="Exists"),
}
BAD = {
    "value": ({"matchLabels": {"a": "?"}}, 'selector.matchLabels: Invalid value: "?": a valid label must be'),
    "key": ({"matchLabels": {"?": "a"}}, 'selector.matchLabels: Invalid value: "?": name part must consist of'),
    "no values": (
        expression(),
        "selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ),
    "values": (
        expression(operator="DoesNotExist", values=["x"]),
        "selector.matchExpressions[0].values: Forbidden: "
        "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    ),
    "operator": (
        expression(operator="<", values=["x"]),
        r'selector.matchExpressions[0].operator: Invalid value: "\u003c": not a valid selector operator',
    ),
    "expression key": (
        expression(key="", values=["x"]),
        'selector.matchExpressions[0].key: Invalid value: "": name part must be non-empty',
    ),
    "expression value": (
        expression(values=["x", "-"]),
        'selector.matchExpressions[0].values[1]: Invalid value: "-": a valid label must be',
    ),
}


@pytest.mark.parametrize("selector", GOOD.values(), ids=GOOD)
def test_selectors_that_pass(selector):
    assert validate_label_selector(selector, PATH) == []


@pytest.mark.parametrize(("selector", "expected"), BAD.values(), ids=BAD)
def test_selectors_that_do_not(selector, expected):
    assert str(validate_label_selector(selector, PATH)[0]).startswith(expected)


def test_what_may_be_forgiven():
    assert validate_label_selector(BAD["expression value"][0], PATH, any_values=True) == []
    assert validate_label_selector(BAD["operator"][0], PATH, any_operator=True) == []


def test_invalid_values_are_found():
    assert [has_invalid_label_value(each) for each in (None, GOOD["in"], BAD["expression value"][0])] == [
        False,
        False,
        True,
    ]
