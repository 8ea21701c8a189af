"""An object as it is to be stored, and on what condition."""

from __future__ import annotations

from kapivara.storage import Precondition
from kapivara.values import JsonObject
from kapivara.values.record import record


@record
class Proposal:
    """An object as it is to be stored, where the preconditions hold at that moment."""

    obj: JsonObject
    preconditions: tuple[Precondition, ...] = ()
