"""The operation for which an object is validated."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from kapivara.values.deadline import NO_DEADLINE, Deadline
from kapivara.values.record import record


class Verb(StrEnum):
    """The operations that validation distinguishes."""

    CREATE = "create"
    UPDATE = "update"


@record
class Operation:
    """The verb, the subresource (such as `status`, or empty) and the options, by name.

    An absent option is undefined, which differs from off. Validation that takes long checks the `deadline`. `source` is
    the JSON of a new object, if it was sent as a whole: errors quote it where values lose details.
    """

    verb: Verb = Verb.CREATE
    subresource: str = ""
    options: Mapping[str, bool] = MappingProxyType({})
    deadline: Deadline = NO_DEADLINE
    source: bytes | None = None
