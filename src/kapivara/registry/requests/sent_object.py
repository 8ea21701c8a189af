"""The object of a request for the audit log: a decoded object, a patch as JSON, or the options of a deletion.

It decodes the body once more, so only servers with an audit log pay for it, and only for requests whose bodies are
logged. Upstream: apiserver/pkg/audit/request.go LogRequestObject, LogRequestPatch;
pkg/endpoints/handlers/{create,update,patch, delete}.go (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.apis.machinery.objects.body import UndecodableError
from kapivara.codec import DecodeError, decode_json, decode_yaml
from kapivara.codec.errors import CannotError
from kapivara.meta import ApiError
from kapivara.meta.media_types import APPLY_PATCH
from kapivara.registry.requests.body import read_body
from kapivara.registry.requests.delete_body import read_delete_body
from kapivara.registry.requests.options import read_write_options
from kapivara.registry.requests.request import Request
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue

_OPTIONS: Final = {"create": "CreateOptions", "update": "UpdateOptions"}
_INTERNAL: Final = "meta.k8s.io/__internal"  # kept: options appear in the internal version


def sent_object(subresource: Subresource, request: Request) -> JsonValue | Absent:
    """Returns the object of a request; ABSENT if there is none or it cannot be decoded."""
    try:
        if request.verb in _OPTIONS:
            return _sent_whole(subresource, request)
        if request.verb == "patch":
            return _sent_patch(request)
        options = read_delete_body(request) if request.verb in ("delete", "deletecollection") else None
    except (ApiError, DecodeError, CannotError, UndecodableError):
        return ABSENT
    return ABSENT if options is None else {**options, "kind": "DeleteOptions", "apiVersion": _INTERNAL}


def _sent_whole(subresource: Subresource, request: Request) -> JsonObject | Absent:
    options = read_write_options(request.query, _OPTIONS[request.verb])
    read = subresource.decode(read_body(request, strict=options.strict))
    is_refused = read.strict_errors and options.field_validation == "Strict"
    if is_refused or read.kind.group_version != subresource.shows.group_version:
        return ABSENT
    obj = read.obj
    obj.setdefault("metadata", {})
    return {"kind": read.kind.kind, "apiVersion": read.kind.api_version, **obj}


def _sent_patch(request: Request) -> JsonValue:
    data = request.body if isinstance(request.body, bytes) else b""
    is_applied = request.media_type.partition(";")[0] == APPLY_PATCH
    return (decode_yaml(data) if is_applied else decode_json(data)).value
