"""Tests of the kubeconfig: its content, and that it is written atomically, for its owner only."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from kapivara.server.auth.kubeconfig import ForeignFileError, render_kubeconfig, write_kubeconfig


def test_with_everything() -> None:
    config = yaml.safe_load(render_kubeconfig("https://[::1]:6443", token='to"ken: {x}', authority=b"PEM\n"))
    assert config["clusters"][0]["cluster"] == {
        "server": "https://[::1]:6443",
        "certificate-authority-data": "UEVNCg==",
    }
    assert config["users"][0]["user"] == {"token": 'to"ken: {x}'}
    assert config["current-context"] == config["contexts"][0]["name"]


def test_with_nothing_but_a_url() -> None:
    config = yaml.safe_load(render_kubeconfig("http://127.0.0.1:8001"))
    assert config["clusters"][0]["cluster"] == {"server": "http://127.0.0.1:8001"}
    assert config["users"][0]["user"] == {}


def test_writing_makes_folders_and_replaces(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "config"
    write_kubeconfig(path, render_kubeconfig("http://127.0.0.1:1"))
    second = render_kubeconfig("http://127.0.0.1:2")
    write_kubeconfig(path, second)
    assert path.read_text() == second
    assert path.stat().st_mode & 0o777 == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["config"]


def test_what_others_wrote_stays(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("apiVersion: v1\n")
    with pytest.raises(ForeignFileError, match="kapivara did not write"):
        write_kubeconfig(tmp_path / "config", "text")
    assert (tmp_path / "config").read_text() == "apiVersion: v1\n"


def test_a_failure_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    with pytest.raises(ForeignFileError, match="is not a plain file"):
        write_kubeconfig(tmp_path / "config", "text")
    assert [entry.name for entry in tmp_path.iterdir()] == ["config"]
