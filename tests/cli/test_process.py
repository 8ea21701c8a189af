"""Tests of kapivara as a process: its entry points, its streams, its exit codes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest


def call(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "kapivara", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, **options)  # type: ignore[call-overload]


def test_python_dash_m() -> None:
    finished = call("version")
    assert (finished.returncode, finished.stderr) == (0, "")
    assert finished.stdout.startswith("kapivara ")


def test_examples_are_what_their_folders_say(root: Path) -> None:
    good = call("validate", "examples/good", "--crds", "examples/crds", cwd=root)
    bad = call("validate", "examples/bad", "--crds", "examples/crds", cwd=root)
    assert (good.returncode, good.stderr) == (0, "")
    assert (bad.returncode, bad.stderr) == (1, "")
    assert ": 0 valid," in bad.stdout


def test_standard_input_through_a_pipe(root: Path) -> None:
    text = (root / "examples/crds/backups.yaml").read_text()
    assert call("validate", "-", input=text).stdout == "1 object: 1 valid\n"


def test_output_that_cannot_show_a_letter(tmp_path: Path) -> None:
    (tmp_path / "größe.yaml").write_text("kind: Größe\n")
    finished = call("validate", ".", cwd=tmp_path, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert finished.returncode == 1
    assert "gr\\xf6\\xdfe.yaml:1:1" in finished.stdout


def test_a_reader_that_went_away(root: Path) -> None:
    command = [sys.executable, "-P", "-m", "kapivara", "validate", "examples/bad", "--crds", "examples/crds"]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141


@pytest.mark.parametrize("closed", [">&-", "<&- >&-"])
def test_closed_streams(closed: str, root: Path) -> None:
    kapivara = [sys.executable, "-P", "-m", "kapivara"]
    for arguments in (["version"], ["cel", "1 + 1"], ["validate", "examples/good", "--crds", "examples/crds"]):
        command = ["bash", "-c", f'"$@" {closed}', "bash", *kapivara, *arguments]
        finished = subprocess.run(command, cwd=root, stderr=subprocess.PIPE, check=False, timeout=120)
        assert (finished.returncode, finished.stderr) == (0, b"")


def heed_interrupts() -> None:
    """Restores the signals that a shell ignores for background jobs, because the tests may be one."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupt_leaves_no_traceback() -> None:
    command = [sys.executable, "-P", "-m", "kapivara", "validate", "-"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, preexec_fn=heed_interrupts, **pipes) as process:
        assert process.stdin is not None
        process.stdin.write("# more than a pipe holds: it is being read\n" * 50_000)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=120)
    assert (process.returncode, output) == (130, "")
    assert "Traceback" not in errors


@pytest.mark.parametrize("name", ["typing", "yaml", "json", "kapivara"])
def test_modules_in_the_working_folder_are_not_taken(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.py").write_text("raise SystemExit('hijacked')\n")
    assert call("version", cwd=tmp_path).returncode == 0


def test_shell_completion() -> None:
    environment = {"_KAPIVARA_COMPLETE": "bash", "COMP_LINE": "kapivara val"}
    assert call(env={**os.environ, **environment}).stdout == "plain,validate\n"
