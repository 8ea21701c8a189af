"""Reads one object or its subresource.

Upstream: apiserver/pkg/endpoints/handlers/get.go (1.37).
Upstream: apiserver/pkg/registry/rest/rest.go Getter, Lister, where no store is behind them (1.37).
"""

from __future__ import annotations

from kapivara.meta import ApiError, bad_request_status, not_found_status, too_large_resource_version_status
from kapivara.meta.query_parameters import text, truth
from kapivara.registry.objects.document import Document
from kapivara.registry.objects.metadata import read_listed_version, read_resource_version
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.requests.list_options import read_list_options
from kapivara.storage import Storage


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


def get(active: ActiveRequest, storage: Storage) -> Document:
    """Returns the requested object at the newest revision; ends a request that requires a later one."""
    request = active.request
    if truth(request.query, "export"):
        problem = "the export parameter, deprecated since v1.14, is no longer supported"
        raise ApiError(bad_request_status(problem))
    written, is_cached = text(request.query, "resourceVersion"), active.kind.in_watch_cache
    if written:
        active.store.key(active.namespace, request.name)  # an invalid name is reported first
    blame = "resourceVersion: Invalid value: "
    wanted = read_resource_version(written, blame) if is_cached else read_listed_version(written)
    if not storage.reaches(wanted):
        raise ApiError(too_large_resource_version_status(wanted, storage.revision, int(is_cached)))
    found = active.store.get(active.namespace, request.name)
    return found if active.subresource.shows_whole else Document(active.subresource.show(found.obj))
