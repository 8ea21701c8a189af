"""The report of `kapivara gen` as one JSON document, described in docs/reports.md."""

from __future__ import annotations

from kapivara.cli.commands.gen.files import FileState, TargetFile
from kapivara.cli.commands.gen.report import GenReport
from kapivara.cli.commands.gen.report_diagnosis import diagnose
from kapivara.cli.inputs.files import shown_path
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.json_document import document_text, unreadable_to_json
from kapivara.cli.reports.json_head import report_diagnostics, report_head
from kapivara.cli.reports.source_problems import author_error_to_json
from kapivara.generator.schema_keywords.type_schemas import Unsaid
from kapivara.values import JsonObject


def render_json(report: GenReport, found: FoundSettings | None = None) -> str:
    """Returns the whole report as indented JSON with a newline at its end."""
    diagnosis = diagnose(report)
    return document_text(
        {
            **report_head(diagnosis, found),
            "summary": {
                "files": len(report.targets),
                "checked": report.checked,
                "errors": len(report.errors),
                "unreadable": len(report.missing),
                **{state.value: report.count(state) for state in FileState},
            },
            "files": [_file(each, report.made_of) for each in report.targets],
            "unsaid": [_unsaid(each) for each in report.unsaid],
            "dear": [author_error_to_json(each) for each in report.dear],
            "errors": [author_error_to_json(each) for each in report.errors],
            "unreadable": [unreadable_to_json(each) for each in report.missing],
            **report_diagnostics(diagnosis),
        }
    )


def _unsaid(rule: Unsaid) -> JsonObject:
    place = rule.place
    return {
        "source": shown_path(place.file) if place else "",
        "line": place.line if place else 0,
        "type": rule.type_name,
        "field": rule.field,
        "tag": rule.tag,
        "why": rule.why,
    }


def _file(target: TargetFile, made_of: str) -> JsonObject:
    return {
        "path": shown_path(str(target.path)),
        made_of: target.origin,
        "state": target.state.value,
    }
