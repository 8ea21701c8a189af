"""The CEL type of a schema node: its fields, its maximum size, and the smallest size of its data.

Data without a type (preserved unknown fields) is not exposed, nor are lists and maps of such data. At the root of a
resource, `apiVersion`, `kind`, `metadata.name` and `metadata.generateName` are always declared, and no other metadata.
Types are created on demand.
Upstream: apiserver/pkg/cel/common/schemas.go SchemaDeclType, apiserver/pkg/cel/types.go,
apiextensions-apiserver/pkg/apiserver/schema/cel/model/schemas.go WithTypeAndObjectMeta (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from kapivara.cel import types
from kapivara.cel.types import CelKind, Type
from kapivara.schema.expressions import limits
from kapivara.schema.expressions.data.escaping import escape
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject
from kapivara.values.record import record

_FORMATS: Final = {
    "byte": (types.BYTES, limits.MIN_STRING_CHARS),
    "duration": (types.DURATION, limits.MIN_DURATION_CHARS),
    "date": (types.TIMESTAMP, limits.DATE_CHARS),
    "date-time": (types.TIMESTAMP, limits.MIN_DATE_TIME_CHARS),
}
_SCALARS: Final = {
    "boolean": (types.BOOL, limits.MIN_BOOL_CHARS),
    "number": (types.DOUBLE, limits.MIN_NUMBER_CHARS),
    "integer": (types.INT, limits.MIN_NUMBER_CHARS),
}
_LONGEST: Final = {
    "duration": limits.MAX_DURATION_CHARS,
    "date": limits.DATE_CHARS,
    "date-time": limits.MAX_DATE_TIME_CHARS,
}
_UINT64: Final = 2**64
_MOST_NESTED: Final = 100
"""The maximum nesting of lists and maps in documents that expressions can see."""


@record(eq=False)
class DeclaredField:
    """A field: its name in the data, its type, and True if it may be null."""

    key: str
    type: DeclaredType
    nullable: bool


class DeclaredType:
    """The CEL type of a schema node. `kind` is LIST, MAP, OBJECT or a scalar kind."""

    def __init__(self, schema: Structural, kind: CelKind):
        self.schema = schema
        self.kind = kind

    @cached_property
    def element(self) -> DeclaredType | None:
        """The type of a list's items or a map's values."""
        if self.kind is CelKind.LIST and self.schema.items is not None:
            return declare(self.schema.items)
        if self.kind is CelKind.MAP and self.schema.additional_schema is not None:
            return declare(self.schema.additional_schema)
        return None

    @cached_property
    def fields(self) -> Mapping[str, DeclaredField]:
        """The fields of an object, by the names that expressions use."""
        if self.kind is not CelKind.OBJECT:
            return {}
        found = {}
        for key, schema in self.schema.properties.items():
            name = escape(key)
            declared = declare(schema) if name is not None else None
            if name is not None and declared is not None:
                found[name] = DeclaredField(key, declared, schema.nullable)
        return found

    @property
    def scalar(self) -> Type:
        """The CEL type of a scalar."""
        return _scalar(self.schema)[0]

    @cached_property
    def max_elements(self) -> int:
        """The maximum size: items of a list, entries of a map, bytes of a string; 0 for other types."""
        raw = self.schema.raw
        if self.kind is CelKind.LIST:
            return _bound(raw.get("maxItems"), _most_items(self.element))
        if self.kind is CelKind.MAP:
            return _bound(raw.get("maxProperties"), _most_entries(self.element))
        if self.schema.int_or_string:
            return _bound(raw.get("maxLength"), limits.MAX_REQUEST_BYTES - 2, bytes_each=4)
        return _longest_string(self.schema) if self.schema.type == "string" else 0

    @cached_property
    def min_size(self) -> int:
        """The minimum size of the data as JSON, in bytes."""
        if self.kind in (CelKind.LIST, CelKind.MAP):
            return 2
        if self.kind is not CelKind.OBJECT:
            return _scalar(self.schema)[1]
        required = set(self.schema.required)
        size = 2
        for key, schema in self.schema.properties.items():
            if key in required and schema.default is ABSENT and (declared := declare(schema)) is not None:
                is_open = declared.kind is CelKind.OBJECT and schema.is_shared  # it may be recursive
                size += len(key.encode()) + (2 if is_open else declared.min_size) + 4
        return size


def declare(schema: Structural, *, resource: bool | None = None) -> DeclaredType | None:
    """Returns the type of a schema node; None if expressions cannot see it.

    `resource` marks a whole API object; embedded resources are marked by their schema.
    """
    if resource is None:
        resource = schema.embedded_resource
    known = schema.known
    found = known.declared_resource if resource else known.declared_type
    if found is None:
        kind = None if schema.is_shared and _is_endless(schema) else _kind(schema)
        shown = with_metadata(schema) if resource and kind is CelKind.OBJECT else schema
        found = ABSENT if kind is None else DeclaredType(shown, kind)
        if resource:
            known.declared_resource = found
        else:
            known.declared_type = found
    return None if found is ABSENT else found


def _kind(schema: Structural) -> CelKind | None:
    if schema.int_or_string:
        return CelKind.DYN
    match schema.type:
        case "array":
            return CelKind.LIST if schema.items is not None and declare(schema.items) is not None else None
        case "object":
            if (additional := schema.additional_schema) is None:
                return CelKind.OBJECT
            return CelKind.MAP if declare(additional) is not None else None
        case "string" | "boolean" | "number" | "integer":
            return _scalar(schema)[0].kind
    return None


def _is_endless(schema: Structural) -> bool:
    """Returns True if a node is a list or map of itself, or nests too deeply."""
    below: Structural | None = schema
    for _ in range(_MOST_NESTED):
        if below is None:
            return False
        below = below.items if below.type == "array" else below.additional_schema
    return True


def _scalar(schema: Structural) -> tuple[Type, int]:
    """Returns the type of a scalar, and the minimum size of its JSON."""
    if schema.int_or_string:
        return types.DYN, 1
    if schema.type == "string":
        return _FORMATS.get(schema.format, (types.STRING, limits.MIN_STRING_CHARS))
    return _SCALARS[schema.type]


def _bound(declared: int | None, otherwise: int, *, bytes_each: int = 1) -> int:
    # Kept: the product has 64 bits, and a negative bound is read as unsigned.
    return otherwise if declared is None else max(declared, 0) * bytes_each % _UINT64


def _most_items(item: DeclaredType | None) -> int:
    return (limits.MAX_REQUEST_BYTES - 2) // ((item.min_size if item else 0) + 1)


def _most_entries(value: DeclaredType | None) -> int:
    return (limits.MAX_REQUEST_BYTES - 2) // ((value.min_size if value else 0) + 6)


def _longest_string(schema: Structural) -> int:
    declared: int | None = schema.raw.get("maxLength")
    if schema.format in _LONGEST:
        return _LONGEST[schema.format]
    if schema.format == "byte":
        return _bound(declared, limits.MAX_REQUEST_BYTES - 2)
    if declared is None and schema.enum:
        return max((len(each.encode()) for each in schema.enum if isinstance(each, str)), default=0)
    return _bound(declared, limits.MAX_REQUEST_BYTES - 2, bytes_each=4)


def with_metadata(schema: Structural) -> Structural:
    """Returns a resource's schema with only the type and metadata that rules can see."""
    properties = schema.properties
    if _declares_metadata(properties):
        return schema
    metadata = properties["metadata"].properties if "metadata" in properties else {}
    shown = {
        "name": _capped(metadata.get("name"), limits.MAX_NAME_CHARS),
        "generateName": _capped(metadata.get("generateName"), limits.MAX_NAME_CHARS - 1),
    }
    raw = {
        **schema.raw,
        "properties": {
            **(schema.raw.get("properties") or {}),
            "kind": {"type": "string"},
            "apiVersion": {"type": "string"},
            "metadata": {"type": "object", "properties": shown},
        },
    }
    raw.pop("items", None)
    return _sharing(schema.like(raw), schema)


def _sharing(made: Structural, original: Structural) -> Structural:
    """Makes a changed schema share its nodes, and their caches, with the original."""
    fresh = ("kind", "apiVersion", "metadata")
    made.properties = {
        name: each if name in fresh or name not in original.properties else original.properties[name]
        for name, each in made.properties.items()
    }
    return made


def _declares_metadata(properties: Mapping[str, Structural]) -> bool:
    metadata = properties.get("metadata")
    if metadata is None or metadata.type != "object":
        return False
    strings = (properties.get("kind"), properties.get("apiVersion"))
    names = (metadata.properties.get("name"), metadata.properties.get("generateName"))
    return all(each is not None and each.type == "string" for each in (*strings, *names))


def _capped(declared: Structural | None, longest: int) -> JsonObject:
    own = declared.raw.get("maxLength") if declared is not None else None
    return {"type": "string", "maxLength": longest if own is None else min(own, longest)}
