"""What came of running hand-written and declared rules side by side, where that is worth telling."""

from __future__ import annotations

from kapivara.validate.merging import Mismatch
from kapivara.values.record import record


@record(eq=False)
class RolloutNote:
    """The errors without a twin on the other side, or the failure of declared rules that was recovered from.

    `identifier` is what metrics are broken down by: the kind, the subresource and the verb.
    """

    identifier: str
    mismatches: tuple[Mismatch, ...] = ()
    failure: Exception | None = None
