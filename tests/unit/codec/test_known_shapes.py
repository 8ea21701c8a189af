"""Types that read their JSON themselves: normal forms, empty values, equality."""

import pytest

from kapivara.codec import known_shapes
from kapivara.codec.errors import DecodeError
from kapivara.codec.typed_reader import MismatchError

READ = {
    "quantity text": (known_shapes.QUANTITY, "1000m", "1"),
    "quantity number": (known_shapes.QUANTITY, 1.5, "1500m"),
    "quantity null": (known_shapes.QUANTITY, None, "0"),
    "int or string": (known_shapes.INT_OR_STRING, "80%", "80%"),
    "int or string null": (known_shapes.INT_OR_STRING, None, 0),
    "duration null": (known_shapes.DURATION, None, "0s"),
    "time": (known_shapes.GO_TIME, "2024-01-02T04:04:05.5+01:00", "2024-01-02T04:04:05.5+01:00"),
    "time null": (known_shapes.GO_TIME, None, "0001-01-01T00:00:00Z"),
    "micro time": (known_shapes.MICRO_TIME, "2024-01-02T04:04:05.000001Z", "2024-01-02T04:04:05.000001Z"),
    "micro time zero": (known_shapes.MICRO_TIME, "0001-01-01T00:00:00Z", None),
    "anything": (known_shapes.ANYTHING, {"x": [1]}, {"x": [1]}),
}


@pytest.mark.parametrize(("shape", "value", "normal"), READ.values(), ids=READ)
def test_normal_forms(shape, value, normal):
    assert shape.read(value) == normal


REFUSED = {
    "quantity": (known_shapes.QUANTITY, "one"),
    "quantity bool": (known_shapes.QUANTITY, True),
    "int or string": (known_shapes.INT_OR_STRING, 2**31),
    "int or string bool": (known_shapes.INT_OR_STRING, True),
    "duration": (known_shapes.DURATION, 5),
    "time": (known_shapes.GO_TIME, "yesterday"),
}


@pytest.mark.parametrize(("shape", "value"), REFUSED.values(), ids=REFUSED)
def test_refused(shape, value):
    with pytest.raises((DecodeError, MismatchError)):
        shape.read(value)


SAME = {
    "suffixes": (known_shapes.QUANTITY, "1Ki", "1024", True),
    "not given": (known_shapes.QUANTITY, None, "0", True),
    "amounts": (known_shapes.QUANTITY, "1", "2", False),
    "no quantities": (known_shapes.QUANTITY, "x", "x", True),
    "zones": (known_shapes.GO_TIME, "2024-01-02T04:04:05+01:00", "2024-01-02T03:04:05Z", True),
    "fractions": (known_shapes.GO_TIME, "2024-01-02T03:04:05.50Z", "2024-01-02T03:04:05.5Z", True),
    "other fractions": (known_shapes.GO_TIME, "2024-01-02T03:04:05.1Z", "2024-01-02T03:04:05Z", False),
    "zero time": (known_shapes.GO_TIME, None, "0001-01-01T00:00:00Z", True),
    "no times": (known_shapes.MICRO_TIME, "x", "y", False),
}


@pytest.mark.parametrize(("shape", "one", "other", "expected"), SAME.values(), ids=SAME)
def test_equality(shape, one, other, expected):
    assert shape.same(one, other) is expected
