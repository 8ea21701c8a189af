"""Tests of the nearest name to a misspelt one."""

from __future__ import annotations

import pytest

from kapivara.content.nearest import did_you_mean, nearest

NAMES = ("replicas", "selector", "minReadySeconds")


@pytest.mark.parametrize(
    ("name", "likeness", "meant"),
    [
        ("replica", 0.6, "replicas"),
        ("Selector", 1.0, "selector"),
        ("minreadyseconds", 1.0, "minReadySeconds"),
        ("selectr", 1.0, ""),
        ("paused", 0.6, ""),
        ("", 0.6, ""),
    ],
)
def test_the_nearest_name_is_found(name: str, likeness: float, meant: str) -> None:
    assert nearest(name, NAMES, likeness) == meant


def test_without_a_near_one_all_are_told() -> None:
    assert did_you_mean("selectr", NAMES, "Spec") == "did you mean selector?"
    assert did_you_mean("paused", NAMES, "Spec") == "Spec has: replicas, selector, minReadySeconds"
    assert did_you_mean("paused", (), "Spec") == "Spec has no fields"
