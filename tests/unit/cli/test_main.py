"""The command line's door: every failure becomes one line and an exit code."""

from __future__ import annotations

import click
import pytest

from kapivara.cli import main
from kapivara.cli.lazy import LazyCommand, LazyGroup
from kapivara.version import KUBERNETES, VERSION


def group_raising(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts in place of all commands one that raises."""

    @click.command()
    def fail() -> None:
        raise error

    group = click.Group(commands={"fail": fail})
    monkeypatch.setattr(main, "build_command", lambda: group)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["version"]) == 0
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
    group_raising(KeyError("spec\nx"), monkeypatch)
    assert main.run(["fail"]) == 2
    captured = capsys.readouterr().err
    assert captured.startswith("kapivara: unexpected failure: KeyError: 'spec\\nx'\n")
    assert "please report it" in captured
    assert "Traceback" not in captured


def test_a_defect_is_shown_to_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAPIVARA_DEBUG", "1")
    group_raising(KeyError("x"), monkeypatch)
    with pytest.raises(KeyError):
        main.run(["fail"])


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
def test_an_interrupt_is_quiet(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    group_raising(error, monkeypatch)
    assert main.run(["fail"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_help_needs_no_command_to_be_imported(capsys: pytest.CaptureFixture[str]) -> None:
    group = LazyGroup({"far": LazyCommand("no.such.module", "far", "Far away.")}, name="kapivara", help="Help.")
    assert group.main(["--help"], standalone_mode=False) == 0
    assert "Far away." in capsys.readouterr().out
