"""The pytest plugin: a server for the tests of a session, with a clean store for each test that asks for it.

pytest loads this wherever kapivara is installed, so nothing else is imported before a test asks for a fixture. With
pytest-xdist every worker has a server of its own.
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
    """Declares what can be set in pyproject.toml or pytest.ini."""
    parser.addini("kapivara_server", "where the fixture kapivara_server runs: thread or process", default="thread")
    parser.addini("kapivara_controllers", "whether controllers run beside it", type="bool", default=True)
    parser.addini("kapivara_load", "manifests, files or folders, that every test finds loaded", type="paths")


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
    """The server, with a clean store: once for each test, whatever else the test asks for."""
    kapivara_server.reset()
    return kapivara_server


@pytest.fixture
def kapivara_api(kapivara_clean_server: Server | ServerProcess) -> Api:
    """The objects of the server in process, with a clean store; clients of the server see the same ones."""
    from kapivara.testing import Server

    if not isinstance(kapivara_clean_server, Server):
        raise pytest.UsageError("kapivara_api needs kapivara_server = thread; a process is reached by its kubeconfig")
    return kapivara_clean_server.api


@pytest.fixture
def kubeconfig(kapivara_clean_server: Server | ServerProcess, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The kubeconfig of the server, with a clean store; KUBECONFIG points to it."""
    monkeypatch.setenv("KUBECONFIG", str(kapivara_clean_server.kubeconfig))
    return kapivara_clean_server.kubeconfig
