"""A click group that knows its commands by name and imports one only when it is called.

`kapivara validate` must not pay for the server, nor `--help` for anything: the help texts stand in the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

import click

from kapivara.cli.commands import PlainHelp
from kapivara.values.record import record


@record
class LazyCommand:
    """Names a command: the module that holds it, its name there, and the line that `--help` shows."""

    module: str
    attribute: str
    short_help: str


class LazyGroup(PlainHelp, click.Group):
    """A group whose commands are imported on first use."""

    def __init__(self, commands: Mapping[str, LazyCommand], *, name: str, help: str) -> None:
        super().__init__(name=name, help=help, context_settings={"help_option_names": ["-h", "--help"]})
        self._lazy = commands

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  the signature is click's
        """Lists the commands in the table's order, the order of a first reading."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  the same
        """Imports the command named, if there is one."""
        entry = self._lazy.get(cmd_name)
        if entry is None:
            return None
        command = getattr(import_module(entry.module), entry.attribute)
        assert isinstance(command, click.Command)  # noqa: S101  the table is ours
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  the same
        """Writes the list of commands from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.short_help) for name, entry in self._lazy.items()])
