"""Looks up the patch strategy and merge key of fields (`patchStrategy`, `patchMergeKey`); errors of strategic patches.

Upstream: apimachinery/pkg/util/strategicpatch/meta.go PatchMetaFromStruct, pkg/util/mergepatch/errors.go,
third_party/forked/golang/json/fields.go LookupPatchMetadataForStruct (1.37).
"""

from __future__ import annotations

from kapivara.codec.shapes import Bytes, ListOf, MapOf, Shape, Struct
from kapivara.patch.errors import PatchDecodeError, PatchFailedError
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record
from kapivara.values.rendering import format_value, go_type_name, quote

PATCH = "$patch"
RETAIN_KEYS = "$retainKeys"
DELETE_FROM_LIST = "$deleteFromPrimitiveList"
SET_ORDER = "$setElementOrder"
MERGE, REPLACE, DELETE = "merge", "replace", "delete"
_RETAIN_KEYS_STRATEGY = "retainKeys"


@record(eq=False)
class Declared:
    """The patch metadata of a field: the type of its value (or items), its patch strategy, and its merge key."""

    shape: Shape
    strategy: str = ""
    merge_key: str = ""


def declared_field(shape: Shape, name: str) -> Declared:
    """Returns the patch metadata of a struct field or map value; raises PatchFailedError for an unknown field."""
    if isinstance(shape, MapOf):
        return Declared(shape.item)
    field = shape.tables.by_name.get(name) if isinstance(shape, Struct) else None
    if field is None:
        kind = shape.go_name.rpartition(".")[2]
        raise PatchFailedError(f"unable to find api field in struct {kind} for the json field {quote(name)}")
    strategies = [each for each in field.said("patch").split(",") if each != _RETAIN_KEYS_STRATEGY]
    return Declared(field.shape, "".join(strategies[:1]), field.said("mergekey"))


def declared_list(shape: Shape, name: str) -> Declared:
    """Returns the patch metadata of a list field, with the type of its items; raises PatchFailedError for others."""
    field = declared_field(shape, name)
    if isinstance(field.shape, ListOf) and not isinstance(field.shape.item, ListOf | Bytes):
        return Declared(field.shape.item, field.strategy, field.merge_key)
    if isinstance(field.shape, ListOf):
        raise PatchFailedError("unexpected slice of slice")
    raise PatchFailedError(f"expected slice or array type, but got: {kind_name(shape)}")


def kind_name(shape: Shape) -> str:
    """Returns the Go kind of a type, for errors: "map", "slice" or "struct"."""
    return "map" if isinstance(shape, MapOf) else "slice" if isinstance(shape, ListOf) else "struct"


def no_merge_key(item: JsonObject, merge_key: str) -> PatchFailedError:
    """Returns the error for a list item that lacks the merge key."""
    return PatchFailedError(f"map: {format_value(item)} does not contain declared merge key: {merge_key}")


def bad_type(expected: str, value: JsonValue) -> PatchFailedError:
    """Returns the error for a value of the wrong Go type; `expected` names the right one."""
    received = "%!s(<nil>)" if value is None else go_type_name(value)
    return PatchFailedError(f"expected a {expected}, but received a {received}")


def bad_directive(directive: JsonValue, patch: JsonObject) -> PatchFailedError:
    """Returns the error for an unknown `$patch` directive."""
    return PatchFailedError(f"unknown patch type: {_as_string(directive)} in map: {format_value(patch)}")


def _as_string(value: JsonValue) -> str:
    """Formats a value like Go's %s, which writes non-strings as `%!s(type=value)`."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return f"[{' '.join([_as_string(each) for each in value])}]"
    if isinstance(value, dict):
        return f"map[{' '.join([f'{key}:{_as_string(value[key])}' for key in sorted(value)])}]"
    return "%!s(<nil>)" if value is None else f"%!s({go_type_name(value)}={format_value(value)})"


def bad_format(directive: str) -> PatchDecodeError:
    """Returns the error for a malformed directive."""
    return PatchDecodeError(f"invalid patch format of {directive}")


def identity(value: JsonValue) -> tuple[str, JsonValue]:
    """Returns a hashable key that is the same for equal values of the same Go type: 1, 1.0 and true differ."""
    return go_type_name(value), format_value(value) if isinstance(value, dict | list) else value
