"""Who manages which field: what every write but apply does to `metadata.managedFields`.

Upstream: apimachinery/pkg/util/managedfields/internal/fieldmanager.go UpdateNoErrors, skipnonapplied.go;
apiserver/pkg/endpoints/handlers/create.go managerOrUserAgent (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.meta.managed_fields import FIELD_MANAGER_MAX_LENGTH
from kapivara.patch.field_set import Fields, FieldSetError, difference
from kapivara.patch.list_items import StepError
from kapivara.patch.managed_fields import (
    Entry,
    Managers,
    TypedError,
    Write,
    read_managers,
    track_creation,
    track_update,
    write_managers,
)
from kapivara.patch.scale_managers import SCALE_VERSION, bring_back, scale_managers, track_replicas
from kapivara.patch.typed_merge import fields_of
from kapivara.registry.call import Call
from kapivara.registry.identity import now
from kapivara.registry.options import WriteOptions
from kapivara.registry.scope import Scope
from kapivara.values import ABSENT, JsonObject, deep_equal
from kapivara.values.printable import is_print
from kapivara.values.record import replace
from kapivara.values.remembering import remember_short

if TYPE_CHECKING:
    from kapivara.registry.scale import ScaleView


def own_new(call: Call, obj: JsonObject, options: WriteOptions) -> None:
    """Records who creates an object, in place."""
    given = obj["metadata"].pop("managedFields", None)
    managers = _read_given(given) if given else None
    if call.scope.custom and not managers:
        try:
            record = track_creation(obj, write_of(call, options))
        except (StepError, TypedError):  # validation has its say, if the field is not dropped
            return
        if record:
            obj["metadata"]["managedFields"] = record
        return
    _track(managers or {}, obj, call.scope.blank(), write_of(call, options))


def own_change(call: Call, new: JsonObject, old: JsonObject, options: WriteOptions) -> None:
    """Records who changed an object, in place; one whose record was emptied is not tracked any more."""
    if call.request.subresource == "scale":
        from kapivara.registry.scale import ScaleView  # most definitions have none

        view = call.scope.view("scale")
        if isinstance(view, ScaleView):
            _own_replicas(call, view, new, old, options)
            return
    metadata, stored = new["metadata"], old["metadata"].get("managedFields")
    given = metadata.pop("managedFields", None)
    managers: Managers | None = None
    if given is not None and not deep_equal(given, stored) and not call.request.subresource:
        if not given or given == [{}]:
            return
        managers = _read_given(given)
    if not managers:
        if not stored:
            return
        managers = _read_given(stored)
        if not managers:
            return
    _track(managers, new, old, write_of(call, options))


def _own_replicas(call: Call, view: ScaleView, new: JsonObject, old: JsonObject, options: WriteOptions) -> None:
    """Records who changed the replicas of an object by way of its Scale."""
    author = replace(write_of(call, options).author, api_version=SCALE_VERSION)
    before, after = view.replicas(old), view.replicas(new)
    managers = read_stored_managers(old) or {}
    scale = scale_managers(managers, view.replicas_paths)
    scale = track_replicas(scale, author, changed=before != after, new=0 if after is ABSENT else after)
    show_managers(new, bring_back(managers, scale, view.replicas_paths, call.scope.kind.api_version))


def show_managers(obj: JsonObject, entries: list[JsonObject]) -> None:
    """Puts a record into an object."""
    obj["metadata"].pop("managedFields", None)
    if entries:
        obj["metadata"]["managedFields"] = entries


def with_own_writes(entries: list[JsonObject], written: JsonObject, scope: Scope) -> list[JsonObject]:
    """Returns the record of a stored object with the server's own entry.

    `written` holds what the server writes of its status; what no client has claimed of that is the server's.
    """
    managers = _read_given(entries)
    if managers is None:
        return entries
    author = Entry("kube-apiserver", "Update", scope.kind.api_version, "status", {}, now())
    own = managers.get(author.identity, author)
    unclaimed = fields_of({"status": written}, scope.own_type)
    for other in managers.values():
        if other.identity != own.identity:
            unclaimed = difference(unclaimed, other.fields)
    if not unclaimed:
        return entries
    return write_managers({**managers, own.identity: replace(own, fields=unclaimed)})


def _track(managers: Managers, new: JsonObject, old: JsonObject, write: Write) -> None:
    try:
        managers = track_update(managers, old, new, write)
    except TypedError:  # validation has its say, or the definition has changed
        if "managedFields" in old.get("metadata", {}):
            new["metadata"]["managedFields"] = old["metadata"]["managedFields"]
        return
    if managers:
        new["metadata"]["managedFields"] = write_managers(managers)


def read_stored_managers(obj: JsonObject) -> Managers | None:
    """Reads the record of a stored object; None where it makes no sense."""
    return _read_given(obj["metadata"].get("managedFields") or [])


def _read_given(given: list[JsonObject]) -> Managers | None:
    """Reads a record that a client sent; None where it makes no sense."""
    if not all(map(_is_readable, given)):
        return None
    try:
        return read_managers(given)
    except FieldSetError:
        return None


def _is_readable(entry: JsonObject) -> bool:
    operation, fields_type = entry.get("operation"), entry.get("fieldsType")
    return operation in ("Apply", "Update") and fields_type == "FieldsV1" and bool(entry.get("apiVersion"))


def write_of(call: Call, options: WriteOptions, operation: str = "Update") -> Write:
    """Returns what the record needs to know of a write."""
    scope, request = call.scope, call.request
    manager = options.field_manager or _agent(request.user_agent) or "unknown"
    author = Entry(manager, operation, scope.kind.api_version, request.subresource, {}, now())
    ignored: Fields = scope.ignored_fields(request.subresource)
    return Write(author, scope.own_type, scope.merge_type, ignored)


@remember_short(64, longest=256)  # a client calls itself the same each time
def _agent(user_agent: str) -> str:
    """Returns what a client calls itself, up to the first slash, as far as a manager's name may go."""
    name = "".join(rune for rune in user_agent.partition("/")[0] if is_print(rune))
    return name.encode()[:FIELD_MANAGER_MAX_LENGTH].decode(errors="ignore")
