"""Tests of warnings about deprecated node labels."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.shared.node_labels import label_selector_warnings, node_selector_term_warnings
from kapivara.field import FieldPath

ARCH = 'deprecated since v1.14; use "kubernetes.io/arch" instead'
TERM: Any = {"matchExpressions": [{"key": "a", "operator": "In", "values": ["-"]}, {"key": "beta.kubernetes.io/arch"}]}
KEY = f"at.matchExpressions[1].key: beta.kubernetes.io/arch is {ARCH}"


@pytest.mark.parametrize(
    ("selector", "warnings"),
    [
        (None, []),
        ({}, []),
        (
            {"matchLabels": {"beta.kubernetes.io/arch": "x", "a": "b"}},
            [f"at.matchLabels.beta.kubernetes.io/arch: {ARCH}"],
        ),
        (TERM, [KEY]),
    ],
    ids=["none", "empty", "labels", "expressions"],
)
def test_label_selectors(selector: Any, warnings: list[str]) -> None:
    assert label_selector_warnings(selector, FieldPath.of("at")) == warnings


def test_values_are_checked_where_asked_for() -> None:
    assert node_selector_term_warnings(TERM, FieldPath.of("at")) == [KEY]
    key, value = node_selector_term_warnings(TERM, FieldPath.of("at"), check_values=True)
    assert key == KEY
    assert value.startswith("at.matchExpressions[0].values[0]: - is invalid, a valid label must be")
