"""Tests of a small installation: without the packages of extras, commands work or name the extra that they need."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tomllib
from base64 import b64encode
from pathlib import Path

import pytest

from kapivara.values.optional_packages import EXTRAS

WITHOUT = f"""
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {sorted([*EXTRAS, "uvloop"])!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
from kapivara.cli.main import main
main(sys.argv[1:])
"""


def call(root: Path, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-c", WITHOUT, *arguments]
    return subprocess.run(command, cwd=root, input=text, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["validate", "examples/good", "examples/crds"], 0),
        (["validate", "examples/bad", "--crds", "examples/crds"], 1),
        (["crd", "check", "examples/crds"], 0),
        (["crd", "upgrade", "examples/upgrade/before.yaml", "examples/upgrade/after.yaml"], 1),
        (["cel", "[1, 2].map(x, x * 2)"], 0),
        (["explain", "pods.spec"], 0),
        (["docs", "tags", "maxLength"], 0),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else "",
)
def test_what_needs_nothing_more(command: list[str], code: int, root: Path) -> None:
    finished = call(root, *command)
    assert (finished.returncode, finished.stderr) == (code, "")


@pytest.mark.parametrize(
    ("command", "package", "extra"),
    [
        (["serve", "--anonymous", "--port", "0"], "cryptography", "server"),
        (["gen", "--check", "examples/types/backups"], "tree_sitter", "gen"),
        (["lint", "examples/types/mistakes"], "tree_sitter", "gen"),
        (["test-types", "examples/types/backups"], "tree_sitter", "gen"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_needs_an_extra(command: list[str], package: str, extra: str, root: Path) -> None:
    finished = call(root, *command)
    how = f"which `pip install 'kapivara[{extra}]'` brings"
    assert (finished.returncode, finished.stderr) == (2, f"Error: this command requires the package {package}, {how}\n")


def in_pem(kind: str) -> str:
    return b64encode(f"-----BEGIN {kind}-----\nAAAA\n-----END {kind}-----\n".encode()).decode()


def test_an_object_that_cannot_be_judged_is_skipped(root: Path) -> None:
    head = "apiVersion: v1\nkind: {}\nmetadata: {{name: a}}\n"
    data = f"data: {{tls.crt: {in_pem('CERTIFICATE')}, tls.key: {in_pem('PRIVATE KEY')}}}\n"
    secret = f"{head.format('Secret')}type: kubernetes.io/tls\n{data}"
    finished = call(root, "validate", "-", "-o", "json", text=f"{secret}---\n{head.format('ConfigMap')}")
    assert (finished.returncode, finished.stderr) == (2, "")
    first, second = json.loads(finished.stdout)["objects"]
    assert (first["verdict"], second["verdict"]) == ("skipped", "valid")
    assert first["note"] == (
        "not validated: kapivara cannot validate it without the package cryptography, "
        "which `pip install 'kapivara[server]'` brings"
    )


def test_a_server_over_etcd_needs_one_more(root: Path) -> None:
    without = WITHOUT.replace(repr(sorted([*EXTRAS, "uvloop"])), "['hpack']")
    command = [sys.executable, "-P", "-c", without, "serve", "--anonymous", "--etcd", "http://127.0.0.1:1"]
    finished = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=120)
    how = "which `pip install 'kapivara[etcd]'` brings"
    assert (finished.returncode, finished.stderr) == (2, f"Error: this command requires the package hpack, {how}\n")


def test_extras_bring_what_they_say(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    for package, extra in EXTRAS.items():
        brought = [each.partition(">")[0].replace("-", "_") for each in project["optional-dependencies"][extra]]
        assert package in brought


def test_all_that_is_imported_is_declared(root: Path) -> None:
    """Every imported package is a dependency, an extra that an error names, or optional."""
    found = set()
    for file in (root / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                found |= {each.name.partition(".")[0] for each in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add((node.module or "").partition(".")[0])
    ours = {"kapivara", "orjson", "re2", "yaml", *EXTRAS}
    assert found - set(sys.stdlib_module_names) - ours == {"uvloop", "pytest"}
