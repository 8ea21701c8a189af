"""`kapivara cel`: compiles one expression, evaluates it, says what it is and what it costs."""

from __future__ import annotations

import sys
from typing import Any

from kapivara.cli.cel_variables import parse_variables
from kapivara.cli.command import Argument, Option, command
from kapivara.cli.options import output_option
from kapivara.cli.terminal import has_colour, write_out
from kapivara.cli.usage_error import BadValueError


def _read_variables(given: tuple[str, ...]) -> dict[str, Any]:
    try:
        return parse_variables(given)
    except ValueError as problem:
        raise BadValueError(str(problem)) from None


@command(
    Argument("expression", "EXPR"),
    Option(
        "--var",
        "A variable; may be given several times. It has the type of its JSON: objects are maps.",
        parameter="variables",
        metavar="NAME=JSON",
        multiple=True,
        read=_read_variables,
    ),
    Option(
        "--env",
        "What expressions may use: what the server has for the rules of definitions, or the language with all "
        "libraries.",
        parameter="environment",
        choices=("kubernetes", "standard"),
        default="kubernetes",
    ),
    output_option("text", "json"),
)
def cel(expression: str, variables: dict[str, Any], environment: str, output: str) -> int:
    """Evaluate an expression of the Common Expression Language.

    Shows the result, its type, what the evaluation cost, and the cost that is estimated before it, for variables of
    these sizes. An expression that starts with a - goes behind --.

    Exits 0 where there is a result, 1 where the expression does not compile or fails.
    """
    from kapivara.cli.cel_evaluation import evaluate
    from kapivara.cli.cel_report import render_json, render_text

    text = expression.encode("utf-8", "surrogateescape").decode("utf-8", "replace")  # whatever bytes the shell gave
    found = evaluate(text, variables, environment)
    write_out(render_json(found) if output == "json" else render_text(found, colour=has_colour(sys.stdout)))
    return 1 if found.error else 0
