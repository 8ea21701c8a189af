"""How the words of a command line become the values of a command."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.cli.framework.command import Argument, Command, CommandEntry, Group, Option, command
from kapivara.cli.framework.errors import BadValueError, UsageError
from kapivara.cli.framework.parser import HelpAskedError, VersionAskedError, choose_command, did_you_mean, read_values
from kapivara.cli.main import ROOT_GROUP


def read_number(text: str) -> int:
    if not text.isdecimal():
        raise BadValueError(f"{text!r} is no number")
    return int(text)


@command(
    Argument("first", "FIRST"),
    Argument("others", "OTHER...", takes_all=True, required=False),
    Option("-o, --output", "How.", choices=("text", "json"), default="text"),
    Option("--var", "Variables.", parameter="variables", multiple=True),
    Option("-q, --quiet", "Quiet.", is_switch=True),
    Option("--number", "A number.", default="3", read=read_number),
    Option("--token", "A token.", environment="SOME_TOKEN"),
)
def example(**_values: Any) -> int:
    """Does nothing."""
    return 0


USUAL = {
    "first": "a",
    "others": (),
    "output": "text",
    "variables": (),
    "quiet": False,
    "number": 3,
    "token": None,
}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param(["a"], {}, id="defaults"),
        pytest.param(["a", "b", "c"], {"others": ("b", "c")}, id="all that is left"),
        pytest.param(["a", "-o", "json", "b"], {"output": "json", "others": ("b",)}, id="between arguments"),
        pytest.param(["-ojson", "a"], {"output": "json"}, id="behind the letter"),
        pytest.param(["-o=json", "a"], {"output": "json"}, id="letter and equals sign"),
        pytest.param(["--output=json", "a"], {"output": "json"}, id="equals sign"),
        pytest.param(["--output", "json", "-otext", "a"], {"output": "text"}, id="the last counts"),
        pytest.param(["--var", "x=1", "a", "--var=y=2"], {"variables": ("x=1", "y=2")}, id="several"),
        pytest.param(["--var", "--quiet", "a"], {"variables": ("--quiet",)}, id="a value like an option"),
        pytest.param(["-qojson", "a"], {"quiet": True, "output": "json"}, id="letters"),
        pytest.param(["--", "a", "-q"], {"others": ("-q",)}, id="end of options"),
        pytest.param(["a", "-"], {"others": ("-",)}, id="standard input"),
        pytest.param(["a", ""], {"others": ("",)}, id="empty"),
        pytest.param(["a", "--number", "12"], {"number": 12}, id="read"),
    ],
)
def test_values(words: list[str], expected: dict[str, Any]) -> None:
    assert read_values(example, words) == {**USUAL, **expected}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param([], "Missing argument 'FIRST'.", id="missing argument"),
        pytest.param(["a", "--outptu", "x"], "No such option '--outptu'. Did you mean '--output'?", id="long"),
        pytest.param(["a", "-qx"], "No such option '-x'.", id="letter"),
        pytest.param(["-output"], "No such option '-output'. Did you mean '--output'?", id="one dash"),
        pytest.param(["-xutput=json"], "No such option '-x'. Did you mean '--output'?", id="one dash, misspelt"),
        pytest.param(["-o", "jsn"], "is not one of 'text', 'json'. Did you mean 'json'?", id="misspelt choice"),
        pytest.param(["a", "-o"], "Option '-o' requires an argument.", id="no value"),
        pytest.param(["a", "--quiet=1"], "Option '--quiet' does not take a value.", id="value of a switch"),
        pytest.param(
            ["a", "-o", "xml"], "Invalid value for '-o' / '--output': 'xml' is not one of 'text', 'json'.", id="choice"
        ),
        pytest.param(["--number", "x", "-oxml"], "Invalid value for '--number': 'x' is no number", id="first one told"),
        pytest.param(["-oxml"], "Invalid value for '-o' / '--output'", id="before what is missing"),
    ],
)
def test_wrong_words(words: list[str], message: str) -> None:
    with pytest.raises(UsageError) as raised:
        read_values(example, words)
    assert message in str(raised.value)


@pytest.mark.parametrize(("words", "text"), [(["b"], "argument (b)"), (["b", "c"], "arguments (b c)")])
def test_too_many_arguments(words: list[str], text: str) -> None:
    alone = Command(example.function, (Argument("first", "FIRST"),))
    with pytest.raises(UsageError) as raised:
        read_values(alone, ["a", *words])
    assert str(raised.value) == f"Got unexpected extra {text}"


@pytest.mark.parametrize("words", [["-h"], ["--help"], ["-o", "xml", "-h"], ["-qh"]])
def test_help_comes_before_wrong_values(words: list[str]) -> None:
    with pytest.raises(HelpAskedError):
        read_values(example, words)


def test_an_option_may_stand_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_TOKEN", "x")
    assert read_values(example, ["a"])["token"] == "x"
    assert read_values(example, ["a", "--token", "y"])["token"] == "y"
    monkeypatch.setenv("SOME_TOKEN", "")
    assert read_values(example, ["a"])["token"] is None


GROUP = Group({name: CommandEntry("far", name, "Do it.") for name in ("check", "serve")}, help="")


def test_a_command_gets_the_words_behind_its_name() -> None:
    assert choose_command(GROUP, ["check", "-h", "--", "x"]) == ("check", ["-h", "--", "x"])
    assert choose_command(GROUP, ["--", "serve", "x"]) == ("serve", ["x"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chek"], "No such command 'chek'. Did you mean 'check'?"),
        (["nothing"], "No such command 'nothing'."),
        (["chek", "-x"], "No such command 'chek'. Did you mean 'check'?"),
        (["-x"], "No such option '-x'."),
        (["-x", "check"], "No such option '-x'. Put the options of a command after its name."),
        (["help", "chek"], "No such command 'chek'. Did you mean 'check'?"),
        (["--"], "Missing command."),
    ],
)
def test_no_such_command(words: list[str], message: str) -> None:
    with pytest.raises(UsageError) as raised:
        choose_command(GROUP, words)
    assert str(raised.value) == message


def test_a_command_of_a_group_is_found_without_it() -> None:
    with pytest.raises(UsageError) as raised:
        choose_command(ROOT_GROUP, ["upgrad"])
    assert str(raised.value) == "No such command 'upgrad'. Did you mean 'crd upgrade'?"


def test_help_as_a_command() -> None:
    assert choose_command(ROOT_GROUP, ["help", "crd", "check"]) == ("crd", ["check", "--help"])
    assert choose_command(ROOT_GROUP, ["help", "cel"]) == ("cel", ["--help"])
    with pytest.raises(HelpAskedError):
        choose_command(ROOT_GROUP, ["help"])


def test_the_version_is_asked_for() -> None:
    with pytest.raises(VersionAskedError):
        choose_command(ROOT_GROUP, ["--version"])


def test_dashes_are_no_likeness() -> None:
    assert did_you_mean("--crd", ["--crds", "--old"]) == " Did you mean '--crds'?"
    assert did_you_mean("--crd", ["--old"]) == ""
