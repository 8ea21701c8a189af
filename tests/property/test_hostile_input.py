"""Sends thousands of hostile inputs through every door: none fails, all agree, and stored objects can be read."""

from __future__ import annotations

import sys

import pytest

from bench.hostile import NAMES, attack

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory and processor time are read from /proc"),
]


COUNTS = {
    "resource": 3_000,
    "bodies": 7_000,
    "builtins": 8_000,
    "definitions": 2_400,
    "changes": 4_000,
    "evaluations": 2_400,
    "urls": 5_000,
    "framing": 1_200,
    "messages": 120,
    "expressions": 800,
    "sources": 100,
    "policies": 40,
    "projects": 500,
    "roles": 2_400,
}
"""About a minute of processor time in all; a fixed number, so that the inputs do not depend on the machine."""


@pytest.mark.parametrize("play", COUNTS)
def test_hostile_inputs(play: str) -> None:
    report = attack(seed="tests", count=COUNTS[play], only=play)
    assert "\n".join(map(str, report.findings)) == ""
    assert report.inputs.total() >= COUNTS[play]


def test_all_plays_are_sampled() -> None:
    assert set(COUNTS) == set(NAMES)
