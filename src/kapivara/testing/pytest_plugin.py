"""The pytest plugin: a server for the tests of a session, with a clean store for each test that requests it.

pytest loads this module wherever kapivara is installed, so it imports nothing else before a test requests a fixture.
With pytest-xdist, every worker has its own server.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from kapivara.api import Api
    from kapivara.testing.server import Server
    from kapivara.testing.server_process import ServerProcess

_WHERE = ("thread", "process")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declares the settings in pyproject.toml or pytest.ini."""
    parser.addini("kapivara_server", "where the fixture kapivara_server runs: thread or process", default="thread")
    parser.addini("kapivara_controllers", "whether the server runs controllers", type="bool", default=True)
    parser.addini("kapivara_load", "manifests, files or folders, that are loaded before every test", type="paths")


@pytest.fixture(scope="session")
def kapivara_server(pytestconfig: pytest.Config) -> Iterator[Server | ServerProcess]:
    """A Kubernetes API server for the whole session; `reset()` empties it."""
    where = pytestconfig.getini("kapivara_server")
    if where not in _WHERE:
        raise pytest.UsageError(f"kapivara_server must be one of {', '.join(_WHERE)}, not {where!r}")
    from kapivara.testing import Server, ServerProcess

    kind = Server if where == "thread" else ServerProcess
    load, controllers = pytestconfig.getini("kapivara_load"), pytestconfig.getini("kapivara_controllers")
    with kind(load=load, controllers=controllers) as server:
        yield server


@pytest.fixture
def kapivara_clean_server(kapivara_server: Server | ServerProcess) -> Server | ServerProcess:
    """The server with a clean store, reset once for each test."""
    kapivara_server.reset()
    return kapivara_server


@pytest.fixture
def kapivara_api(kapivara_clean_server: Server | ServerProcess) -> Api:
    """The server's API in process, with a clean store; clients of the server see the same objects."""
    from kapivara.testing import Server

    if not isinstance(kapivara_clean_server, Server):
        raise pytest.UsageError(
            "kapivara_api requires kapivara_server = thread; connect to a process by its kubeconfig"
        )
    return kapivara_clean_server.api


@pytest.fixture
def kubeconfig(kapivara_clean_server: Server | ServerProcess, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The kubeconfig of the server, with a clean store; KUBECONFIG is set to it."""
    monkeypatch.setenv("KUBECONFIG", str(kapivara_clean_server.kubeconfig))
    return kapivara_clean_server.kubeconfig
