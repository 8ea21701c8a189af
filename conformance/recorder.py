"""Runs the steps of scenarios on a real server, and replaces the expectations by its responses."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from conformance.client import Client
from conformance.conversation import RECORDING, NeverServedError, Pace, Scenario, play

WORKERS = 16
"""Conversations mostly wait until the server notices a change, so many run side by side."""

_BUSY = (429, 503)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A scenario with the responses of this server, or the reason why it did not finish."""

    scenario: Scenario
    failure: str = ""


def record_all(
    scenarios: Iterable[Scenario], server: str, token: str | None = None, *, workers: int = WORKERS
) -> Iterator[Recorded]:
    """Records scenarios on one server, several at a time; yields them in order."""

    def start(scenario: Scenario) -> Recorded:
        with closing(Client(server, token)) as client:
            return record(scenario, client)

    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(start, scenarios)


def record(scenario: Scenario, client: Client, pace: Pace = RECORDING) -> Recorded:
    """Records one scenario; ignores its earlier expectations."""
    if scenario.get("gates"):
        return Recorded(scenario, "needs feature gates of its own")
    steps = [{key: value for key, value in step.items() if key != "expect"} for step in scenario["steps"]]
    asked = {**scenario, "steps": steps}
    try:
        for step, answer in zip(steps, play(asked, client, pace), strict=True):
            if answer is None:
                continue
            if answer.code in _BUSY:
                return Recorded(scenario, f"the server was too busy and answered {answer.code}: record it again")
            step["expect"] = answer.to_json()
    except (NeverServedError, LookupError, TypeError, ValueError, OSError, http.client.HTTPException) as error:
        return Recorded(scenario, f"{type(error).__name__}: {error}")
    return Recorded(asked)


def to_line(scenario: Any, *, ascii_only: bool = True) -> str:
    """Writes a scenario as a line of a recording."""
    return json.dumps(scenario, sort_keys=True, ensure_ascii=ascii_only) + "\n"
