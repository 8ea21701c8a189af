"""The examples run: the operator in kopf with its tests, and scripts with kr8s and lightkube."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from kapivara import Api

pytestmark = pytest.mark.slow


def run_python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python in the folder of an example, as its reader would."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300, env=os.environ)


@pytest.mark.skipif(not (find_spec("kopf") and find_spec("kubernetes")), reason="kopf or kubernetes is not installed")
def test_the_operator_passes_its_tests(root: Path) -> None:
    finished = run_python(root / "examples/operator", "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "6 passed" in finished.stdout


@pytest.mark.parametrize(
    ("client", "printed"),
    [
        ("kr8s", "['Moved']\nspec.title\n"),
        ("lightkube", "MODIFIED Moved\n['home']\nspec.title\n"),
    ],
)
def test_scripts(client: str, printed: str, websites: Api, kubeconfig: Path, root: Path) -> None:
    if find_spec(client) is None:
        pytest.skip(f"{client} is not installed")
    finished = run_python(root / "examples/clients", f"with_{client}.py")
    assert (finished.stdout, finished.returncode) == (printed, 0), finished.stderr


@pytest.mark.skipif(not find_spec("kubernetes"), reason="kubernetes is not installed")
def test_the_informer_tells_of_what_is_there(websites: Api, kubeconfig: Path, root: Path) -> None:
    home = {"apiVersion": "example.com/v1", "kind": "Website", "metadata": {"name": "home"}, "spec": {"title": "Home"}}
    websites.create(home).raise_for_status()
    command = [sys.executable, "-u", "informer.py"]
    with subprocess.Popen(command, cwd=root / "examples/clients", stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "ADDED home\n"
        websites.delete("example.com/v1", "Website", "home").raise_for_status()
        assert running.stdout.readline() == "DELETED home\n"
        running.kill()
