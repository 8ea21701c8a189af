"""The first step of a write request: decodes the body and applies the `fieldValidation` option.

Upstream: apiserver/pkg/endpoints/handlers/create.go, update.go (1.37).
"""

from __future__ import annotations

from kapivara.apis.machinery.objects.body import Body, Read, UndecodableError
from kapivara.codec import DecodeError
from kapivara.meta import ApiError, bad_request_status, unsupported_media_type_status
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.requests.body import ACCEPTED, explain_unread, is_readable, read_body
from kapivara.values import JsonObject


def require_readable(media_type: str) -> None:
    """Raises ApiError (415) if the server cannot decode bodies of a media type."""
    if not is_readable(media_type):
        raise ApiError(unsupported_media_type_status(ACCEPTED))


def decode(active: ActiveRequest) -> JsonObject:
    """Returns the object in the body; raises ApiError (400) if it cannot be decoded or has another API version.

    Strict decoding errors are also rejected with `fieldValidation=Strict`; with `Warn` they become warnings.
    """
    body = _read(active, strict=active.options.strict)
    active.source = body.source
    read = _decode(active, body)
    if read.strict_errors and active.options.field_validation == "Strict":
        problem = f"strict decoding error: {', '.join(read.strict_errors)}"
        text = active.subresource.undecodable_text(UndecodableError(problem, read.kind, strict=True), body)
        raise ApiError(bad_request_status(text))
    if active.options.strict:
        active.warn_strict(read.strict_errors)
    wanted = active.subresource.shows
    if read.kind is not wanted and read.kind.group_version != wanted.group_version:
        versions = f"({read.kind.group_version}) does not match the expected API version ({wanted.group_version})"
        raise ApiError(bad_request_status(f"the API version in the data {versions}"))
    read.obj.setdefault("metadata", {})
    return read.obj


def decode_leniently(active: ActiveRequest) -> JsonObject:
    """Returns the object in the body, whatever its API version; ignores strict decoding errors."""
    obj = _decode(active, _read(active, strict=True)).obj
    obj.setdefault("metadata", {})
    return obj


def _decode(active: ActiveRequest, body: Body) -> Read:
    try:
        return active.subresource.decode(body)
    except UndecodableError as error:
        raise ApiError(bad_request_status(active.subresource.undecodable_text(error, body))) from None


def _read(active: ActiveRequest, *, strict: bool) -> Body:
    """Parses the body, without decoding an object of the kind; raises ApiError (400) if it is malformed."""
    request = active.request
    try:
        return read_body(request, strict=strict, sound_fields=active.sound_fields)
    except DecodeError as error:
        raw = request.body if isinstance(request.body, bytes) else b""
        failure = UndecodableError(explain_unread(error.message, request.media_type))
        raise ApiError(bad_request_status(active.subresource.undecodable_text(failure, Body(None, text=raw)))) from None
