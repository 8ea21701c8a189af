"""A minute of hostile input at every door: nothing fails, nobody disagrees, and what was stored can be read."""

from __future__ import annotations

import sys

import pytest

from bench.hostile import attack

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory and processor time are read from /proc"),
]


def test_a_minute_of_hostile_input() -> None:
    report = attack(seed="tests", seconds=60)
    assert "\n".join(map(str, report.findings)) == ""
    assert report.inputs.total() > 100
    assert {"bodies", "expressions", "framing", "messages", "patches", "patterns", "schemas", "sources"} <= set(
        report.inputs
    )
