"""The report of `crd check` as one JSON document, stable across versions, described in docs/cli.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.apis.groups.apiextensions.rule_costs import SchemaCosts
from kapivara.cli.commands.crd.check.command import CheckedDefinition, DefinitionReport
from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, RuleDescription
from kapivara.cli.findings import Verdict
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.project_file.found_settings import FoundSettings
from kapivara.cli.reports.json_document import document_text, place_to_json, unreadable_to_json
from kapivara.cli.reports.json_head import report_diagnostics, report_head
from kapivara.cli.reports.result_diagnosis import diagnose as diagnose_results
from kapivara.cli.reports.result_diagnosis import subject_of
from kapivara.cli.reports.result_json import result_to_json
from kapivara.cli.validation.status_findings import place_of
from kapivara.schema.expressions.data.places import SchemaPlace
from kapivara.schema.expressions.limits import RULE_COST_LIMIT, SCHEMA_COST_LIMIT
from kapivara.schema.pricing.joint_remedies import JointRemedy
from kapivara.schema.pricing.pricing import RuleCost
from kapivara.values import JsonObject
from kapivara.values.record import replace

_COSTLY: Final = RuleDescription(
    "costly-rule", "A rule whose estimated cost exceeds half of the limit.", level=Level.WARNING
)
_NEAR: Final = 0.5


def diagnose(report: DefinitionReport) -> Diagnosis:
    """Returns a report as a Diagnosis, the form that all machine-readable reports are made from."""
    validated = diagnose_results(report.report, "crd check")
    subjects = []
    for each in report.definitions:
        subject = subject_of(each.result)
        subjects.append(replace(subject, diagnostics=(*subject.diagnostics, *_costly(each))))
    unreadable = validated.subjects[len(report.report.results) :]
    return replace(validated, subjects=(*subjects, *unreadable), rules=(*validated.rules, _COSTLY))


def _costly(checked: CheckedDefinition) -> Iterator[Diagnostic]:
    """Yields the rules within the limit that exceed half the limit; the server reports those above the limit itself."""
    for schema in checked.schemas:
        for rule in schema.rules:
            if _NEAR * RULE_COST_LIMIT <= rule.cost <= RULE_COST_LIMIT and not rule.error:
                share = f"{rule.cost / RULE_COST_LIMIT:.0%}"
                text = f"{rule.place.field or '(root)'}: the estimated cost is {share} of the limit: {rule.text}"
                yield Diagnostic(Level.WARNING, _COSTLY.id, place_of(str(rule.at), checked.manifest), text)


def render_json(report: DefinitionReport, found: FoundSettings | None = None) -> str:
    """Returns the whole report as indented JSON with a newline at its end."""
    rules = [rule for each in report.definitions for schema in each.schemas for rule in schema.rules]
    diagnosis = diagnose(report)
    return document_text(
        {
            **report_head(diagnosis, found),
            "summary": {
                "definitions": len(report.definitions),
                "valid": report.report.count(Verdict.VALID),
                "invalid": report.report.count(Verdict.INVALID),
                "skipped": report.report.count(Verdict.SKIPPED),
                "unreadable": len(report.report.unreadable),
                "others": report.others,
                "expressions": len(rules),
                "overLimit": sum(rule.cost > RULE_COST_LIMIT for rule in rules),
            },
            "definitions": [_definition(each) for each in report.definitions],
            "unreadable": [unreadable_to_json(item) for item in report.report.unreadable],
            **report_diagnostics(diagnosis),
        }
    )


def _definition(checked: CheckedDefinition) -> JsonObject:
    schemas = [_schema(schema, checked.manifest) for schema in checked.schemas]
    oldest = checked.oldest
    oldest_json = None if oldest is None else {"version": oldest.version, "whyNotOlder": list(oldest.reasons)}
    return {**result_to_json(checked.result), "schemas": schemas, "oldestKubernetesVersion": oldest_json}


def _schema(schema: SchemaCosts, manifest: Manifest) -> JsonObject:
    return {
        "versions": list(schema.versions),
        "path": str(schema.path),
        "cost": schema.total,
        "limit": SCHEMA_COST_LIMIT,
        "share": _share(schema.total, SCHEMA_COST_LIMIT),
        "expressions": [_rule(rule, manifest) for rule in schema.rules],
        "remedy": None if schema.remedy is None else _joint(schema.remedy, manifest),
    }


def _joint(remedy: JointRemedy, manifest: Manifest) -> JsonObject:
    bounds = [{**_bound(each.place, each.keyword, manifest), "value": each.value} for each in remedy.remedies]
    return {"cost": remedy.total, "share": _share(remedy.total, SCHEMA_COST_LIMIT), "bounds": bounds}


def _rule(rule: RuleCost, manifest: Manifest) -> JsonObject:
    return {
        **place_to_json(place_of(str(rule.at), manifest)),
        "path": str(rule.at),
        "field": rule.place.field,
        "keyword": rule.keyword,
        "expression": rule.text,
        "error": rule.error,
        "times": rule.times,
        "cost": rule.cost,
        "limit": RULE_COST_LIMIT,
        "share": _share(rule.cost, RULE_COST_LIMIT),
        "shareOfSchema": _share(rule.cost, SCHEMA_COST_LIMIT),
        "drivers": [
            {
                **_bound(driver.place, driver.keyword, manifest),
                "declared": driver.declared,
                "assumed": driver.assumed,
                "costOfOne": driver.cost_of_one,
            }
            for driver in rule.drivers
        ],
        "parts": [
            {"expression": part.text, "cost": part.cost, "share": _share(part.cost, rule.cost), "times": part.times}
            for part in rule.parts
        ],
        "remedies": [
            [{**_bound(each.place, each.keyword, manifest), "value": each.value} for each in remedy]
            for remedy in rule.remedies
        ],
    }


def _bound(place: SchemaPlace, keyword: str, manifest: Manifest) -> JsonObject:
    return {**place_to_json(place_of(str(place.path), manifest)), "field": place.field, "keyword": keyword}


def _share(cost: int, limit: int) -> float:
    return round(cost / limit, 6) if limit else 0.0
