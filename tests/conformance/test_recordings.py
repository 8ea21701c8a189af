"""Replays recorded conversations with kube-apiserver v1.37 against our server: no group may fall below its floor."""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.conftest import Playback, recording

from conformance.floors import read_floors
from conformance.recordings import NOT_CARRIED, TAGS, WHAT, carried_names, read_text, shared_folder, take_over
from conformance.tally import Count

pytestmark = pytest.mark.slow

EXACT_SHARE = 0.95
VERDICT_SHARE = 0.99
PROMISED = ("crd_definition", "crd_values", "crd_cel", "crd_ratcheting", "realworld")
"""The recordings of CRDs and custom resources; the other recordings may only not fall."""


@pytest.mark.parametrize("measure", ["exact", "verdict"])
def test_a_group_does_not_fall(
    recorded: str, group: str, measure: str, playback: Playback, floors: dict[str, Any]
) -> None:
    tally = playback.tallies(recorded).get(group)
    assert tally is not None, f"{group} is no longer among the recordings"
    shown = "\n".join(tally.differences[:30])
    floor = getattr(floors[recorded][group], measure)
    assert getattr(tally.count, measure) >= floor, f"{group} fell below its floor in {measure}:\n{shown}"


def test_every_scenario_has_a_floor(recorded: str, playback: Playback) -> None:
    played = {group: each.count.scenarios for group, each in playback.tallies(recorded).items()}
    kept = {group: each.scenarios for group, each in read_floors().get(recorded, {}).items()}
    assert played == kept, "scripts/regen floors writes the missing ones"


@pytest.mark.parametrize("name", [recording(name) for name in PROMISED])
@pytest.mark.parametrize(("measure", "share"), [("exact", EXACT_SHARE), ("verdict", VERDICT_SHARE)])
def test_a_recording_keeps_its_promise(measure: str, share: float, name: str, playback: Playback) -> None:
    count = sum((each.count for each in playback.tallies(name).values()), Count())
    assert getattr(count, measure) >= share * count.scenarios > 0, f"{measure}: {count}"


def test_every_recording_is_played_and_described() -> None:
    conversations = {*carried_names(), *NOT_CARRIED}
    floors = {name for name in read_floors() if not name.startswith(TAGS)}
    assert floors == conversations, "scripts/regen floors plays what is new"
    assert {name for name in WHAT if not name.startswith(TAGS)} == conversations


@pytest.mark.shared("conformance")
def test_what_is_carried_is_up_to_date() -> None:
    assert list(take_over(shared_folder(), write=False)) == [], "scripts/regen recordings takes them over"


@pytest.mark.parametrize("name", carried_names())
def test_what_is_carried_can_be_read(name: str) -> None:
    text = read_text(name)
    assert text is not None
    assert text.endswith("\n")
