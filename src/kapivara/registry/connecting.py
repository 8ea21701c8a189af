"""Requests that lead on to something beyond an object: admitted with what they ask for, then led there.

Upstream: apiserver/pkg/endpoints/handlers/rest.go ConnectResource (1.37).
"""

from __future__ import annotations

from kapivara.admission.plugin import Action
from kapivara.codec.described import described
from kapivara.codec.shapes import BOOL, STRING, ListOf
from kapivara.meta.query_parameters import text, texts, truth
from kapivara.registry.active_request import ActiveRequest
from kapivara.values import JsonObject

_CORE = "apis.core.v1"
_STREAMS = ("exec", "attach")
_OPEN = ("stdout", "stderr")
"""Streams that are read unless somebody says otherwise."""


def connect(active: ActiveRequest) -> None:
    """Leads a request on; ends it where it is not admitted, and where there is nobody."""
    way, request = active.subresource, active.request
    if way.name != "log":  # which is read, and not connected to
        options = _options(active)
        active.admit(Action.CONNECT, options)
        active.admit_validated(Action.CONNECT, options)
    way.connect(active.namespace, request.name, request.query)


def _options(active: ActiveRequest) -> JsonObject:
    """Returns what a request asks for as an object: of its query, what its type knows."""
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
