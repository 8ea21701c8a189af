"""Lint rule about boolean fields."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.lint.rule import Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import Survey


def _check(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        if place.raw.get("type") == "boolean":
            message = "a boolean can never have a third value: an enumeration of texts can grow"
            yield version.finding(message, place, "type", fix="use an enum of two texts that name the behaviours")


BOOLEAN = LintRule(
    id="boolean",
    severity=Severity.ADVICE,
    title="A field is a boolean.",
    reason="Many fields start with two cases and later need a third. An enumeration can grow, and its values "
    "explain themselves.",
    fix="Use an enumeration.",
    failing="compressed: {type: boolean}\n",
    passing="compression: {type: string, enum: [None, Gzip]}\n",
    check=_check,
    reference="kube-api-linter: nobools; API conventions: primitive types",
)
