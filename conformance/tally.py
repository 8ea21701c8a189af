"""Replays many scenarios side by side and counts, by group, how they agree with the recordings."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Any

from conformance.client import Client
from conformance.comparison import differences, is_served, same_verdict
from conformance.conversation import PLAYING, Answer, Pace, Scenario, play

WORKERS = 4
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Outcome:
    """The agreement of one scenario: exact, in verdict, and whether the server serves all of its requests."""

    id: str
    playable: bool
    verdict: bool
    differences: list[str]

    @property
    def exact(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


@dataclass(frozen=True, slots=True)
class Count:
    """The number of scenarios of a group, and of those that agree."""

    scenarios: int = 0
    playable: int = 0
    exact: int = 0
    verdict: int = 0

    def __add__(self, other: Count) -> Count:
        mine, others = asdict(self), asdict(other)
        return Count(**{name: mine[name] + others[name] for name in mine})


@dataclass(slots=True)
class Tally:
    """The counts of a group, with the first differences of each scenario that does not agree."""

    count: Count = Count()
    differences: list[str] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Counts one more scenario."""
        self.count += Count(1, outcome.playable, outcome.exact, outcome.verdict)
        self.differences += [f"{outcome.id}: {text}" for text in outcome.differences[:_SHOWN]]


Judge = Callable[[Any, Client], Outcome]


def group_of(scenario_id: str) -> str:
    """Returns the group of a scenario: the first two parts of its id."""
    return "/".join(scenario_id.split("/")[:2])


def judge(scenario: Scenario, client: Client, pace: Pace = PLAYING) -> Outcome:
    """Replays one scenario and compares; one with feature gates of its own is not playable."""
    if scenario.get("gates"):
        return Outcome(scenario["id"], playable=False, verdict=False, differences=["needs feature gates of its own"])
    playable = verdict = True
    found: list[str] = []
    answers = play(scenario, client, pace)
    for index, step in enumerate(scenario["steps"]):
        try:
            answer = next(answers)
        except (LookupError, TypeError, ValueError, OSError, http.client.HTTPException) as error:
            # an earlier response lacks a value that this step uses, or the server closed the connection
            verdict = False
            found.append(f"step {index} cannot be played: {type(error).__name__}: {error}")
            break
        if answer is None:
            continue
        expected = Answer.from_json(step["expect"])
        found += [f"step {index} {step['method']} {step['path']}: {text}" for text in differences(expected, answer)]
        playable = playable and is_served(expected, answer)
        verdict = verdict and same_verdict(expected, answer)
    return Outcome(scenario["id"], playable, verdict, found)


def play_all(
    scenarios: Iterable[Any], server: str, token: str | None = None, *, workers: int = WORKERS, judge: Judge = judge
) -> Iterator[Outcome]:
    """Replays scenarios on one server, several at a time; yields their outcomes in order."""
    clients: list[Client] = []
    local = threading.local()

    def connect() -> None:
        local.client = Client(server, token)
        clients.append(local.client)

    try:
        with ThreadPoolExecutor(workers, initializer=connect) as pool:
            yield from pool.map(lambda scenario: judge(scenario, local.client), scenarios)
    finally:
        for client in clients:
            client.close()


def tally(outcomes: Iterable[Outcome]) -> dict[str, Tally]:
    """Counts outcomes by group."""
    tallies: dict[str, Tally] = {}
    for outcome in outcomes:
        tallies.setdefault(group_of(outcome.id), Tally()).add(outcome)
    return tallies
