"""An object to store, with its preconditions."""

from __future__ import annotations

from kapivara.storage import Precondition
from kapivara.values import JsonObject
from kapivara.values.record import slot_record


class OutdatedError(Exception):
    """Raised when another object has claimed the same value first: the write must start again."""


@slot_record
class Proposal:
    """An object to store if all preconditions hold at that moment."""

    obj: JsonObject
    preconditions: tuple[Precondition, ...] = ()
