"""Stores an object without validation, decoded as its kind.

For tools that examine objects stored earlier, perhaps under looser rules. No client of the server can request it. The
object keeps its status, UID and generation, and missing values are generated; its kind may reject an object that it
could not serve.
"""

from __future__ import annotations

from contextlib import suppress

from kapivara.meta import ApiError, bad_request_status, invalid_status
from kapivara.registry.objects.document import Document
from kapivara.registry.objects.identity import new_uid, now
from kapivara.registry.objects.metadata import put_into_namespace
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.write.decoding import decode_leniently
from kapivara.values import ABSENT, JsonObject


def store_unchecked(active: ActiveRequest) -> Document:
    """Stores an object; ends the request if it cannot be decoded, has no name, or its name is taken."""
    obj = decode_leniently(active)
    if not obj["metadata"].get("name"):
        raise ApiError(bad_request_status("name must be provided"))
    put_into_namespace(obj["metadata"], active.namespace)
    _prepare(active, obj)
    active.kind.canonicalize(obj)
    return active.store.create(obj, dry_run=False)


def _prepare(active: ActiveRequest, obj: JsonObject) -> None:
    """Sets the values that the server would set, and keeps existing ones."""
    metadata = obj["metadata"]
    generation, status = metadata.get("generation"), obj.get("status")
    metadata["uid"] = metadata.get("uid") or new_uid()
    metadata["creationTimestamp"] = metadata.get("creationTimestamp") or now()
    with suppress(ApiError):
        active.kind.allocate(obj, ABSENT, dry_run=False)
    active.kind.prepare_for_create(obj)
    if generation:
        metadata["generation"] = generation
    errors = active.kind.restore(obj, status)
    if errors:
        raise ApiError(invalid_status(active.kind.gvk.group_kind, metadata["name"], errors))
