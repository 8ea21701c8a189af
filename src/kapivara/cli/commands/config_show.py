"""`kapivara config show`: shows the values of options and where each comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kapivara.cli.framework.command import Argument, Command, Example, Group, Option, command
from kapivara.cli.framework.parser import CommandPath, Given, choose_command, resolve
from kapivara.cli.framework.path_overrides import PathOverride
from kapivara.cli.framework.terminal import printable, write_out
from kapivara.cli.options.server import output_option
from kapivara.cli.project_file.locate import read_settings
from kapivara.cli.reports.json_document import document_text
from kapivara.values import JsonObject
from kapivara.values.record import record, replace

_HIDDEN = "(hidden)"


@record(eq=False)
class Shown:
    """The settings of one command by key, each with its origin, and the settings of single paths."""

    name: str
    settings: tuple[tuple[str, Given], ...]
    overrides: tuple[PathOverride, ...]


@command(
    Argument("words", "[COMMAND [ARGS]...]", takes_all=True, required=False, passes_on=True),
    output_option("text", "json"),
    examples=(
        Example("All settings of a project file, for all commands:", "kapivara config show"),
        Example("The settings of one call:", "kapivara config show validate deploy --missing-schemas skip"),
    ),
    takes_root=True,
)
def show(words: tuple[str, ...], *, output: str, root: Group) -> int:
    """Show every setting and where it comes from: a flag, the environment, a line of a project file, or the default.

    Without a COMMAND, shows the settings of the project file for all commands that read one, and checks the whole file.
    With a COMMAND, shows all of its settings as if it ran with these ARGS; it does not run.
    """
    shown = [_shown(root, words)] if words else [*_all(root)]
    write_out(_render_json(shown) if output == "json" else _render_text(shown, everything=bool(words)))
    return 0


def _shown(root: Group, words: Sequence[str]) -> Shown:
    """Resolves the settings of one call."""
    called: Command | Group = root
    names: tuple[str, ...] = ()
    while isinstance(called, Group):
        name, words = choose_command(called, words)
        called, names = called.load(name), (*names, name)
    return _resolved(root, called, names, words)


def _all(root: Group, group: Group | None = None, names: tuple[str, ...] = ()) -> Iterator[Shown]:
    """Resolves the settings of every command that reads a project file, each called without arguments."""
    within = group or root
    for name in within.commands:
        below = within.load(name)
        if isinstance(below, Group):
            yield from _all(root, below, (*names, name))
        elif below.takes_project:
            yield _resolved(root, below, (*names, name), ())


def _resolved(root: Group, called: Command, names: tuple[str, ...], words: Sequence[str]) -> Shown:
    found = resolve(called, words, CommandPath(root, names), read_settings)
    settings = tuple((each.key, _open(each, found.given[each.keyword])) for each in called.parameters)
    return Shown(" ".join(names), settings, found.overrides)


def _open(parameter: Option | Argument, given: Given) -> Given:
    """Returns a given value with secret texts hidden."""
    return replace(given, texts=(_HIDDEN,)) if parameter.is_secret and given.texts else given


def _render_text(shown: Sequence[Shown], *, everything: bool) -> str:
    lines: list[str] = []
    for each in shown:
        settings = [(key, given) for key, given in each.settings if everything or given.origin.is_file]
        rows = [(key, _value(given), given.origin.name) for key, given in settings]
        for override in each.overrides:
            rows += _override_rows(override)
        if rows:
            widths = [max(len(row[place]) for row in rows) for place in range(2)]
            lines += ["", each.name]
            lines += [f"  {key:{widths[0]}}  {value:{widths[1]}}  {origin}" for key, value, origin in rows]
    return "\n".join(lines[1:] or ["no project file has settings"]) + "\n"


def _override_rows(override: PathOverride) -> Iterator[tuple[str, str, str]]:
    for key, given in override.shown.items():
        yield printable(f"{key} in {', '.join(override.paths)}"), _value(given), given.origin.name


def _value(given: Given) -> str:
    """Returns a given value as text; "on" for a switch, whose text is empty."""
    return printable(", ".join(each or "on" for each in given.texts)) or "-"


def _render_json(shown: Sequence[Shown]) -> str:
    return document_text({"commands": [_to_json(each) for each in shown]})


def _to_json(shown: Shown) -> JsonObject:
    return {
        "command": shown.name,
        "settings": [_setting(key, given) for key, given in shown.settings],
        "overrides": [
            {"paths": list(each.paths), "settings": [_setting(key, given) for key, given in each.shown.items()]}
            for each in shown.overrides
        ],
    }


def _setting(key: str, given: Given) -> JsonObject:
    return {"key": key, "values": list(given.texts), "origin": given.origin.name}
