"""Tests of converting merged values by their types, and of the errors."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.codec.typed.described import described
from kapivara.patch.strategic import NotConvertedError, convert, unknown_fields

CORE = described("apis.groups.core.v1")
POD = CORE.struct("PodSpec")


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("activeDeadlineSeconds", 2.0, 2),
        ("priority", 2**32 + 5, 5),
        ("priority", 2**31, -(2**31)),
        ("priority", 1.2345678901234567e19, 0),
        ("activeDeadlineSeconds", -1e300, -(2**63)),
        ("priority", None, None),
        ("hostNetwork", True, True),
        ("nodeSelector", {"a": "b"}, {"a": "b"}),
        ("containers", [{"ports": [{"containerPort": 80.0}]}], [{"ports": [{"containerPort": 80}]}]),
        ("unknown", {"a": 1}, {"a": 1}),
    ],
)
def test_converted(field: str, value: Any, expected: Any) -> None:
    assert convert({field: value}, POD) == {field: expected}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("priority", "x", "unrecognized type: int32"),
        ("priority", True, "unrecognized type: int32"),
        ("priority", 1.5, "cannot convert float64 to int32"),
        ("activeDeadlineSeconds", {}, "unrecognized type: int64"),
        ("nodeName", 1, "cannot convert int64 to string"),
        ("restartPolicy", 1, "cannot convert int64 to v1.RestartPolicy"),
        ("nodeName", 1.5, "unrecognized type: string"),
        ("nodeName", [], "unrecognized type: string"),
        ("hostNetwork", "true", "unrecognized type: bool"),
        ("containers", {}, "cannot restore slice from map"),
        ("containers", "x", "cannot restore slice from string"),
        ("containers", ["x"], "cannot restore struct from: string"),
        ("nodeSelector", [], "cannot restore map from slice"),
        ("nodeSelector", {"a": 1}, "cannot convert int64 to string"),
        ("affinity", 1, "cannot restore struct from: int64"),
        ("overhead", {"cpu": "x"}, "quantities must match the regular expression"),
    ],
)
def test_what_does_not_fit(field: str, value: Any, message: str) -> None:
    with pytest.raises(NotConvertedError) as refused:
        convert({field: value}, POD)
    assert refused.value.message.startswith(message)


def test_bytes_are_texts() -> None:
    secret = CORE.struct("Secret")
    assert convert({"data": {"a": "YQ=="}}, secret) == {"data": {"a": "YQ=="}}
    with pytest.raises(NotConvertedError, match="cannot restore slice from map"):
        convert({"data": {"a": {}}}, secret)
    with pytest.raises(NotConvertedError, match="error decoding from json: illegal base64 data at input byte 4"):
        convert({"data": {"a": "100Mi"}}, secret)


def test_bytes_may_be_numbers() -> None:
    secret = CORE.struct("Secret")
    assert convert({"data": {"a": [97, 300]}}, secret) == {"data": {"a": [97, 44]}}
    with pytest.raises(NotConvertedError, match="unrecognized type: uint8"):
        convert({"data": {"a": ["a"]}}, secret)


def test_unknown_fields_are_told_without_keys_of_maps() -> None:
    device = {"name": "d", "capacity": {"m": {"value": "1", "zz": 1}}, "attributes": {"a": {"int": 1}}}
    value = {"metadata": {"labels": {"a": "b"}, 'x"y': 1}, "spec": {"devices": [device]}}
    assert list(unknown_fields(value, described("apis.groups.resource.v1").struct("ResourceSlice"))) == [
        'unknown field "metadata.x"y"',
        'unknown field "spec.devices[0].capacity.zz"',
    ]
