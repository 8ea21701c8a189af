"""What is read back from the storage: bytes that were written as an object, or that cannot be read as one any more.

The limits on what clients send do not count here: what was stored once is read, whatever limits hold today.
Upstream: apiserver/pkg/storage/etcd3/corrupt_obj_deleter.go corruptObjectError, pkg/storage/errors.go
NewCorruptObjError (1.37).
"""

from __future__ import annotations

import sys

from kapivara.apis.kind import Kind
from kapivara.codec import DecodeError, decode_json
from kapivara.meta import ApiError, internal_error_status
from kapivara.schema.defaulting import OutgrownError
from kapivara.storage import Stored
from kapivara.values import JsonObject


class UnreadableError(ApiError):
    """A stored object that cannot be read; ends a request that needs it. `stored` is what can still be deleted."""

    def __init__(self, stored: Stored, problem: str):
        problem = f"object not decodable revision={stored.revision}: {problem}"
        where = f"corrupt object, Code: 7, Key: {stored.key}, ResourceVersion: 0"
        super().__init__(internal_error_status(f"StorageError: {where}, AdditionalErrorMsg: {problem}"))
        self.stored = stored


def read_stored(kind: Kind, stored: Stored) -> JsonObject:
    """Returns a stored object at a kind's version, with its resource version; raises UnreadableError."""
    if stored.damage:
        raise UnreadableError(stored, stored.damage)
    try:
        obj = kind.codec.from_storage(decode_stored(stored.value))
    except DecodeError as error:
        raise UnreadableError(stored, error.message) from None
    except OutgrownError as error:
        raise UnreadableError(stored, f"kapivara cannot read it: {error}") from None
    obj["metadata"]["resourceVersion"] = str(stored.revision)
    return obj


def decode_stored(value: bytes) -> JsonObject:
    """Decodes stored bytes, however deep they nest; raises DecodeError where they hold no object with a name."""
    obj: JsonObject = decode_json(value, max_depth=sys.maxsize).value
    require_object(obj)
    return obj


def require_object(obj: JsonObject) -> None:
    """Raises DecodeError for what is no object with a kind and a name, and cannot be stored as one."""
    if type(obj) is not dict or type(obj.get("apiVersion")) is not str or type(obj.get("kind")) is not str:
        raise DecodeError("no object of any kind")
    metadata = obj.get("metadata")
    if type(metadata) is not dict or type(metadata.get("name")) is not str:
        raise DecodeError("an object without a name")
