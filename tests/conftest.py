"""Fixtures for tests of several rooms: the shared material, and servers in processes of their own."""

from __future__ import annotations

import gc
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from conformance.recordings import tags_folder

# The gate tries the same examples each time; without CI, new ones are generated. Deadlines are off for busy machines.
settings.register_profile("gate", derandomize=True, deadline=None)
settings.register_profile("desk", deadline=None)
settings.load_profile("gate" if os.environ.get("CI") else "desk")

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("KAPIVARA_SHARED") or ROOT.parent / "shared")
READY = re.compile(r"https?://\S+")
_GARBAGE_THRESHOLD = 20_000
START_SECONDS = 120  # a timeout means that something hangs, however busy the machine is


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--update`: tests that compare with a stored file rewrite it instead."""
    parser.addoption("--update", action="store_true", help="rewrite kept files (conformance floors only rise)")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips a test whose mark names a path of the shared material that does not exist."""
    for mark in item.iter_markers("shared"):
        for path in mark.args:
            if not (SHARED / path).exists():
                pytest.skip(f"no {path} in ../shared or $KAPIVARA_SHARED")


def pytest_collection_finish() -> None:
    """Makes the garbage collector run rarely and ignore modules and tests, which it would scan again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GARBAGE_THRESHOLD, 20, 20)


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def tag_corpus() -> Path:
    """The corpus of tagged types, with the results of the reference's generator."""
    return tags_folder()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrizes `realworld_crd` with each CRD of the shared material."""
    if "realworld_crd" in metafunc.fixturenames:
        files = sorted((SHARED / "realworld").glob("*/*.crd.json"))
        ids = [f"{file.parent.name}/{file.name.removesuffix('.crd.json')}" for file in files]
        mark = pytest.mark.shared("realworld")
        metafunc.parametrize(
            "realworld_crd", [pytest.param(each, marks=mark) for each in files or [None]], ids=ids or ["absent"]
        )


@pytest.fixture
def default_hangup() -> Iterator[None]:
    """Starts child processes with the default action for SIGHUP, which `nohup` changes for them."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


class Pace:
    """Measures work relative to a fixed piece of Python at the same moment, so that the speed of the machine cancels
    out.
    """

    def unit(self) -> float:
        """Returns the seconds of this process for the fixed piece: about a hundredth on a present machine."""
        return min(_cpu_seconds(lambda: sum(number & 7 for number in range(200_000))) for _ in range(3))

    @contextmanager
    def within(self, units: float) -> Iterator[None]:
        """Fails if the block takes more than the given units of this process's time."""
        started = time.process_time()
        yield
        took = time.process_time() - started
        if took > units / 1000:  # otherwise no machine is fast enough for a failure
            unit = self.unit()
            assert took <= units * unit, f"took {took / unit:.0f} units of {unit:.3f} s, where {units} are allowed"

    def assert_linear(self, work: Callable[[int], object], size: int) -> None:
        """Fails if eight times the size takes more than thirty times as long; quadratic work takes 64 times."""
        for last in (False, False, True):
            large = _cpu_seconds(lambda: work(8 * size))
            if large < size / 1e6:  # a microsecond or less for each: too short to measure
                return
            small = min(_cpu_seconds(lambda: work(size)) for _ in range(3))
            if large <= 30 * max(small, self.unit() / 10):
                return
            assert not last, f"{8 * size} takes {large:.3f} s where {size} takes {small:.4f} s"


def _cpu_seconds(work: Callable[[], object]) -> float:
    """Returns the duration of work without the garbage collector, which would scan what other tests have left."""
    gc.disable()
    try:
        started = time.process_time()
        work()
        return time.process_time() - started
    finally:
        gc.enable()


@pytest.fixture(scope="session")
def pace() -> Pace:
    """The duration of work in units of the machine."""
    return Pace()


@dataclass(slots=True)
class Server:
    """A `kapivara serve` in a process of its own, ready to answer."""

    url: str
    process: subprocess.Popen[str]
    output: list[str]

    def stop(self) -> int:
        """Asks the server to end; returns its exit code."""
        self.process.terminate()
        return self.process.wait(START_SECONDS)


@pytest.fixture(scope="session")
def start_server() -> Iterator[Callable[..., Server]]:
    """Starts servers on free ports and ends them after the tests."""
    servers: list[Server] = []

    def start(*arguments: str, port: int = 0, python: Path | None = None) -> Server:
        command = [python or sys.executable, "-P", "-m", "kapivara", "serve", "--port", str(port), *arguments]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        servers.append(Server("", process, []))
        servers[-1].url = _wait_for_url(servers[-1])
        return servers[-1]

    yield start
    for server in servers:
        server.process.kill()
        server.process.wait()
        assert server.process.stdout is not None
        server.process.stdout.close()


def _wait_for_url(server: Server) -> str:
    stream = server.process.stdout
    assert stream is not None

    def drain() -> None:
        try:
            for line in stream:
                server.output.append(line)
        except ValueError:
            pass  # closed at the end of the tests

    threading.Thread(target=drain, daemon=True).start()
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.process.poll() is None:
        if found := READY.search("".join(server.output)):
            return found[0]
        time.sleep(0.01)
    pytest.fail("the server did not start:\n" + "".join(server.output))
