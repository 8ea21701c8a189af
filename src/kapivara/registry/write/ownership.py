"""Records managed fields: the effect of all writes except apply on `metadata.managedFields`.

Upstream: apimachinery/pkg/util/managedfields/internal/fieldmanager.go UpdateNoErrors, skipnonapplied.go;
apiserver/pkg/endpoints/handlers/create.go managerOrUserAgent (1.37).
"""

from __future__ import annotations

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.meta.managed_fields import FIELD_MANAGER_MAX_LENGTH
from kapivara.meta.media_types import JSON
from kapivara.patch.managers.given_managers import read_given
from kapivara.patch.managers.managed_fields import Entry, Managers, write_managers
from kapivara.patch.managers.new_fields import NewFields
from kapivara.patch.managers.tracking import track_creation, track_update
from kapivara.patch.managers.writes import TypedError, Write
from kapivara.patch.merging.list_items import StepError
from kapivara.registry.objects.identity import now
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.values import JsonObject, deep_equal
from kapivara.values.caches import cache_short_texts
from kapivara.values.printable import is_print
from kapivara.values.record import replace


def own_new(active: ActiveRequest, obj: JsonObject) -> None:
    """Records the creator of an object as a manager, in place."""
    given = obj["metadata"].pop("managedFields", None)
    managers = read_given(given) if given else None
    new_fields = active.kind.merging.new_fields
    if managers or active.subresource.name:
        _track(managers or {}, obj, active.kind.codec.blank(), write_of(active), kind=active.kind)
    elif new_fields is not None:
        _own_typed(active, obj, new_fields)
    else:
        try:
            record = track_creation(_as_printed(active.kind, obj), write_of(active))
        except (StepError, TypedError):  # validation reports the error, unless the field is dropped
            return
        if record:
            obj["metadata"]["managedFields"] = record


def _own_typed(active: ActiveRequest, obj: JsonObject, new_fields: NewFields) -> None:
    """Records the creator of an object with a Go type; keeps known fields if the object is to be stored."""
    sound = active.sound_fields
    if sound is not None and sound.texts and not active.options.dry_run:
        active.known_fields = new_fields.known(obj, sound.texts[:2])
    known = active.known_fields
    fields = new_fields.of(_as_sent(active, obj)) if known is None else known.value
    if fields is None:
        _track({}, obj, active.kind.codec.blank(), write_of(active), kind=active.kind)
    elif fields:
        obj["metadata"]["managedFields"] = [author_of(active).to_json(fields)]


def own_shown(active: ActiveRequest, sent: JsonObject) -> None:
    """Records the creator of a subresource's object, in place; ignores the managed fields that it brings."""
    kind = active.subresource.shown_kind
    sent["metadata"].pop("managedFields", None)
    author = replace(author_of(active), api_version=kind.gvk.api_version)
    write = Write(author, kind.merging.own_type, kind.merging.version, {})
    _track({}, sent, kind.codec.blank(), write, kind=kind)


def own_change(active: ActiveRequest, new: JsonObject, old: JsonObject) -> None:
    """Records the author of a change, in place; an object with an emptied record is not tracked any more."""
    if active.subresource.track(new, old, author_of(active)):
        return
    metadata, stored = new["metadata"], old["metadata"].get("managedFields")
    given = metadata.pop("managedFields", None)
    managers: Managers | None = None
    if given is not None and not deep_equal(given, stored) and not active.request.subresource:
        if not given or given == [{}]:
            return
        managers = read_given(given)
    if not managers:
        if not stored:
            return
        managers = read_given(stored)
        if not managers:
            return
    _track(managers, new, old, write_of(active), kind=active.kind)


def _as_sent(active: ActiveRequest, obj: JsonObject) -> JsonObject:
    """Returns a decoded object as clients see it: without empty values that were not sent."""
    if not active.kind.keeps_empties:
        return obj
    from kapivara.apis.machinery.objects.sent_empties import may_hold_empties

    request = active.request
    if isinstance(request.body, bytes) and request.media_type == JSON and not may_hold_empties(request.body):
        return obj
    return _as_printed(active.kind, obj)


def _as_printed(kind: Kind, obj: JsonObject) -> JsonObject:
    """Returns an object as clients see it: empty lists and maps that are not printed have no manager."""
    if not kind.keeps_empties:
        return obj
    from kapivara.apis.machinery.objects.sent_empties import without_empties  # few kinds keep them

    printed: JsonObject = without_empties(obj, kind.shape)
    return printed


def _track(managers: Managers, new: JsonObject, old: JsonObject, write: Write, *, kind: Kind) -> None:
    try:
        managers = track_update(managers, old, _as_printed(kind, new), write)
    except TypedError:  # validation reports the error, or the CRD has changed
        if "managedFields" in old.get("metadata", {}):
            new["metadata"]["managedFields"] = old["metadata"]["managedFields"]
        return
    if managers:
        new["metadata"]["managedFields"] = write_managers(managers)


def author_of(active: ActiveRequest, operation: str = "Update") -> Entry:
    """Returns the managed fields entry of the request's author, without fields."""
    manager = active.options.field_manager or _agent(active.request.user_agent) or "unknown"
    return Entry(manager, operation, active.kind.gvk.api_version, active.request.subresource, {}, now())


def write_of(active: ActiveRequest) -> Write:
    """Returns the facts about a write that the record of managers needs."""
    merging = active.kind.merging
    return Write(author_of(active), merging.own_type, merging.version, active.subresource.reset_fields)


@cache_short_texts(64, longest=256)  # a client sends the same user agent each time
def _agent(user_agent: str) -> str:
    """Returns the manager's name from a user agent: the part before the first slash, cut to the allowed length."""
    name = "".join(rune for rune in user_agent.partition("/")[0] if is_print(rune))
    return name.encode()[:FIELD_MANAGER_MAX_LENGTH].decode(errors="ignore")
