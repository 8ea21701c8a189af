"""Runs kubectl for tests."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

Manifest = dict[str, Any]


_VERSIONED = ("kubectl.1.*", "kubectl-1.*", "kubectl-v1.*")
OLDEST_MINOR = 25
"""Older ones validate on the client, with errors of their own."""


@cache
def _is_new_enough(program: str) -> bool:
    shown = subprocess.run([program, "version", "--client", "-o", "json"], capture_output=True, text=True, check=False)
    if shown.returncode:
        return False
    return int(json.loads(shown.stdout)["clientVersion"]["minor"].rstrip("+")) >= OLDEST_MINOR


def require_kubectl(program: str | None = "kubectl") -> str:
    """Returns the path of a kubectl; skips the test without one, or with an old one."""
    found = program and shutil.which(program)
    if not found:
        pytest.skip("kubectl is not installed")
    if not _is_new_enough(found):
        pytest.skip(f"{found} is older than 1.{OLDEST_MINOR}")
    return found


def find_programs() -> list[str]:
    """Returns every kubectl with a version in its name, on PATH and beside the target of a link `kubectl` there.

    A plain `kubectl` counts only without these, because it may only choose among them.
    """
    folders = [Path(each) for each in os.environ.get("PATH", "").split(os.pathsep) if each]
    plain = {path.resolve() for folder in folders if os.access(path := folder / "kubectl", os.X_OK)}
    found = _versioned([*folders, *(path.parent for path in plain)])
    for path in sorted(plain):
        if not _versioned([path.parent]):
            found.setdefault(path.name, str(path))
    return [found[name] for name in sorted(found)]


def _versioned(folders: list[Path]) -> dict[str, str]:
    return {path.name: str(path) for folder in folders for each in _VERSIONED for path in sorted(folder.glob(each))}


class Kubectl:
    """Runs a kubectl against one server, with a cache of its own, and optionally in a namespace."""

    def __init__(self, program: str, config: Path, namespace: str = ""):
        self.name = Path(program).name
        cache = config.with_name(f"cache-{self.name}")
        self._command = [program, "--kubeconfig", str(config), "--cache-dir", str(cache)]
        if namespace:  # with a namespace, kubectl warns about cluster-scoped kinds
            self._command += ["--namespace", namespace]

    def run(
        self, *arguments: str, manifest: Manifest | list[Manifest] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command, with one or several manifests on its standard input."""
        manifests = manifest if isinstance(manifest, list) else [manifest]
        text = None if manifest is None else "\n".join(map(json.dumps, manifests))
        return subprocess.run(
            [*self._command, *arguments], input=text, capture_output=True, text=True, check=False, timeout=120
        )

    @contextmanager
    def start(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """Runs a command beside the test, for at most a minute; it ends with the block."""
        command = [*self._command, "--request-timeout=60s", *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            yield running
            running.kill()

    def __call__(self, *arguments: str, manifest: Manifest | list[Manifest] | None = None) -> str:
        """Runs a command that should succeed without an error; returns its output."""
        finished = self.run(*arguments, manifest=manifest)
        assert (finished.returncode, finished.stderr) == (0, ""), arguments
        return finished.stdout

    def refused(self, *arguments: str, manifest: Manifest | list[Manifest] | None = None) -> str:
        """Runs a command that should fail; returns its error."""
        finished = self.run(*arguments, manifest=manifest)
        assert finished.returncode == 1, finished.stdout
        return finished.stderr
