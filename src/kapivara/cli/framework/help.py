"""Renders `--help`: usage, description, options or commands, and examples, fitted to the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from shutil import get_terminal_size
from textwrap import wrap

from kapivara.cli.framework.command import HELP, Command, Example, Group, Option

_NARROWEST, _WIDEST = 50, 78
_MARGIN = "  "
_WIDEST_TERM = 30  # the explanation of a longer term begins on the next line


def usage_line(command: Command | Group, path: str) -> str:
    """Returns the usage of a command; `path` is its name after the names of its groups."""
    words = ["COMMAND", "[ARGS]..."] if isinstance(command, Group) else [each.metavar for each in command.arguments]
    return " ".join([path, "[OPTIONS]", *filter(None, words)])


def render_help(command: Command | Group, path: str) -> str:
    """Returns the help of a command or group."""
    width = max(min(get_terminal_size().columns - len(_MARGIN), _WIDEST), _NARROWEST)
    lines = [*_usage(command, path, width), ""]
    for paragraph in paragraphs(command.help):
        lines += [*_wrapped(paragraph, width, _MARGIN), ""]
    if isinstance(command, Group):
        rows = [(name, entry.short_help) for name, entry in command.commands.items()]
        lines += ["Commands:", *_table(rows, width), ""]
    for title, options in sections(command).items():
        lines += [f"{title}:", *_table([(flags_with_value(each), explanation(each)) for each in options], width), ""]
    if command.examples:
        lines += ["Examples:", *_examples(command.examples, width), ""]
    for table in command.tables if isinstance(command, Group) else ():
        lines += [f"{table.title}:", *_table(table.rows, width), ""]
    return "\n".join(lines)


def sections(command: Command | Group) -> dict[str, list[Option]]:
    """Returns options by the titles of their sections; those without a section come last."""
    found: dict[str, list[Option]] = {}
    for option in sorted(command.options, key=lambda each: each.section == HELP.section):
        found.setdefault(option.section, []).append(option)
    return found


def _examples(examples: Iterable[Example], width: int) -> Iterator[str]:
    for place, example in enumerate(examples):
        yield from [""] * (place > 0)
        yield from _wrapped(example.what, width, _MARGIN)
        yield f"{_MARGIN * 2}{example.line}"


def paragraphs(text: str) -> Iterator[str]:
    """Yields the paragraphs of a docstring, each on one line."""
    return (" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def flags_with_value(option: Option) -> str:
    """Returns an option as written on a command line: `-o, --output [text|json]`."""
    if option.is_switch:
        return option.flags
    value = f"[{'|'.join(option.choices)}]" if option.choices else option.metavar
    return f"{option.flags} {value}"


def explanation(option: Option) -> str:
    """Returns the help of an option with its environment variable or its default."""
    if option.environment:
        return f"{option.help}  [env var: {option.environment}]"
    return option.help if option.default in (None, "") else f"{option.help}  [default: {option.default}]"


def _usage(command: Command | Group, path: str, width: int) -> list[str]:
    start = f"Usage: {path} "
    rest = usage_line(command, path).removeprefix(path).lstrip()
    return wrap(rest, width, initial_indent=start, subsequent_indent=" " * len(start))


def _table(rows: Iterable[tuple[str, str]], width: int) -> Iterator[str]:
    rows = list(rows)
    first = min(max(len(term) for term, _ in rows), _WIDEST_TERM) + len(_MARGIN)
    indent = _MARGIN + " " * first
    for term, meaning in rows:
        lines = _wrapped(meaning, width, indent)
        if len(term) + len(_MARGIN) > first:
            yield _MARGIN + term
        else:
            lines[0] = f"{_MARGIN}{term:{first}}{lines[0].lstrip()}"
        yield from lines


def _wrapped(text: str, width: int, indent: str) -> list[str]:
    return wrap(text, width, initial_indent=indent, subsequent_indent=indent)
