"""What is being done to the object under judgement."""

from __future__ import annotations

from enum import StrEnum

from kapivara.values.record import record


class Verb(StrEnum):
    """The two operations that validation tells apart."""

    CREATE = "create"
    UPDATE = "update"


@record
class Operation:
    """The verb, the subresource it goes through (such as `status`, or empty) and the options in force."""

    verb: Verb = Verb.CREATE
    subresource: str = ""
    options: frozenset[str] = frozenset()
