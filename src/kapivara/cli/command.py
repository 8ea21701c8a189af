"""What a command takes and does, as data: parsing, help, completion and the reference in docs/cli.md read it.

A library for command lines would be the usual way. The usual one, click, brings half the standard library along: with
it `kapivara validate` of one object took 308 million instructions instead of 281, where `python -c pass` takes 49.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY


@record(eq=False)
class Option:
    """An option of a command.

    `flags` are written as help shows them: `-o, --output`. A `default` is text, and read as if it had been given.
    `read` makes the value from the text, or with `multiple` from the tuple of all texts (given or not); it raises
    BadValueError. `environment` names the variable that is looked at where the option is not given.
    """

    flags: str
    help: str
    _: KW_ONLY
    parameter: str = ""
    metavar: str = "TEXT"
    default: str | None = None
    choices: tuple[str, ...] = ()
    is_switch: bool = False
    multiple: bool = False
    environment: str = ""
    read: Callable[[Any], Any] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Its flags, one by one."""
        return tuple(self.flags.split(", "))

    @property
    def keyword(self) -> str:
        """The keyword by which the command's function takes the value."""
        return self.parameter or self.names[-1].lstrip("-").replace("-", "_")

    @property
    def hint(self) -> str:
        """How messages call it."""
        return " / ".join(f"'{name}'" for name in self.names)


@record(eq=False)
class Argument:
    """An argument of a command; the last one may take all that are left, as a tuple."""

    keyword: str
    metavar: str
    _: KW_ONLY
    takes_all: bool = False
    required: bool = True
    read: Callable[[Any], Any] | None = None

    @property
    def hint(self) -> str:
        """How messages call it."""
        return f"'{self.metavar}'"


HELP = Option("-h, --help", "Show this message and exit.", is_switch=True)


class Command:
    """A command: the function that runs it, and what it takes. The function's docstring is its help text."""

    def __init__(self, function: Callable[..., int], parameters: tuple[Option | Argument, ...]) -> None:
        self.function = function
        self.help = function.__doc__ or ""
        self.options = (*(each for each in parameters if isinstance(each, Option)), HELP)
        self.arguments = tuple(each for each in parameters if isinstance(each, Argument))


def command(*parameters: Option | Argument) -> Callable[[Callable[..., int]], Command]:
    """Makes a function a command that takes these options and arguments; they are passed as keywords."""
    return lambda function: Command(function, parameters)


@record
class CommandEntry:
    """Names a command of a group: the module that holds it, its name there, and the line that help shows."""

    module: str
    attribute: str
    short_help: str


class Group:
    """A group of commands, each imported when it is called: `validate` does not pay for the server."""

    options = (HELP,)

    def __init__(self, commands: Mapping[str, CommandEntry], *, help: str) -> None:
        self.commands = commands
        self.help = help

    def load(self, name: str) -> Command | Group:
        """Imports a command of the table."""
        entry = self.commands[name]
        loaded = getattr(import_module(entry.module), entry.attribute)
        assert isinstance(loaded, Command | Group)  # noqa: S101  the table is ours
        return loaded
