"""Tests of the width of text: a page of 100 columns, and terminals of any width."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from kapivara.cli.main import run

COMMANDS = [
    ["validate", "examples/bad", "--crds", "examples/crds"],
    ["crd", "check", "examples/bad", "examples/crds"],
    ["crd", "lint", "examples/volumes", "examples/crds", "--advice"],
    [
        *("crd", "upgrade", "examples/upgrade/before.yaml", "examples/upgrade/after.yaml", "--advice"),
        *("--objects", "examples/upgrade/stored.yaml"),
    ],
    ["crd", "test", "examples/volumes/mistaken-tests.yaml"],
    ["lint", "examples/types/mistakes", "examples/widgets/v1", "examples/widgets/v1beta1"],
    ["gen", "--check", "examples/types/mistakes"],
    ["test-types", "examples/types/backups", "--cases", "examples/types/backups/doubtful.jsonl"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
def test_reports_fit_a_page(
    command: list[str], page: int, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(root)
    assert run(command) in (1, 2)
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line) > page] == []
    assert max(map(len, lines)) > page * 0.8


@pytest.mark.parametrize(
    "command",
    [
        *COMMANDS,
        ["crd", "check", "examples/volumes/crd.yaml"],
        ["crd", "lint", "--list-rules"],
        ["lint", "--list-rules"],
    ],
    ids=lambda command: " ".join(command[:3]),
)
def test_a_terminal_of_any_width(root: Path, command: list[str]) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 70, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "kapivara", *command],
        cwd=root,
        stdout=theirs,
        env={**environment, "TERM": "xterm"},
    ) as process:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the terminal is closed
            while part := os.read(ours, 65536):
                shown += part
    assert process.returncode in ((1, 2) if command in COMMANDS else (0,))
    assert b"\x1b[3" in shown or "--list-rules" in command
    plain = re.sub(r"\x1b\[[0-9;]*m|\r", "", shown.decode())
    assert 60 < max(map(len, plain.split("\n"))) <= 70


def test_a_file_is_a_page(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: int) -> None:
    monkeypatch.chdir(root)
    run([*COMMANDS[0], "-o", f"text={tmp_path / 'report.txt'}"])
    lines = (tmp_path / "report.txt").read_text().splitlines()
    assert page * 0.8 < max(map(len, lines)) <= page
