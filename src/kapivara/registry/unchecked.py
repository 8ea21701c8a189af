"""An object put into the storage as it is: read as its kind, but not judged.

For tools that ask what becomes of objects which were stored before, maybe under rules that were looser. No client of
the server can ask for it. What such an object holds is kept (its status, uid, generation), what it lacks is made up;
its kind may refuse one that could not be served.
"""

from __future__ import annotations

from contextlib import suppress

from kapivara.meta import ApiError, bad_request_status, invalid_status
from kapivara.registry.active_request import ActiveRequest
from kapivara.registry.decoding import decode_leniently
from kapivara.registry.document import Document
from kapivara.registry.identity import new_uid, now
from kapivara.registry.metadata import put_into_namespace
from kapivara.values import ABSENT, JsonObject


def store_unchecked(active: ActiveRequest) -> Document:
    """Stores an object; ends the request where it cannot be read, has no name, or one that is taken."""
    obj = decode_leniently(active)
    if not obj["metadata"].get("name"):
        raise ApiError(bad_request_status("name must be provided"))
    put_into_namespace(obj["metadata"], active.namespace)
    _prepare(active, obj)
    active.kind.canonicalize(obj)
    return active.store.create(obj, dry_run=False)


def _prepare(active: ActiveRequest, obj: JsonObject) -> None:
    """Makes up what the server would have, and keeps what is there, be it another's by now."""
    metadata = obj["metadata"]
    generation, status = metadata.get("generation"), obj.get("status")
    metadata["uid"] = metadata.get("uid") or new_uid()
    metadata["creationTimestamp"] = metadata.get("creationTimestamp") or now()
    with suppress(ApiError):
        active.kind.begin(obj, ABSENT, dry_run=False)
    active.kind.prepare_for_create(obj)
    if generation:
        metadata["generation"] = generation
    errors = active.kind.restore(obj, status)
    if errors:
        raise ApiError(invalid_status(active.kind.gvk.group_kind, metadata["name"], errors))
