"""Our server against recorded conversations with kube-apiserver v1.37: no group may fall below its floor."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.floors import read_floors
from conformance.recordings import NOT_CARRIED, TAGS, WHAT, carried_names, read_text, shared_folder, take_over
from conformance.tally import Count

pytestmark = pytest.mark.slow

EXACT_SHARE = 0.95
VERDICT_SHARE = 0.99
PROMISED = ("crd_definition", "crd_values", "crd_cel", "crd_ratcheting", "realworld")
"""What definitions and custom resources are answered; the other recordings only may not fall."""


@pytest.mark.parametrize("measure", ["exact", "verdict"])
def test_a_group_does_not_fall(
    recording: str, group: str, measure: str, tallies: dict[str, Any], floors: dict[str, Any]
) -> None:
    if recording not in tallies:
        pytest.skip(f"no conformance/{recording}.jsonl in ../shared or $KAPIVARA_SHARED")
    tally = tallies[recording].get(group)
    assert tally is not None, f"{group} is no longer among the recordings"
    shown = "\n".join(tally.differences[:30])
    floor = getattr(floors[recording][group], measure)
    assert getattr(tally.count, measure) >= floor, f"{group} fell below its floor in {measure}:\n{shown}"


def test_every_scenario_has_a_floor(tallies: dict[str, Any], floors: dict[str, Any]) -> None:
    played = {name: {group: each.count.scenarios for group, each in tallies[name].items()} for name in tallies}
    kept = {name: {group: each.scenarios for group, each in floors[name].items()} for name in tallies}
    assert played == kept, "scripts/regen floors writes what is missing"


@pytest.mark.parametrize(("measure", "share"), [("exact", EXACT_SHARE), ("verdict", VERDICT_SHARE)])
def test_the_whole_keeps_its_promise(measure: str, share: float, tallies: dict[str, Any]) -> None:
    promised = [each.count for name in PROMISED for each in tallies.get(name, {}).values()]
    count = sum(promised, Count())
    assert getattr(count, measure) >= share * count.scenarios > 0, f"{measure}: {count}"


def test_every_recording_is_played_and_described() -> None:
    conversations = {*carried_names(), *NOT_CARRIED}
    floors = {name for name in read_floors() if not name.startswith(TAGS)}
    assert floors == conversations, "scripts/regen floors plays what is new"
    assert {name for name in WHAT if not name.startswith(TAGS)} == conversations


def test_what_is_carried_is_up_to_date() -> None:
    if not shared_folder().is_dir():
        pytest.skip("no folder conformance in ../shared or $KAPIVARA_SHARED")
    assert list(take_over(shared_folder(), write=False)) == [], "scripts/regen recordings takes them over"


@pytest.mark.parametrize("name", carried_names())
def test_what_is_carried_can_be_read(name: str) -> None:
    text = read_text(name)
    assert text is not None
    assert text.endswith("\n")
