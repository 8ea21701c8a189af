"""The command line's door: every failure becomes one line and an exit code."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kapivara.cli import main
from kapivara.cli.framework.command import Command, CommandEntry, Group, command
from kapivara.cli.framework.errors import CommandError
from kapivara.version import KUBERNETES, VERSION


class RaisingGroup(Group):
    """A group of one command, `fail`, which raises."""

    def __init__(self, error: BaseException) -> None:
        super().__init__({"fail": CommandEntry("", "", "Fail.")}, help="Help.")
        self._error = error

    def load(self, _name: str) -> Command:
        @command()
        def fail() -> int:
            raise self._error

        return fail


@pytest.mark.parametrize("word", ["version", "--version"])
def test_version(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run([word]) == 0
    assert capsys.readouterr().out == f"kapivara {VERSION} (answers as kube-apiserver {KUBERNETES})\n"


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        pytest.param(["--help"], 0, "Commands:", id="help"),
        pytest.param(["-h"], 0, "Commands:", id="short help"),
        pytest.param([], 2, "Commands:", id="nothing"),
        pytest.param(["vlidate"], 2, "No such command 'vlidate'", id="unknown command"),
        pytest.param(["version", "--no-such"], 2, "No such option", id="unknown option"),
        pytest.param(["validate"], 2, "Missing argument", id="missing argument"),
        pytest.param(["validate", "-o", "xml", "x"], 2, "'xml' is not one of", id="wrong choice"),
    ],
)
def test_usage(arguments: list[str], code: int, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(arguments) == code
    captured = capsys.readouterr()
    assert text in captured.out + captured.err


def test_a_defect_is_one_line_and_how_to_report_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("KAPIVARA_DEBUG", raising=False)
    assert main.run(["fail"], RaisingGroup(KeyError("spec\nx"))) == 2
    captured = capsys.readouterr().err
    assert captured.startswith("kapivara: unexpected failure: KeyError: 'spec\\nx'\n")
    assert "please report it" in captured
    assert "Traceback" not in captured


def test_a_defect_is_shown_to_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAPIVARA_DEBUG", "1")
    with pytest.raises(KeyError):
        main.run(["fail"], RaisingGroup(KeyError("x")))


def test_an_interrupt_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["fail"], RaisingGroup(KeyboardInterrupt())) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_what_a_command_refuses_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["fail"], RaisingGroup(CommandError("no room"))) == 2
    assert capsys.readouterr().err == "Error: no room\n"


def test_help_needs_no_command_to_be_imported(capsys: pytest.CaptureFixture[str]) -> None:
    group = Group({"far": CommandEntry("no.such.module", "far", "Far away.")}, help="Help.")
    assert main.run(["--help"], group) == 0
    assert "Far away." in capsys.readouterr().out


def test_importing_the_command_line_changes_nothing_in_the_process() -> None:
    program = (
        "import gc, re, sys\n"
        "before = gc.get_threshold(), re.compile, sys.modules.get('inspect')\n"
        "import kapivara.cli.main, kapivara.cli.commands.validate.command\n"
        "print(before == (gc.get_threshold(), re.compile, sys.modules.get('inspect')))"
    )
    finished = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert finished.stdout == "True\n"
