"""Checks the keywords of `+k8s:validation:` markers against Go types.

Upstream: kube-openapi/pkg/generators/markers.go ValidateType (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from kapivara.generator.model.json_fields import json_fields
from kapivara.generator.model.natives import is_integer, value_type
from kapivara.generator.model.own_json import has_own_json
from kapivara.generator.model.types import STRING, Type, TypeKind

_FOR_LISTS: Final = ("maxItems", "minItems", "uniqueItems")
_FOR_MAPS: Final = ("maxProperties", "minProperties")
_FOR_STRINGS: Final = ("minLength", "maxLength", "pattern")
_FOR_NUMBERS: Final = ("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum")
_FLOATS: Final = ("float", "float32", "float64")


def check_types(tags: Mapping[str, Any], kind: Type) -> Iterator[str]:
    """Yields an error for each keyword that does not apply to a type."""
    native = value_type(kind)
    if native.kind is TypeKind.INTERFACE or has_own_json(kind):
        return
    is_list = native.kind in (TypeKind.SLICE, TypeKind.ARRAY)
    is_map, is_struct = native.kind is TypeKind.MAP, native.kind is TypeKind.STRUCT
    is_number = is_integer(native) or native.name.name in _FLOATS
    for names, fits, of in (
        (_FOR_LISTS, is_list, "array"),
        (_FOR_MAPS, is_map or is_struct, "map"),
        (_FOR_STRINGS, native is STRING, "string"),
        (_FOR_NUMBERS, is_number, "numeric"),
        (("additionalProperties",), is_map, "map"),
        (("items",), is_list, "array"),
        (("properties",), is_struct or is_map, "struct"),
    ):
        if not fits:
            yield from (f"{name} can only be used on {of} types" for name in names if name in tags)
    if is_struct:
        yield from _check_properties(tags.get("properties", {}), native)


def _check_properties(properties: Mapping[str, Any], struct: Type) -> Iterator[str]:
    members = {each.name: each.member for each in json_fields(struct)} if properties else {}
    for name, tags in properties.items():
        if name not in members:
            yield f'property used in comment tag "{name}" not found in struct {struct}'
        elif problems := list(check_types(tags, members[name].type)):
            yield f'failed to validate property "{name}": ' + "\n".join(problems)
