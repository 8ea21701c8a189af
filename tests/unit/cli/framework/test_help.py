"""What `--help` shows."""

from __future__ import annotations

import pytest

from kapivara.cli.framework.command import (
    Argument,
    Command,
    CommandEntry,
    Example,
    Group,
    HelpTable,
    Option,
    command,
    section,
)
from kapivara.cli.framework.help import render_help, sections, usage_line


@command(
    Argument("paths", "PATH...", takes_all=True),
    Argument("more", "", takes_all=True, required=False),
    Option("-o, --output", "The output format.", choices=("text", "json"), default="text"),
    Option("--a-very-long-name", "Its term is wider than the first column may be.", metavar="SOMETHING", default=""),
    Option("--token", "The token.", environment="SOME_TOKEN"),
)
def example() -> int:
    """Tell what there is.

    A paragraph that is long enough to be broken into several lines where the terminal is
    as narrow as this one.
    """
    return 0


NARROW = """\
Usage: kapivara example [OPTIONS] PATH...

  Tell what there is.

  A paragraph that is long enough to be broken
  into several lines where the terminal is as
  narrow as this one.

Options:
  -o, --output [text|json]      The output format.
                                [default: text]
  --a-very-long-name SOMETHING  Its term is wider
                                than the first
                                column may be.
  --token TEXT                  The token.  [env
                                var: SOME_TOKEN]
  -h, --help                    Show this message
                                and exit.
"""

GROUP = """\
Usage: kapivara [OPTIONS] COMMAND [ARGS]...

  All of it.

Commands:
  check  Check.

Options:
  -h, --help  Show this message and exit.

Examples:
  Check it:
    kapivara check it

Exit codes:
  0  Good.
"""


def test_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert render_help(example, "kapivara example") == NARROW


def test_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    commands = {"check": CommandEntry("", "", "Check.")}
    examples = (Example("Check it:", "kapivara check it"),)
    tables = (HelpTable("Exit codes", (("0", "Good."),)),)
    assert render_help(Group(commands, help="All of it.", examples=examples, tables=tables), "kapivara") == GROUP


def test_options_are_grouped_by_their_sections() -> None:
    some = Command(lambda: 0, (Option("--a", "A."), *section("First", Option("--b", "B."), Option("--c", "C."))))
    assert {title: [each.flags for each in options] for title, options in sections(some).items()} == {
        "First": ["--b", "--c"],
        "Options": ["--a", "-h, --help"],
    }


def test_usage() -> None:
    assert usage_line(example, "kapivara example") == "kapivara example [OPTIONS] PATH..."
