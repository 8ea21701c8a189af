"""Replays recorded conversations against our server over etcd: no group may fall below its floor in memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.conftest import ABOUT_USERS, CONTROLLERS_STILL
from tests.etcd_server import shared_etcd

from conformance.floors import Floors
from conformance.recordings import read_lines
from conformance.tally import group_of, play_all, tally

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("recording", ["crd_values", "machinery"])
def test_no_group_falls(recording: str, start_server: Callable[..., Any], floors: Floors, tmp_path: Path) -> None:
    lines = read_lines(recording) or []
    server = start_server(
        *CONTROLLERS_STILL, "--anonymous", "--etcd", shared_etcd().url, "--etcd-prefix", tmp_path.name
    )
    played = tally(play_all([each for each in lines if group_of(each["id"]) != ABOUT_USERS], server.url))
    server.stop()
    fallen = {
        group: found.differences[:10]
        for group, found in played.items()
        if (found.count.exact, found.count.verdict) < (floors[recording][group].exact, floors[recording][group].verdict)
    }
    assert fallen == {}
