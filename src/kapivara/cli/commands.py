"""click's commands and options, for help texts that are written as they are to be shown.

click tidies the help text of every option when it is made; with texts on one line there is nothing to tidy, and not
asking spares a short command the import of `inspect`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

_F = TypeVar("_F", bound=Callable[..., Any])


class Option(click.Option):
    """An option whose help text is taken as it is."""

    def __init__(self, *declarations: Any, help: str, **settings: Any) -> None:
        super().__init__(*declarations, **settings)
        self.help = help


_USUAL_TIME, _USUAL_SECONDS = "60s", 60.0


def output_option(*forms: str) -> Callable[[_F], _F]:
    """Makes the option `-o` of a command that can print in several forms; the first is the usual one."""
    settings = {"type": click.Choice(forms), "default": forms[0], "show_default": True}
    return click.option("-o", "--output", cls=Option, help="How to print.", **settings)


def timeout_option() -> Callable[[_F], _F]:
    """Makes the option that says how long a request may take, in seconds as a number or as a duration of Go's."""
    settings = {"default": _USUAL_TIME, "show_default": True, "metavar": "TIME", "callback": _read_seconds}
    text = "How long a request may take; the server then answers that it did not complete."
    return click.option("--request-timeout", cls=Option, help=text, **settings)


def _read_seconds(_context: click.Context, _option: click.Parameter, given: str) -> float:
    if given == _USUAL_TIME:
        return _USUAL_SECONDS
    from kapivara.content.go_durations import parse_go_duration

    nanoseconds = parse_go_duration(f"{given}s" if given.isdecimal() else given)
    if nanoseconds is None or nanoseconds <= 0:
        raise click.BadParameter(f"{given!r} is no time such as 30, 30s or 1m30s")
    return nanoseconds / 1e9


class PlainHelp(click.Command):
    """A command whose `--help` is such an option."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Makes the option, once."""
        if self._help_option is None:
            names = self.get_help_option_names(ctx)
            settings = {"is_flag": True, "is_eager": True, "expose_value": False, "callback": _show_help}
            self._help_option = Option(names, help="Show this message and exit.", **settings)
        return self._help_option


def _show_help(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        click.echo(ctx.get_help())
        ctx.exit()
