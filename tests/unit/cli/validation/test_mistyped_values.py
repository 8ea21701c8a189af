"""Where a value stands that a type does not take, and what was probably meant by it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kapivara.api import Api
from kapivara.cli.validation.mistyped_values import Steps, put_meant, unread_steps

API = Api()
POD: Any = API.registry.find_kind("v1", "Pod")
CUSTOM: Any = SimpleNamespace(api=SimpleNamespace(custom=True))


@pytest.mark.parametrize(
    ("value", "steps"),
    [
        pytest.param({"spec": {"nodeName": "a"}}, (), id="nothing wrong"),
        pytest.param({"spec": {"nodeName": 1}}, ("spec", "nodeName"), id="field"),
        pytest.param(
            {"spec": {"containers": [{}, {"args": ["a", 1]}]}}, ("spec", "containers", 1, "args", 1), id="item"
        ),
        pytest.param(
            {"spec": {"hostname": 1, "containers": [{"resources": {"limits": {"cpu": "1x"}}}]}},
            ("spec", "containers", 0, "resources", "limits", "cpu"),
            id="what its type reads itself comes first",
        ),
        pytest.param([], (), id="wrong as a whole"),
    ],
)
def test_where_a_value_stands(value: Any, steps: Steps) -> None:
    assert unread_steps(value, POD) == steps


@pytest.mark.parametrize(
    ("metadata", "steps"),
    [
        pytest.param({"name": "a", "labels": {"b": "c", "d": True}}, ("metadata", "labels", "d"), id="label"),
        pytest.param({"name": "a", "finalizers": ["b", 1]}, ("metadata", "finalizers", 1), id="item"),
        pytest.param(["a"], ("metadata",), id="all of it"),
        pytest.param({"name": "a"}, (), id="nothing wrong with it"),
    ],
)
def test_of_custom_kinds_only_the_metadata_has_types(metadata: Any, steps: Steps) -> None:
    assert unread_steps({"metadata": metadata, "spec": {"nodeName": 1}}, CUSTOM) == steps


@pytest.mark.parametrize(
    ("field", "written", "meant"),
    [
        pytest.param("nodeName", 5, "5", id="text of digits"),
        pytest.param("nodeName", True, "true", id="text of a boolean"),
        pytest.param("priority", "7", 7, id="number in quotes"),
        pytest.param("priority", 7.0, 7, id="whole number with a point"),
        pytest.param("hostNetwork", "yes", True, id="boolean in quotes"),
        pytest.param("nodeSelector", "a=b", None, id="nobody knows"),
        pytest.param("nodeName", {"a": "b"}, None, id="an object for a text"),
    ],
)
def test_what_was_meant(field: str, written: Any, meant: Any) -> None:
    value = {"spec": {field: written}}
    assert put_meant(value, ("spec", field), POD) is (meant is not None)
    assert value == {"spec": {field: meant}}
    assert unread_steps(value, POD) == ()


def test_a_list_of_one_was_meant_by_its_item() -> None:
    value = {"spec": {"containers": [{"args": "-v"}]}}
    assert put_meant(value, ("spec", "containers", 0, "args"), POD)
    assert value == {"spec": {"containers": [{"args": ["-v"]}]}}
