"""What `--help` shows."""

from __future__ import annotations

import pytest

from kapivara.cli.command import Argument, CommandEntry, Group, Option, command
from kapivara.cli.help_text import render_help, usage_line


@command(
    Argument("paths", "PATH...", takes_all=True),
    Argument("more", "", takes_all=True, required=False),
    Option("-o, --output", "How to print.", choices=("text", "json"), default="text"),
    Option("--a-very-long-name", "Its term is wider than the first column may be.", metavar="SOMETHING"),
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
  -o, --output [text|json]      How to print.
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

Options:
  -h, --help  Show this message and exit.

Commands:
  check  Check.
"""


def test_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert render_help(example, "kapivara example") == NARROW


def test_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert render_help(Group({"check": CommandEntry("", "", "Check.")}, help="All of it."), "kapivara") == GROUP


def test_usage() -> None:
    assert usage_line(example, "kapivara example") == "kapivara example [OPTIONS] PATH..."
