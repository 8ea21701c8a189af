"""Advice about what a definition newly has: good manners of APIs, which no server asks for.

What crd-schema-checker calls errors of style; that which the old definition has as well is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Final

from kapivara.apis.apiextensions.validation import SPEC
from kapivara.field import FieldPath
from kapivara.schema.expressions.places import SchemaPlace, places_below
from kapivara.schema.legality.subschemas import items_schema
from kapivara.values import JsonObject
from kapivara.values.record import record

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
"""The fields of a condition, and what a definition made from its type says of them.

Upstream: apimachinery/pkg/apis/meta/v1/types.go Condition (1.37).
"""


class Topic(StrEnum):
    """What a piece of advice is about."""

    BOOLEAN = "boolean"
    FLOAT = "float"
    UNSIGNED = "unsigned"
    MAP = "map"
    LIST_TYPE = "list-type"
    CONDITIONS = "conditions"
    STATUS = "status"


_TEXTS: Final = {
    Topic.BOOLEAN: "a boolean can never have a third value: an enumeration of texts can grow",
    Topic.FLOAT: "fractions do not survive every client: use whole numbers of a smaller unit, or quantities",
    Topic.UNSIGNED: "unsigned integers are not known to all languages: use a signed one with a minimum",
    Topic.MAP: "the keys of a map have no name: a list of type map, with a key field, says what they are",
    Topic.LIST_TYPE: "say how applied items merge: x-kubernetes-list-type atomic, set or map",
    Topic.CONDITIONS: "conditions are a list of type map with the key type, of items as metav1.Condition has them",
    Topic.STATUS: "a status in the schema wants the status subresource: other people may write it than the spec",
}


@record
class Advice:
    """One piece of advice: the version and field that it is about, and where that stands in the new definition."""

    topic: Topic
    version: str
    field: str
    path: FieldPath

    @property
    def text(self) -> str:
        """The advice in words."""
        return _TEXTS[self.topic]


def advise(old: JsonObject | None, new: JsonObject) -> tuple[Advice, ...]:
    """Lists what could be better about a definition, as the server reads it, and was not so before."""
    known = set() if old is None else {(each.topic, each.version, each.field) for each in _advice(old)}
    return tuple(each for each in _advice(new) if (each.topic, each.version, each.field) not in known)


def _advice(crd: JsonObject) -> Iterator[Advice]:
    for place, version in enumerate(crd["spec"]["versions"] or ()):
        schema = (version.get("schema") or {}).get("openAPIV3Schema")
        if schema is None:
            continue
        at = SPEC.child("versions").index(place)
        if "status" in (schema.get("properties") or {}) and "status" not in (version.get("subresources") or {}):
            yield Advice(Topic.STATUS, version["name"], "status", at)
        for each in places_below(SchemaPlace(schema, at.child("schema", "openAPIV3Schema"))):
            for topic, is_meant in _CHECKS.items():
                if is_meant(each):
                    yield Advice(topic, version["name"], each.field, each.path)


def _is_unsigned(place: SchemaPlace) -> bool:
    return str(place.raw.get("format") or "").startswith("uint")


def _lacks_list_type(place: SchemaPlace) -> bool:
    return place.raw.get("type") == "array" and not place.raw.get("x-kubernetes-list-type")


def _are_odd_conditions(place: SchemaPlace) -> bool:
    raw = place.raw
    if raw.get("type") != "array" or place.field.rpartition(".")[2] != "conditions":
        return False
    fields = (items_schema(raw) or {}).get("properties") or {}
    keyed = raw.get("x-kubernetes-list-type") == "map" and raw.get("x-kubernetes-list-map-keys") == ["type"]
    return not keyed or not all(_has(fields.get(name) or {}, wanted) for name, wanted in _CONDITION_FIELDS.items())


def _has(schema: JsonObject, wanted: JsonObject) -> bool:
    """Tells whether a schema says what is wanted; the order of listed values does not matter."""
    listed = {**schema, "enum": sorted(schema.get("enum") or (), key=str)}
    return all(listed.get(name) == value for name, value in wanted.items())


_CHECKS: Final[dict[Topic, Callable[[SchemaPlace], bool]]] = {
    Topic.BOOLEAN: lambda place: place.raw.get("type") == "boolean",
    Topic.FLOAT: lambda place: place.raw.get("type") == "number",
    Topic.UNSIGNED: _is_unsigned,
    Topic.MAP: lambda place: place.raw.get("additionalProperties") is not None,
    Topic.LIST_TYPE: _lacks_list_type,
    Topic.CONDITIONS: _are_odd_conditions,
}
