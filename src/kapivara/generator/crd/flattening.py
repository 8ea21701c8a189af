"""Replaces references between schemas by the schemas, and merges the schema of a type with the keywords of a field.

Where both have values that cannot be merged, such as two patterns, each gets an entry in `allOf`. A recursive type has
an empty schema where it recurs. Upstream: controller-tools/pkg/crd/flatten.go.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kapivara.generator.crd.markers.marker import REF, Schema
from kapivara.generator.crd.schemas import TypeKey

_DOCUMENTING: Final = ("description", "title", "externalDocs", "example")
"""Keywords that are not merged: those of the field replace those of its type."""
_PLAIN: Final = frozenset(
    (
        *("type", "format", "pattern", "exclusiveMaximum", "exclusiveMinimum", "uniqueItems", "nullable"),
        *("x-kubernetes-embedded-resource", "x-kubernetes-int-or-string", "minProperties", "maxProperties"),
        *("default", "x-kubernetes-list-type", "x-kubernetes-list-map-keys"),  # the server rejects them in `allOf`
    )
)
"""Keywords that are kept once where both values are equal. Kept: other keywords then occur twice, in `allOf`."""
_LAST_COUNTS: Final = frozenset(("x-kubernetes-preserve-unknown-fields", "x-kubernetes-map-type"))
_RULES: Final = "x-kubernetes-validations"
_MOST_NODES: Final = 200_000
"""Types that refer several times to others, which do the same, describe very large schemas in a few lines."""


class TypeConflictError(Exception):
    """Two schemas of one value that have different types."""

    def __init__(self, one: str, other: str):
        super().__init__(f"a value cannot be of type {one} and of type {other}")


class TooLargeError(Exception):
    """A schema that is larger than any server would store."""

    def __init__(self) -> None:
        super().__init__(f"the schema has more than {_MOST_NODES} parts, each type in all places where it is used")


class Flattening:
    """Flattens schemas; the schema of each type only once."""

    def __init__(self, schema_of: Callable[[TypeKey], Schema]):
        self._schema_of = schema_of
        self._flat: dict[TypeKey, Schema] = {}
        self._nodes = 0

    def flatten(self, key: TypeKey) -> Schema:
        """Returns the flat schema of a type; raises TypeConflictError and TooLargeError."""
        self._nodes = 0
        return self._merged(self._resolved(self._schema_of(key)))

    def _resolved(self, schema: Schema) -> Schema:
        """Returns a schema with all references replaced, before merging."""
        key = schema.get(REF)
        if key is None:
            return self._inside(schema)
        return _with_field(self._type(key), schema)

    def _type(self, key: TypeKey) -> Schema:
        known = self._flat.get(key)
        if known is None:
            self._flat[key] = {}  # a recursive reference gets an empty schema
            known = self._flat[key] = self._resolved(self._schema_of(key))
        return known

    def _inside(self, schema: Schema) -> Schema:
        made = dict(schema)
        for name in ("items", "additionalProperties"):
            if isinstance(made.get(name), dict):
                made[name] = self._resolved(made[name])
        for name in ("allOf", "anyOf"):
            if name in made:
                made[name] = [self._resolved(each) for each in made[name]]
        if "properties" in made:
            made["properties"] = {name: self._resolved(each) for name, each in made["properties"].items()}
        return made

    def _merged(self, schema: Schema) -> Schema:
        """Returns a copy of a schema with `allOf` merged into it, at all levels."""
        self._nodes += 1
        if self._nodes > _MOST_NODES:
            raise TooLargeError
        made = dict(schema)
        if "properties" in made:
            made["properties"] = dict(made["properties"])
        for each in made.pop("allOf", ()):
            _merge(made, each)
        for name in ("items", "additionalProperties"):
            if isinstance(made.get(name), dict):
                made[name] = self._merged(made[name])
        for name in ("allOf", "anyOf"):
            if name in made:
                made[name] = [self._merged(each) for each in made[name]]
        if "properties" in made:
            made["properties"] = {name: self._merged(each) for name, each in made["properties"].items()}
            if not made["properties"]:
                del made["properties"]
        return made


def _with_field(kind: Schema, field: Schema) -> Schema:
    """Combines the schema of a type and the keywords of a field."""
    rest = {name: value for name, value in field.items() if name != REF and name not in _DOCUMENTING}
    made: Schema = {"allOf": [kind, rest]}
    for name in _DOCUMENTING:
        if (said := field.get(name, kind.get(name))) is not None:
            made[name] = said
    return made


def _merge(into: Schema, schema: Schema) -> None:
    """Merges a schema into another one, in place."""
    for each in schema.get("allOf", ()):
        _merge(into, each)
    ours: Schema = {}
    theirs: Schema = {}
    for name, value in schema.items():
        if name == "allOf" or name in _DOCUMENTING:
            continue
        if name not in into:
            into[name] = dict(value) if name == "properties" else value
        elif name != "enum" and not _merge_keyword(into, name, value):
            ours[name], theirs[name] = into.pop(name), value
    if ours:
        into["allOf"] = [*into.get("allOf", ()), ours, theirs]
    if "required" in into:
        into["required"] = sorted(set(into["required"]))


def _merge_keyword(into: Schema, name: str, value: Any) -> bool:
    """Merges the values of one keyword; returns False where they cannot be merged."""
    found = into[name]
    if name == "properties":
        _merge_properties(found, value)
    elif name == "required":
        into[name] = [*found, *value]
    elif name == "type" and found != value:
        raise TypeConflictError(found, value)
    elif name == "additionalProperties":
        if isinstance(value, dict):
            into[name] = dict(found) if isinstance(found, dict) else {}
            _merge(into[name], value)
    elif name in _LAST_COUNTS:
        into[name] = value
    elif name == _RULES:
        into[name] = [*value, *found]
    else:
        return name in _PLAIN and found == value
    return True


def _merge_properties(into: dict[str, Schema], properties: dict[str, Schema]) -> None:
    for name, schema in properties.items():
        if name in into:
            into[name] = dict(into[name])
            if "properties" in into[name]:
                into[name]["properties"] = dict(into[name]["properties"])
            _merge(into[name], schema)
        else:
            into[name] = schema
