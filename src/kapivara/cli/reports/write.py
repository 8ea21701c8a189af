"""Prints the report of a command in the requested formats; modules of other formats are not imported.

A command names the modules of its reports in `ReportModules`. Their functions `render_text` and `render_json` render
text, which may have colours, and JSON. Formats of other tools, such as SARIF, are rendered from the Diagnosis that
`diagnose` of the third module makes of the report.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from kapivara.cli.framework.errors import CommandError, UsageError
from kapivara.cli.framework.terminal import has_colour, page_width, write_out
from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kapivara.cli.options.server import Output
    from kapivara.cli.project_file.found_settings import FoundSettings

_OWN_FORMS = ("text", "json")
_DIAGNOSIS_FORMS = {
    "github": "kapivara.cli.reports.github",
    "gitlab": "kapivara.cli.reports.sarif",
    "junit": "kapivara.cli.reports.junit",
    "sarif": "kapivara.cli.reports.sarif",
    "tap": "kapivara.cli.reports.tap",
}
"""The modules that render a Diagnosis, by format."""
_FORMS_BESIDE_LINES = ("sarif", "github", "gitlab")
"""The formats that are shown as annotations in a repository."""


@record
class Page:
    """The page for text: whether it has colours, and its width in columns."""

    colour: bool
    width: int


@record
class ReportModules:
    """The full names of the modules that render a command's reports; `diagnosis` is "" without other formats."""

    text: str
    json: str
    diagnosis: str = ""


def write_report(
    modules: ReportModules,
    report: object,
    outputs: Iterable[Output],
    output_file: str | None = None,
    *,
    found: FoundSettings | None = None,
) -> None:
    """Renders a report in each requested format, and writes it to its file or to standard output.

    `output_file` is the file of the one report that has none; raises UsageError if all have files, and CommandError if
    a file cannot be written. `found` holds the settings of a found project file: reports list them, and files that they
    choose are written within bounds. If standard output has no text, standard error lists them.
    """
    outputs = tuple(outputs)
    is_chosen = found is not None and "output" in found.keys
    shown, has_text = "", False
    for asked, each in zip(outputs, _placed(outputs, output_file or ""), strict=True):
        if each.file:
            text = _render(modules, report, each.form, Page(False, page_width()), found)
            _write_file(each, text, found if is_chosen and asked.file else None)
        else:
            page = Page(has_colour(sys.stdout), page_width(sys.stdout))
            shown, has_text = _render(modules, report, each.form, page, found), each.form == "text"
    write_out(shown)
    if found is not None and not has_text:
        from kapivara.cli.project_file.found_settings import warn  # most runs have no project file

        warn(found)


def _placed(outputs: tuple[Output, ...], output_file: str) -> Sequence[Output]:
    """Returns the outputs with `output_file` filled in."""
    if not output_file:
        return outputs
    if all(each.file for each in outputs):
        raise UsageError("--output-file: every report already has a file of its own.")
    return [each if each.file else replace(each, file=output_file) for each in outputs]


def _render(modules: ReportModules, report: object, form: str, page: Page, found: FoundSettings | None) -> str:
    if form in _OWN_FORMS:
        render = getattr(import_module(getattr(modules, form)), f"render_{form}")
        if form == "text":
            return _fitted(_with_settings(str(render(report, colour=page.colour)), found), page.width)
        return str(render(report) if found is None else render(report, found))
    diagnosis = import_module(modules.diagnosis).diagnose(report)
    if found is not None:
        from kapivara.cli.project_file.found_settings import remarks

        diagnosis = replace(diagnosis, remarks=tuple(remarks(found)))
    if form in _FORMS_BESIDE_LINES:
        from kapivara.cli.reports.repository_paths import named_from_repository  # text and JSON do not need it

        diagnosis = named_from_repository(diagnosis)
    return str(getattr(import_module(_DIAGNOSIS_FORMS[form]), f"render_{form}")(diagnosis))


def _with_settings(text: str, found: FoundSettings | None) -> str:
    """Appends the settings of a project file to the summary line."""
    if found is None or not found.weakening:
        return text
    text = text.removesuffix("\n")
    return f"{text}{'; ' if text else ''}{found.summary}\n"


def _fitted(text: str, width: int) -> str:
    """Breaks lines that are wider than the page."""
    if text.isascii() and all(len(line) <= width for line in text.split("\n")):
        return text
    from kapivara.cli.reports.line_breaking import fit_text  # short reports do not need it

    return fit_text(text, width)


def _write_file(output: Output, text: str, found: FoundSettings | None) -> None:
    """Writes a report to its file, which a found project file may have chosen."""
    path = output.file
    if found is not None:
        from kapivara.cli.reports.confined_files import write_found_report

        write_found_report(path, output.form, text, found)
        return
    from kapivara.cli.inputs.files import shown_path
    from kapivara.files.writing import write_file

    try:
        write_file(path, text.encode("utf-8", "backslashreplace"))
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise CommandError(f"cannot write {shown_path(path)}: {reason}") from None
