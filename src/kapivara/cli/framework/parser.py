"""Parses a command line: options, arguments, and their values.

Options that are not given may be set in the environment or in a project file, read by the caller, or have defaults.

The syntax is the usual one: `--name value`, `--name=value`, `-nvalue`; options may stand between arguments, `--` ends
them, and `-` is an argument. The last occurrence of a repeated option counts, unless it may be repeated.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from kapivara.cli.framework.command import HELP, PROJECT_OPTION, VERSION_OPTION, Argument, Command, Group, Option
from kapivara.cli.framework.errors import BadValueError, CommandError, UsageError
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.cli.framework.path_overrides import PathOverride


class HelpAskedError(Exception):
    """Raised to show the command's help instead of running it."""


class VersionAskedError(Exception):
    """Raised to show the version instead of running a command."""


class ArgvParser:
    """The words of a command line, split into options with their texts, in order, and arguments."""

    def __init__(
        self,
        options: Sequence[Option],
        words: Sequence[str],
        *,
        stop_at_argument: bool = False,
        habits: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._options = {name: option for option in options for name in option.names}
        self._habits = habits
        self.given: list[tuple[Option, str]] = []
        self.arguments: list[str] = []
        waiting = iter(words)
        for word in waiting:
            if word == "--":
                self.arguments += waiting
            elif word[:1] != "-" or word == "-":
                self.arguments.append(word)
                if stop_at_argument:
                    self.arguments += waiting
            else:
                self._read_option(word, waiting)

    def _read_option(self, word: str, waiting: Iterator[str]) -> None:
        name, equals, text = word.partition("=")
        if name in self._options:
            self._take(name, text if equals else None, waiting)
        elif word.startswith("--"):
            raise UsageError(f"No such option {name!r}.{self._what_was_meant(name)}")
        else:
            self._read_letters(word, waiting)

    def _read_letters(self, word: str, waiting: Iterator[str]) -> None:
        """Reads letters after one dash: switches, or an option and its text."""
        if (whole := f"-{word.partition('=')[0]}") in self._options:
            raise UsageError(f"No such option {whole[1:]!r}. Did you mean {whole!r}?")
        for place, letter in enumerate(word[1:], 2):
            name = f"-{letter}"
            if name not in self._options:
                raise UsageError(f"No such option {name!r}.{self._what_was_meant(whole)}")
            if not self._options[name].is_switch:
                self._take(name, word[place:] or None, waiting)
                return
            self._take(name, None, waiting)

    def _what_was_meant(self, name: str) -> str:
        """Returns a hint for an unknown option, with a leading space, first for options of other tools; or ""."""
        if habit := self._habits.get(name.lstrip("-")):
            return f" {habit}"
        return did_you_mean(name, self._long_names) if len(name) > len("--x") else ""

    def _take(self, name: str, text: str | None, waiting: Iterator[str]) -> None:
        option = self._options[name]
        if option.is_switch:
            if text is not None:
                raise UsageError(f"Option {name!r} does not take a value.")
        elif text is None:
            text = next(waiting, None)
            if text is None:
                raise UsageError(f"Option {name!r} requires an argument.")
        self.given.append((option, text or ""))

    @property
    def _long_names(self) -> list[str]:
        return [each for each in self._options if each.startswith("--")]

    def answer_first(self) -> None:
        """Raises HelpAskedError or VersionAskedError if --help or --version was given, before errors are reported."""
        for option, _ in self.given:
            if option is HELP:
                raise HelpAskedError
            if option is VERSION_OPTION:
                raise VersionAskedError


def choose_command(group: Group, words: Sequence[str]) -> tuple[str, list[str]]:
    """Returns the name of the command to run, and the words after it."""
    try:
        found = ArgvParser(group.options, words, stop_at_argument=True)
    except UsageError as error:
        if any(word in group.commands for word in words):
            raise UsageError(f"{error} Put the options of a command after its name.") from None
        raise
    found.answer_first()
    if not found.arguments:
        raise UsageError("Missing command.")
    name, *rest = found.arguments
    if name == "help":  # many programs have such a command
        return choose_command(group, [*rest, HELP.names[-1]])
    if name not in group.commands:
        raise UsageError(f"No such command {name!r}.{did_you_mean(name, group.names_below())}")
    return name, rest


@record
class CommandPath:
    """The command that is called: the root group, and the names that lead to the command."""

    root: Group
    names: tuple[str, ...]


@record
class Origin:
    """The source of a value; `is_of_this_call` is True for the command line and the environment."""

    name: str
    is_of_this_call: bool = False
    is_file: bool = False


FLAG = Origin("flag", is_of_this_call=True)
ARGUMENT = Origin("argument", is_of_this_call=True)
DEFAULT = Origin("default")


@record
class Given:
    """The texts given for an option or argument, and their source; a switch that is on has one empty text."""

    texts: tuple[str, ...]
    origin: Origin


@record(eq=False)
class Resolved:
    """The given texts of all options and arguments by keyword, and the settings for single paths.

    `found` holds the settings of a found project file; None if there is none, or `--config` names it.
    """

    given: Mapping[str, Given]
    overrides: tuple[PathOverride, ...] = ()
    found: object = None


class Settings(Protocol):
    """The settings of a project file for one command."""

    def given(self, parameter: Option | Argument) -> Given | None:
        """Returns the setting of an option or argument; None if the file has none."""

    def overrides(self, given: Mapping[str, Given]) -> tuple[PathOverride, ...]:
        """Returns the settings of single paths, without options that the command line sets."""

    def found(self, given: Mapping[str, Given], overrides: Sequence[PathOverride]) -> object:
        """Returns the settings of a found file that apply in this call; None if `--config` names the file."""


SettingsReader = Callable[[str, Command, CommandPath], Settings | None]
"""Returns the settings of the named project file, or of a found one if the name is ""; None without a file."""


def read_values(
    command: Command,
    words: Sequence[str],
    command_path: CommandPath | None = None,
    read_settings: SettingsReader | None = None,
) -> dict[str, Any]:
    """Returns the values of all options and arguments by keyword.

    Given options are read first, in order, then the others; the first invalid one raises an error.
    """
    resolved = resolve(command, words, command_path, read_settings)
    parameters = {each.keyword: each for each in command.parameters}
    values = {keyword: read_value(parameters[keyword], given) for keyword, given in resolved.given.items()}
    if command.per_path:
        values["overrides"] = resolved.overrides
    if command.takes_project:
        values["found"] = resolved.found
    if command.takes_root and command_path is not None:
        values["root"] = command_path.root
    return values


def resolve(
    command: Command,
    words: Sequence[str],
    command_path: CommandPath | None = None,
    read_settings: SettingsReader | None = None,
) -> Resolved:
    """Finds the texts of each option and argument: in the words, the environment, the project file, or the default."""
    passes_on = any(each.passes_on for each in command.arguments)
    found = ArgvParser(command.options, words, stop_at_argument=passes_on, habits=command.habits)
    found.answer_first()
    texts: dict[Option, list[str]] = {}
    for option, text in found.given:
        texts.setdefault(option, []).append(text)
    named = texts.pop(PROJECT_OPTION, [])
    settings = None
    if read_settings is not None and command_path is not None and command.takes_project:
        name = named[-1] if named else os.environ.get(PROJECT_OPTION.environment, "")
        settings = read_settings(name, command, command_path)
    given = {option.keyword: Given(tuple(each), FLAG) for option, each in texts.items()}
    left = list(found.arguments)
    for argument in command.arguments:
        taken = left if argument.takes_all else left[:1]
        left = left[len(taken) :]
        elsewhere = settings.given(argument) if settings and not taken else None
        given[argument.keyword] = elsewhere or Given(tuple(taken), ARGUMENT if taken else DEFAULT)
    if left:
        raise UsageError(f"Got unexpected extra argument{'s' * (len(left) > 1)} ({' '.join(left)})")
    for option in command.own_options:
        if option.keyword not in given:
            given[option.keyword] = _given_elsewhere(option, settings)
    _settle_exclusions(command, given)
    if settings is None:
        return Resolved(given)
    overrides = settings.overrides(given) if command.per_path else ()
    return Resolved(given, overrides, settings.found(given, overrides))


def _settle_exclusions(command: Command, given: dict[str, Given]) -> None:
    """Rejects options that exclude each other; an option of this call overrides one of the project file."""
    options = {option.key: option for option in command.own_options}
    for option in options.values():
        for other in map(options.__getitem__, option.excludes):
            ours, theirs = given[option.keyword], given[other.keyword]
            if ours.origin is DEFAULT or theirs.origin is DEFAULT or not (ours.texts and theirs.texts):
                continue
            if ours.origin.is_of_this_call == theirs.origin.is_of_this_call:
                raise UsageError(f"{option.names[-1]} and {other.names[-1]} exclude each other")
            loser = other if ours.origin.is_of_this_call else option
            given[loser.keyword] = _default_of(loser)


def _given_elsewhere(option: Option, settings: Settings | None) -> Given:
    if option.environment and (text := os.environ.get(option.environment)):
        return Given((text,), Origin(option.environment, is_of_this_call=True))
    if settings and (given := settings.given(option)):
        return given
    return _default_of(option)


def _default_of(option: Option) -> Given:
    return Given(() if option.default is None else (option.default,), DEFAULT)


def read_value(parameter: Option | Argument, given: Given) -> Any:
    """Converts texts to the value; raises UsageError, or CommandError for a value of a project file."""
    several = parameter.takes_all if isinstance(parameter, Argument) else parameter.multiple
    try:
        if isinstance(parameter, Argument):
            if parameter.required and not given.texts:
                raise UsageError(f"Missing argument {parameter.hint}.")
        elif parameter.is_switch:
            return bool(given.texts)
        elif given.texts and not several:
            _check_choice(parameter, given.texts[-1])
        value = given.texts if several else given.texts[-1] if given.texts else None
        return value if parameter.read is None or value is None else parameter.read(value)
    except BadValueError as error:
        if given.origin.is_file:
            raise CommandError(f"{given.origin.name}: {parameter.key}: {error}") from None
        raise UsageError(f"Invalid value for {parameter.hint}: {error}") from None


def _check_choice(option: Option, text: str) -> None:
    if option.choices and text not in option.choices:
        one_of = "one of " * (len(option.choices) > 1)
        wrong = f"{text!r} is not {one_of}{', '.join(map(repr, option.choices))}."
        raise BadValueError(wrong + did_you_mean(text, option.choices))


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Returns a hint that names similar known names, with a leading space; "" if there are none."""
    from difflib import get_close_matches  # only for misspelt names

    # A command of a group may be called without the group's name; the leading dashes of options are no similarity.
    by_word = {each.rpartition(" ")[2].lstrip("-"): each for each in known}
    near = [repr(by_word[each]) for each in sorted(get_close_matches(name.lstrip("-"), by_word))]
    if not near:
        return ""
    return f" (Did you mean one of: {', '.join(near)}?)" if len(near) > 1 else f" Did you mean {near[0]}?"
