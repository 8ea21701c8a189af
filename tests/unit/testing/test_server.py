"""Tests of servers for tests: in this process and beside it, for both kinds of blocks, with clean stores, and no
orphans.
"""

from __future__ import annotations

import asyncio
import doctest
import json
import os
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import yaml

from kapivara import LoadError
from kapivara.server.listening import ServeError
from kapivara.testing import Server, ServerProcess, server
from kapivara.testing.server_base import ServerBase

PATIENCE = 120
NAMESPACE = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team"}}
IN_BOTH = pytest.mark.parametrize("kind", [Server, ServerProcess])


def ask(server: ServerBase, path: str, body: object = None) -> tuple[int, Any]:
    """Sends a request with the credentials of the kubeconfig."""
    config = yaml.safe_load(server.kubeconfig.read_text())
    cluster, user = config["clusters"][0]["cluster"], config["users"][0]["user"]
    headers = {"Authorization": f"Bearer {user['token']}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    context = ssl.create_default_context(cadata=server.authority.decode()) if server.authority else None
    request = urllib.request.Request(cluster["server"] + path, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE, context=context) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def test_the_documentation_is_true() -> None:
    assert doctest.testmod(server).failed == 0


@IN_BOTH
@pytest.mark.parametrize("tls", [True, False], ids=["tls", "plain"])
def test_clients_find_it_by_its_kubeconfig(kind: type[ServerBase], tls: bool) -> None:
    with kind(tls=tls) as server:
        assert server.url.startswith("https:" if tls else "http:")
        assert ask(server, "/api/v1/namespaces", NAMESPACE)[0] == 201
        folder = server.kubeconfig.parent
    assert not folder.exists()


@IN_BOTH
def test_a_reset_leaves_what_is_loaded(kind: type[ServerBase], tmp_path: Path) -> None:
    (tmp_path / "team.json").write_text(json.dumps(NAMESPACE))
    maps = "/api/v1/namespaces/team/configmaps"
    with kind(load=[tmp_path], tls=False) as server:
        assert ask(server, maps, {"metadata": {"name": "one"}})[0] == 201
        server.reset()
        assert ask(server, f"{maps}/one")[0] == 404
        assert ask(server, "/api/v1/namespaces/team")[0] == 200


@IN_BOTH
def test_async_blocks(kind: type[ServerBase]) -> None:
    async def main() -> int:
        async with kind(tls=False) as server:
            return (await asyncio.to_thread(ask, server, "/api/v1/namespaces/default"))[0]

    assert asyncio.run(main()) == 200


def test_many_side_by_side() -> None:
    with Server(tls=False) as one, Server(tls=False) as other, ServerProcess(tls=False) as beside:
        assert len({one.url, other.url, beside.url}) == 3
        one.api.create(NAMESPACE)
        assert [ask(each, "/api/v1/namespaces/team")[0] for each in (one, other, beside)] == [200, 404, 404]


def test_it_may_be_started_again() -> None:
    before = threading.active_count()
    server = Server(tls=False)
    for _ in range(2):
        with server:
            assert server.api.create(NAMESPACE).code == 201
    with pytest.raises(RuntimeError, match="not started"):
        _ = server.url
    assert threading.active_count() == before


def test_controllers_run_unless_they_are_off() -> None:
    account = ("v1", "ServiceAccount", "default")
    with Server(tls=False) as server, server.api.watch(*account, namespace="team", timeout=PATIENCE) as watch:
        server.api.create(NAMESPACE)
        assert next(watch).type == "ADDED"
    with Server(tls=False, controllers=False) as server:
        server.api.create(NAMESPACE)
        server.api.delete("v1", "Namespace", "team")
        assert server.api.get("v1", "Namespace", "team").object["status"]["phase"] == "Terminating"


@pytest.mark.parametrize(("kind", "error"), [(Server, LoadError), (ServerProcess, ServeError)])
def test_what_cannot_be_loaded_is_told(kind: type[ServerBase], error: type[Exception], tmp_path: Path) -> None:
    (tmp_path / "gizmo.yaml").write_text("apiVersion: v1\nkind: Gizmo\n")
    with pytest.raises(error, match=r'gizmo.yaml:1:1: Gizmo: no matches for kind "Gizmo"'):
        kind(load=[tmp_path], tls=False).start()


KILLED = """
import os, signal, sys, time
from kapivara.testing import ServerProcess
server = ServerProcess(tls=False).start()
print(server._process.pid, flush=True)
if sys.argv[1:] and not os.fork():
    time.sleep({patience})  # holds the pipe
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes as POSIX has them")
@pytest.mark.parametrize("with_fork", [False, True], ids=["alone", "with a fork that holds its pipes"])
def test_no_process_is_left_after_a_kill(with_fork: bool) -> None:
    program = [sys.executable, "-c", KILLED.format(patience=PATIENCE), *["fork"] * with_fork]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True, start_new_session=True) as killed:
        assert killed.stdout is not None
        pid = int(killed.stdout.readline())
        killed.wait()
        end = time.monotonic() + PATIENCE
        while is_alive(pid) and time.monotonic() < end:
            time.sleep(0.01)
        assert not is_alive(pid)
        if with_fork:
            os.killpg(killed.pid, 9)


def is_alive(pid: int) -> bool:
    """Returns whether a process runs; one that its parent has not reaped has ended."""
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text() if Path("/proc").is_dir() else not os.kill(pid, 0)
    except (FileNotFoundError, ProcessLookupError):
        return False
