"""The body of a deletion: a DeleteOptions object, of whichever group it says.

Upstream: apiserver/pkg/endpoints/handlers/delete.go (1.37), apimachinery/pkg/apis/meta/v1/types.go DeleteOptions.
"""

from __future__ import annotations

from kapivara.apis.body import Body, interpret
from kapivara.codec import DecodeError
from kapivara.codec.described import described
from kapivara.codec.typed import decode_typed
from kapivara.meta import ApiError, bad_request_status, unsupported_media_type_status
from kapivara.registry.body import ACCEPTED, explain_unread, is_readable, read_body
from kapivara.registry.request import Request
from kapivara.values import JsonObject
from kapivara.values.rendering import quote

_SCHEME = "k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27"
_OPTIONS = described("meta.v1").struct("DeleteOptions")


def read_delete_body(request: Request) -> JsonObject | None:
    """Reads the options in a deletion's body, None where it has no body; ends the request where they are no options."""
    if request.body == b"":
        return None
    if isinstance(request.body, bytes) and not is_readable(request.media_type):
        raise ApiError(unsupported_media_type_status(ACCEPTED))
    try:
        return _decode(read_body(request))
    except DecodeError as error:
        problem = error.message
        if isinstance(request.body, bytes) and not problem.startswith(("json: ", "couldn't get", "no kind")):
            problem = explain_unread(problem, request.media_type)
        raise ApiError(bad_request_status(problem)) from None


def _decode(body: Body) -> JsonObject:
    found = interpret(body.value)
    if found.kind not in ("", "DeleteOptions"):
        version = quote(found.api_version or "meta.k8s.io/v1")
        raise DecodeError(f"no kind {quote(found.kind)} is registered for version {version} in scheme {quote(_SCHEME)}")
    return decode_typed(body.value or {}, _OPTIONS, source=body.source).value
