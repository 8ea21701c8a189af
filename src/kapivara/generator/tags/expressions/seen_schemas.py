"""The schemas that CEL expressions see of types, as far as type checking and cost estimation need them.

Names and types are those of the JSON of the Go type; sizes, list types and enum values come from tags. A recursive type
appears three times inside of itself, and then as an object without fields; so do types that are nested very deeply, or
that come after very many fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kapivara.codec import known_shapes
from kapivara.codec.shapes import Custom
from kapivara.generator.grammar.tag_parts import SPACES
from kapivara.generator.grammar.tag_reading import tag_lines
from kapivara.generator.model.json_fields import json_fields
from kapivara.generator.model.natives import is_integer, native_type, non_pointer
from kapivara.generator.model.own_json import known_shape
from kapivara.generator.model.types import BYTE, META, Comments, Type, TypeKind, TypeName, Universe
from kapivara.schema.expressions.limits import MAX_NAME_CHARS

Schema = dict[str, Any]

_BOUNDS = ("maxLength", "maxItems", "maxProperties")
_LIST_TYPE, _LIST_KEYS = "x-kubernetes-list-type", "x-kubernetes-list-map-keys"
_MOST_INSIDE_ITSELF = 3
_MOST_PARTS = 20_000
_MOST_DEEP = 60
_OPAQUE: Schema = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
_INT_OR_STRING: Schema = {"x-kubernetes-int-or-string": True}
_OBJECT_META = TypeName(META, "ObjectMeta")
_NAMES = {"name": MAX_NAME_CHARS, "generateName": MAX_NAME_CHARS - 1}
"""The longest names of objects in characters, whatever their types declare."""
_NUMBERS = ("float", "float32", "float64")


class SeenSchemas:
    """Makes schemas of types; one instance per run, because tags do not change during a run."""

    def __init__(self, universe: Universe):
        self._universe = universe
        self._made: dict[tuple[int, tuple[str, ...]], Schema] = {}
        self._parts = 0
        self._depth = 0

    def of(self, kind: Type, comments: Comments = ()) -> Schema:
        """Returns the schema of a type, or of a field with that type and a comment; the caller must not change it."""
        key = id(kind), tuple(line.text for line in comments)
        made = self._made.get(key)
        if made is None:
            self._parts = 0
            made = self._made[key] = self._schema(kind, comments, {})
        return made

    def _schema(self, kind: Type, comments: Comments, above: Mapping[int, int]) -> Schema:
        self._depth += 1
        try:
            return self._part(kind, comments, above)
        finally:
            self._depth -= 1

    def _part(self, kind: Type, comments: Comments, above: Mapping[int, int]) -> Schema:
        self._parts += 1
        kind = non_pointer(kind)
        said = _declared_keywords(comments)
        if kind.kind in (TypeKind.ALIAS, TypeKind.STRUCT):
            said = {**_declared_keywords(kind.comments), **said}
            above = {**above, id(kind): above.get(id(kind), 0) + 1}
        too_much = self._parts > _MOST_PARTS or self._depth > _MOST_DEEP
        if too_much or above.get(id(kind), 0) > _MOST_INSIDE_ITSELF:
            return dict(_OPAQUE)
        own = _of_own_json(kind)
        if own is not None:
            return own
        made = self._of_native(non_pointer(native_type(kind)), above)
        if kind.kind is TypeKind.ALIAS and made.get("type") == "string" and "enum" in said:
            made["enum"] = self._enum(kind)
        return _with(made, said)

    def _of_native(self, native: Type, above: Mapping[int, int]) -> Schema:
        name = native.name.name
        if native.kind is TypeKind.BUILTIN:
            if name in ("string", "bool"):
                return {"type": "string" if name == "string" else "boolean"}
            return {"type": "number"} if name in _NUMBERS else {"type": "integer"} if is_integer(native) else {}
        if native.kind is TypeKind.STRUCT:
            return self._of_struct(native, above)
        if native.kind is TypeKind.MAP and native.elem is not None:
            return {"type": "object", "additionalProperties": self._schema(native.elem, (), above)}
        if native.kind in (TypeKind.SLICE, TypeKind.ARRAY) and native.elem is not None:
            if native_type(native.elem) is BYTE:
                return {"type": "string", "format": "byte"}
            return {"type": "array", "items": self._schema(native.elem, (), above)}
        return {"x-kubernetes-preserve-unknown-fields": True}

    def _of_struct(self, struct: Type, above: Mapping[int, int]) -> Schema:
        properties: Schema = {}
        required = []
        for field in json_fields(struct):
            member = field.member
            properties[field.name] = self._schema(member.type, member.comments, above)
            if not (member.json.omit_empty or field.parents or native_type(member.type).kind is TypeKind.POINTER):
                required.append(field.name)
        if struct.name == _OBJECT_META:
            for name, longest in _NAMES.items():
                properties[name] = {"type": "string", "maxLength": longest, **properties.get(name, {})}
        made: Schema = {"type": "object", "properties": properties}
        return {**made, "required": sorted(required)} if required else made

    def _enum(self, kind: Type) -> list[str]:
        package = self._universe.packages.get(kind.name.package)
        found = [each.value for each in package.constants if each.type is kind] if package is not None else []
        return sorted(each for each in found if isinstance(each, str))


def _of_own_json(kind: Type) -> Schema | None:
    """Returns the schema of a type with its own JSON encoding; None for all other types."""
    name = known_shape(kind)
    shape = None if name is None else getattr(known_shapes, name)
    if not isinstance(shape, Custom):
        return None
    if shape is known_shapes.INT_OR_STRING:
        return dict(_INT_OR_STRING)
    if shape.schema.get("type") == "string" or shape is known_shapes.QUANTITY:
        return {"type": "string", **({"format": form} if (form := shape.schema.get("format")) else {})}
    if shape is known_shapes.GO_TIME:
        return {"type": "string", "format": "date-time"}
    return dict(_OPAQUE)


def _declared_keywords(comments: Comments) -> dict[str, Any]:
    """Reads the sizes and list types that the tags of a comment declare, with or without the prefix `k8s:`."""
    said: dict[str, Any] = {}
    for name, line in tag_lines(comments):
        short = name.removeprefix("k8s:")
        value = line.text.partition("=")[2].strip(SPACES)
        if short in _BOUNDS and value.isdecimal() and value.isascii():
            said[short] = int(value)
        elif short == "listType":
            said[_LIST_TYPE] = value
        elif short == "listMapKey":
            said[_LIST_KEYS] = [*said.get(_LIST_KEYS, ()), value]
        elif short == "enum":
            said["enum"] = True
    return said


_FITTING = {
    "maxLength": "string",
    "maxItems": "array",
    "maxProperties": "object",
    _LIST_TYPE: "array",
    _LIST_KEYS: "array",
}


def _with(schema: Schema, said: Mapping[str, Any]) -> Schema:
    """Adds the keywords that tags declare to a schema, as far as they fit its type."""
    for keyword, value in said.items():
        if _FITTING.get(keyword) == schema.get("type"):
            schema[keyword] = value
    return schema
