"""Tests of the quick reader: which values it keeps, which it changes, and which it leaves to the thorough one."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.codec.typed.described import described
from kapivara.codec.typed.quick_reader import UnsureError, quick_read
from kapivara.codec.typed.reader import Reader

_MANY = 200
"""After so many values, functions have been generated for the types in use."""
CORE = described("apis.groups.core.v1")
SCHEMA = described("apis.groups.apiextensions.v1").struct("JSONSchemaProps")


@pytest.mark.parametrize(
    ("type_name", "given", "normal"),
    [
        pytest.param("ContainerPort", {"containerPort": 1, "hostPort": 0}, {"containerPort": 1}, id="empty is dropped"),
        pytest.param("ContainerPort", {"name": "a"}, {"name": "a", "containerPort": 0}, id="printed though empty"),
        pytest.param("PodSpec", {"containers": [], "hostIPC": None}, {"containers": []}, id="null is dropped"),
        pytest.param("PodSpec", {"containers": [], "hostUsers": False}, {"containers": [], "hostUsers": False}),
        pytest.param("Secret", {"data": {"a": "YQ=="}}, {"metadata": {}, "data": {"a": "YQ=="}}, id="bytes"),
        pytest.param(
            "ResourceRequirements", {"limits": {"cpu": "1000m"}}, {"limits": {"cpu": "1"}}, id="quantity as printed"
        ),
    ],
)
def test_normal_forms(type_name: str, given: dict[str, Any], normal: dict[str, Any]) -> None:
    assert quick_read(given, CORE.struct(type_name)) is given
    assert given == normal


@pytest.mark.parametrize(
    ("type_name", "given"),
    [
        pytest.param("ContainerPort", {"containerPort": "1"}, id="another type"),
        pytest.param("ContainerPort", {"containerPort": 2**31}, id="out of range"),
        pytest.param("ContainerPort", {"port": 1}, id="unknown"),
        pytest.param("ContainerPort", [], id="no object"),
        pytest.param("PodSpec", {"containers": [None]}, id="null in a list"),
        pytest.param("Secret", {"data": {"a": "YQ"}}, id="bytes without padding"),
        pytest.param("ResourceRequirements", {"limits": {"cpu": "one"}}, id="no quantity"),
    ],
)
def test_what_is_left_to_the_thorough_reader(type_name: str, given: Any) -> None:
    with pytest.raises(UnsureError):
        quick_read(given, CORE.struct(type_name))


def test_what_it_left_is_not_held_on_to() -> None:
    """An error object that is raised again and again would keep every traceback and all their values."""
    raised = []
    for _ in range(_MANY):  # the first are read field by field, the others by a function that was generated for them
        with pytest.raises(UnsureError) as error:
            quick_read({"containerPort": 1, "name": 2}, CORE.struct("ContainerPort"))
        raised.append(error.value)
        quick_read({"containerPort": 1, "name": "a"}, CORE.struct("ContainerPort"))
    assert len(set(map(id, raised))) == len(raised)


@pytest.mark.parametrize("number", [0, -1, 2**53, 0.5, -1e-300])
def test_numbers_of_floats_that_are_printed_as_they_are_written(number: float) -> None:
    given = {"maximum": number}
    for _ in range(_MANY):
        assert quick_read(given, SCHEMA) is given
    assert Reader().read(given, SCHEMA) == given
    assert type(given["maximum"]) is type(number)


@pytest.mark.parametrize("number", [2**53 + 1, -(2**60), 1.0, -0.0, 1e300, 1e21, float("inf"), float("nan"), "1", True])
def test_other_numbers_of_floats_are_left_to_the_thorough_reader(number: Any) -> None:
    with pytest.raises(UnsureError):
        quick_read({"maximum": number}, SCHEMA)
