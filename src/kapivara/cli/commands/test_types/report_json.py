"""The report of `test-types` as one JSON document, stable across versions, described in docs/cli.md."""

from __future__ import annotations

from kapivara.cli.commands.test_types.report import TypesReport
from kapivara.cli.reports.json_document import document_text, unreadable_to_json
from kapivara.cli.reports.source_problems import author_error_to_json
from kapivara.field import FieldError
from kapivara.generator.cases.case_file import WantedError
from kapivara.generator.cases.case_matching import bad_value_json
from kapivara.generator.cases.case_run import CaseResult
from kapivara.values import ABSENT, JsonObject


def render_json(report: TypesReport) -> str:
    """Returns the whole report as indented JSON with a newline at its end."""
    return document_text(
        {
            "summary": {
                "cases": len(report.results),
                "identical": report.identical,
                "differ": report.differ,
                "unreadable": len(report.unreadable),
                "errors": len(report.errors),
            },
            "cases": [_result(each, report.source) for each in report.results],
            "unreadable": [unreadable_to_json(each) for each in report.unreadable],
            "errors": [author_error_to_json(each) for each in report.errors],
            **_coverage(report),
        }
    )


def _coverage(report: TypesReport) -> JsonObject:
    """Returns the coverage of rules, {} if it was not requested."""
    coverage, floor = report.coverage, report.floor
    if coverage is None:
        return {}
    document: JsonObject = {
        "rules": len(coverage.rules),
        "percent": coverage.percent,
        "uncovered": [{"owner": each.owner, "rule": each.rule} for each in coverage.uncovered],
    }
    if floor is not None:
        document |= {"floor": floor.percent, "held": floor.held}
    return {"coverage": document}


def _result(result: CaseResult, source: str) -> JsonObject:
    case = result.case
    return {
        "source": source,
        "line": case.line,
        "name": case.name,
        "type": case.type,
        "op": str(case.operation.verb),
        "verdict": "identical" if result.identical else "differs",
        "problem": result.problem,
        "onlyOrder": result.only_order,
        "differences": [
            {
                "expected": None if pair.wanted is None else _wanted(pair.wanted),
                "got": None if pair.got is None else _got(pair.got),
                "differs": list(pair.differs),
            }
            for pair in result.pairs
            if pair.wanted is None or pair.got is None or pair.differs
        ],
        "notes": list(result.notes),
    }


def _wanted(wanted: WantedError) -> JsonObject:
    """Returns an expected error with all attributes that the case states."""
    shown: JsonObject = {"type": str(wanted.type), "field": wanted.field}
    if wanted.bad_value is not ABSENT:
        shown["badValue"] = wanted.bad_value
    stated = {"detail": wanted.detail, "origin": wanted.origin, "declarativeNative": wanted.declarative_native}
    shown |= {name: value for name, value in stated.items() if value is not None}
    shown |= {"level": wanted.level, "shortCircuit": wanted.short_circuit}
    return shown if wanted.text is None else {**shown, "error": wanted.text}


def _got(error: FieldError) -> JsonObject:
    return {
        "type": str(error.type),
        "field": error.field,
        "badValue": bad_value_json(error.bad_value),
        "detail": error.detail,
        "origin": error.origin,
        "level": error.marks.level,
        "shortCircuit": error.marks.short_circuit,
        "declarativeNative": error.marks.declarative_only,
        "error": str(error),
    }
