"""Lint rule about paths of printer columns and the scale subresource that no schema declares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kapivara.apis.groups.apiextensions.lint.rule import ExamplePart, Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import LintedVersion, Survey
from kapivara.content.nearest import nearest
from kapivara.field import FieldPath
from kapivara.languages.json_path.nodes import Field, Filter, Path, Slice, Wildcard
from kapivara.languages.json_path.parsing import PathSyntaxError, parse_template
from kapivara.schema.structural.subschemas import additional_schema, items_schema
from kapivara.values import JsonObject

_OF_ALL_OBJECTS = frozenset(("apiVersion", "kind", "metadata"))


def _check(survey: Survey) -> Iterator[Finding]:
    for version in survey.versions:
        for path, text in _paths(version):
            missing = _missing_step(version.schema or {}, text)
            if missing is not None:
                name, known = missing
                near = nearest(name, known)
                fix = f"did you mean {near}?" if near else "name a field that the schema declares"
                message = f"the path {text} leads nowhere: there is no field {name}"
                yield Finding(message, path, version=version.name, fix=fix)


def _paths(version: LintedVersion) -> Iterator[tuple[FieldPath, str]]:
    for place, column in enumerate(version.raw.get("additionalPrinterColumns") or ()):
        yield version.path.child("additionalPrinterColumns").index(place).child("jsonPath"), column["jsonPath"]
    scale = (version.raw.get("subresources") or {}).get("scale") or {}
    for name in ("specReplicasPath", "statusReplicasPath", "labelSelectorPath"):
        if scale.get(name):
            yield version.path.child("subresources", "scale", name), scale[name]


def _missing_step(schema: JsonObject, text: str) -> tuple[str, Sequence[str]] | None:
    """Returns the first undeclared field of a path, with the declared ones at that place; None if all are declared."""
    try:
        template = parse_template(f"{{{text}}}")
    except PathSyntaxError:
        return None
    path: Path = template[0] if template else ()
    node: JsonObject | None = schema
    for depth, step in enumerate(path):
        if not node or (not depth and isinstance(step, Field) and step.name in _OF_ALL_OBJECTS):
            return None
        if isinstance(step, Field):
            found = _field(node, step.name)
            if found is None:
                return step.name, [*(node.get("properties") or {})]
            node = found
        elif isinstance(step, (Slice, Filter, Wildcard)):
            node = items_schema(node) or (additional_schema(node) if isinstance(step, Wildcard) else None)
        else:
            return None  # anything may follow
    return None


def _field(node: JsonObject, name: str) -> JsonObject | None:
    """Returns the schema of a field; an empty one if any value is allowed, None if the field is undeclared."""
    declared = (node.get("properties") or {}).get(name)
    if declared is not None:
        return dict(declared)
    if node.get("x-kubernetes-preserve-unknown-fields") or node.get("additionalProperties") is True:
        return {}
    return additional_schema(node)


PATH_LEADS_NOWHERE = LintRule(
    id="path-leads-nowhere",
    severity=Severity.WARNING,
    title="The path of a printer column, or of the scale subresource, names a field that the schema does not declare.",
    reason="The server accepts it, but `kubectl get` always shows an empty column, and `kubectl scale` fails.",
    fix="Name a field of the schema.",
    failing="""\
additionalPrinterColumns:
- {name: Size, type: integer, jsonPath: .spec.sise}
schema:
  openAPIV3Schema:
    type: object
    properties:
      spec:
        type: object
        properties:
          size: {type: integer}
""",
    passing="""\
additionalPrinterColumns:
- {name: Size, type: integer, jsonPath: .spec.size}
schema:
  openAPIV3Schema:
    type: object
    properties:
      spec:
        type: object
        properties:
          size: {type: integer}
""",
    check=_check,
    scope=ExamplePart.VERSION,
)
