"""Plays the recorded conversations against servers of ours, once, and keeps the tally by recording and group."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conformance.floors import Floors, raise_floors, read_floors
from conformance.recordings import ALONE, carried_names, read_lines
from conformance.tally import Count, Judge, Outcome, Tally, group_of, judge, play_all, tally
from conformance.twins import judge_twin

Tallies = dict[str, dict[str, Tally]]
TOKEN = "recorded"
CONTROLLERS_STILL = ("--controller-delay", "1h")
"""For a server whose controllers do nothing meanwhile, however long a scenario takes: none ran when it was recorded."""
STILL = ("--memory", *CONTROLLERS_STILL)
TALLIES = pytest.StashKey[Tallies]()
JUDGED_APART: dict[str, tuple[Judge, int]] = {"protobuf": (judge_twin, 1)}
"""Recordings that are no conversations: how they are judged, and how many at a time."""

ABOUT_USERS = "machinery/auth"
"""A group that sends no token, or a wrong one: played where that matters. Elsewhere whoever sends none may delete what
others have made, and watch without end.
"""

NOT_PLAYED = ("cel_spec", "tags/mistakes")
"""No conversations with a server: test_cel_spec.py and test_tags.py count them."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives `group` every group of every recording."""
    if "group" in metafunc.fixturenames:
        groups = [(name, group) for name, groups in read_floors().items() for group in groups if name not in NOT_PLAYED]
        metafunc.parametrize(("recording", "group"), groups, ids=[f"{name}: {group}" for name, group in groups])


@pytest.fixture(scope="session")
def floors() -> Floors:
    """What each group must reach."""
    return {name: groups for name, groups in read_floors().items() if name not in NOT_PLAYED}


@pytest.fixture(scope="session")
def tallies(start_server: Callable[..., Any], request: pytest.FixtureRequest, floors: Floors) -> Tallies:
    """The tally of each group of each recording that is here, all played once."""
    names = sorted({*floors, *carried_names()})
    found = {name: lines for name in names if (lines := read_lines(name)) is not None}
    together = start_server(*STILL, "--anonymous")
    played: Tallies = {}
    for name, lines in found.items():
        server = start_server(*STILL, "--anonymous") if name in ALONE else together
        how, workers = JUDGED_APART.get(name, (judge, 4))
        about_users = [each for each in lines if group_of(each.get("id", "")) == ABOUT_USERS]
        others = [each for each in lines if each not in about_users] if about_users else lines
        played[name] = tally(play_all(others, server.url, workers=workers, judge=how))
        played[name] |= tally(_play_about_users(about_users, start_server) if about_users else ())
    request.config.stash[TALLIES] = played
    if request.config.getoption("--update"):
        raise_floors({name: {group: each.count for group, each in groups.items()} for name, groups in played.items()})
    return played


def _play_about_users(scenarios: list[Any], start_server: Callable[..., Any]) -> Iterator[Outcome]:
    server = start_server(*STILL, "--no-tls", "--token", TOKEN)
    yield from play_all(scenarios, server.url, TOKEN)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tells where a group rose above its floor."""
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
