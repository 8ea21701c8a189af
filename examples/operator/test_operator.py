"""Tests of the operator: its handlers, its finalizer, its timer, and what it makes up for after a restart.

They need `pip install kapivara kopf kubernetes pytest`, and no cluster.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kopf.testing import KopfRunner

from kapivara import Api

HERE = Path(__file__).parent
SITE = ("example.com/v1", "Website", "home")
PAGE = ("v1", "ConfigMap", "home-page")
HOME = {"apiVersion": SITE[0], "kind": SITE[1], "metadata": {"name": "home"}, "spec": {"title": "Home & garden"}}


@pytest.fixture
def run_operator(kubeconfig: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], KopfRunner]:
    """Runs the operator for a `with` block."""
    monkeypatch.setenv("LOOK_SECONDS", "0.2")
    command = ["run", "--standalone", "--namespace=default", str(HERE / "websites_operator.py")]
    return lambda: KopfRunner(command, timeout=60)


@pytest.fixture
def operator(run_operator: Callable[[], KopfRunner]) -> Iterator[KopfRunner]:
    with run_operator() as running:
        yield running
    assert running.exit_code == 0, running.output
    assert running.exception is None


def until(read: Callable[[], Any], seconds: float = 60.0) -> Any:
    """Waits until something is so, and returns it."""
    end = time.monotonic() + seconds
    while not (found := read()):
        assert time.monotonic() < end, "that does not happen"
        time.sleep(0.02)
    return found


def page(api: Api) -> str | None:
    found = api.get(*PAGE)
    return found.object["data"]["index.html"] if found.ok else None


def status(api: Api) -> dict[str, Any]:
    return api.get(*SITE).raise_for_status().object.get("status", {})


def test_a_website_gets_its_page(kapivara_api: Api, operator: KopfRunner) -> None:
    kapivara_api.create(HOME).raise_for_status()
    until(lambda: status(kapivara_api).get("page") == "home-page")
    assert page(kapivara_api) == "<h1>Home &amp; garden</h1>"


def test_the_page_follows_the_website(kapivara_api: Api, operator: KopfRunner) -> None:
    kapivara_api.create(HOME).raise_for_status()
    until(lambda: status(kapivara_api).get("written") == 1)
    kapivara_api.patch(*SITE, {"spec": {"paragraphs": ["Welcome!"]}}).raise_for_status()
    until(lambda: page(kapivara_api) == "<h1>Home &amp; garden</h1><p>Welcome!</p>")


def test_the_page_goes_with_the_website(kapivara_api: Api, operator: KopfRunner) -> None:
    kapivara_api.create(HOME).raise_for_status()
    until(lambda: status(kapivara_api).get("page"))
    assert kapivara_api.get(*SITE).object["metadata"]["finalizers"]
    kapivara_api.delete(*SITE).raise_for_status()
    until(lambda: not kapivara_api.get(*SITE).ok)
    assert page(kapivara_api) is None


def test_it_looks_again_and_again(kapivara_api: Api, operator: KopfRunner) -> None:
    kapivara_api.create(HOME).raise_for_status()
    until(lambda: status(kapivara_api).get("looks", 0) >= 3)


def test_a_restart_makes_up_for_what_was_missed(kapivara_api: Api, run_operator: Callable[[], KopfRunner]) -> None:
    with run_operator():
        kapivara_api.create(HOME).raise_for_status()
        until(lambda: status(kapivara_api).get("page"))
    kapivara_api.patch(*SITE, {"spec": {"title": "Moved"}}).raise_for_status()
    assert page(kapivara_api) == "<h1>Home &amp; garden</h1>"
    with run_operator():
        until(lambda: page(kapivara_api) == "<h1>Moved</h1>")


def test_what_the_definition_forbids_never_reaches_the_operator(kapivara_api: Api) -> None:
    refused = kapivara_api.create({**HOME, "spec": {"title": "Twice", "paragraphs": ["Twice"]}})
    assert refused.causes[0].message.endswith("the title must not be repeated")
