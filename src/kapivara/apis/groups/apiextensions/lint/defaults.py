"""Lint rules about defaults that are never applied or cause harm."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.lint.rule import Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import Survey
from kapivara.schema.expressions.data.places import SchemaPlace
from kapivara.schema.legality.defaults import own_default_errors
from kapivara.values import JsonObject


def _check_lost(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        if "default" in place.raw and version.is_structural and _is_in_map(place):
            for error in own_default_errors(place.raw, place.path):
                message = f"the default is filled in, and then rejected or pruned: {error.body()}"
                yield version.finding(message, place, "default", fix="give a value that the schema accepts")


def _is_in_map(place: SchemaPlace) -> bool:
    """Returns True if a schema is inside the values of a map, where the server does not validate defaults."""
    return any(isinstance(each.raw.get("additionalProperties"), dict) for each in place.holders())


def _check_null(survey: Survey) -> Iterator[Finding]:
    for version in survey.versions:
        for place in version.written_places:
            if "default" in place.raw and place.raw["default"] is None:
                message = "null is not a default: the server drops it, and an omitted field stays omitted"
                yield version.finding(message, place, "default", fix="drop it, or give a value")


def _check_unreached(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        if place.raw.get("default") is None:
            continue
        holder = place.holder
        while holder is not None and not holder.is_root and not holder.name.endswith("[]"):
            above = holder.holder
            if above is None or holder.raw.get("default") is not None:
                break
            if holder.name not in (above.raw.get("required") or ()) and not _is_whole_part(holder):
                message = f"the default is filled in only where {holder.field} is given, which is optional"
                fix = f"give {holder.field} a default: {{}}, or require it"
                yield version.finding(message, place, "default", fix=fix)
                break
            holder = above


def _is_whole_part(place: SchemaPlace) -> bool:
    """Returns True if a place is the spec or the status, which nearly all objects have."""
    return place.field in ("spec", "status")


def _check_required(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        if place.raw.get("default") is None or place.holder is None:
            continue
        if place.name in (place.holder.raw.get("required") or ()) and place.name not in _list_keys(place):
            message = "required, but a default is filled in where it is missing: no user has to set it"
            yield version.finding(message, place, "default", fix="drop the default, or leave it out of required")


def _list_keys(place: SchemaPlace) -> list[str]:
    """Returns the keys of the list that holds a field; these must be required or have a default."""
    held = [*place.holders()][:2]
    keys: list[str] = (held[1].raw.get("x-kubernetes-list-map-keys") or []) if len(held) == 2 else []
    return keys


def _check_one_of(survey: Survey) -> Iterator[Finding]:
    for version, place in survey.places():
        branches: list[JsonObject] = place.raw.get("oneOf") or []
        for each in place.fields():
            chosen = [branch for branch in branches if each.name in (branch.get("required") or ())]
            if each.raw.get("default") is not None and chosen and len(chosen) < len(branches):
                message = (
                    f"oneOf lets {place.field or 'the object'} have {each.name} or something else, and the default "
                )
                message += "is always set: no user can choose the other"
                yield version.finding(message, each, "default", fix="drop the default")


DEFAULT_LOST = LintRule(
    id="default-lost",
    severity=Severity.ERROR,
    title="The schema rejects a default in the values of a map, and the server does not notice it.",
    reason="The server validates defaults when it stores the CRD, except those in `additionalProperties`. There, "
    "a default of the wrong type is filled into every object, which the server then rejects, and fields "
    "that the schema does not declare are pruned again.",
    fix="Give a default that the schema accepts.",
    failing="""\
ports:
  type: object
  additionalProperties:
    type: object
    properties:
      protocol: {type: string, enum: [TCP, UDP], default: tcp}
""",
    passing="""\
ports:
  type: object
  additionalProperties:
    type: object
    properties:
      protocol: {type: string, enum: [TCP, UDP], default: TCP}
""",
    check=_check_lost,
)
DEFAULT_NULL = LintRule(
    id="default-null",
    severity=Severity.WARNING,
    title="A default is null.",
    reason="The server reads `default: null` as no default, for nullable fields too: it does not store it and "
    "fills nothing in.",
    fix="Drop it, or give a value.",
    failing="""\
size: {type: integer, default: null}
""",
    passing="""\
size: {type: integer, default: 3}
""",
    check=_check_null,
)
DEFAULT_UNREACHED = LintRule(
    id="default-unreached",
    severity=Severity.ADVICE,
    title="A default stands below an optional object that has none.",
    reason=(
        "The server fills defaults only into objects that are set. Where the outer object is left out, it "
        "fills in nothing."
    ),
    fix="Give the outer object `default: {}`, or require it.",
    failing="""\
retry:
  type: object
  properties:
    limit: {type: integer, default: 3}
""",
    passing="""\
retry:
  type: object
  default: {}
  properties:
    limit: {type: integer, default: 3}
""",
    check=_check_unreached,
)
DEFAULT_ON_REQUIRED = LintRule(
    id="default-on-required",
    severity=Severity.WARNING,
    title="A field is required and has a default.",
    reason="The server fills the default in before it checks required fields, so the field is never missing: the "
    "two contradict each other, and documentation made from the schema asks users for a field that they "
    "need not set.",
    fix="Keep one of the two.",
    failing="""\
retry:
  type: object
  required: [limit]
  properties:
    limit: {type: integer, default: 3}
""",
    passing="""\
retry:
  type: object
  default: {}
  properties:
    limit: {type: integer, default: 3}
""",
    check=_check_required,
    reference="kube-api-linter: defaultorrequired",
)
DEFAULT_DECIDES_ONE_OF = LintRule(
    id="default-decides-one-of",
    severity=Severity.ERROR,
    title="`oneOf` asks for one of several fields, and one of them has a default.",
    reason=(
        "The default is always set. An object with another of the fields has two of them, and the server rejects it."
    ),
    fix="Drop the default.",
    failing="""\
source:
  type: object
  properties:
    image: {type: string, default: latest}
    snapshot: {type: string}
  oneOf:
  - required: [image]
  - required: [snapshot]
""",
    passing="""\
source:
  type: object
  properties:
    image: {type: string}
    snapshot: {type: string}
  oneOf:
  - required: [image]
  - required: [snapshot]
""",
    check=_check_one_of,
)
