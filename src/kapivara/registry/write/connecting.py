"""Connections to what runs behind an object, such as `exec` and `proxy`: admits the request, then opens the connection.

Upstream: apiserver/pkg/endpoints/handlers/rest.go ConnectResource (1.37).
"""

from __future__ import annotations

from kapivara.admission.plugin import Action
from kapivara.codec.shapes import BOOL, STRING, ListOf
from kapivara.codec.typed.described import described
from kapivara.meta import ApiError, bad_request_status
from kapivara.meta.query_parameters import text, texts, truth
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.values import JsonObject

_CORE = "apis.groups.core.v1"
_STREAMS = ("exec", "attach")
_OPEN = ("stdout", "stderr")
"""Streams that `exec` and `attach` open unless the query turns them off."""


def connect(active: ActiveRequest) -> None:
    """Admits a request for a connection and opens it; raises `ApiError` where either fails."""
    way, request = active.subresource, active.request
    if way.name != "log":  # upstream reads logs with a getter, not through ConnectResource
        if "dryRun" in request.query:
            raise ApiError(bad_request_status("dryRun is not supported"))
        options = _options(active)
        active.admit(Action.CONNECT, options)
        active.admit_validated(Action.CONNECT, options)
    way.connect(active.namespace, request.name, request.query)


def _options(active: ActiveRequest) -> JsonObject:
    """Returns the options object of a request: the parameters of its query that the options type has as fields."""
    kind, query = active.subresource.shows, active.request.query
    options: JsonObject = {"apiVersion": kind.api_version, "kind": kind.kind, "metadata": {}}
    for field in described(_CORE).struct(kind.kind).tables.by_name.values():
        if isinstance(field.shape, ListOf):
            given = texts(query, field.name)
            value: object = given if field.shape.item is STRING else [int(each) for each in given if each.isdecimal()]
        elif field.shape is BOOL:
            default = active.subresource.name in _STREAMS and field.name in _OPEN
            value = truth(query, field.name) if query.get(field.name) else default
        else:
            value = text(query, field.name)
        if value:
            options[field.name] = value
    return options
