"""The metrics of the audit log.

Upstream: apiserver/pkg/audit/metrics.go (1.37).
"""

from __future__ import annotations


class AuditCounts:
    """The numbers of written events, failed events, requests rejected for that, and requests by level."""

    def __init__(self) -> None:
        self.events = 0
        self.errors = 0
        self.rejected = 0
        self.levels: dict[str, int] = {}
