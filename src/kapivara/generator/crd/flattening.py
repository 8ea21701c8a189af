"""From schemas that refer to each other to one that holds all: a type's schema, and what a field adds, become one.

Where both say something that cannot be one keyword, such as two patterns, each stands in an `allOf` of its own.
A type that holds itself is empty where it would begin again. Upstream: controller-tools/pkg/crd/flatten.go.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kapivara.generator.crd.markers.marker import REF, Schema
from kapivara.generator.crd.schemas import TypeKey

_DOCUMENTING: Final = ("description", "title", "externalDocs", "example")
"""What is not merged: the field's own goes before its type's."""
_PLAIN: Final = frozenset(
    (
        *("type", "format", "pattern", "exclusiveMaximum", "exclusiveMinimum", "uniqueItems", "nullable"),
        *("x-kubernetes-embedded-resource", "x-kubernetes-int-or-string", "minProperties", "maxProperties"),
        *("default", "x-kubernetes-list-type", "x-kubernetes-list-map-keys"),  # the server takes them in no `allOf`
    )
)
"""Keywords that, said twice alike, are said once. Kept: of all others both are kept, in `allOf`."""
_LAST_COUNTS: Final = frozenset(("x-kubernetes-preserve-unknown-fields", "x-kubernetes-map-type"))
_RULES: Final = "x-kubernetes-validations"
_MOST_NODES: Final = 200_000
"""Types that use others twice, and those again, can say very much in a few lines."""


class TypeConflictError(Exception):
    """Two schemas for one value that are of different types."""

    def __init__(self, one: str, other: str):
        super().__init__(f"a value cannot be of type {one} and of type {other}")


class TooLargeError(Exception):
    """A schema that is larger than any server would store."""

    def __init__(self) -> None:
        super().__init__(f"the schema has more than {_MOST_NODES} parts, each type in all places where it is used")


class Flattening:
    """Puts schemas together; those of types are flattened once."""

    def __init__(self, schema_of: Callable[[TypeKey], Schema]):
        self._schema_of = schema_of
        self._flat: dict[TypeKey, Schema] = {}
        self._nodes = 0

    def flatten(self, key: TypeKey) -> Schema:
        """Returns the whole schema of a type; raises TypeConflictError and TooLargeError."""
        self._nodes = 0
        return self._merged(self._resolved(self._schema_of(key)))

    def _resolved(self, schema: Schema) -> Schema:
        """Returns a schema with others in the places where they are referred to; nothing is merged yet."""
        key = schema.get(REF)
        if key is None:
            return self._inside(schema)
        return _with_field(self._type(key), schema)

    def _type(self, key: TypeKey) -> Schema:
        known = self._flat.get(key)
        if known is None:
            self._flat[key] = {}  # what is met again inside of itself ends there
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
        """Returns a schema whose `allOf` is part of itself, all the way down; the one given is left as it is."""
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
    """Puts what a field says beside the schema of its type."""
    rest = {name: value for name, value in field.items() if name != REF and name not in _DOCUMENTING}
    made: Schema = {"allOf": [kind, rest]}
    for name in _DOCUMENTING:
        if (said := field.get(name, kind.get(name))) is not None:
            made[name] = said
    return made


def _merge(into: Schema, schema: Schema) -> None:
    """Brings all that a schema says into another one."""
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
    """Merges what two schemas say under one keyword; tells whether that is possible."""
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
