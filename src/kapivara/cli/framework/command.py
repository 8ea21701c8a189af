"""Declarations of commands, options and arguments; parsing, help, completion and docs/cli.md are made from them.

This replaces the library click, which imports half the standard library: with it, `kapivara validate` of one object
took 308 million instructions instead of 281, where `python -c pass` takes 49.
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
    """Whether and how a project file may set an option or argument; paths are relative to the file's folder."""

    TEXT = "text"
    STRICTER_TEXT = "stricter text"  # cannot weaken a check
    PATH = "path"
    NAMED_PATH = "named path"  # after an equals sign, as in `sarif=FILE`
    PATTERN = "pattern"  # of names, or of paths if it has a slash
    TRUSTED_TEXT = "trusted text"  # these two only in a file named by --config, not in one found in a folder
    TRUSTED_PATH = "trusted path"

    @property
    def is_trusted(self) -> bool:
        """Whether the value counts only in a file that the user named."""
        return self in (ProjectValue.TRUSTED_TEXT, ProjectValue.TRUSTED_PATH)

    @property
    def weakens(self) -> bool:
        """Whether the value may weaken a check; reports name a found project file that sets one."""
        return self is not ProjectValue.STRICTER_TEXT


@record(eq=False)
class Option:
    """An option of a command.

    `flags` are the flags as help shows them: `-o, --output`. `default` is text that is read like a given value.
    `read` converts the text, or with `multiple` the tuple of all texts (given or not), and raises BadValueError.
    `environment` names a variable that is read if the option is not given. `section` is the title above the option in
    help. `suggest` lists values for completion that `choices` does not list. `project` states whether and how a project
    file may set the option; None if it may not. The values of an option with `is_secret` are never shown. `excludes`
    holds the keys of options that cannot be given together with this one.
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
        """The flags as a tuple."""
        return tuple(self.flags.split(", "))

    @property
    def keyword(self) -> str:
        """The keyword argument of the command's function that takes the value."""
        return self.parameter or self.names[-1].lstrip("-").replace("-", "_")

    @property
    def key(self) -> str:
        """The name of the option in a project file."""
        return self.names[-1].lstrip("-")

    @property
    def hint(self) -> str:
        """The name of the option in messages."""
        return " / ".join(f"'{name}'" for name in self.names)


def section(title: str, *options: Option) -> tuple[Option, ...]:
    """Returns the options with the given section title."""
    return tuple(replace(option, section=title) for option in options)


def in_trusted_file(*options: Option) -> Iterator[Option]:
    """Yields the options, allowed in project files that the user names unless all project files may set them."""
    for option in options:
        is_path = option.metavar in ("FILE", "DIR", "PATH")
        trusted = ProjectValue.TRUSTED_PATH if is_path else ProjectValue.TRUSTED_TEXT
        yield replace(option, project=option.project or trusted)


@record(eq=False)
class Argument:
    """An argument of a command; with `takes_all`, it takes all remaining words as a tuple.

    `suggest` and `project` mean the same as in Option. With `passes_on`, words after it are not parsed as options.
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
        """The name of the argument in a project file."""
        return self.keyword

    @property
    def hint(self) -> str:
        """The name of the argument in messages."""
        return f"'{self.metavar}'"


HELP = Option("-h, --help", "Show this message and exit.", is_switch=True)
VERSION_OPTION = Option("--version", "Show the version and exit.", is_switch=True)
PROJECT_OPTION = Option(
    "--config",
    "Read settings from this project file, or from a path at a git revision; `none` for no file. By default, "
    "kapivara.toml or pyproject.toml is searched in the current folder and its parents.",
    metavar="FILE|git:REV:PATH|none",
    environment="KAPIVARA_CONFIG",
)


@record
class Example:
    """An example of a call: a title and the command line."""

    what: str
    line: str


class Command:
    """A command: its function, options and arguments. The function's docstring is its help text."""

    def __init__(
        self,
        function: Callable[..., int],
        parameters: tuple[Option | Argument, ...],
        examples: tuple[Example, ...] = (),
        per_path: tuple[str, ...] = (),
        habits: Mapping[str, str] = MappingProxyType({}),
        *,
        takes_root: bool = False,
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
        self.takes_root = takes_root

    @property
    def own_options(self) -> Iterator[Option]:
        """The options that only this command has."""
        return (each for each in self.options if each is not HELP and each is not PROJECT_OPTION)

    @property
    def parameters(self) -> tuple[Option | Argument, ...]:
        """The arguments, then the options, that the function takes."""
        return (*self.arguments, *self.own_options)


def command(
    *parameters: Option | Argument,
    examples: tuple[Example, ...] = (),
    per_path: tuple[str, ...] = (),
    habits: Mapping[str, str] = MappingProxyType({}),
    takes_root: bool = False,
) -> Callable[[Callable[..., int]], Command]:
    """Returns a decorator that makes a function a command with these options and arguments, passed as keywords.

    A project file may set the options whose keys are in `per_path` for single paths: if there are any, the function
    takes these settings as `overrides`. If a project file may set any option or argument, the function takes as `found`
    the FoundSettings of a found file, or None. `habits` maps names of options of other tools, without dashes, to hints
    that name kapivara's equivalent. With `takes_root`, the function takes the group of all commands as `root`.
    """
    return lambda function: Command(function, parameters, examples, per_path, habits, takes_root=takes_root)


@record
class CommandEntry:
    """A command of a group: its module, the attribute that holds it, and its line in the group's help.

    `is_group` marks a command that is a group.
    """

    module: str
    attribute: str
    short_help: str
    is_group: bool = False


@record
class HelpTable:
    """A table at the end of a group's help: a title, and rows of a term and its meaning."""

    title: str
    rows: tuple[tuple[str, str], ...]


class Group:
    """A group of commands, each imported when it runs, so that `validate` does not import the server."""

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
        """Imports and returns a command of the group."""
        entry = self.commands[name]
        loaded = getattr(import_module(entry.module), entry.attribute)
        assert isinstance(loaded, Command | Group)  # noqa: S101  the table is ours
        return loaded

    def names_below(self) -> Iterator[str]:
        """Yields the names of all commands; those of a nested group follow the group's name."""
        for name, entry in self.commands.items():
            yield name
            below = self.load(name) if entry.is_group else None
            if isinstance(below, Group):
                yield from (f"{name} {each}" for each in below.names_below())
