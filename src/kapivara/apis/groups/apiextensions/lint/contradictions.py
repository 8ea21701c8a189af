"""Lint rules about keywords that contradict each other, so that some or all values are rejected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.apis.groups.apiextensions.lint.rule import Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import Survey
from kapivara.schema.expressions.data.places import SchemaPlace
from kapivara.schema.resource.validator import validator_for
from kapivara.schema.structural.structural import Structural
from kapivara.values.rendering import to_json_text

_PAIRS: Final = (
    ("minimum", "maximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
)


def _check_required(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        raw = place.raw
        is_open = raw.get("x-kubernetes-preserve-unknown-fields") or raw.get("additionalProperties")
        if raw.get("type") != "object" or is_open:
            continue
        declared = {*(raw.get("properties") or {})}
        if place.is_root or raw.get("x-kubernetes-embedded-resource"):
            declared |= {"apiVersion", "kind", "metadata"}
        for name in raw.get("required") or ():
            if name not in declared:
                message = f"{name} is required, but not declared: it is pruned, and every object is rejected"
                yield version.finding(message, place, "required", fix=f"declare {name} under properties, or drop it")


def _check_bounds(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        raw = place.raw
        for low, high in _PAIRS:
            if low in raw and high in raw and raw[low] > raw[high]:
                message = f"{low} {to_json_text(raw[low])} is greater than {high} {to_json_text(raw[high])}: "
                yield version.finding(message + "nothing passes", place, low, fix="exchange the two")
        fewest, most = len(raw.get("required") or ()), raw.get("maxProperties")
        if most is not None and fewest > most:
            message = f"{fewest} fields are required, but maxProperties is {most}: no object is valid"
            yield version.finding(message, place, "maxProperties", fix=f"raise it to {fewest} or more")


def _check_enums(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        if not version.is_structural:
            continue
        for value in place.raw.get("enum") or ():
            if value is None and place.raw.get("nullable"):
                continue
            errors = validator_for(Structural(_without_children(place)), "enum").explain_values(place.path, value)
            if errors:
                message = f"{to_json_text(value)} is listed, but rejected: {errors[0].detail}"
                yield version.finding(message, place, "enum", fix="drop the value, or the keyword that rejects it")


def _without_children(place: SchemaPlace) -> dict[str, object]:
    """Returns the keywords of a schema that apply to plain values."""
    return {name: value for name, value in place.raw.items() if name not in ("properties", "default")}


REQUIRED_NOT_DECLARED = LintRule(
    id="required-not-declared",
    severity=Severity.ERROR,
    title="A field is required that the schema does not declare.",
    reason="The server prunes undeclared fields before it validates objects, so the field is always missing and "
    "no object is valid.",
    fix="Declare the field, or correct the name.",
    failing="""\
target:
  type: object
  required: [hots]
  properties:
    host: {type: string}
""",
    passing="""\
target:
  type: object
  required: [host]
  properties:
    host: {type: string}
""",
    check=_check_required,
)
IMPOSSIBLE_BOUNDS = LintRule(
    id="impossible-bounds",
    severity=Severity.ERROR,
    title="A lower bound of a schema is greater than its upper bound.",
    reason="No value passes, so the field can never be set.",
    fix="Correct one of the bounds.",
    failing="port: {type: integer, minimum: 65535, maximum: 1}\n",
    passing="port: {type: integer, minimum: 1, maximum: 65535}\n",
    check=_check_bounds,
)
ENUM_VALUE_REFUSED = LintRule(
    id="enum-value-refused",
    severity=Severity.ERROR,
    title="An `enum` lists a value that another keyword of the schema rejects.",
    reason="Documentation and clients offer the value, but no object can use it.",
    fix="Drop the value, or the keyword that rejects it.",
    failing="level: {type: string, maxLength: 4, enum: [Low, Normal]}\n",
    passing="level: {type: string, maxLength: 8, enum: [Low, Normal]}\n",
    check=_check_enums,
)
