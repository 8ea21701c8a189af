"""The report of `kapivara lint` as workflow commands: GitHub shows each finding beside the line that it is about."""

from __future__ import annotations

from kapivara.cli.lint_report import LintReport
from kapivara.cli.sources import shown_path
from kapivara.cli.terminal import printable
from kapivara.generator.lint.finding import Finding, Severity


def render_github(report: LintReport) -> str:
    """Renders one line for each finding, and for each input that could not be read."""
    lines = [f"::error title=kapivara lint::{_text(f'{each.place}: {each.message}')}" for each in report.unreadable]
    return "".join(f"{line}\n" for line in (*lines, *map(_command, report.findings)))


def _command(finding: Finding) -> str:
    properties = []
    if finding.place is not None:
        properties.append(f"file={_property(shown_path(finding.place.file))}")
        if finding.place.line > 0:
            properties += [f"line={finding.place.line}", f"col={max(finding.place.column, 1)}"]
    properties.append(f"title={_property(f'kapivara lint: {finding.rule}')}")
    return f"::{finding.severity or Severity.ERROR} {','.join(properties)}::{_text(_message(finding))}"


def _message(finding: Finding) -> str:
    field = f".{finding.field}" if finding.field else ""
    where = f" ({finding.type_name}{field})" if finding.type_name else ""
    hint = f"\nhint: {finding.hint}" if finding.hint else ""
    return f"{finding.message}{where}{hint}"


def _text(text: str) -> str:
    shown = "\n".join(map(printable, text.split("\n")))
    return shown.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _text(text).replace(":", "%3A").replace(",", "%2C")
