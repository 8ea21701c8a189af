"""The report of `kapivara lint` as SARIF 2.1.0, the form in which code scanners tell each other what they found."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from kapivara.cli.lint_report import LintReport
from kapivara.cli.report_json import document_text
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.model import Position
from kapivara.values import JsonObject
from kapivara.version import VERSION

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render_sarif(report: LintReport) -> str:
    """Renders the whole report as one run, with the rules that were applied."""
    index = {rule.name: place for place, rule in enumerate(report.rules)}
    run: JsonObject = {
        "tool": {"driver": {"name": "kapivara", "version": VERSION, "rules": [_rule(rule) for rule in report.rules]}},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report)],
        "results": [_result(each, index) for each in report.findings],
    }
    return document_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _invocation(report: LintReport) -> JsonObject:
    notes = [
        {
            "level": "error",
            "message": {"text": each.message},
            "locations": [{"physicalLocation": _file(str(each.place))}],
        }
        for each in report.unreadable
    ]
    return {"executionSuccessful": not notes, "toolExecutionNotifications": notes}


def _rule(rule: Rule) -> JsonObject:
    text = f"{rule.what}\n\n{rule.why}"
    example = f"\n\nInstead of\n\n```\n{rule.example}\n```\n" if rule.example else ""
    example += f"\nwrite\n\n```\n{rule.better}\n```\n" if rule.better else ""
    return {
        "id": rule.name,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.what},
        "fullDescription": {"text": text},
        "help": {"text": text, "markdown": text + example},
        "defaultConfiguration": {"level": rule.severity.value},
    }


def _result(finding: Finding, index: dict[str, int]) -> JsonObject:
    text = f"{finding.message} ({finding.hint})" if finding.hint else finding.message
    result: JsonObject = {
        "ruleId": finding.rule,
        "level": (finding.severity or Severity.ERROR).value,
        "message": {"text": text},
        "properties": {"type": finding.type_name, "field": finding.field, "tag": finding.tag, "hint": finding.hint},
    }
    if finding.rule in index:
        result["ruleIndex"] = index[finding.rule]
    location: JsonObject = {"physicalLocation": _physical(finding.place)} if finding.place is not None else {}
    if finding.type_name:
        whole = f"{finding.type_name}.{finding.field}" if finding.field else finding.type_name
        kind = "member" if finding.field else "type"
        location["logicalLocations"] = [{"fullyQualifiedName": whole, "kind": kind}]
    if location:
        result["locations"] = [location]
    return result


def _physical(place: Position) -> JsonObject:
    physical = _file(place.file)
    if place.line > 0:
        physical["region"] = {"startLine": place.line, "startColumn": max(place.column, 1)}
    return physical


def _file(name: str) -> JsonObject:
    path = Path(name)
    folder = "file://" if path.is_absolute() else ""
    # A first segment with a colon would be read as a scheme: quote() turns it into %3A.
    return {"artifactLocation": {"uri": folder + quote(path.as_posix().encode("utf-8", "surrogateescape"), safe="/~")}}
