"""The mismatches between hand-written and declarative rules, for metrics and logs."""

from __future__ import annotations

from kapivara.validate.merging import Mismatch
from kapivara.values.record import record


@record(eq=False)
class RolloutNote:
    """The errors of one side that the other side did not report, or a recovered failure of declarative rules.

    `identifier` labels the metrics: kind, subresource and verb.
    """

    identifier: str
    mismatches: tuple[Mismatch, ...] = ()
    failure: Exception | None = None
