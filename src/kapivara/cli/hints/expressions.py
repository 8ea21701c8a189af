"""Suggestions for CEL expressions of a CRD that do not compile."""

from __future__ import annotations

from kapivara.apis.groups.apiextensions.definition_reading import read_definition
from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.apis.groups.apiextensions.written_fields import value_at, written_field
from kapivara.cel.errors import CelIssuesError
from kapivara.cel.hints import hints_for
from kapivara.cli.inputs.manifests import Manifest
from kapivara.schema.expressions.compiling.compilation import RuleCompiler
from kapivara.schema.expressions.data.declared import declare
from kapivara.schema.expressions.data.places import SchemaPlace, places_below
from kapivara.schema.server_version import parse_server_version
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject

_RULES = ".x-kubernetes-validations["
_UNCOMPILED = "compilation failed: "


def expression_hint(manifest: Manifest, field: str, message: str, kubernetes_version: str) -> str:
    """Returns suggestions for the expression at a field of a CRD, one per line; "" if there are none."""
    if _UNCOMPILED not in message or _RULES not in field:
        return ""
    written = written_field(field)
    text = value_at(manifest.value, written)
    place = _schema_at(manifest, written[: written.rindex(_RULES)])
    if not isinstance(text, str) or place is None:
        return ""
    schema = Structural(place.raw)
    declared = declare(schema, resource=place.is_root or schema.embedded_resource)
    if declared is None:
        return ""
    env = RuleCompiler(declared).env(server=parse_server_version(kubernetes_version))
    try:
        env.compile(text)
    except CelIssuesError as found:
        return "\n".join(hints_for(env, text, found.issues))
    return ""


def _schema_at(manifest: Manifest, path: str) -> SchemaPlace | None:
    """Returns the schema at a path of a CRD; None if there is none."""
    crd = read_definition(manifest.value)
    versions: list[JsonObject] = (crd["spec"]["versions"] or []) if crd is not None else []
    for position, version in enumerate(versions):
        schema = (version.get("schema") or {}).get("openAPIV3Schema")
        top = SPEC.child("versions").index(position).child("schema", "openAPIV3Schema")
        if schema is not None and path.startswith(str(top)):
            return next((each for each in places_below(SchemaPlace(schema, top)) if str(each.path) == path), None)
    return None
