"""Expresses each write as one etcd transaction: conditions, the write, and reads that explain a rejection.

A rejection needs no second round trip: if a condition fails, the transaction reads the key and the subjects of the
preconditions at the same revision.
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.storage.contract import (
    AlreadyExists,
    Conflict,
    EventType,
    KeyNotFound,
    Precondition,
    PreconditionFailed,
    StorageError,
    Stored,
    Unchanged,
    WriteRequest,
)
from kapivara.storage.etcd.keys import KeyTree
from kapivara.storage.etcd.messages import CREATE, EQUAL, LESS, MOD
from kapivara.values import JsonObject

_NEVER = -1
"""A revision that no key has; a missing key has revision 0."""


def transaction(request: WriteRequest, tree: KeyTree, lease: int = 0) -> JsonObject:
    """Returns the transaction of a write; attaches the key to `lease` unless it is 0."""
    key = tree.key(request.key)
    if request.kind is EventType.ADDED:
        own: JsonObject = {"target": CREATE, "key": key, "create_revision": 0}
    else:
        own = {"target": MOD, "key": key, "mod_revision": _existing(request.expected)}
    conditions = request.preconditions
    return {
        "compare": [*(_compare(each, tree) for each in conditions), {"result": EQUAL, **own}],
        "success": [
            {"request_delete_range": {"key": key, "prev_kv": True}}
            if request.value is None
            else {"request_put": {"key": key, "value": request.value, "lease": lease}}
        ],
        "failure": [{"request_range": each} for each in (*(_look(each, tree) for each in conditions), {"key": key})],
    }


def outcome(request: WriteRequest, answer: JsonObject) -> Stored:
    """Returns the stored value after a transaction; raises the rejection."""
    revision, answers = answer["header"]["revision"], answer["responses"]
    if answer.get("succeeded"):
        if request.value is not None:
            return Stored(request.key, request.value, revision)
        [last] = answers[0]["response_delete_range"]["prev_kvs"]
        return Stored(request.key, last.get("value", b""), revision)
    *seen, [*current] = (each.get("response_range", {}).get("kvs") or () for each in answers)
    for condition, found in zip(request.preconditions, seen, strict=True):
        if not _holds(condition, found):
            raise PreconditionFailed(condition, revision)
    raise _refusal(request, current)


def stored(key: str, found: JsonObject) -> Stored:
    """Returns an etcd key-value as a stored value under a contract key."""
    return Stored(key, found.get("value", b""), found["mod_revision"])


def _refusal(request: WriteRequest, current: Iterable[JsonObject]) -> StorageError:
    for found in current:
        if request.kind is EventType.ADDED:
            return AlreadyExists(request.key)
        return Conflict(request.expected, stored(request.key, found))
    return KeyNotFound(request.key)


def _existing(revision: int | None) -> int:
    """Returns the revision to compare with; _NEVER for a number that no existing key has."""
    return revision if revision is not None and revision > 0 else _NEVER


def _compare(condition: Precondition, tree: KeyTree) -> JsonObject:
    if isinstance(condition, Unchanged):
        key, revision = tree.key(condition.key), _existing(condition.revision)
        return {"result": EQUAL, "target": MOD, "key": key, "mod_revision": revision}
    start, end = tree.span(condition.prefix)
    return {
        "result": LESS,
        "target": MOD,
        "key": start,
        "range_end": end,
        "mod_revision": max(condition.revision, 0) + 1,
    }


def _look(condition: Precondition, tree: KeyTree) -> JsonObject:
    """Returns a read of the key of a condition, or of one key that violates the condition."""
    if isinstance(condition, Unchanged):
        return {"key": tree.key(condition.key), "keys_only": True}
    start, end = tree.span(condition.prefix)
    newer = max(condition.revision, 0) + 1
    return {"key": start, "range_end": end, "keys_only": True, "limit": 1, "min_mod_revision": newer}


def _holds(condition: Precondition, found: Iterable[JsonObject]) -> bool:
    if isinstance(condition, Unchanged):
        return any(each["mod_revision"] == condition.revision for each in found)
    return not any(found)
