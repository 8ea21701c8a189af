"""Tests of tolerations."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import new_errors

from kapivara.apis.shared.pods.rules.placement.tolerations import validate_tolerations
from kapivara.field import FieldPath
from kapivara.field.path import NOWHERE


def tolerating(**parts):
    return {"tolerations": [{"key": "a", "operator": "Exists", **parts}]}


CASES = {
    "plain": (tolerating(effect="NoExecute", tolerationSeconds=1), []),
    "everything": (tolerating(key=""), []),
    "every key by value": (
        {"tolerations": [{"operator": "Equal", "value": "a"}, {"value": "b"}]},
        [
            (
                'spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists '
                'when `key` is empty, which means "match all values and all keys"'
            ),
            (
                'spec.tolerations[1].operator: Invalid value: "": operator must be Exists when '
                '`key` is empty, which means "match all values and all keys"'
            ),
        ],
    ),
    "key": (
        tolerating(key="?"),
        [
            (
                'spec.tolerations[0].key: Invalid value: "?": name part must consist of '
                "alphanumeric characters, '-', '_' or '.', and must start and end with an "
                "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used "
                "for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
            )
        ],
    ),
    "seconds": (
        tolerating(tolerationSeconds=1, effect="NoSchedule"),
        [
            (
                'spec.tolerations[0].effect: Invalid value: "NoSchedule": effect must be '
                "'NoExecute' when `tolerationSeconds` is set"
            )
        ],
    ),
    "value": (
        tolerating(value="a"),
        [("spec.tolerations[0].operator: Invalid value: \"a\": value must be empty when `operator` is 'Exists'")],
    ),
    "odd value": (
        tolerating(operator="", value="?"),
        [
            (
                'spec.tolerations[0].operator: Invalid value: "?": a valid label must be an '
                "empty string or consist of alphanumeric characters, '-', '_' or '.', and must "
                "start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  "
                "or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_."
                "]*)?[A-Za-z0-9])?')"
            )
        ],
    ),
    "operator": (
        tolerating(operator="Is"),
        [('spec.tolerations[0].operator: Unsupported value: "Is": supported values: "Equal", "Exists"')],
    ),
    "comparing": (
        tolerating(operator="Lt", value="1"),
        [('spec.tolerations[0].operator: Unsupported value: "Lt": supported values: "Equal", "Exists", "Lt", "Gt"')],
    ),
    "effect": (
        tolerating(effect="Never"),
        [
            (
                'spec.tolerations[0].effect: Unsupported value: "Never": supported values: '
                '"NoSchedule", "PreferNoSchedule", "NoExecute"'
            )
        ],
    ),
}


@pytest.mark.parametrize(("spec", "expected"), CASES.values(), ids=CASES)
def test_rules(spec, expected):
    assert new_errors(spec) == expected


def test_who_only_asks_whether_any_is_wrong_is_told_of_the_first():
    wrong = [{"key": "a", "operator": "x", "effect": "y"}] * 3
    found = validate_tolerations(wrong, NOWHERE)
    assert [(each.type.title, each.detail) for each in found] == [("Unsupported value", "")] * 2
    assert len(validate_tolerations(wrong, FieldPath.of("tolerations"))) == 6
