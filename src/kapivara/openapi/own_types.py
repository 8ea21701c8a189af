"""Kubernetes' own types in documents, some of whose keywords describe merging or conventions instead of rules.

For built-in kinds, a server publishes which fields Go always writes (`required`), which constants exist (`enum`) and
how lists merge (`x-kubernetes-list-type`), but does not enforce these keywords. In a document with rules,
`x-kubernetes-validation-errors` of the same schema names the enforced keywords; for a required field, the field's
schema may name it. All other keywords are always enforced.

These types are Go's: null is the zero value, and empty bytes are written as an empty string.
"""

from __future__ import annotations

from typing import Final

from kapivara.openapi.references import SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_SINGLES
from kapivara.schema.structural.combining import ERRORS, LIST_TYPE
from kapivara.values import JsonObject, JsonValue

OWN: Final = "\0own"
"""The key, which no document has, that marks lists and bytes of these types."""
_PREFIXES: Final = (
    "io.k8s.api.",
    "io.k8s.apimachinery.",
    "io.k8s.apiextensions-apiserver.",
    "io.k8s.kube-aggregator.",
)
_RULES_WHERE_NAMED: Final = ("enum", "required")
_QUANTITY: Final = "io.k8s.apimachinery.pkg.api.resource.Quantity"
_STRING_OR_NUMBER: Final = [{"type": "string"}, {"type": "number"}]


def is_own_type(name: str) -> bool:
    """Returns True if a definition name is that of Kubernetes' own type; custom resources have other names."""
    return name.startswith(_PREFIXES)


def as_own_type(name: str, raw: JsonObject) -> JsonObject:
    """Returns such a definition with only its effective keywords."""
    if name == _QUANTITY and raw.get("type") == "string":  # v2 cannot express that it may be a number, too
        raw = {**{key: value for key, value in raw.items() if key != "type"}, "oneOf": _STRING_OR_NUMBER}
    read = _read(raw)
    return read if isinstance(read, dict) else raw


def _named(raw: JsonValue) -> JsonObject:
    """Returns the keywords of a schema that have error messages."""
    named = raw.get(ERRORS) if isinstance(raw, dict) else None
    return named if isinstance(named, dict) else {}


def _read(raw: JsonValue) -> JsonValue:
    if not isinstance(raw, dict):
        return raw
    named = _named(raw)
    read = {key: value for key, value in raw.items() if key not in _RULES_WHERE_NAMED or key in named}
    if "required" in raw and "required" not in named:
        fields = raw.get("properties") or {}
        if required := [each for each in raw["required"] if "required" in _named(fields.get(each))]:
            read["required"] = required
    is_unique = LIST_TYPE in named
    if (read.get("type") == "array" and not is_unique) or read.get("format") == "byte":
        read[OWN] = True
    for keyword in SCHEMA_MAPS:
        if isinstance(read.get(keyword), dict):
            read[keyword] = {name: _read(each) for name, each in read[keyword].items()}
    for keyword in SCHEMA_LISTS:
        if isinstance(read.get(keyword), list):
            read[keyword] = [_read(each) for each in read[keyword]]
    for keyword in SCHEMA_SINGLES:
        if keyword in read:
            read[keyword] = _read(read[keyword])
    return read
