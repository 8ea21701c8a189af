"""Decodes a CRD as the server does, for callers without a registry."""

from __future__ import annotations

from kapivara.apis.groups.apiextensions.defaults import apply_defaults
from kapivara.apis.groups.apiextensions.definition_types import as_definition
from kapivara.codec import DecodeError
from kapivara.codec.typed.decoding import in_key_order, take_typed
from kapivara.codec.typed.described import described
from kapivara.schema.legality.survey import survey
from kapivara.values import JsonObject, JsonValue

_V1 = described("apis.groups.apiextensions.v1")


def read_definition(value: JsonValue) -> JsonObject | None:
    """Returns a decoded CRD with defaults; None if it cannot be decoded or is nested too deeply."""
    try:
        crd = take_typed(in_key_order(value), _V1.struct("CustomResourceDefinition")).value
    except DecodeError:
        return None
    crd.setdefault("status", _V1.struct("CustomResourceDefinitionStatus").empty())
    apply_defaults(as_definition(crd))
    schemas = [(each.get("schema") or {}).get("openAPIV3Schema") for each in crd["spec"]["versions"] or ()]
    return None if any(survey(each).too_deep for each in schemas if each) else crd
