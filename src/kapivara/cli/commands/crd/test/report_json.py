"""The report of `crd test` as one JSON document, described in docs/crd-testing.md."""

from __future__ import annotations

from kapivara.cli.commands.crd.test.case_run import CaseResult, CoveredRule
from kapivara.cli.commands.crd.test.case_tables import ExpectedError
from kapivara.cli.commands.crd.test.report import CrdTestReport
from kapivara.cli.commands.crd.test.report_diagnosis import diagnose
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.json_document import document_text, place_to_json, unreadable_to_json
from kapivara.cli.reports.json_head import report_diagnostics, report_head
from kapivara.cli.reports.result_json import finding_to_json, result_to_json
from kapivara.values import JsonObject


def render_json(report: CrdTestReport, found: FoundSettings | None = None) -> str:
    """Returns the whole report as indented JSON with a newline at its end."""
    diagnosis = diagnose(report)
    coverage: JsonObject = {"percent": report.percent, "rules": [_rule(each) for each in report.rules]}
    if report.floor is not None:
        coverage |= {"floor": report.floor.percent, "held": report.floor.held}
    return document_text(
        {
            **report_head(diagnosis, found),
            "summary": {
                "cases": len(report.results),
                "passed": len(report.results) - report.failed,
                "failed": report.failed,
                "rules": len(report.rules),
                "covered": len(report.rules) - len(report.uncovered),
                "refused": len(report.refused),
                "unreadable": len(report.unreadable),
            },
            "cases": [_case(each) for each in report.results],
            "coverage": coverage,
            "refused": [result_to_json(each) for each in report.refused],
            "unreadable": [unreadable_to_json(each) for each in report.unreadable],
            **report_diagnostics(diagnosis),
        }
    )


def _case(result: CaseResult) -> JsonObject:
    case = result.case
    return {
        **place_to_json(case.place),
        "name": case.name,
        "write": "create" if case.old is None else "update",
        "expect": "valid" if case.valid else "invalid",
        "passed": result.passed,
        "problem": result.problem,
        "errors": [finding_to_json(each) for each in result.errors],
        "missing": [_expected(each) for each in result.missing],
        "surplus": [finding_to_json(each) for each in result.surplus],
    }


def _expected(expected: ExpectedError) -> JsonObject:
    return {"field": expected.field, "reason": expected.reason, "message": expected.message}


def _rule(rule: CoveredRule) -> JsonObject:
    return {
        **place_to_json(rule.placed.place),
        "version": rule.placed.version,
        "field": rule.placed.schema.field,
        "position": rule.placed.position,
        "rule": rule.placed.text,
        "held": rule.held,
        "failed": rule.failed,
        "covered": not rule.gap,
        "gap": rule.gap,
    }
