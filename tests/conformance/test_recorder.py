"""Tests of the recorder and the player, over TLS and with a token, against our server."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.client import HTTPMessage
from pathlib import Path
from typing import Any

import pytest

from conformance.__main__ import main
from conformance.client import Client, Reply
from conformance.conversation import PLAYING
from conformance.recorder import record, record_all, to_line
from conformance.recordings import read_lines, read_text

pytestmark = pytest.mark.slow

TOKEN = "a-token-of-the-test"
ANSWERED_EXACTLY = "values/status/"


@pytest.fixture(scope="module")
def server(start_server: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> str:
    kubeconfig = tmp_path_factory.mktemp("recorder") / "config"
    started = start_server("--memory", "--tls", "--token", TOKEN, "--kubeconfig", str(kubeconfig))
    assert started.url.startswith("https://")
    return str(started.url)


@pytest.fixture
def scenarios() -> list[Any]:
    lines = read_lines("crd_values") or []
    return [line for line in lines if line["id"].startswith(ANSWERED_EXACTLY)]


def without_answers(scenario: Any) -> Any:
    steps = [{key: value for key, value in step.items() if key != "expect"} for step in scenario["steps"]]
    return {**scenario, "steps": steps}


def test_what_is_recorded_is_what_was_recorded(server: str, scenarios: list[Any]) -> None:
    client = Client(server, TOKEN)
    recorded = [record(without_answers(scenario), client, PLAYING) for scenario in scenarios]
    client.close()
    assert [each.failure for each in recorded] == [""] * len(scenarios)
    assert [each.scenario for each in recorded] == scenarios


def test_lines_are_written_as_they_were(scenarios: list[Any]) -> None:
    text = read_text("crd_values") or ""
    assert all(to_line(scenario) in text for scenario in scenarios)
    assert to_line({"b": "é", "a": 1}) == '{"a": 1, "b": "\\u00e9"}\n'
    assert to_line({"b": "é"}, ascii_only=False) == '{"b": "é"}\n'


def test_what_cannot_be_played_is_told(server: str) -> None:
    get = {"method": "GET", "path": "/version"}
    told = {
        "a/gated": ({"gates": {"X": True}, "steps": [get]}, "needs feature gates of its own"),
        "a/lacks": ({"steps": [get, {"method": "GET", "path": "/${0:metadata.uid}"}]}, "KeyError: 'metadata'"),
    }
    client = Client(server, TOKEN)
    for name, (scenario, failure) in told.items():
        recorded = record({"id": name, **scenario}, client, PLAYING)
        assert (recorded.scenario["id"], recorded.failure) == (name, failure)
    client.close()


@pytest.mark.parametrize("code", [429, 503])
def test_a_busy_server_is_told(code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "send", lambda *_: Reply(code, HTTPMessage(), [], b""))
    recorded = record({"id": "a", "steps": [{"method": "GET", "path": "/"}]}, Client("http://127.0.0.1:9"), PLAYING)
    assert recorded.failure == f"the server was too busy and answered {code}: record it again"


def test_a_server_that_hangs_up_is_told() -> None:
    (recorded,) = record_all([{"id": "a", "steps": [{"method": "GET", "path": "/"}]}], "http://127.0.0.1:9")
    assert recorded.failure.startswith("ConnectionRefusedError")


def test_the_commands(server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    about = ["--server", server, "--token", TOKEN]
    lines = [line for line in read_lines("crd_definition") or [] if line["id"].startswith("definition/scope/")]
    source = tmp_path / "some.jsonl"
    source.write_text("".join(to_line(without_answers(line)) for line in lines))
    assert main(["record", *about, "--into", str(tmp_path / "new"), str(source)]) == 0
    assert (tmp_path / "new" / "some.jsonl").read_text() == "".join(map(to_line, lines))
    capsys.readouterr()
    assert main(["play", *about, "--only", "definition/types/*", "crd_definition"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split() == ["all", "21", "21", "21", "21"]


def test_differences_are_shown(server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    step = {
        "method": "GET",
        "path": "/version",
        "ignoreBody": True,
        "expect": {"code": 201, "warnings": [], "body": None},
    }
    file = tmp_path / "wrong.jsonl"
    file.write_text(json.dumps({"id": "a/b/c", "steps": [step]}) + "\n")
    assert main(["play", "--server", server, "--token", TOKEN, str(file)]) == 1
    out = capsys.readouterr().out
    assert "--- a/b/c\n    step 0 GET /version: code: expected 201, got 200\n" in out


@pytest.mark.parametrize(
    ("server", "recording", "told"),
    [
        pytest.param("http://127.0.0.1:9", "crd_values", "http://127.0.0.1:9 cannot be reached", id="nobody"),
        pytest.param("somewhere", "crd_values", "is no URL of a server", id="no-url"),
        pytest.param("http://127.0.0.1:9", "nothing", "No such file", id="no-recording"),
    ],
)
def test_what_is_wrong_is_told(server: str, recording: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--server", server, recording]) == 2
    assert told in capsys.readouterr().err
