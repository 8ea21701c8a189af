"""Reads one object or its subresource.

Upstream: apiserver/pkg/endpoints/handlers/get.go (1.37).
"""

from __future__ import annotations

from kapivara.meta import ApiError, bad_request_status, too_large_resource_version_status
from kapivara.meta.query_parameters import text, truth
from kapivara.registry.objects.document import Document
from kapivara.registry.objects.metadata import read_listed_version, read_resource_version
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.storage import Storage


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
