"""Reads the body of a deletion: a DeleteOptions object of any group.

Upstream: apiserver/pkg/endpoints/handlers/delete.go (1.37), apimachinery/pkg/apis/meta/v1/types.go DeleteOptions.
"""

from __future__ import annotations

from kapivara.apis.machinery.objects.body import Body, interpret
from kapivara.codec import DecodeError
from kapivara.codec.typed.described import described
from kapivara.meta import ApiError, bad_request_status, unsupported_media_type_status
from kapivara.registry.requests.body import ACCEPTED, explain_unread, is_readable, read_body
from kapivara.registry.requests.request import Request
from kapivara.values import JsonObject
from kapivara.values.rendering import quote

_SCHEME = "k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27"
_OPTIONS = described("meta.v1").struct("DeleteOptions")
_META_VERSION = "meta.k8s.io/v1"
_KINDS_OF_ALL_VERSIONS = frozenset(
    ("Status", "APIVersions", "APIGroup", "APIGroupList", "APIResourceList", "CreateOptions", "UpdateOptions")
)
"""Kinds that the scheme of DeleteOptions has in every version, but cannot convert to options."""
_KINDS_OF_META = frozenset(
    ("ListOptions", "GetOptions", "PatchOptions", "TableOptions", "WatchEvent", "Table", "PartialObjectMetadata")
)
"""Kinds that it has in `meta.k8s.io/v1` only."""


def read_delete_body(request: Request) -> JsonObject | None:
    """Returns the options in a deletion's body, None for an empty body; ends the request if they are invalid."""
    if request.body == b"":
        return None
    if isinstance(request.body, bytes) and not is_readable(request.media_type):
        raise ApiError(unsupported_media_type_status(ACCEPTED))
    try:
        body = read_body(request)
    except DecodeError as error:
        raise ApiError(bad_request_status(explain_unread(error.message, request.media_type))) from None
    try:
        return _decode(body)
    except DecodeError as error:
        raise ApiError(bad_request_status(error.message)) from None


def _decode(body: Body) -> JsonObject:
    found = interpret(body.value)
    if found.kind not in ("", "DeleteOptions"):
        version = found.api_version or _META_VERSION
        if found.kind in _KINDS_OF_ALL_VERSIONS or (version == _META_VERSION and found.kind in _KINDS_OF_META):
            raise DecodeError(f"converting (v1.{found.kind}) to (v1.DeleteOptions): unknown conversion")
        message = f"no kind {quote(found.kind)} is registered for version {quote(version)} in scheme {quote(_SCHEME)}"
        raise DecodeError(message)
    return body.read_as(_OPTIONS).value
