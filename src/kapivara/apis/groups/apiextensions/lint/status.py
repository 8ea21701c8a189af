"""Lint rules about the status of objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.apis.groups.apiextensions.lint.rule import ExamplePart, Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import Survey
from kapivara.schema.expressions.data.places import SchemaPlace
from kapivara.schema.structural.subschemas import items_schema
from kapivara.values import JsonObject

_CONVENTIONS: Final = "API conventions: typical status properties"
_PART: Final = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_CONDITION_FIELDS: Final[dict[str, JsonObject]] = {
    "type": {
        "maxLength": 316,
        "pattern": rf"^({_PART}(\.{_PART})*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
    },
    "status": {"enum": ["False", "True", "Unknown"]},
    "reason": {"maxLength": 1024, "pattern": "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"},
    "message": {"maxLength": 32768},
    "lastTransitionTime": {"type": "string", "format": "date-time"},
    "observedGeneration": {"minimum": 0},
}
"""The fields of a condition, with the schema that a generator derives from its Go type.

Upstream: apimachinery/pkg/apis/meta/v1/types.go Condition (1.37).
"""


def _check_subresource(survey: Survey) -> Iterator[Finding]:
    for version in survey.versions:
        fields = (version.schema or {}).get("properties") or {}
        if "status" in fields and "status" not in (version.raw.get("subresources") or {}):
            message = "a status in the schema needs the status subresource: others write it than write the spec"
            fix = "add subresources: {status: {}} to the version"
            yield Finding(message, version.path, field="status", version=version.name, fix=fix)


def _check_conditions(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        if place.raw.get("type") != "array" or place.name != "conditions":
            continue
        if not _is_keyed(place.raw):
            message = "conditions are a list of type map with the key type, so that each is applied on its own"
            fix = "add x-kubernetes-list-type: map and x-kubernetes-list-map-keys: [type]"
            yield version.finding(message, place, fix=fix)
        elif odd := _odd_fields(place):
            message = f"conditions have other fields than metav1.Condition: {', '.join(odd)}"
            yield version.finding(message, place, fix="take the schema that metav1.Condition makes")


def _is_keyed(raw: JsonObject) -> bool:
    return raw.get("x-kubernetes-list-type") == "map" and raw.get("x-kubernetes-list-map-keys") == ["type"]


def _odd_fields(place: SchemaPlace) -> list[str]:
    fields = (items_schema(place.raw) or {}).get("properties") or {}
    return [name for name, wanted in _CONDITION_FIELDS.items() if not _has(fields.get(name) or {}, wanted)]


def _has(schema: JsonObject, wanted: JsonObject) -> bool:
    """Returns True if a schema contains the wanted keywords; ignores the order of enum values."""
    listed = {**schema, "enum": sorted(schema.get("enum") or (), key=str)}
    return all(listed.get(name) == value for name, value in wanted.items())


def _check_required(survey: Survey) -> Iterator[Finding]:
    for version in survey.versions:
        for place in version.places:
            required = place.raw.get("required") or ()
            if required and place.field == "status":
                names = ", ".join(required)
                message = f"{names} must be in every status: a controller that writes one field has to write all"
                yield version.finding(message, place, "required", fix="make the fields of the status optional")


def _check_phase(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        if place.field in ("status.phase", "status.state") and place.raw.get("type") == "string":
            message = f"{place.name} holds one state at a time, and a new value breaks its readers"
            yield version.finding(
                message, place, fix="report conditions, and keep the phase for people to read, if at all"
            )


STATUS = LintRule(
    id="status",
    severity=Severity.WARNING,
    title="The schema has a status, and the version no status subresource.",
    reason="Without it, every user who may write the spec writes the status too, updates of both overwrite each "
    "other, and every write of the status counts as a new generation.",
    fix="Add `subresources: {status: {}}` to the version.",
    failing="""\
schema:
  openAPIV3Schema:
    type: object
    properties:
      status: {type: object}
""",
    passing="""\
subresources:
  status: {}
schema:
  openAPIV3Schema:
    type: object
    properties:
      status: {type: object}
""",
    check=_check_subresource,
    scope=ExamplePart.VERSION,
    reference="kube-api-linter: statussubresource",
)
CONDITIONS = LintRule(
    id="conditions",
    severity=Severity.WARNING,
    title="A list of conditions is not of type map with the key `type`, or its items are not metav1.Condition.",
    reason="Controllers apply their own conditions beside those of others; in a list that is not keyed by type, "
    "the last writer overwrites all. `kubectl wait --for=condition=…` and other tools read the usual "
    "fields.",
    fix="Add `x-kubernetes-list-type: map`, `x-kubernetes-list-map-keys: [type]` and the schema of metav1.Condition.",
    failing="""\
conditions:
  type: array
  items:
    type: object
    properties:
      type: {type: string}
""",
    passing=r"""conditions:
  type: array
  x-kubernetes-list-type: map
  x-kubernetes-list-map-keys: [type]
  items:
    type: object
    required: [type, status, lastTransitionTime, reason, message]
    properties:
      type:
        type: string
        maxLength: 316
        pattern: "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?\
          (([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"
      status: {type: string, enum: ["True", "False", Unknown]}
      observedGeneration: {type: integer, format: int64, minimum: 0}
      lastTransitionTime: {type: string, format: date-time}
      reason:
        type: string
        minLength: 1
        maxLength: 1024
        pattern: ^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$
      message: {type: string, maxLength: 32768}
""",
    check=_check_conditions,
    reference=f"kube-api-linter: conditions; {_CONVENTIONS}",
)
REQUIRED_STATUS = LintRule(
    id="required-status-field",
    severity=Severity.WARNING,
    title="A field of the status is required.",
    reason="Several controllers write a status piece by piece; while a required field is missing, none of them "
    "can write the others.",
    fix="Make the fields of the status optional.",
    failing="""\
subresources:
  status: {}
schema:
  openAPIV3Schema:
    type: object
    properties:
      status:
        type: object
        required: [ready]
        properties:
          ready: {type: integer}
""",
    passing="""\
subresources:
  status: {}
schema:
  openAPIV3Schema:
    type: object
    properties:
      status:
        type: object
        properties:
          ready: {type: integer}
""",
    check=_check_required,
    scope=ExamplePart.VERSION,
    reference="kube-api-linter: statusoptional",
)
PHASE = LintRule(
    id="phase",
    severity=Severity.WARNING,
    title="The status has a `phase` or a `state`.",
    reason="New phases break clients that read them as an enumeration, and an object is often in several states "
    "at once. The conventions ask for conditions instead.",
    fix="Tell conditions.",
    failing="""\
subresources:
  status: {}
schema:
  openAPIV3Schema:
    type: object
    properties:
      status:
        type: object
        properties:
          phase: {type: string}
""",
    passing="""\
subresources:
  status: {}
schema:
  openAPIV3Schema:
    type: object
    properties:
      status:
        type: object
        properties:
          ready: {type: integer}
""",
    check=_check_phase,
    scope=ExamplePart.VERSION,
    reference=f"kube-api-linter: nophase; {_CONVENTIONS}",
)
