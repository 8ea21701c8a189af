"""Reads the object in a response for the audit log, in any media type.

Upstream: apiserver/pkg/audit/request.go LogResponseObject, removeManagedFields (1.37).
"""

from __future__ import annotations

from typing import Any, Final

from kapivara.codec import DecodeError, decode_json, decode_yaml
from kapivara.codec.errors import CannotError
from kapivara.meta.media_types import JSON, PROTOBUF, YAML
from kapivara.server.responses.answers import Answer
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue

_GZIP: Final = 31  # zlib's number of the format
_OF_STATUS: Final = ("status", "message", "reason", "details", "code")


def answered_object(answer: Answer) -> JsonObject | Absent:
    """Returns the object in a response; ABSENT for a text or a document that is no object."""
    headers = dict(answer.headers)
    media_type = headers.get(b"content-type", b"").partition(b";")[0].decode()
    body = answer.body
    if headers.get(b"content-encoding") == b"gzip":
        import zlib

        body = zlib.decompress(body, _GZIP)
    try:
        value = _read(media_type, body)
    except (DecodeError, CannotError, LookupError, ValueError):
        return ABSENT
    return value if isinstance(value, dict) and isinstance(value.get("kind"), str) else ABSENT


def _read(media_type: str, body: bytes) -> JsonValue:
    if media_type == JSON:
        return decode_json(body).value
    if media_type == YAML:
        return decode_yaml(body).value
    return _read_protobuf(body) if media_type == PROTOBUF else None


def _read_protobuf(body: bytes) -> JsonObject:
    from kapivara.codec.protobuf.envelope import open_envelope
    from kapivara.codec.protobuf.objects import find_struct
    from kapivara.codec.protobuf.reading import read_message

    envelope = open_envelope(body)
    told = read_message(envelope.message, find_struct(envelope.api_version, envelope.kind))
    return {"kind": envelope.kind, "apiVersion": envelope.api_version, **told}


def response_status(code: int, obj: JsonObject | Absent) -> JsonObject:
    """Returns the response status of an event: the code, and the fields of a Status."""
    told: JsonObject = {"metadata": {}}
    if obj is not ABSENT and obj.get("kind") == "Status":
        told.update((field, obj[field]) for field in _OF_STATUS if field in obj)
    return {**told, "code": code}


def without_managed_fields(value: JsonValue | Absent) -> Any:
    """Returns an object, a list or a Table without managed fields."""
    if not isinstance(value, dict):
        return value
    told = _without(value)
    if isinstance(items := told.get("items"), list):
        told["items"] = [_without(each) if isinstance(each, dict) else each for each in items]
    if told.get("kind") == "Table" and isinstance(rows := told.get("rows"), list):
        told["rows"] = [{**row, "object": _without(row.get("object") or {})} for row in rows]
    return told


def _without(obj: JsonObject) -> JsonObject:
    metadata = obj.get("metadata")
    if not isinstance(metadata, dict) or "managedFields" not in metadata:
        return dict(obj)
    return {**obj, "metadata": {name: value for name, value in metadata.items() if name != "managedFields"}}
