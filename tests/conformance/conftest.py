"""Plays the recorded conversations against a server of ours, once, and keeps the tally by group."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FLOORS = Path(__file__).with_name("floors.json")
RECORDINGS = (
    *("crd_definition.jsonl", "crd_values.jsonl", "crd_cel.jsonl", "crd_ratcheting.jsonl", "realworld.jsonl"),
    *("crd_illtyped.jsonl", "crd_cel_corners.jsonl", "field_validation.jsonl", "patching.jsonl", "machinery.jsonl"),
    *("native_core.jsonl", "native_apps.jsonl", "native_cluster.jsonl", "native_realworld.jsonl", "native_fuzz.jsonl"),
    *("admission_policies.jsonl", "admission_plugins.jsonl"),
)
ALONE = ("admission_defaults.jsonl",)
"""What changes the whole cluster is played on a server of its own."""
WORKERS = 4

Floors = dict[str, dict[str, int]]


@dataclass(slots=True)
class Tally:
    """How the scenarios of one group agreed with the recorded server."""

    scenarios: int = 0
    exact: int = 0
    verdict: int = 0
    differences: list[str] = field(default_factory=list)

    def as_floor(self) -> dict[str, int]:
        return {"scenarios": self.scenarios, "exact": self.exact, "verdict": self.verdict}


def read_floors() -> Floors:
    return json.loads(FLOORS.read_text()) if FLOORS.exists() else {}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "group" in metafunc.fixturenames:
        metafunc.parametrize("group", sorted(read_floors()))


@pytest.fixture(scope="session")
def floors() -> Floors:
    return read_floors()


@pytest.fixture(scope="session")
def tallies(
    shared: Callable[[str], Path], start_server: Callable[..., Any], request: pytest.FixtureRequest
) -> dict[str, Tally]:
    """The tally of each group, all recordings played once."""
    folder = shared("conformance")
    sys.path.insert(0, str(folder))
    try:
        transcript = import_module("transcript")
    finally:
        sys.path.remove(str(folder))
    played: dict[str, Tally] = {}
    for names in (RECORDINGS, *((name,) for name in ALONE)):
        server = start_server("--memory", "--anonymous")
        for name in names:
            played |= _play_all(_read(folder / name), server.url, transcript)
    request.config.stash[TALLIES] = played
    if request.config.getoption("--update"):
        _raise_floors(played)
    return played


TALLIES = pytest.StashKey[dict[str, Tally]]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tells where a group rose above its floor."""
    floors = read_floors()
    for group, tally in sorted(config.stash.get(TALLIES, {}).items()):
        floor = floors.get(group, {})
        for measure in ("exact", "verdict"):
            if getattr(tally, measure) > floor.get(measure, 0):
                terminalreporter.write_line(
                    f"conformance: {group} rose to {getattr(tally, measure)} {measure} of {tally.scenarios} "
                    f"(floor {floor.get(measure, 0)}): scripts/regen floors"
                )


def _read(file: Path) -> list[dict[str, Any]]:
    lines = file.read_text().rstrip("\n").split("\n")
    return [scenario for scenario in map(json.loads, lines) if not scenario.get("gates")]


def _play_all(scenarios: list[dict[str, Any]], url: str, transcript: ModuleType) -> dict[str, Tally]:
    local, clients = threading.local(), []

    def play(scenario: dict[str, Any]) -> tuple[bool, list[str]]:
        if not hasattr(local, "client"):
            local.client = transcript.Client(url)
            clients.append(local.client)
        return _play(scenario, local.client, transcript)

    tallies: dict[str, Tally] = {}
    with ThreadPoolExecutor(WORKERS) as pool:
        for scenario, (verdict, differences) in zip(scenarios, pool.map(play, scenarios), strict=True):
            tally = tallies.setdefault("/".join(scenario["id"].split("/")[:2]), Tally())
            tally.scenarios += 1
            tally.exact += not differences
            tally.verdict += verdict
            tally.differences += [f"{scenario['id']}: {text}" for text in differences[:3]]
    for client in clients:
        client._connection.close()
    return tallies


def _play(scenario: dict[str, Any], client: Any, transcript: ModuleType) -> tuple[bool, list[str]]:
    try:
        answers = transcript.run(scenario, client, wait_limit=5.0)
    except Exception as error:  # a step that cannot be played is a difference, with its reason
        return False, [f"not played: {type(error).__name__}: {error}"]
    verdict, differences = True, []
    for index, (step, answer) in enumerate(zip(scenario["steps"], answers, strict=True)):
        if answer is None:
            continue
        here = transcript.differences(step["expect"], answer)
        differences += [f"step {index} {step['method']} {step['path']}: {text}" for text in here]
        verdict = verdict and transcript.same_verdict(step["expect"], answer)
    return verdict, differences


def _raise_floors(tallies: dict[str, Tally]) -> None:
    floors = read_floors()
    for group, tally in tallies.items():
        old = floors.get(group, {})
        floors[group] = {name: max(old.get(name, 0), value) for name, value in tally.as_floor().items()}
    rows = [f"  {json.dumps(group)}: {json.dumps(floors[group])}" for group in sorted(floors)]
    FLOORS.write_text("{\n" + ",\n".join(rows) + "\n}\n")
