"""Tests of the counts of scenarios by their agreement with the recording."""

from __future__ import annotations

from http.client import HTTPMessage
from typing import Any

import pytest

from conformance import tally as room
from conformance.client import Client, Reply
from conformance.tally import Count, Outcome, group_of, judge, play_all, tally

FOUND = {"code": 200, "warnings": [], "body": {"kind": "X"}}


class Fixed(Client):
    """A client that always gets the same response."""

    def __init__(self, *_: Any, code: int = 200, raw: bytes = b'{"kind": "X"}'):
        super().__init__("http://127.0.0.1:1")
        self._reply = Reply(code, HTTPMessage(), [], raw)

    def send(self, method: str, path: str, headers: Any = None, body: Any = None) -> Reply:
        if path == "/gone":
            raise ConnectionResetError("gone")
        return self._reply


def scenario(*expected: Any, path: str = "/x", **more: Any) -> dict[str, Any]:
    steps = [{"method": "GET", "path": path, "expect": each} for each in expected]
    return {"id": "a/b/c", "steps": steps, **more}


@pytest.mark.parametrize(
    ("played", "client", "playable", "exact", "verdict"),
    [
        pytest.param(scenario(FOUND, FOUND), Fixed(), True, True, True, id="exact"),
        pytest.param(scenario(FOUND | {"body": {}}), Fixed(), True, False, True, id="verdict"),
        pytest.param(scenario(FOUND | {"code": 422}), Fixed(), True, False, False, id="another-code"),
        pytest.param(scenario(FOUND), Fixed(code=405), False, False, False, id="not-served"),
        pytest.param(scenario(FOUND, gates={"X": True}), Fixed(), False, False, False, id="gates"),
        pytest.param(scenario(FOUND, path="/gone"), Fixed(), True, False, False, id="hung-up"),
        pytest.param(scenario(FOUND, path="/${0:a}"), Fixed(), True, False, False, id="lacks-an-answer"),
    ],
)
def test_judge(played: Any, client: Client, playable: bool, exact: bool, verdict: bool) -> None:
    outcome = judge(played, client)
    assert (outcome.playable, outcome.exact, outcome.verdict) == (playable, exact, verdict)
    assert outcome.id == "a/b/c"


def test_groups() -> None:
    assert group_of("values/formats/ipv4/bad") == "values/formats"


def test_counts_are_kept_by_group() -> None:
    outcomes = [
        Outcome("a/x/1", True, True, []),
        Outcome("a/x/2", True, True, ["1", "2", "3", "4"]),
        Outcome("a/y/1", False, False, ["5"]),
    ]
    found = tally(outcomes)
    assert {group: each.count for group, each in found.items()} == {
        "a/x": Count(2, 2, 1, 2),
        "a/y": Count(1, 0, 0, 0),
    }
    assert found["a/x"].differences == ["a/x/2: 1", "a/x/2: 2", "a/x/2: 3"]
    assert sum((each.count for each in found.values()), Count()) == Count(3, 2, 1, 2)


def test_outcomes_come_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "Client", Fixed)
    ids = [f"a/b/{number}" for number in range(50)]
    played = play_all([{**scenario(FOUND), "id": each} for each in ids], "http://x", workers=3)
    assert [outcome.id for outcome in played] == ids
