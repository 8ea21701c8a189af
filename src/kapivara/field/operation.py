"""What is being done to the object under judgement."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from kapivara.values.deadline import NO_DEADLINE, Deadline
from kapivara.values.record import record


class Verb(StrEnum):
    """The two operations that validation tells apart."""

    CREATE = "create"
    UPDATE = "update"


@record
class Operation:
    """The verb, the subresource it goes through (such as `status`, or empty) and the options, by name.

    An option that is not there is undefined, which is not the same as off. `deadline` is when the time for it is up:
    whoever judges asks it where that takes long. `source` is the JSON text that a new object was sent as, where it
    was sent whole: messages quote from it what values do not keep.
    """

    verb: Verb = Verb.CREATE
    subresource: str = ""
    options: Mapping[str, bool] = MappingProxyType({})
    deadline: Deadline = NO_DEADLINE
    source: bytes | None = None
