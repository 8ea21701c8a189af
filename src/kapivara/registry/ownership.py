"""Who manages which field: what every write but apply does to `metadata.managedFields`.

Upstream: apimachinery/pkg/util/managedfields/internal/fieldmanager.go UpdateNoErrors, skipnonapplied.go;
apiserver/pkg/endpoints/handlers/create.go managerOrUserAgent (1.37).
"""

from __future__ import annotations

from kapivara.meta.managed_fields import FIELD_MANAGER_MAX_LENGTH
from kapivara.patch.given_managers import read_given
from kapivara.patch.list_items import StepError
from kapivara.patch.managed_fields import Entry, Managers, write_managers
from kapivara.patch.tracking import track_creation, track_update
from kapivara.patch.writes import TypedError, Write
from kapivara.registry.active_request import ActiveRequest
from kapivara.registry.identity import now
from kapivara.values import JsonObject, deep_equal
from kapivara.values.caches import cache_short_texts
from kapivara.values.printable import is_print


def own_new(active: ActiveRequest, obj: JsonObject) -> None:
    """Records who creates an object, in place."""
    given = obj["metadata"].pop("managedFields", None)
    managers = read_given(given) if given else None
    if active.kind.merging.shows_nothing_unasked and not managers:
        try:
            record = track_creation(obj, write_of(active))
        except (StepError, TypedError):  # validation has its say, if the field is not dropped
            return
        if record:
            obj["metadata"]["managedFields"] = record
        return
    _track(managers or {}, obj, active.kind.codec.blank(), write_of(active))


def own_change(active: ActiveRequest, new: JsonObject, old: JsonObject) -> None:
    """Records who changed an object, in place; one whose record was emptied is not tracked any more."""
    write = write_of(active)
    if active.subresource.track(new, old, write.author):
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
    _track(managers, new, old, write)


def _track(managers: Managers, new: JsonObject, old: JsonObject, write: Write) -> None:
    try:
        managers = track_update(managers, old, new, write)
    except TypedError:  # validation has its say, or the definition has changed
        if "managedFields" in old.get("metadata", {}):
            new["metadata"]["managedFields"] = old["metadata"]["managedFields"]
        return
    if managers:
        new["metadata"]["managedFields"] = write_managers(managers)


def author_of(active: ActiveRequest, operation: str = "Update") -> Entry:
    """Returns the entry of whoever writes, with no fields yet."""
    manager = active.options.field_manager or _agent(active.request.user_agent) or "unknown"
    return Entry(manager, operation, active.kind.gvk.api_version, active.request.subresource, {}, now())


def write_of(active: ActiveRequest) -> Write:
    """Returns what the record of an object needs to know of a write."""
    merging = active.kind.merging
    return Write(author_of(active), merging.own_type, merging.type_at, active.subresource.reset_fields)


@cache_short_texts(64, longest=256)  # a client calls itself the same each time
def _agent(user_agent: str) -> str:
    """Returns what a client calls itself, up to the first slash, as far as a manager's name may go."""
    name = "".join(rune for rune in user_agent.partition("/")[0] if is_print(rune))
    return name.encode()[:FIELD_MANAGER_MAX_LENGTH].decode(errors="ignore")
