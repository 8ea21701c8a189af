"""Thousands of hostile inputs at every door: nothing fails, nobody disagrees, and what was stored can be read."""

from __future__ import annotations

import sys

import pytest

from bench.hostile import attack

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory and processor time are read from /proc"),
]


COUNT = 9_000
"""As many as a processor takes a minute for; by a number, they are the same ones however fast it is."""


def test_hostile_inputs() -> None:
    report = attack(seed="tests", count=COUNT)
    assert "\n".join(map(str, report.findings)) == ""
    assert report.inputs.total() >= COUNT
    assert {"bodies", "expressions", "framing", "messages", "patches", "patterns", "schemas", "sources"} <= set(
        report.inputs
    )
