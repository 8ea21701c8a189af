"""The changes of every write to an object's metadata, for all kinds.

Upstream: apiserver/pkg/registry/rest/meta.go, create.go, update.go, pkg/endpoints/handlers/rest.go checkName,
dedupOwnerReferences (1.37).
"""

from __future__ import annotations

from kapivara.meta import ApiError, bad_request_status, unknown_error_status
from kapivara.values import JsonObject, JsonValue
from kapivara.values.rendering import quote

SYSTEM_FIELDS = ("creationTimestamp", "uid", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink")
_SYSTEM_FIELDS = frozenset(SYSTEM_FIELDS)
_UINT64_MAX = 2**64 - 1


def wipe_system_fields(metadata: JsonObject) -> None:
    """Removes the fields of a new object that only the server may set."""
    if not _SYSTEM_FIELDS.isdisjoint(metadata):
        for field in metadata.keys() & _SYSTEM_FIELDS:
            del metadata[field]


def put_into_namespace(metadata: JsonObject, namespace: str) -> None:
    """Sets the request's namespace in an object (or none); ends the request if the object has another one."""
    given = metadata.get("namespace") or ""
    if not namespace:
        metadata.pop("namespace", None)
    elif not given or given == namespace:
        metadata["namespace"] = namespace
    else:
        problem = "the namespace of the provided object does not match the namespace sent on the request"
        raise ApiError(bad_request_status(problem))


def check_name(metadata: JsonObject, name: str) -> None:
    """Ends the request unless the object has the name in the request."""
    given = metadata.get("name") or ""
    if not given:
        problem = f"the name of the object ({name} based on URL) was undeterminable: name must be provided"
        raise ApiError(bad_request_status(problem))
    if given != name:
        problem = f"the name of the object ({given}) does not match the name on the URL ({name})"
        raise ApiError(bad_request_status(problem))


def read_resource_version(written: str, blame: str = "") -> int:
    """Parses a resourceVersion, 0 for an empty one; ends the request if it is not a number.

    Kept: the server reports this as its own error (500); `blame` precedes the quoted value, in queries only.
    """
    if not written:
        return 0
    from kapivara.languages.go.integers import integer_problem  # objects in files have no version

    problem = integer_problem(written, "ParseUint", 0, _UINT64_MAX)
    if problem:
        raise ApiError(unknown_error_status(f"{blame}{quote(written)}: {problem}" if blame else problem))
    return int(written)


def read_listed_version(written: str) -> int:
    """Parses the resourceVersion of a query that goes to the storage unchanged; ends the request if it is invalid."""
    if not written:
        return 0
    from kapivara.languages.go.integers import integer_problem  # objects in files have no version

    problem = integer_problem(written, "ParseUint", 0, _UINT64_MAX)
    if problem:
        message = f"invalid resource version: resourceVersion: Invalid value: {quote(written)}: {problem}"
        raise ApiError(bad_request_status(message))
    return int(written)


def names_version(written: str) -> bool:
    """Returns True if an object can have a resourceVersion: a number other than 0."""
    if not written:
        return False
    from kapivara.languages.go.integers import integer_problem  # objects in files have no version

    return not integer_problem(written, "ParseUint", 0, _UINT64_MAX) and int(written) != 0


def carry_over(new: JsonObject, old: JsonObject) -> None:
    """Keeps in an updated object's metadata the fields that no update may remove or change."""
    if not new.get("uid"):
        new["uid"] = old.get("uid", "")
    for field in ("creationTimestamp", "deletionTimestamp"):
        if old.get(field):
            new[field] = old[field]
    if old.get("deletionGracePeriodSeconds") is not None and new.get("deletionGracePeriodSeconds") is None:
        new["deletionGracePeriodSeconds"] = old["deletionGracePeriodSeconds"]


def drop_double_owners(metadata: JsonObject, *, patching: bool = False) -> str:
    """Removes duplicate owner references; returns the warning about them, or an empty text."""
    owners = metadata.get("ownerReferences") or []
    if len(owners) < 2:
        return ""
    kept: dict[tuple[JsonValue, ...], JsonObject] = {}
    doubled = []
    for owner in owners:  # decoded references have only these fields, all scalar and not null
        if kept.setdefault(tuple(map(owner.get, _OWNER_FIELDS)), owner) is not owner:
            doubled.append(owner.get("uid", ""))
    if not doubled:
        return ""
    metadata["ownerReferences"] = list(kept.values())
    where = " after mutating admission happens" if patching else ""
    return _DOUBLE_OWNERS.format(where=where, uids=", ".join(doubled))


_OWNER_FIELDS = ("uid", "name", "kind", "apiVersion", "controller", "blockOwnerDeletion")
_DOUBLE_OWNERS = (
    ".metadata.ownerReferences contains duplicate entries{where}; API server dedups owner references in 1.20+, "
    "and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: {uids}"
)
