"""Embedded resources: whole API objects inside a field, with their own type and metadata.

`coerce_embedded` normalizes them after pruning, and `validate_embedded` validates them after the value rules.
Upstream: apiextensions-apiserver pkg/apiserver/schema/objectmeta (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from kapivara.codec.errors import DecodeError
from kapivara.codec.typed.decoding import Typed, decode_typed, in_key_order
from kapivara.codec.typed.described import described
from kapivara.codec.typed.quick_reader import UnsureError, quick_read
from kapivara.content.names import is_dns1035_label, name_is_path_segment
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.meta.kinds import ApiVersionError, parse_api_version
from kapivara.meta.object_meta import validate_object_meta
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject, JsonValue, copy_json

if TYPE_CHECKING:
    from kapivara.meta.v1.zz_generated_types import ObjectMeta

_OBJECT_META = described("meta.v1").struct("ObjectMeta")


def read_metadata(value: JsonValue) -> Typed:
    """Decodes metadata by the server's type; raises DecodeError with its text. Consumes the value."""
    if value is None:
        return Typed({})
    try:
        return Typed(quick_read(value, _OBJECT_META))
    except UnsureError:
        pass
    if type(value) is dict and float in map(type, value.values()):
        value = {name: _as_printed(item) for name, item in value.items()}
    try:
        typed = decode_typed(value, _OBJECT_META)
    except DecodeError:
        typed = None
    if typed is not None and not typed.unknown:
        return typed
    return decode_typed(in_key_order(value), _OBJECT_META)  # reports the same error as the server


def _as_printed(value: JsonValue) -> JsonValue:
    """Returns a whole float as the integer that the server prints, and reads again, for it."""
    return int(value) if type(value) is float and value.is_integer() and abs(value) < 2**63 else value


def drop_malformed_metadata(value: JsonObject) -> JsonObject:
    """Decodes metadata field by field and drops invalid fields, as the server does for objects stored long ago."""
    kept: JsonObject = {}
    for name, item in value.items():
        try:
            kept |= read_metadata({name: item}).value
        except DecodeError:
            continue
    return kept


def coerce_embedded(value: JsonValue, schema: Structural | None, *, drop_malformed: bool = False) -> list[str]:
    """Normalizes the metadata of embedded resources, in place; returns sorted unknown paths.

    Raises DecodeError for malformed type or metadata, unless `drop_malformed` is set.
    """
    if schema is None or not schema.holds_embedded:
        return []
    unknown: list[str] = []
    _coerce(None, value, schema, drop_malformed, unknown)
    unknown.sort()
    return unknown


def _coerce(
    path: FieldPath | None, value: JsonValue, schema: Structural | None, drop: bool, unknown: list[str]
) -> None:
    if schema is None or not schema.holds_embedded:
        return
    if type(value) is list:
        for index, item in enumerate(value):
            _coerce((path or FieldPath.of("")).index(index), item, schema.items, drop, unknown)
    elif type(value) is dict:
        if schema.embedded_resource:
            _coerce_resource(path, value, drop, unknown)
        for name, item in value.items():
            _coerce(_member(path, schema, name), item, schema.child(name), drop, unknown)


def _member(path: FieldPath | None, schema: Structural, name: str) -> FieldPath:
    if path is None:
        return FieldPath.of(name)
    return path.child(name) if name in schema.properties else path.key(name)


def _coerce_resource(path: FieldPath | None, value: JsonObject, drop: bool, unknown: list[str]) -> None:
    for name in ("apiVersion", "kind"):
        if name in value and type(value[name]) is not str:
            if not drop:
                raise DecodeError(str(invalid(_child(path, name), value[name], "must be a string")))
            del value[name]
    if "metadata" not in value:
        return
    place = _child(path, "metadata")
    try:
        typed = read_metadata(value["metadata"])
    except DecodeError as error:
        if not drop:
            raise DecodeError(str(invalid(place, value["metadata"], error.message))) from None
        if type(value["metadata"]) is dict:
            value["metadata"] = drop_malformed_metadata(value["metadata"])
        return
    unknown += [f"{place}.{each}" for each in typed.unknown]
    value["metadata"] = typed.value


def _child(path: FieldPath | None, name: str) -> FieldPath:
    return FieldPath.of(name) if path is None else path.child(name)


def validate_embedded(path: FieldPath | None, value: JsonValue, schema: Structural | None) -> ErrorList:
    """Returns the errors in type and metadata of all embedded resources below a value."""
    if schema is None or not schema.holds_embedded:
        return []
    errors: ErrorList = []
    if type(value) is list:
        for index, item in enumerate(value):
            errors += validate_embedded((path or FieldPath.of("")).index(index), item, schema.items)
    elif type(value) is dict:
        if schema.embedded_resource:
            errors += validate_resource(path, value)
        for name, item in value.items():
            errors += validate_embedded(_member(path, schema, name), item, schema.child(name))
    return errors


def is_sound_resource(value: JsonObject) -> bool:
    """Returns True if an embedded resource has no errors; for the compiled `ok`."""
    return not validate_resource(None, value)


def validate_resource(path: FieldPath | None, value: JsonObject) -> ErrorList:
    """Returns the errors in type and metadata of one embedded resource."""
    errors = [required(_child(path, name)) for name in ("apiVersion", "kind") if name not in value]
    for name, item in value.items():
        if name == "apiVersion":
            errors += _validate_text(_child(path, name), item, _validate_api_version)
        elif name == "kind":
            errors += _validate_text(_child(path, name), item, _validate_kind)
        elif name == "metadata":
            errors += _validate_metadata(_child(path, name), item)
    return errors


def _validate_text(path: FieldPath, value: JsonValue, validate: Callable[[FieldPath, str], ErrorList]) -> ErrorList:
    """Validates a text that must not be empty; rejects other types."""
    if type(value) is not str:
        return [invalid(path, value, "must be a string")]
    return validate(path, value) if value else [invalid(path, value, "must not be empty")]


def _validate_api_version(path: FieldPath, value: str) -> ErrorList:
    try:
        parse_api_version(value)
    except ApiVersionError as error:
        return [invalid(path, value, str(error))]
    return []


def _validate_kind(path: FieldPath, value: str) -> ErrorList:
    problems = is_dns1035_label(value.lower())
    if problems:
        return [invalid(path, value, "may have mixed case, but should otherwise match: " + ",".join(problems))]
    return []


def _validate_metadata(path: FieldPath, value: JsonValue) -> ErrorList:
    try:
        meta = cast("ObjectMeta", {**read_metadata(copy_json(value)).value})
    except DecodeError as error:
        return [invalid(path, value, error.message)]
    meta["name"] = meta.get("name") or "fakename"  # names are optional here
    return validate_object_meta(
        meta, namespaced=bool(meta.get("namespace")), name_check=name_is_path_segment, path=path
    )
