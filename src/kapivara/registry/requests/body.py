"""Reads the body of a request: its JSON value and its duplicate fields.

This step precedes a kind's own decoding, so its errors are those of the server while the kind is unknown. Upstream:
apimachinery/pkg/runtime/serializer/json/json.go Decode, apiserver/pkg/endpoints/handlers/rest.go (1.37).
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kapivara.apis.machinery.objects.body import Body
from kapivara.codec import Decoded, DecodeError, decode_json, decode_yaml
from kapivara.meta import ApiError, ApiVersionError, parse_api_version, unsupported_media_type_status
from kapivara.meta.media_types import JSON, PROTOBUF, YAML
from kapivara.registry.requests.request import Request
from kapivara.values.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from kapivara.schema.resource.sound_fields import SoundFields

ACCEPTED = (JSON, YAML, PROTOBUF)
"""The media types that errors list; custom resources do not support the last one."""
_PARAMETERS = lazy_pattern(
    r"""\s*(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+\s*=\s*(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[^"\\]|\\.)*")\s*(?:;\s*|\Z))*\Z"""
)


def is_readable(media_type: str) -> bool:
    """Returns True if bodies of a media type are decoded."""
    return _essence(media_type) in (*ACCEPTED, "")


def is_json(media_type: str) -> bool:
    """Returns True for the media type of JSON, which is also the default."""
    return _essence(media_type) in (JSON, "")


def _essence(media_type: str) -> str:
    """Returns a media type without its parameters; a malformed one unchanged, so that it matches no known type.

    Upstream: mime.ParseMediaType.
    """
    if media_type == JSON:
        return JSON
    essence, semicolon, parameters = media_type.partition(";")
    if semicolon and not (essence.strip() and _PARAMETERS.match(parameters)):
        return media_type
    return essence.strip().lower()


def read_body(request: Request, *, strict: bool = True, sound_fields: SoundFields | None = None) -> Body:
    """Decodes the body of a request; raises DecodeError, and ends the request if its media type is unknown."""
    data = request.body
    if isinstance(data, Decoded):
        return Body(
            data.value,
            tuple(data.strict_errors),
            data.duplicates,
            data.source,
            data.source,
            strict,
            beyond=data.beyond,
            sound_fields=sound_fields,
            again=data.again,
        )
    media_type = _essence(request.media_type)
    if media_type == YAML:
        decoded = decode_yaml(data)
        return Body(decoded.value, tuple(decoded.strict_errors), text=data, strict=strict, sound_fields=sound_fields)
    if media_type == PROTOBUF:
        return _read_protobuf(data, strict=strict)
    if not is_json(media_type):
        raise ApiError(unsupported_media_type_status(ACCEPTED))
    decoded, beyond = decode_numbers(data)
    return Body(
        decoded.value,
        tuple(decoded.strict_errors),
        decoded.duplicates,
        data,
        data,
        strict,
        beyond=beyond,
        sound_fields=sound_fields,
    )


def decode_numbers(data: bytes) -> tuple[Decoded, str]:
    """Decodes JSON; the second result is the error for a number out of range, or empty. Raises DecodeError."""
    try:
        return decode_json(data), ""
    except DecodeError as error:
        if error.decoded is None:
            raise
        return error.decoded, error.message


def _read_protobuf(data: bytes, *, strict: bool) -> Body:
    """Reads the kind of the object in a protobuf body; omits an apiVersion that cannot be parsed.

    Upstream: apimachinery/pkg/runtime/serializer/protobuf/protobuf.go Decode.
    """
    from kapivara.codec.protobuf.envelope import open_envelope  # most requests are JSON

    envelope = open_envelope(data)
    value = {"kind": envelope.kind}
    with suppress(ApiVersionError):
        if parse_api_version(envelope.api_version)[1]:
            value["apiVersion"] = envelope.api_version
    return Body(value, text=data, strict=strict, message=envelope.message)


def explain_unread(problem: str, media_type: str) -> str:
    """Returns the server's error for bytes that are no JSON value, which it finds while it looks for the kind."""
    if _essence(media_type) in (YAML, PROTOBUF):
        return problem
    return f"couldn't get version/kind; json parse error: {problem}"
