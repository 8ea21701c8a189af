"""Tests of the pre-commit hooks in a real repository, and of the commands in examples/ci."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

GOOD = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: v}\n"
BAD = GOOD.replace("data:", "dta:")
CASES = """\
definition: ../crds/backups.yaml
cases:
- name: a share of what there is may be kept
  object: {spec: {schedule: "0 3 * * *", keep: 9%, targets: [{name: a, url: "s3://a"}]}}
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which `kapivara` is this checkout and git has an author."""
    program = tmp_path / "bin" / "kapivara"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -P -m kapivara "$@"\n')
    program.chmod(0o755)
    who = {f"GIT_{role}_{what}": "a@example.com" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return {**os.environ, **who, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}


@pytest.fixture
def repository(tmp_path: Path, root: Path, environment: dict[str, str]) -> Path:
    """A repository with manifests, definitions and a branch `origin/main`."""
    folder = tmp_path / "repository"
    shutil.copytree(root / "examples" / "good", folder / "deploy")
    shutil.copytree(root / "examples" / "crds", folder / "crds")
    shutil.copytree(root / "examples" / "types" / "backups", folder / "backups")
    (folder / "tests").mkdir()
    (folder / "tests" / "backups.yaml").write_text(CASES)
    git(folder, environment, "init", "-q", "-b", "main")
    git(folder, environment, "add", ".")
    git(folder, environment, "commit", "-q", "-m", "first")
    git(folder, environment, "update-ref", "refs/remotes/origin/main", "HEAD")
    return folder


def git(folder: Path, environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["git", "-c", "commit.gpgsign=false", *arguments]
    finished = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert finished.returncode == 0 or arguments[0] == "commit", finished.stderr
    return finished


def hooks(root: Path) -> dict[str, Any]:
    return {each["id"]: each for each in yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text())}


def install(folder: Path, hook: dict[str, Any]) -> None:
    """Installs a hook as git's pre-commit hook, with the arguments that pre-commit passes."""
    assert hook["language"] == "python"
    assert hook["pass_filenames"] is False
    file = folder / ".git" / "hooks" / "pre-commit"
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"#!/bin/sh\nexec {shlex.join([*shlex.split(hook['entry']), *hook['args']])}\n")
    file.chmod(0o755)


@pytest.mark.parametrize("name", ["kapivara-validate", "kapivara-validate-changed"])
def test_a_commit_of_something_invalid_is_refused(
    name: str, repository: Path, root: Path, environment: dict[str, str]
) -> None:
    install(repository, hooks(root)[name])
    (repository / "deploy" / "new.yaml").write_text(BAD)
    git(repository, environment, "add", ".")
    refused = git(repository, environment, "commit", "-q", "-m", "bad")
    assert refused.returncode == 1
    assert "deploy/new.yaml:4:1  unknown field" in refused.stdout + refused.stderr
    (repository / "deploy" / "new.yaml").write_text(GOOD)
    git(repository, environment, "add", ".")
    assert git(repository, environment, "commit", "-q", "-m", "good").returncode == 0


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("kapivara-crd-check", "crds/backups.yaml"),
        ("kapivara-crd-lint", "crds/backups.yaml"),
        ("kapivara-crd-test", "tests/backups.yaml"),
        ("kapivara-gen", "backups/types.go"),
    ],
)
def test_other_hooks(name: str, broken: str, repository: Path, root: Path, environment: dict[str, str]) -> None:
    install(repository, hooks(root)[name])
    assert git(repository, environment, "commit", "-q", "--allow-empty", "-m", "good").returncode == 0
    (repository / broken).write_text((repository / broken).read_text().replace("maxLength", "minLength", 1))
    text = (repository / broken).read_text()
    for old, new in (("Namespaced", "Everywhere"), ("=365", "=366"), ("keep: 9%", "keep: 900%")):
        text = text.replace(old, new)
    (repository / broken).write_text(text)
    git(repository, environment, "add", ".")
    assert git(repository, environment, "commit", "-q", "-m", "bad").returncode == 1


def calls(file: Path) -> list[str]:
    """Returns the lines of a workflow or job that call kapivara."""
    document = yaml.safe_load(file.read_text())
    lines = [step.get("run", "") for job in document.get("jobs", {}).values() for step in job["steps"]]
    lines += document.get("kapivara", {}).get("script", [])
    return [line for line in lines if line.startswith("kapivara ")]


@pytest.mark.parametrize("name", ["github-workflow.yaml", "gitlab-ci.yml"])
def test_what_workflows_call(name: str, repository: Path, root: Path, environment: dict[str, str]) -> None:
    lines = calls(root / "examples" / "ci" / name)
    assert len(lines) == 2
    variables = {**environment, "GITHUB_BASE_REF": "main", "CI_DEFAULT_BRANCH": "main"}
    for text, code in ((GOOD, 0), (BAD, 1)):
        (repository / "deploy" / "new.yaml").write_text(text)
        for line in lines:
            finished = subprocess.run(
                ["bash", "-c", line], cwd=repository, env=variables, capture_output=True, text=True, check=False
            )
            assert finished.returncode == code, finished.stdout + finished.stderr
    report = repository / ("kapivara.sarif" if name.startswith("github") else "gl-code-quality-report.json")
    assert json.loads(report.read_text())


def test_the_document_names_all_hooks(root: Path) -> None:
    text = (root / "docs" / "ci.md").read_text()
    assert all(f"| `{name}` |" in text for name in hooks(root))
