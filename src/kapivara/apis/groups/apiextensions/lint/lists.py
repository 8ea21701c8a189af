"""Lint rules about lists and maps."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.lint.rule import Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import Survey
from kapivara.schema.structural.subschemas import additional_schema, items_schema


def _check_type(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        if place.raw.get("type") == "array" and not place.raw.get("x-kubernetes-list-type"):
            message = "choose how server-side apply merges items: x-kubernetes-list-type atomic, set or map"
            yield version.finding(
                message, place, fix="add x-kubernetes-list-type: atomic to keep the present behaviour"
            )


def _check_items(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        items = items_schema(place.raw)
        if place.raw.get("type") != "array" or items is None or items.get("type") != "object":
            continue
        says_more = {"required", "oneOf", "anyOf", "allOf", "minProperties", "x-kubernetes-validations"}
        if items.get("properties") and not any(items.get(each) for each in says_more):
            message = "an item may be empty: it has no required field"
            yield version.finding(message, place, fix="require the field that identifies an item")


def _check_map(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        values = additional_schema(place.raw)
        if values is not None and values.get("type") in ("object", "array"):
            message = "the keys of a map have no name: a list of type map names them by its key field"
            fix = "make it a list of objects with a name, x-kubernetes-list-type: map and x-kubernetes-list-map-keys"
            yield version.finding(message, place, fix=fix)


LIST_TYPE = LintRule(
    id="list-type",
    severity=Severity.WARNING,
    title="A list has no `x-kubernetes-list-type`.",
    reason="Without it the list is atomic: a manager that applies one item owns all items. A later change of the "
    "list type changes the result for objects that others apply.",
    fix="Write `atomic`, `set`, or `map` with its keys.",
    failing="tags:\n  type: array\n  items: {type: string}\n",
    passing="tags:\n  type: array\n  x-kubernetes-list-type: set\n  items: {type: string}\n",
    check=_check_type,
    reference="kube-api-linter: ssatags",
)
ITEM_WITHOUT_REQUIRED = LintRule(
    id="item-without-required",
    severity=Severity.WARNING,
    title="The items of a list are objects without a required field.",
    reason="`- {}` is then a valid item, which is hardly ever intended.",
    fix="Require the field that identifies an item, or one of several by `anyOf` or a CEL rule.",
    failing="""\
servers:
  type: array
  items:
    type: object
    properties:
      host: {type: string}
""",
    passing="""\
servers:
  type: array
  items:
    type: object
    required: [host]
    properties:
      host: {type: string}
""",
    check=_check_items,
    reference="kube-api-linter: arrayofstruct",
)
MAP = LintRule(
    id="map",
    severity=Severity.WARNING,
    title="A map has objects or lists for its values.",
    reason="The conventions ask for lists of named objects: a key of a map has no name, no description and no rules of "
    "its own, and cannot become two fields later. Maps of plain texts, such as labels, are fine.",
    fix="Make it a list of type map, with the key as a field.",
    failing="""\
ports:
  type: object
  additionalProperties:
    type: object
    properties:
      port: {type: integer}
""",
    passing="""\
ports:
  type: array
  x-kubernetes-list-type: map
  x-kubernetes-list-map-keys: [name]
  items:
    type: object
    required: [name]
    properties:
      name: {type: string}
      port: {type: integer}
""",
    check=_check_map,
    reference="kube-api-linter: nomaps; API conventions: lists of named subobjects preferred over maps",
)
