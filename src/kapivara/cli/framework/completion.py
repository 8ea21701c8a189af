"""The completions that a shell offers after Tab: commands, options, values, or files.

The script of `kapivara completion` (`completion.py`) runs this. Each completion has a type, `plain` or `file`, a text
and an explanation.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from kapivara.cli.framework.command import Argument, Command, Group, Option
from kapivara.cli.framework.errors import UsageError
from kapivara.cli.framework.parser import ArgvParser, HelpAskedError, VersionAskedError, choose_command
from kapivara.values.record import record

_CURSOR = "\x01"


@record
class Offer:
    """A completion of the current word; for the type `file`, the shell completes names of files itself."""

    text: str
    explanation: str = ""
    type: str = "plain"


FILES = Offer("", type="file")


def answer_shell(root: Group, shell: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Returns the answer to the script of a shell; None for an unknown shell."""
    if shell not in ("bash", "zsh", "fish"):
        return None
    *before, word = _split(environment.get("COMP_LINE", ""))
    found = offers(root, before[1:], word)
    if shell == "bash":  # bash replaces only the part after the last of these characters
        breaks = environment.get("COMP_BREAKS", "")
        kept = max((word.rfind(sign) + 1 for sign in "=:" if sign in breaks), default=0)
        return "".join(f"{each.type},{each.text[kept:]}\n" for each in found)
    if shell == "fish":
        return "".join(f"{each.type},{each.text}\t{each.explanation}".rstrip("\t") + "\n" for each in found)
    return "".join(f"{each.type}\n{_escaped(each)}\n{each.explanation or '_'}\n" for each in found)


def _split(line: str) -> list[str]:
    """Splits a line as the shell does; the last word, which may be empty or quoted, is the one at the cursor."""
    for closing in ("", "'", '"'):
        with suppress(ValueError):
            *before, word = shlex.split(f"{line}{_CURSOR}{closing}")
            return [*before, word.removesuffix(_CURSOR)]
    return [*line.split(), ""]


def _escaped(offer: Offer) -> str:
    """Escapes a completion for zsh, where a colon separates it from its explanation."""
    return offer.text.replace(":", "\\:") if offer.explanation else offer.text


def offers(root: Group, before: Sequence[str], word: str) -> list[Offer]:
    """Returns the completions of `word` after the words `before`."""
    command, words = _called(root, before)
    option, head = _unfinished(command, words), ""
    if option is None and word.startswith("--") and "=" in word:
        flag, _, _ = word.partition("=")
        option, head = next((each for each in command.options if flag in each.names), None), f"{flag}="
    if option is not None:
        found: Iterable[Offer] = _values(option, word.removeprefix(head), head)
    elif word.startswith("-"):
        found = (Offer(name, each.help) for each in command.options for name in each.names)
    elif isinstance(command, Group):
        found = (Offer(name, entry.short_help) for name, entry in command.commands.items())
    else:
        argument = _argument(command, words)
        found = [] if argument is None else _values(argument, word)
    return [offer for offer in found if offer is FILES or offer.text.startswith(word)]


def _values(parameter: Option | Argument, word: str, head: str = "") -> Iterator[Offer]:
    """Yields the values of a parameter that complete a word; `head` precedes them in the same word."""
    known = parameter.choices if isinstance(parameter, Option) else ()
    if parameter.suggest is not None:
        known = tuple(parameter.suggest())
    if not known or "=" in word:
        yield FILES
    yield from (Offer(f"{head}{each}") for each in known)


def _argument(command: Command, words: Sequence[str]) -> Argument | None:
    """Returns the argument that the next word would be; None if the command takes no further one."""
    with suppress(UsageError):
        given = len(ArgvParser(command.options, words).arguments)
        left = command.arguments[given:] or [each for each in command.arguments if each.takes_all]
        return left[0] if left else None
    return command.arguments[0] if command.arguments else None


def _called(root: Group, words: Sequence[str]) -> tuple[Command | Group, Sequence[str]]:
    """Returns the command that the words call, and the words after its name."""
    command: Command | Group = root
    with suppress(UsageError, HelpAskedError, VersionAskedError):
        while isinstance(command, Group):
            name, words = choose_command(command, words)
            command = command.load(name)
    return command, words


def _unfinished(command: Command | Group, words: Sequence[str]) -> Option | None:
    """Returns the option at the end of the words that still lacks its value, or None."""
    if not words or "--" in words:
        return None
    return next((each for each in command.options if words[-1] in each.names and not each.is_switch), None)
