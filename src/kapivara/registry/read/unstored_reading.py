"""Reads objects of kinds that are not stored: the kind generates them for each request.

Upstream: apiserver/pkg/registry/rest/rest.go Getter, Lister, where no store is behind them (1.37).
"""

from __future__ import annotations

from kapivara.meta import ApiError, not_found_status
from kapivara.registry.objects.document import Document
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.requests.list_options import read_list_options


def get_made_up(active: ActiveRequest) -> Document:
    """Returns an object by its name; ends the request if there is none."""
    name, kind = active.request.name, active.kind
    for obj in kind.made_up():
        if obj["metadata"]["name"] == name:
            return Document(obj)
    raise ApiError(not_found_status(kind.group_resource, name))


def list_made_up(active: ActiveRequest) -> Document:
    """Returns the objects that match the selectors; kept: such a list has no resource version."""
    kind = active.kind
    options = read_list_options(active.request.query, kind)
    items = [
        {name: part for name, part in obj.items() if name not in ("apiVersion", "kind")}
        for obj in kind.made_up()
        if options.labels.matches(obj["metadata"].get("labels", {}))
        and options.fields.matches(kind.selectable_fields(obj))
    ]
    return Document({"kind": kind.api.list_kind, "apiVersion": kind.gvk.api_version, "metadata": {}, "items": items})
