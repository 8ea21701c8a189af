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


def output_option(*forms: str) -> Callable[[_F], _F]:
    """Makes the option `-o` of a command that can print in several forms; the first is the usual one."""
    settings = {"type": click.Choice(forms), "default": forms[0], "show_default": True}
    return click.option("-o", "--output", cls=Option, help="How to print.", **settings)


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
