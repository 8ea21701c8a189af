"""What types declare for patches: which lists merge, and by which key; and what is wrong with a patch's directives.

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
    """A field of a type: the shape of its values, or of their items, how it is patched, and the key of its items."""

    shape: Shape
    strategy: str = ""
    merge_key: str = ""


def declared_field(shape: Shape, name: str) -> Declared:
    """Returns what a type declares of a field; every key of a map is one. Ends the patch where there is none."""
    if isinstance(shape, MapOf):
        return Declared(shape.item)
    field = shape.tables.by_name.get(name) if isinstance(shape, Struct) else None
    if field is None:
        kind = shape.go_name.rpartition(".")[2]
        raise PatchFailedError(f"unable to find api field in struct {kind} for the json field {quote(name)}")
    strategies = [each for each in field.said("patch").split(",") if each != _RETAIN_KEYS_STRATEGY]
    return Declared(field.shape, "".join(strategies[:1]), field.said("mergekey"))


def declared_list(shape: Shape, name: str) -> Declared:
    """Returns the same of a field that holds a list, with the shape of its items."""
    field = declared_field(shape, name)
    if isinstance(field.shape, ListOf) and not isinstance(field.shape.item, ListOf | Bytes):
        return Declared(field.shape.item, field.strategy, field.merge_key)
    if isinstance(field.shape, ListOf):
        raise PatchFailedError("unexpected slice of slice")
    raise PatchFailedError(f"expected slice or array type, but got: {kind_name(shape)}")


def kind_name(shape: Shape) -> str:
    """Returns what Go calls the sort of a type."""
    return "map" if isinstance(shape, MapOf) else "slice" if isinstance(shape, ListOf) else "struct"


def no_merge_key(item: JsonObject, merge_key: str) -> PatchFailedError:
    """Says that an item of a list has not the key by which its list merges."""
    return PatchFailedError(f"map: {format_value(item)} does not contain declared merge key: {merge_key}")


def bad_type(expected: str, value: JsonValue) -> PatchFailedError:
    """Says that a value is of another type than the one that can be merged."""
    received = "%!s(<nil>)" if value is None else go_type_name(value)
    return PatchFailedError(f"expected a {expected}, but received a {received}")


def bad_directive(directive: JsonValue, patch: JsonObject) -> PatchFailedError:
    """Says that a directive is none that there is."""
    return PatchFailedError(f"unknown patch type: {_as_string(directive)} in map: {format_value(patch)}")


def _as_string(value: JsonValue) -> str:
    """Prints a value as Go prints it where a string was meant to be: it tells what is none."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return f"[{' '.join([_as_string(each) for each in value])}]"
    if isinstance(value, dict):
        return f"map[{' '.join([f'{key}:{_as_string(value[key])}' for key in sorted(value)])}]"
    return "%!s(<nil>)" if value is None else f"%!s({go_type_name(value)}={format_value(value)})"


def bad_format(directive: str) -> PatchDecodeError:
    """Says that a directive is not written as it should be."""
    return PatchDecodeError(f"invalid patch format of {directive}")


def identity(value: JsonValue) -> tuple[str, JsonValue]:
    """Returns what tells scalars apart as Go does: 1, 1.0 and true are three."""
    return go_type_name(value), format_value(value) if isinstance(value, dict | list) else value
