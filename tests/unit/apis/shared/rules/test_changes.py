"""Tests of immutable fields."""

import pytest

from kapivara.apis.shared.rules.changes import validate_immutable, validate_immutable_value
from kapivara.codec.typed.described import described
from kapivara.field import FieldPath

PATH = FieldPath.of("here")
CORE = described("apis.groups.core.v1")


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        (1, 1, []),
        (None, {}, []),
        ([], None, []),
        (0, None, ["Invalid value: 0: field is immutable"]),
        ({"a": "b"}, None, ['Invalid value: {"a":"b"}: field is immutable']),
        (None, "x", ["Invalid value: null: field is immutable"]),
    ],
)
def test_plain_values(new, old, expected):
    assert [each.body() for each in validate_immutable(new, old, PATH)] == expected


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ({"limits": {"memory": "1Ki"}}, {"limits": {"memory": "1024"}, "requests": {}}, []),
        (None, {}, ["Invalid value: null: field is immutable"]),
        (
            {"limits": {"cpu": "2"}},
            {"limits": {"cpu": "1"}},
            ['Invalid value: {"Limits":{"cpu":"2"},"Requests":null,"Claims":null}: field is immutable'],
        ),
    ],
    ids=["the same amount", "no longer there", "more"],
)
def test_values_of_internal_types(new, old, expected):
    shape = CORE.struct("ResourceRequirements")
    errors = validate_immutable_value(new, old, PATH, shape, "core.ResourceRequirements")
    assert [each.body() for each in errors] == expected


def test_values_without_an_internal_type():
    shape = described("meta.v1").struct("LabelSelector")
    [error] = validate_immutable_value({"matchLabels": {"a": "b"}}, {}, PATH, shape)
    assert error.body() == 'Invalid value: {"matchLabels":{"a":"b"}}: field is immutable'
