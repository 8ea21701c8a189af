"""Our server against recorded conversations with kube-apiserver v1.37: no group may fall below its floor."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.slow

EXACT_SHARE = 0.95
VERDICT_SHARE = 0.99
PROMISED = ("definition/", "values/", "cel/", "ratcheting/", "realworld/")
"""What definitions and custom resources are answered; other groups only may not fall."""


@pytest.mark.parametrize("measure", ["exact", "verdict"])
def test_a_group_does_not_fall(group: str, measure: str, tallies: dict[str, Any], floors: dict[str, Any]) -> None:
    tally = tallies.get(group)
    assert tally is not None, f"{group} is no longer among the recordings"
    shown = "\n".join(tally.differences[:30])
    assert getattr(tally, measure) >= floors[group][measure], f"{group} fell below its floor in {measure}:\n{shown}"


def test_every_group_has_a_floor(tallies: dict[str, Any], floors: dict[str, Any]) -> None:
    assert sorted(tallies) == sorted(floors), "scripts/regen floors writes what is missing"


@pytest.mark.parametrize(("measure", "share"), [("exact", EXACT_SHARE), ("verdict", VERDICT_SHARE)])
def test_the_whole_keeps_its_promise(measure: str, share: float, tallies: dict[str, Any]) -> None:
    promised = [tally for group, tally in tallies.items() if group.startswith(PROMISED)]
    reached = sum(getattr(tally, measure) for tally in promised)
    scenarios = sum(tally.scenarios for tally in promised)
    assert reached >= share * scenarios, f"{reached} of {scenarios} scenarios agree in {measure}"
