"""Tests of types with their own JSON format: normal forms, empty values, equality."""

import pytest

from kapivara.codec import known_shapes
from kapivara.codec.errors import DecodeError
from kapivara.codec.typed.reader import MismatchError
from kapivara.values.rendering import to_json_text

READ = {
    "quantity text": (known_shapes.QUANTITY, "1000m", "1"),
    "quantity number": (known_shapes.QUANTITY, 1.5, "1500m"),
    "quantity null": (known_shapes.QUANTITY, None, "0"),
    "int or string": (known_shapes.INT_OR_STRING, "80%", "80%"),
    "int or string null": (known_shapes.INT_OR_STRING, None, 0),
    "duration": (known_shapes.DURATION, "90s", "1m30s"),
    "duration of nothing": (known_shapes.DURATION, "0", "0s"),
    "time": (known_shapes.GO_TIME, "2024-01-02T04:04:05.5+01:00", "2024-01-02T04:04:05.5+01:00"),
    "time null": (known_shapes.GO_TIME, None, "0001-01-01T00:00:00Z"),
    "micro time": (known_shapes.MICRO_TIME, "2024-01-02T04:04:05.000001Z", "2024-01-02T04:04:05.000001Z"),
    "micro time in another zone": (
        known_shapes.MICRO_TIME,
        "2024-01-02T05:04:05.000001+01:00",
        "2024-01-02T04:04:05.000001Z",
    ),
    "micro time zero": (known_shapes.MICRO_TIME, "0001-01-01T00:00:00.000000Z", None),
    "micro time null": (known_shapes.MICRO_TIME, None, None),
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
    "duration null": (known_shapes.DURATION, None),
    "duration without unit": (known_shapes.DURATION, "5"),
    "micro time without fraction": (known_shapes.MICRO_TIME, "2024-01-02T04:04:05Z"),
    "micro time with nanoseconds": (known_shapes.MICRO_TIME, "2024-01-02T04:04:05.0000001Z"),
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
    "fractions that are not printed": (known_shapes.TIME, "2024-01-02T03:04:05.5Z", "2024-01-02T03:04:05Z", False),
    "zones of server times": (known_shapes.TIME, "2024-01-02T04:04:05+01:00", "2024-01-02T03:04:05Z", True),
    "zero server time": (known_shapes.TIME, None, "0001-01-01T01:00:00+01:00", True),
    "durations": (known_shapes.DURATION, "90s", "1m30s", True),
    "text and number": (known_shapes.INT_OR_STRING, "", 0, False),
    "order of keys": (known_shapes.RAW_EXTENSION, {"a": 1, "b": 2}, {"b": 2, "a": 1}, False),
    "notation of numbers": (known_shapes.RAW_EXTENSION, {"a": [1]}, {"a": [1.0]}, False),
    "true is no number": (known_shapes.FIELDS_V1, {"a": True}, {"a": 1}, False),
    "raw values": (known_shapes.RAW_EXTENSION, {"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}, True),
}


@pytest.mark.parametrize(("shape", "one", "other", "expected"), SAME.values(), ids=SAME)
def test_equality(shape, one, other, expected):
    assert shape.same(one, other) is expected


EXACT = {
    "fraction": ("2024-01-02T03:04:05.50Z", "2024-01-02T03:04:05.5Z"),
    "fraction beyond nanoseconds": ("2024-01-02T03:04:05.1234567894Z", "2024-01-02T03:04:05.123456789Z"),
    "zone": ("2024-01-02T04:04:05+01:00", "2024-01-02T03:04:05Z"),
    "zero": ("0001-01-01T00:00:00Z", None),
    "nearly zero": ("0001-01-01T00:00:00.5Z", "0001-01-01T00:00:00.5Z"),
    "null": (None, None),
}


@pytest.mark.parametrize(("value", "held"), EXACT.values(), ids=EXACT)
def test_what_memory_holds_of_times(value, held):
    assert known_shapes.TIME.exact(value) == held


def test_raw_values_are_shown_as_they_were_written():
    shown = known_shapes.RAW_EXTENSION.show({"b": [{"z": 1, "y": "<"}], "a": None})
    assert to_json_text(shown) == '{"b":[{"z":1,"y":"\\u003c"}],"a":null}'
