"""Tests of completion in real shells: `kapivara completion` in bash, zsh and fish, each at a terminal of its own."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

ESCAPES = re.compile(rb"\x1b(?:\[[0-9;?]*[A-Za-z]|[=>()][0-9AB]?|\][^\x07]*\x07)|[\r\x07\x0f]")
PATIENCE = 60.0


class Terminal:
    """An interactive shell and its output so far."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self._pid, self._end = pty.fork()
        if not self._pid:
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self._end, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 400, 0, 0))  # so that no line wraps
        self._shown = b""

    def press(self, keys: str, awaited: str) -> str:
        """Sends keys and reads until new output matches a pattern; returns that output."""
        start = len(self._shown)
        os.write(self._end, keys.encode())
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            shown = ESCAPES.sub(b"", self._shown[start:]).decode("utf-8", "replace")
            if re.search(awaited, shown):
                return shown
            if select.select([self._end], [], [], 0.2)[0]:
                try:
                    self._shown += os.read(self._end, 4096)
                except OSError:
                    break
        raise AssertionError(f"{awaited!r} was not shown, but:\n{ESCAPES.sub(b'', self._shown).decode()}")

    def close(self) -> None:
        os.close(self._end)
        os.waitpid(self._pid, 0)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which `kapivara` is this checkout, and a folder with a file to complete."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "kapivara"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -P -m kapivara "$@"\n')
    program.chmod(0o755)
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "manifests.yaml").write_text("")
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return {**kept, "PATH": path, "HOME": str(tmp_path), "TERM": "xterm", "PS1": "$ ", "LC_ALL": "C.UTF-8"}


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_tab_in_bash(environment: dict[str, str], tmp_path: Path) -> None:
    shell = Terminal(["bash", "--norc", "--noprofile", "-i"], environment)
    shell.press(f'cd {tmp_path}/here && eval "$(kapivara completion bash)" && echo re"ady"\n', "(?m)^ready")
    shell.press("kapivara val\t", r"kapivara validate $")
    shell.press("--output=sa\t", r"--output=sarif $")
    shell.press("man\t", r"manifests\.yaml $")
    shell.press("-o sarif=man\t", r"-o sarif=manifests\.yaml $")
    shell.press("--only Daem\t", r"DaemonSet $")
    shell.press("\x15kapivara crd \t\t", r"check\s.*upgrade")
    shell.close()


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh (apt install zsh)")
def test_tab_in_zsh(environment: dict[str, str], tmp_path: Path) -> None:
    shell = Terminal(["zsh", "-f", "-i"], environment)
    setup = 'autoload -U compinit && compinit -u -D && eval "$(kapivara completion zsh)"'
    shell.press(f'cd {tmp_path}/here && {setup} && echo re"ady"\n', "(?m)^ready")
    shell.press("kapivara val\t", r"kapivara validate ?$")
    shell.press("--output=sa\t", r"--output=sarif ?$")
    shell.press("man\t", r"manifests\.yaml ?$")
    shell.press("-o sarif=man\t", r"-o sarif=manifests\.yaml ?$")
    shell.press("\x15kapivara crd \t", r"check\s+-- Validate CRDs")
    shell.close()


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish (apt install fish)")
def test_tab_in_fish(environment: dict[str, str], tmp_path: Path) -> None:
    script = "kapivara completion fish | source"
    for line in ("val", "validate --fi", "validate --output=sa", "validate man"):
        script += f"; complete -C 'kapivara {line}'"
    script += "; complete -C 'kapivara validate -o sarif=man'; complete -C 'kapivara crd ch'"
    finished = subprocess.run(
        ["fish", "--no-config", "-c", script],
        env=environment,
        cwd=tmp_path / "here",
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert [line.split("\t")[0] for line in finished.stdout.splitlines()] == [
        *("validate", "--field-validation", "--output=sarif", "manifests.yaml", "sarif=manifests.yaml"),
        "check",
    ], finished.stderr
    assert "Validate manifests as the API server would" in finished.stdout
