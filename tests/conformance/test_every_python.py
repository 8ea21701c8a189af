"""Replays a sample of the recordings on other Pythons of this machine: each answers as the one that runs the tests.

The oldest patch of each minor version is used, because kapivara works around its faults. Environments are created on
first use and kept beside .venv. A Python that cannot have one is skipped with its error.
"""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scripts.pythons import Python, find_pythons
from tests.conformance.conftest import STILL
from tests.unit.api.deep_flows import play

from conformance.recordings import ALONE, carried_names, read_lines
from conformance.tally import Outcome, play_all

pytestmark = pytest.mark.slow

STRIDE = 24
DEEP = 1500
ODD_TEXTS = ("'''", '\\"\\"\\"')
"""Texts of expressions that some Pythons parse wrongly."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "other_python" in metafunc.fixturenames:
        others = _oldest_of_each_minor(find_pythons())
        none = pytest.param(None, id="none", marks=pytest.mark.skip("no other Python on this machine"))
        found = [pytest.param(each, id=".".join(map(str, each.version))) for each in others]
        metafunc.parametrize("other_python", found or [none])


def _oldest_of_each_minor(pythons: list[Python]) -> list[Python]:
    oldest: dict[tuple[int, ...], Python] = {}
    for each in sorted(pythons, key=lambda python: python.version, reverse=True):
        oldest[each.version[:2]] = each
    return [each for each in oldest.values() if ".".join(map(str, each.version)) != platform.python_version()]


@pytest.fixture(scope="module")
def sample() -> list[Any]:
    """Returns every 24th scenario of each recording in the repository, and those with texts that were parsed wrongly
    before.
    """
    chosen = []
    for name in sorted({*carried_names()} - {*ALONE}):
        scenarios = read_lines(name) or []
        odd = [each for each in scenarios if any(text in repr(each["steps"]) for text in ODD_TEXTS)]
        chosen += [*scenarios[::STRIDE], *odd[:STRIDE]]
    return list({scenario["id"]: scenario for scenario in chosen}.values())


@pytest.fixture(scope="module")
def answers(sample: list[Any], start_server: Callable[..., Any]) -> list[Outcome]:
    """The answers of the Python that runs the tests."""
    server = start_server(*STILL, "--anonymous")
    return list(play_all(sample, server.url))


def test_another_python_answers_alike(
    other_python: Python, root: Path, sample: list[Any], answers: list[Outcome], start_server: Callable[..., Any]
) -> None:
    folder = root / f".venv-{'.'.join(map(str, other_python.version))}"
    command = [other_python.path, "-I", root / "scripts" / "environment.py", "--dependencies", folder]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"{other_python.path} has no environment: {made.stderr.strip()}")
    server = start_server(*STILL, "--anonymous", python=folder / "bin" / "python")
    outcomes = list(play_all(sample, server.url))
    assert server.stop() == 0
    pairs = zip(outcomes, answers, strict=True)
    differ = [one for one, other in pairs if (one.exact, one.verdict) != (other.exact, other.verdict)]
    assert [(one.id, one.differences) for one in differ] == []


@pytest.fixture(scope="module")
def deep_answers() -> dict[str, str]:
    """The answers for deep objects of the Python that runs the tests."""
    return play(DEEP)


def test_another_python_walks_deep_objects_alike(
    other_python: Python, root: Path, deep_answers: dict[str, str]
) -> None:
    python = root / f".venv-{'.'.join(map(str, other_python.version))}" / "bin" / "python"
    if not python.exists():
        pytest.skip(f"{other_python.path} has no environment")
    command = [python, root / "tests" / "unit" / "api" / "deep_flows.py", str(DEEP)]
    played = subprocess.run(command, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(root / "src")})
    assert played.returncode == 0, played.stderr[-2000:]
    assert json.loads(played.stdout) == deep_answers


def test_the_sample_is_telling(sample: list[Any], answers: list[Outcome]) -> None:
    assert len(sample) >= sum(len(read_lines(name) or ()) // STRIDE for name in {*carried_names()} - {*ALONE}) > 200
    assert sum(outcome.exact for outcome in answers) > 0.9 * len(sample)
