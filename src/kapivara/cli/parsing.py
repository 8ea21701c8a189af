"""Reads the words of a command line: which options were given, which words are arguments, and what their values are.

As everywhere: `--name value`, `--name=value`, `-nvalue`; options may stand between arguments, `--` ends them, and `-`
is an argument. An option that is given twice counts as it was given last, unless it may be given several times.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from kapivara.cli.command import HELP, Argument, Command, Group, Option
from kapivara.cli.usage_error import BadValueError, UsageError


class HelpAskedError(Exception):
    """Says that the command's help is to be shown instead."""


class Words:
    """The words of a command line, sorted into options with their texts, in order, and arguments."""

    def __init__(self, options: Sequence[Option], words: Sequence[str], *, stop_at_argument: bool = False) -> None:
        self._options = {name: option for option in options for name in option.names}
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
            long_names = [each for each in self._options if each.startswith("--")]
            raise UsageError(f"No such option {name!r}.{_suggestions(name, long_names)}")
        else:
            self._read_letters(word, waiting)

    def _read_letters(self, word: str, waiting: Iterator[str]) -> None:
        """Reads letters behind one dash: switches, or an option and its text."""
        for place, letter in enumerate(word[1:], 2):
            name = f"-{letter}"
            if name not in self._options:
                raise UsageError(f"No such option {name!r}.")
            if not self._options[name].is_switch:
                self._take(name, word[place:] or None, waiting)
                return
            self._take(name, None, waiting)

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
    def ask_for_help(self) -> bool:
        """Tells whether help is asked for."""
        return any(option is HELP for option, _ in self.given)


def choose_command(group: Group, words: Sequence[str]) -> tuple[str, list[str]]:
    """Returns the name of the command that is called, and the words that are left for it."""
    found = Words(group.options, words, stop_at_argument=True)
    if found.ask_for_help:
        raise HelpAskedError
    if not found.arguments:
        raise UsageError("Missing command.")
    name, *rest = found.arguments
    if name not in group.commands:
        raise UsageError(f"No such command {name!r}.{_suggestions(name, group.commands)}")
    return name, rest


def read_values(command: Command, words: Sequence[str]) -> dict[str, Any]:
    """Returns the values of all options and arguments, by keyword.

    They are read as they were given, then those that were not; the first that is wrong is told.
    """
    found = Words(command.options, words)
    if found.ask_for_help:
        raise HelpAskedError
    texts: dict[str, list[str]] = {}
    for option, text in found.given:
        texts.setdefault(option.keyword, []).append(text)
    options = {option.keyword: option for option in command.options if option is not HELP}
    values = {keyword: _option_value(options[keyword], given) for keyword, given in texts.items()}
    values |= _argument_values(command.arguments, found.arguments)
    values |= {keyword: _option_value(option, []) for keyword, option in options.items() if keyword not in texts}
    return values


def _option_value(option: Option, given: list[str]) -> Any:
    if option.is_switch:
        return bool(given)
    if option.multiple:
        return _read(option, tuple(given))
    text = given[-1] if given else _text_elsewhere(option)
    if text is None:
        return None
    if option.choices and text not in option.choices:
        one_of = "one of " * (len(option.choices) > 1)
        choices = ", ".join(map(repr, option.choices))
        raise UsageError(f"Invalid value for {option.hint}: {text!r} is not {one_of}{choices}.")
    return _read(option, text)


def _text_elsewhere(option: Option) -> str | None:
    return (os.environ.get(option.environment) if option.environment else None) or option.default


def _argument_values(arguments: Sequence[Argument], words: Sequence[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    left = list(words)
    for argument in arguments:
        taken = left if argument.takes_all else left[:1]
        if argument.required and not taken:
            raise UsageError(f"Missing argument {argument.hint}.")
        left = left[len(taken) :]
        values[argument.keyword] = _read(argument, tuple(taken) if argument.takes_all else taken[0])
    if left:
        raise UsageError(f"Got unexpected extra argument{'s' * (len(left) > 1)} ({' '.join(left)})")
    return values


def _read(parameter: Option | Argument, given: str | tuple[str, ...]) -> Any:
    if parameter.read is None:
        return given
    try:
        return parameter.read(given)
    except BadValueError as error:
        raise UsageError(f"Invalid value for {parameter.hint}: {error}") from None


def _suggestions(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = [repr(each) for each in sorted(get_close_matches(name, list(known)))]
    if not near:
        return ""
    return f" (Did you mean one of: {', '.join(near)}?)" if len(near) > 1 else f" Did you mean {near[0]}?"
