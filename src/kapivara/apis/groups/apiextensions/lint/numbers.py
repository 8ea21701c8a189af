"""Lint rules about numbers."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.lint.rule import Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import Survey


def _check_float(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        if place.raw.get("type") == "number":
            message = "fractions do not survive every client: use whole numbers of a smaller unit, or quantities"
            yield version.finding(message, place, "type", fix="use an integer of a smaller unit, or a quantity")


def _check_unsigned(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        if str(place.raw.get("format") or "").startswith("uint"):
            message = "unsigned integers are not known to all languages: use a signed one with a minimum"
            yield version.finding(message, place, "format", fix="write format: int64 and minimum: 0")


def _check_format(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        format_ = str(place.raw.get("format") or "")
        if place.raw.get("type") == "integer" and format_ not in ("int32", "int64") and not format_.startswith("uint"):
            message = "the integer has no format: clients in other languages choose their types by it"
            yield version.finding(message, place, fix="add format: int32 or format: int64")


FLOAT = LintRule(
    id="float",
    severity=Severity.WARNING,
    title="A field is a floating-point number.",
    reason="Clients round them differently: a value comes back slightly changed, and a controller writes it again "
    "and again.",
    fix="Use whole numbers of a smaller unit (milliseconds, percent), or a quantity.",
    failing="ratio: {type: number}\n",
    passing="percent: {type: integer}\n",
    check=_check_float,
    reference="kube-api-linter: nofloats; API conventions: primitive types",
)
UNSIGNED = LintRule(
    id="unsigned",
    severity=Severity.WARNING,
    title="A field is an unsigned integer.",
    reason="Many languages have none, and the server knows no such format: it accepts negative numbers.",
    fix="Use `int32` or `int64` with `minimum: 0`.",
    failing="count: {type: integer, format: uint32}\n",
    passing="count: {type: integer, format: int32, minimum: 0}\n",
    check=_check_unsigned,
    reference="kube-api-linter: integers; API conventions: primitive types",
)
INTEGER_FORMAT = LintRule(
    id="integer-format",
    severity=Severity.ADVICE,
    title="An integer is neither `int32` nor `int64`.",
    reason="Generated clients choose their types by the format.",
    fix="Add `format: int32` or `format: int64`.",
    failing="count: {type: integer}\n",
    passing="count: {type: integer, format: int32}\n",
    check=_check_format,
    reference="kube-api-linter: integers",
)
