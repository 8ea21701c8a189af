"""Kubernetes' own types as documents publish them: some keywords say how values merge or what is usual, and no rule.

A server publishes for its built-in kinds which fields Go always writes (`required`), which constants there are (`enum`)
and how lists merge (`x-kubernetes-list-type`), and holds objects to none of that: whether it does is for its rules to
say. Where a document carries rules, `x-kubernetes-validation-errors` of the same schema names the keyword, and it
counts; of a required field, its own schema may name it. What else a schema says counts in any case: servers publish
nothing else without meaning it.

These types are Go's: null is the zero value, and no bytes at all are written as an empty text.
"""

from __future__ import annotations

from typing import Final

from kapivara.openapi.references import SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_SINGLES
from kapivara.schema.combining import ERRORS, LIST_TYPE
from kapivara.values import JsonObject, JsonValue

OWN: Final = "\0own"
"""The key, which no document has, of lists and bytes of these types."""
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
    """Tells whether a definition of this name is of Kubernetes' own types; custom resources have other names."""
    return name.startswith(_PREFIXES)


def as_own_type(name: str, raw: JsonObject) -> JsonObject:
    """Returns such a definition with what counts in it."""
    if name == _QUANTITY and raw.get("type") == "string":  # v2 cannot say that it may be a number, too
        raw = {**{key: value for key, value in raw.items() if key != "type"}, "oneOf": _STRING_OR_NUMBER}
    read = _read(raw)
    return read if isinstance(read, dict) else raw


def _named(raw: JsonValue) -> JsonObject:
    """Returns the keywords of a schema that have words for failures."""
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
