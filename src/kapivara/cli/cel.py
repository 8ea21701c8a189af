"""`kapivara cel`: compiles one expression, evaluates it, says what it is and what it costs."""

from __future__ import annotations

import sys
from typing import Any

import click

from kapivara.cli.cel_variables import parse_variables
from kapivara.cli.commands import Option, PlainHelp, output_option
from kapivara.cli.terminal import has_colour, write_out


def _read_variables(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> dict[str, Any]:
    try:
        return parse_variables(given)
    except ValueError as problem:
        raise click.BadParameter(str(problem)) from None


@click.command(cls=PlainHelp)
@click.argument("expression", metavar="EXPR")
@click.option(
    "--var",
    "variables",
    cls=Option,
    multiple=True,
    metavar="NAME=JSON",
    callback=_read_variables,
    help="A variable; may be given several times. It has the type of its JSON: objects are maps.",
)
@click.option(
    "--env",
    "environment",
    cls=Option,
    type=click.Choice(["kubernetes", "standard"]),
    default="kubernetes",
    show_default=True,
    help="What expressions may use: what the server has for the rules of definitions, or the language with all "
    "libraries.",
)
@output_option("text", "json")
def cel(expression: str, variables: dict[str, Any], environment: str, output: str) -> int:
    """Evaluate an expression of the Common Expression Language.

    Shows the result, its type, what the evaluation cost, and the cost that is estimated before it, for variables of
    these sizes. An expression that starts with a - goes behind --.

    Exits 0 where there is a result, 1 where the expression does not compile or fails.
    """
    from kapivara.cli.cel_evaluation import evaluate

    text = expression.encode("utf-8", "surrogateescape").decode("utf-8", "replace")  # whatever bytes the shell gave
    found = evaluate(text, variables, environment)
    if output == "json":
        from kapivara.cli.cel_report import render_json

        write_out(render_json(found))
    else:
        from kapivara.cli.cel_report import render_text

        write_out(render_text(found, colour=has_colour(sys.stdout)))
    return 1 if found.error else 0
