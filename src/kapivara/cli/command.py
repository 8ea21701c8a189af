"""What a command takes and does, as data: parsing, help, completion and the reference in docs/cli.md read it.

A library for command lines would be the usual way. The usual one, click, brings half the standard library along: with
it `kapivara validate` of one object took 308 million instructions instead of 281, where `python -c pass` takes 49.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from dataclasses import KW_ONLY


class ProjectValue(StrEnum):
    """How a project file may give an option or argument: paths count from the folder of the file."""

    TEXT = "text"
    STRICTER_TEXT = "stricter text"  # which cannot weaken a check
    PATH = "path"
    NAMED_PATH = "named path"  # behind an equals sign, as that of `sarif=FILE`
    PATTERN = "pattern"  # of names, or with a slash of paths
    TRUSTED_TEXT = "trusted text"  # these two only where somebody named the file, not where it was merely found
    TRUSTED_PATH = "trusted path"

    @property
    def is_trusted(self) -> bool:
        """Whether it counts only in a file that somebody named."""
        return self in (ProjectValue.TRUSTED_TEXT, ProjectValue.TRUSTED_PATH)

    @property
    def weakens(self) -> bool:
        """Whether it may weaken a check. Reports name a found project file that sets such a value."""
        return self is not ProjectValue.STRICTER_TEXT


@record(eq=False)
class Option:
    """An option of a command.

    `flags` are written as help shows them: `-o, --output`. A `default` is text, and read as if it had been given.
    `read` makes the value from the text, or with `multiple` from the tuple of all texts (given or not); it raises
    BadValueError. `environment` names the variable that is looked at where the option is not given. `section` is the
    title that help shows it under; `suggest` lists values that a shell offers, where `choices` are not all. `project`
    tells how a project file may give it; most may not stand there. What `is_secret` is never shown. `excludes` has the
    keys of options that cannot be given with it.
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
    section: str = "Options"
    read: Callable[[Any], Any] | None = None
    suggest: Callable[[], Iterable[str]] | None = None
    project: ProjectValue | None = None
    is_secret: bool = False
    excludes: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Its flags, one by one."""
        return tuple(self.flags.split(", "))

    @property
    def keyword(self) -> str:
        """The keyword by which the command's function takes the value."""
        return self.parameter or self.names[-1].lstrip("-").replace("-", "_")

    @property
    def key(self) -> str:
        """How a project file calls it."""
        return self.names[-1].lstrip("-")

    @property
    def hint(self) -> str:
        """How messages call it."""
        return " / ".join(f"'{name}'" for name in self.names)


def section(title: str, *options: Option) -> tuple[Option, ...]:
    """Puts options under a title of their own in help."""
    return tuple(replace(option, section=title) for option in options)


def in_trusted_file(*options: Option) -> Iterator[Option]:
    """Has options stand in project files that somebody named, where they may not stand in all of them."""
    for option in options:
        is_path = option.metavar in ("FILE", "DIR", "PATH")
        trusted = ProjectValue.TRUSTED_PATH if is_path else ProjectValue.TRUSTED_TEXT
        yield replace(option, project=option.project or trusted)


@record(eq=False)
class Argument:
    """An argument of a command; the last one may take all that are left, as a tuple.

    `suggest` and `project` are as of options. With `passes_on`, the words that follow are no options of this command.
    """

    keyword: str
    metavar: str
    _: KW_ONLY
    takes_all: bool = False
    required: bool = True
    passes_on: bool = False
    read: Callable[[Any], Any] | None = None
    suggest: Callable[[], Iterable[str]] | None = None
    project: ProjectValue | None = None
    is_secret = False

    @property
    def key(self) -> str:
        """How a project file calls it."""
        return self.keyword

    @property
    def hint(self) -> str:
        """How messages call it."""
        return f"'{self.metavar}'"


HELP = Option("-h, --help", "Show this message and exit.", is_switch=True)
VERSION_OPTION = Option("--version", "Show the version and exit.", is_switch=True)
PROJECT_OPTION = Option(
    "--config",
    "Take settings from this project file, or from the one that a path had at a revision of git; `none` for none. "
    "Otherwise kapivara.toml or pyproject.toml is looked for, here and in the folders above.",
    metavar="FILE|git:REV:PATH|none",
    environment="KAPIVARA_CONFIG",
)


@record
class Example:
    """A line that calls a command, and what it is good for."""

    what: str
    line: str


class Command:
    """A command: the function that runs it, and what it takes. The function's docstring is its help text."""

    def __init__(
        self,
        function: Callable[..., int],
        parameters: tuple[Option | Argument, ...],
        examples: tuple[Example, ...] = (),
        per_path: tuple[str, ...] = (),
        habits: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.function = function
        self.help = function.__doc__ or ""
        self.takes_project = any(each.project for each in parameters)
        project = (PROJECT_OPTION,) if self.takes_project else ()
        self.options = (*(each for each in parameters if isinstance(each, Option)), *project, HELP)
        self.arguments = tuple(each for each in parameters if isinstance(each, Argument))
        self.examples = examples
        self.per_path = per_path
        self.habits = habits

    @property
    def own_options(self) -> Iterator[Option]:
        """The options that its function takes, without those that all commands have."""
        return (each for each in self.options if each is not HELP and each is not PROJECT_OPTION)

    @property
    def parameters(self) -> tuple[Option | Argument, ...]:
        """All that its function takes: arguments, then options."""
        return (*self.arguments, *self.own_options)


def command(
    *parameters: Option | Argument,
    examples: tuple[Example, ...] = (),
    per_path: tuple[str, ...] = (),
    habits: Mapping[str, str] = MappingProxyType({}),
) -> Callable[[Callable[..., int]], Command]:
    """Makes a function a command that takes these options and arguments; they are passed as keywords.

    The options with the keys `per_path` may be given otherwise for some paths by a project file: where there are any,
    the function takes these settings as `overrides`. Where any option or argument may stand in a project file, the
    function takes as `found` the FoundSettings of a file that was found, or None. `habits` say of options that other
    tools have, by their names without dashes, what to write here.
    """
    return lambda function: Command(function, parameters, examples, per_path, habits)


@record
class CommandEntry:
    """Names a command of a group: the module that holds it, its name there, and the line that help shows.

    `is_group` tells that it is a group itself.
    """

    module: str
    attribute: str
    short_help: str
    is_group: bool = False


@record
class HelpTable:
    """A table at the end of a group's help: its title, and terms with what they mean."""

    title: str
    rows: tuple[tuple[str, str], ...]


class Group:
    """A group of commands, each imported when it is called: `validate` does not pay for the server."""

    def __init__(
        self,
        commands: Mapping[str, CommandEntry],
        *,
        help: str,
        options: tuple[Option, ...] = (HELP,),
        examples: tuple[Example, ...] = (),
        tables: tuple[HelpTable, ...] = (),
    ) -> None:
        self.commands = commands
        self.help = help
        self.options = options
        self.examples = examples
        self.tables = tables

    def load(self, name: str) -> Command | Group:
        """Imports a command of the table."""
        entry = self.commands[name]
        loaded = getattr(import_module(entry.module), entry.attribute)
        assert isinstance(loaded, Command | Group)  # noqa: S101  the table is ours
        return loaded

    def names_below(self) -> Iterator[str]:
        """Lists the names of all commands, those of groups in it behind the name of the group."""
        for name, entry in self.commands.items():
            yield name
            below = self.load(name) if entry.is_group else None
            if isinstance(below, Group):
                yield from (f"{name} {each}" for each in below.names_below())
