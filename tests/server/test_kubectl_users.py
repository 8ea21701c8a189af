"""Tests of a real kubectl with several users and RBAC: the rights of each, and the errors."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.kubectl import Kubectl, require_kubectl

from kapivara.authorization.modes import AuthorizationMode
from kapivara.cli.main import run
from kapivara.server.auth.kubeconfig import render_kubeconfig, write_kubeconfig
from kapivara.server.processes.run import Ready, ServeOptions, open_server

pytestmark = pytest.mark.slow
PATIENCE = 120


@pytest.fixture
def users(tmp_path: Path) -> Iterator[tuple[Kubectl, Kubectl]]:
    """The administrator, and jane of the developers."""
    program = require_kubectl()
    data, ready = tmp_path / "data", threading.Event()

    def on_ready(server: Ready) -> None:
        config = render_kubeconfig(server.url, token=server.token, authority=server.authority)
        write_kubeconfig(data / "kubeconfig", config)
        ready.set()

    options = ServeOptions(tls=True, data_dir=data, authorization=AuthorizationMode.RBAC, on_ready=on_ready)
    with open_server(options) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        assert ready.wait(PATIENCE)
        hers = tmp_path / "jane.conf"
        assert run(["kubeconfig", "--data", str(data), "--as", "jane", "--group", "devs", "--out", str(hers)]) == 0
        yield Kubectl(program, data / "kubeconfig"), Kubectl(program, hers)
        server.stop(at_once=True)
        thread.join(PATIENCE)


def test_users_do_what_their_roles_allow(users: tuple[Kubectl, Kubectl]) -> None:
    admin, jane = users
    assert "jane" in jane("auth", "whoami")
    refused = 'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "default"'
    assert refused in jane.refused("get", "pods")
    admin("create", "clusterrole", "pods", "--verb=get,list", "--resource=pods")
    admin("create", "rolebinding", "devs", "--clusterrole=pods", "--group=devs")
    assert jane("auth", "can-i", "list", "pods") == "yes\n"
    assert jane.run("get", "pods").returncode == 0
    assert jane.refused("auth", "can-i", "list", "secrets") is not None
    assert 'User "jane" cannot list resource "secrets"' in jane.refused("get", "secrets")
    assert "cannot impersonate-on:user-info:list" in jane.refused("get", "pods", "--as", "bob")
    assert admin("auth", "can-i", "list", "pods", "--as", "jane", "--as-group", "devs") == "yes\n"


def test_accounts_are_clients(users: tuple[Kubectl, Kubectl]) -> None:
    admin, _ = users
    admin("create", "serviceaccount", "robot")
    token = admin("create", "token", "robot").strip()
    assert "system:serviceaccount:default:robot" in admin("--token", token, "auth", "whoami")
    assert 'User "system:serviceaccount:default:robot" cannot list' in admin.refused("--token", token, "get", "pods")
