"""Prints what a command found, in the form that was asked for; the modules of the other forms are not imported.

The form FORM of a command's report is rendered by the function `render_FORM` of the module `FAMILY_FORM`, such as
`render_json` of `crd_report_json`. Text is for people, and may have colours.
"""

from __future__ import annotations

import sys
from importlib import import_module

from kapivara.cli.terminal import has_colour, write_out


def write_report(family: str, report: object, form: str) -> None:
    """Renders a report and writes it to standard output."""
    render = getattr(import_module(f"kapivara.cli.{family}_{form}"), f"render_{form}")
    write_out(render(report, colour=has_colour(sys.stdout)) if form == "text" else render(report))
