"""An object put into the storage as it is: read as its kind, but not judged.

For tools that ask what becomes of objects which were stored before, maybe under rules that were looser. No client of
the server can ask for it. What such an object holds is kept (its status, uid, generation, the versions in which a
definition's objects were stored); what it lacks is made up. Only definitions have to be such that the server would take
an unchanged update of them: others cannot be served.
"""

from __future__ import annotations

from kapivara.field import Operation, Verb
from kapivara.meta import ApiError, bad_request_status, invalid_status
from kapivara.registry.call import Call
from kapivara.registry.definition_scope import DefinitionScope
from kapivara.registry.identity import new_uid, now
from kapivara.registry.metadata import settle_namespace
from kapivara.registry.pipeline import read_object_body
from kapivara.registry.scope import UndecodableError, View
from kapivara.values import JsonObject


def place(call: Call, view: View) -> JsonObject:
    """Stores an object; ends the request where it cannot be read, has no name, or one that is taken."""
    body = read_object_body(call, view)
    try:
        obj = view.decode(body).obj
    except UndecodableError as error:
        raise ApiError(bad_request_status(view.undecodable_text(error, body))) from None
    metadata = obj.setdefault("metadata", {})
    if not metadata.get("name"):
        raise ApiError(bad_request_status("name must be provided"))
    settle_namespace(metadata, call.request.namespace if call.scope.namespaced else "")
    _prepare(call, obj)
    if isinstance(call.scope, DefinitionScope):
        _require_servable(call.scope, obj)
    call.scope.canonicalize(obj)
    return call.store.create(obj, dry_run=False)


def _prepare(call: Call, obj: JsonObject) -> None:
    """Makes up what the server would have, and keeps what is there."""
    metadata, status = obj["metadata"], obj.get("status")
    generation = metadata.get("generation")
    call.scope.prepare_for_create(obj)
    metadata = obj["metadata"]
    if generation:
        metadata["generation"] = generation
    metadata["uid"] = metadata.get("uid") or new_uid()
    metadata["creationTimestamp"] = metadata.get("creationTimestamp") or now()
    if isinstance(call.scope, DefinitionScope):
        # names are claimed and conditions set anew; which versions objects were stored in, nobody else knows
        before, today = (status or {}).get("storedVersions") or [], obj["status"]["storedVersions"] or []
        obj["status"]["storedVersions"] = list(dict.fromkeys([*before, *today]))
    elif status:
        obj["status"] = status


def _require_servable(scope: DefinitionScope, crd: JsonObject) -> None:
    stored = {**crd, "metadata": {**crd["metadata"], "resourceVersion": "1"}}
    verdict = scope.validate(Operation(Verb.UPDATE), stored, stored)
    if verdict.errors:
        raise ApiError(invalid_status(scope.kind.group_kind, crd["metadata"]["name"], verdict.errors))
