"""An object as it is to be stored, and on what condition; and that there is no such condition any more."""

from __future__ import annotations

from kapivara.storage import Precondition
from kapivara.values import JsonObject
from kapivara.values.record import slot_record


class OutdatedError(Exception):
    """What an object claims has been claimed by another meanwhile: the write has to begin anew."""


@slot_record
class Proposal:
    """An object as it is to be stored, where the preconditions hold at that moment."""

    obj: JsonObject
    preconditions: tuple[Precondition, ...] = ()
