"""Tests of the examples in `--help`: each runs in a folder with the files that it names."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from kapivara.cli.framework.command import Command, Group
from kapivara.cli.framework.parser import read_values
from kapivara.cli.main import ROOT_GROUP, run
from kapivara.server.auth.kubeconfig import render_kubeconfig, write_kubeconfig
from kapivara.server.tls.certificates import provide_certificates
from kapivara.storage.sqlite.storage import SqliteStorage

NOT_RUN = ("|", ">", "$(", "kapivara serve", "http://")
"""Examples that need a shell, a server or an etcd."""
WIDTH = 100


def all_commands(group: Group = ROOT_GROUP, path: str = "kapivara") -> Iterator[tuple[str, Command | Group]]:
    """Returns all groups and commands by their full names."""
    yield path, group
    for name in group.commands:
        loaded = group.load(name)
        if isinstance(loaded, Group):
            yield from all_commands(loaded, f"{path} {name}")
        else:
            yield f"{path} {name}", loaded


LINES = sorted({example.line for _, command in all_commands() for example in command.examples})
RUN = [line for line in LINES if not any(sign in line for sign in NOT_RUN)]
CALL = re.compile(r"kapivara [^|>)]+")


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """A git repository with the files that the examples name."""
    folder = tmp_path_factory.mktemp("repository")
    examples = root / "examples"
    shutil.copytree(examples / "good", folder / "deploy")
    shutil.copytree(examples / "crds", folder / "crds")
    shutil.copytree(examples / "widgets", folder / "widgets")
    shutil.copytree(examples / "volumes", folder / "volumes")
    shutil.copytree(examples / "types" / "backups", folder / "backups")
    shutil.copytree(examples / "types" / "baskets", folder / "api" / "v1")
    for name, source in (("old", "before"), ("new", "after"), ("stored", "stored")):
        shutil.copy(examples / "upgrade" / f"{source}.yaml", folder / f"{name}.yaml")
    with SqliteStorage(folder / "data") as storage:
        storage.create("/registry/configmaps/default/a", b'{"metadata": {"name": "a"}}')
    provide_certificates(folder / "data" / "tls", [])
    write_kubeconfig(folder / "data" / "kubeconfig", render_kubeconfig("https://127.0.0.1:8001"))
    run(["storage", "backup", str(folder / "data"), str(folder / "saved.backup")])
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@example.com"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    for message in ("first", "second"):
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", message], check=True)
    return folder


@pytest.mark.parametrize("line", RUN)
def test_examples_run(
    line: str, repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(repository)
    code = run(shlex.split(line)[1:])
    printed = capsys.readouterr()
    assert code in (0, 1), printed.err
    assert printed.err == ""


@pytest.mark.parametrize("line", [line for line in LINES if line not in RUN])
def test_other_examples_are_calls(line: str, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples that need a shell or an etcd, or that do not end, are only parsed."""
    monkeypatch.chdir(repository)
    command: Command | Group = ROOT_GROUP
    words = shlex.split(CALL.findall(line)[-1])[1:]
    while isinstance(command, Group):
        command, words = command.load(words[0]), words[1:]
    assert read_values(command, words)


def test_every_command_and_group_has_an_example() -> None:
    without = [path for path, command in all_commands() if not command.examples]
    assert without == ["kapivara version"]


@pytest.mark.parametrize("line", LINES)
def test_examples_fit(line: str) -> None:
    assert len(line) <= WIDTH - 4
