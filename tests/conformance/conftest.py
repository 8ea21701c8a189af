"""Replays each recorded conversation once against our servers and keeps the counts of each recording and group."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance.floors import Floors, raise_floors, read_floors
from conformance.recordings import ALONE, NOT_CARRIED, carried_names, read_lines
from conformance.tally import Count, Judge, Tally, group_of, judge, play_all, tally
from conformance.twins import judge_twin

Tallies = dict[str, dict[str, Tally]]
TOKEN = "recorded"
CONTROLLERS_STILL = ("--controller-delay", "1h")
"""Long enough that controllers do nothing during a scenario, because none ran in the recording."""
STILL = ("--memory", *CONTROLLERS_STILL)
TALLIES = pytest.StashKey[Tallies]()
JUDGED_APART: dict[str, tuple[Judge, int]] = {"protobuf": (judge_twin, 1)}
"""Recordings that are no conversations, with their replay function and batch size."""

ABOUT_USERS = "machinery/auth"
"""A group that sends no token or a wrong one: replayed only where tokens matter, because elsewhere such a client may
delete the objects of others and watch without end.
"""

NOT_PLAYED = ("cel_spec", "tags/mistakes")
"""No conversations with a server: test_cel_spec.py and test_tags.py count them."""


def recording(name: str, *values: Any) -> Any:
    """Returns a test parameter, with a mark if only the shared material has the recording."""
    marks = [pytest.mark.shared(f"conformance/{name}.jsonl")] if name in NOT_CARRIED else []
    return pytest.param(name, *values, marks=marks, id=": ".join((name, *map(str, values))))


def played_recordings() -> list[str]:
    """Returns the names of all recordings of conversations, sorted."""
    return sorted({*carried_names(), *NOT_CARRIED, *read_floors()} - {*NOT_PLAYED})


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrizes tests by recording, or by recording and group."""
    if "group" in metafunc.fixturenames:
        floors = read_floors()
        pairs = [recording(name, group) for name in played_recordings() for group in floors.get(name, ())]
        metafunc.parametrize(("recorded", "group"), pairs)
    elif "recorded" in metafunc.fixturenames:
        metafunc.parametrize("recorded", [recording(name) for name in played_recordings()])


@pytest.fixture(scope="session")
def floors() -> Floors:
    """The kept floor of each group."""
    return {name: groups for name, groups in read_floors().items() if name not in NOT_PLAYED}


class Playback:
    """Replays each recording on first use and keeps its counts."""

    def __init__(self, start_server: Callable[..., Any], config: pytest.Config):
        self._start = start_server
        self._update = config.getoption("--update")
        self._played = config.stash.setdefault(TALLIES, {})
        self._url_of_many = ""

    def tallies(self, name: str) -> dict[str, Tally]:
        """Returns the counts of each group of a recording."""
        if name not in self._played:
            found = self._played[name] = self._play(name, read_lines(name) or [])
            if self._update:
                raise_floors({name: {group: each.count for group, each in found.items()}})
        return self._played[name]

    def _play(self, name: str, scenarios: list[Any]) -> dict[str, Tally]:
        how, workers = JUDGED_APART.get(name, (judge, 4))
        about_users = [each for each in scenarios if group_of(each.get("id", "")) == ABOUT_USERS]
        others = [each for each in scenarios if each not in about_users] if about_users else scenarios
        tallies = tally(play_all(others, self._url_for(name), workers=workers, judge=how))
        if about_users:
            tallies |= tally(play_all(about_users, self._start(*STILL, "--no-tls", "--token", TOKEN).url, TOKEN))
        return tallies

    def _url_for(self, name: str) -> str:
        """Returns the URL of a server: one of its own for recordings that change the whole cluster."""
        if name in ALONE:
            return self._start(*STILL, "--anonymous").url
        self._url_of_many = self._url_of_many or self._start(*STILL, "--anonymous").url
        return self._url_of_many


@pytest.fixture(scope="session")
def playback(start_server: Callable[..., Any], request: pytest.FixtureRequest) -> Playback:
    """Replays recordings and keeps their counts."""
    return Playback(start_server, request.config)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Reports the groups that rose above their floors."""
    floors = read_floors()
    for name, groups in sorted(config.stash.get(TALLIES, {}).items()):
        for group, each in sorted(groups.items()):
            for measure in ("exact", "verdict"):
                reached = getattr(each.count, measure)
                floor = getattr(floors.get(name, {}).get(group, Count()), measure)
                if reached > floor:
                    terminalreporter.write_line(
                        f"conformance: {name}: {group} rose to {reached} {measure} of {each.count.scenarios} "
                        f"(floor {floor}): scripts/regen floors"
                    )
