"""Tests of the rules of runtime classes: overhead and scheduling."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change

TOLERATION = {"key": "a", "operator": "Exists"}


@pytest.mark.parametrize(
    ("parts", "errors"),
    [
        pytest.param(
            {"overhead": {"podFixed": {"cpu": "1"}}, "scheduling": {"tolerations": [TOLERATION]}}, [], id="good"
        ),
        pytest.param(
            {"overhead": {"podFixed": {"cpu": "-1"}}},
            ['overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
            id="overhead",
        ),
        pytest.param(
            {"scheduling": {"tolerations": [TOLERATION, {**TOLERATION, "tolerationSeconds": 1, "value": ""}]}},
            [
                "scheduling.tolerations[1].effect: Invalid value: \"\": effect must be 'NoExecute' "
                "when `tolerationSeconds` is set",
                'scheduling.tolerations[1]: Duplicate value: {"Key":"a","Operator":"Exists","Value":"","Effect":"",'
                '"TolerationSeconds":1}',
            ],
            id="tolerations",
        ),
    ],
)
def test_classes(parts: dict[str, Any], errors: list[str]) -> None:
    assert refused("RuntimeClass", handler="h", **parts) == errors


def test_labels_of_nodes() -> None:
    (error,) = refused("RuntimeClass", handler="h", scheduling={"nodeSelector": {"a b": "c"}})
    assert error.startswith('scheduling.nodeSelector: Invalid value: "a b": name part must consist of')


def test_handlers_stay() -> None:
    (error,) = refused_change("RuntimeClass", {"handler": "h"}, handler="g")
    assert error.startswith("handler: Invalid value:")
    wrong, changed = refused_change("RuntimeClass", {"handler": "h"}, handler="G!")
    assert wrong.startswith('handler: Invalid value: "G!": a lowercase RFC 1123 label')
    assert changed.endswith("field is immutable")
