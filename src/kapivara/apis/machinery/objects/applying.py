"""The texts of server-side apply about objects, kinds and managers, and the managed fields that an apply starts from.

Upstream: apimachinery/pkg/util/managedfields/internal structuredmerge.go, conflict.go (1.37).
"""

from __future__ import annotations

from kapivara.apis.machinery.objects.body import interpret
from kapivara.meta import ApiError, Cause, Status, unknown_error_status
from kapivara.meta.identity import identify
from kapivara.meta.status import apply_conflict_status
from kapivara.patch.managers.managed_fields import ConflictError, Identity, Managers, identifier, read_managers
from kapivara.patch.merging.field_set import FieldSetError, paths
from kapivara.values import JsonObject
from kapivara.values.rendering import quote


def name_text(obj: JsonObject) -> str:
    """Returns the name of an object as errors of apply print it."""
    identity = identify(obj)
    return (
        f"{identity.namespace}/{identity.name}; {interpret({each: obj.get(each) for each in ('apiVersion', 'kind')})}"
    )


def read_live_managers(live: JsonObject) -> Managers:
    """Returns the managed fields of a stored object; raises ApiError if they cannot be decoded."""
    try:
        return read_managers(live.get("metadata", {}).get("managedFields") or [])
    except FieldSetError as error:  # stored before managed fields were validated
        raise ApiError(unknown_error_status(f"failed to decode managed fields: {error}")) from None


def conflict_of(error: ConflictError) -> Status:
    """Returns the Status that reports conflicts of an apply with other managers."""
    names = {identity: _manager_text(identity) for identity in sorted(error.fields, key=identifier)}
    found = [(names[identity], path) for identity in names for path in paths(error.fields[identity])]
    causes = [Cause("FieldManagerConflict", f"conflict with {name}", path) for name, path in found]
    if len(found) == 1:
        return apply_conflict_status(causes, f"Apply failed with 1 conflict: {causes[0].message}: {found[0][1]}")
    lines = []
    for identity, name in names.items():
        lines += [f"conflicts with {name}:", *(f"- {path}" for path in paths(error.fields[identity]))]
    return apply_conflict_status(causes, f"Apply failed with {len(found)} conflicts: " + "\n".join(lines))


def _manager_text(identity: Identity) -> str:
    manager, operation, version, subresource = identity
    text = quote(manager)
    if subresource:
        text += f" with subresource {quote(subresource)}"
    return f"{text} using {version}" if operation == "Update" else text
