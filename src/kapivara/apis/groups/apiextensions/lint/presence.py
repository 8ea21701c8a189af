"""Lint rules about nullable, preserved, undescribed and duration fields."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.lint.rule import Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import Survey


def _check_nullable(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        if place.raw.get("nullable"):
            message = "null and missing have the same meaning, and rules and clients distinguish them differently"
            yield version.finding(message, place, "nullable", fix="drop nullable, and let the field be left out")


def _check_preserved(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        if place.raw.get("x-kubernetes-preserve-unknown-fields") and not place.raw.get(
            "x-kubernetes-embedded-resource"
        ):
            message = "unknown fields are stored here, misspelt or not: no schema, rule or default applies to them"
            fix = "declare the fields; for a whole object of another kind, x-kubernetes-embedded-resource"
            yield version.finding(message, place, "x-kubernetes-preserve-unknown-fields", fix=fix)


def _check_durations(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        if place.raw.get("format") == "duration":
            message = "every language writes durations as texts differently"
            fix = "use an integer whose name ends in its unit, such as timeoutSeconds"
            yield version.finding(message, place, "format", fix=fix)


def _check_descriptions(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        description = place.raw.get("description")
        if (
            not place.is_root
            and not place.name.endswith("[]")
            and place.field not in ("spec", "status")
            and not description
        ):
            yield version.finding("the field has no description, which kubectl explain would show", place, fix=_WRITE)


_WRITE = "describe in `description` its effect, and the behaviour without it"

NULLABLE = LintRule(
    id="nullable",
    severity=Severity.WARNING,
    title="A field is `nullable`.",
    reason="Null stays in the object instead of being dropped, no default is filled in for it, `has()` takes it "
    "for missing, and clients in Go cannot distinguish it from a zero value.",
    fix="Drop `nullable`: a field that is left out has the same meaning.",
    failing="size: {type: integer, nullable: true}\n",
    passing="size: {type: integer}\n",
    check=_check_nullable,
    reference="kube-api-linter: nonullable",
)
PRESERVED_FIELDS = LintRule(
    id="preserved-fields",
    severity=Severity.WARNING,
    title="Unknown fields are kept (`x-kubernetes-preserve-unknown-fields`).",
    reason="Misspelt fields are stored without a warning, no schema or CEL rule can constrain them, and "
    "server-side apply guesses how to merge them.",
    fix="Declare the fields.",
    failing="config:\n  type: object\n  x-kubernetes-preserve-unknown-fields: true\n",
    passing="config:\n  type: object\n  properties:\n    level: {type: string}\n",
    check=_check_preserved,
)
DURATION = LintRule(
    id="duration",
    severity=Severity.ADVICE,
    title="A field is a duration written as a text.",
    reason="Every client has to parse and print it as Go does, and `1h` and `60m` are two texts for one duration.",
    fix="Use an integer whose name ends in its unit.",
    failing="timeout: {type: string, format: duration}\n",
    passing="timeoutSeconds: {type: integer}\n",
    check=_check_durations,
    reference="kube-api-linter: nodurations",
)
DESCRIPTION = LintRule(
    id="description",
    severity=Severity.ADVICE,
    title="A field has no `description`.",
    reason="`kubectl explain`, generated clients and reference pages show it.",
    fix="Write one.",
    failing="size: {type: integer}\n",
    passing="size: {type: integer, description: How many shards there are.}\n",
    check=_check_descriptions,
)
