"""Tests of the pytest plugin, in sessions of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TESTS = """
import os
import yaml

GET = ("v1", "ConfigMap", "one")
ONE = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one"}}

def test_one(kapivara_api, kubeconfig):
    assert kapivara_api.create(ONE).code == 201
    assert os.environ["KUBECONFIG"] == str(kubeconfig)

def test_clean_again(kubeconfig, kapivara_api, kapivara_server):
    assert kapivara_api.get(*GET).code == 404
    assert yaml.safe_load(kubeconfig.read_text())["clusters"][0]["cluster"]["server"] == kapivara_server.url
    assert kapivara_api.get("v1", "Namespace", "team").ok
"""
BESIDE = """
from kapivara.testing import ServerProcess

def test_beside(kapivara_server, kubeconfig):
    assert isinstance(kapivara_server, ServerProcess)
    assert kubeconfig.is_file()

def test_no_api(kapivara_api):
    pass
"""
NAMESPACE = "apiVersion: v1\nkind: Namespace\nmetadata: {name: team}\n"


def run_pytest(folder: Path, tests: str, settings: str = "") -> subprocess.CompletedProcess[str]:
    (folder / "test_it.py").write_text(tests)
    (folder / "team.yaml").write_text(NAMESPACE)
    (folder / "pytest.ini").write_text(f"[pytest]\nfilterwarnings = error\n{settings}")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)


def test_every_test_has_a_clean_store(tmp_path: Path) -> None:
    finished = run_pytest(tmp_path, TESTS, "kapivara_load = team.yaml\n")
    assert "2 passed" in finished.stdout, finished.stdout + finished.stderr


def test_a_server_beside_the_tests(tmp_path: Path) -> None:
    finished = run_pytest(tmp_path, BESIDE, "kapivara_server = process\n")
    assert "1 passed, 1 error" in finished.stdout, finished.stdout + finished.stderr
    assert "kapivara_api requires kapivara_server = thread" in finished.stdout


def test_settings_that_mean_nothing_are_refused(tmp_path: Path) -> None:
    finished = run_pytest(tmp_path, TESTS, "kapivara_server = moon\n")
    assert "kapivara_server must be one of thread, process, not 'moon'" in finished.stdout


def test_sessions_that_do_not_use_it_pay_nothing(tmp_path: Path) -> None:
    tests = """
import sys

def test_nothing_is_loaded():
    ours = {name for name in sys.modules if name.partition(".")[0] == "kapivara"}
    assert ours == {"kapivara", "kapivara.testing", "kapivara.testing.pytest_plugin"}
"""
    finished = run_pytest(tmp_path, tests)
    assert "1 passed" in finished.stdout, finished.stdout + finished.stderr
