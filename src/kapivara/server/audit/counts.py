"""What `/metrics` tells of an audit.

Upstream: apiserver/pkg/audit/metrics.go (1.37).
"""

from __future__ import annotations


class AuditCounts:
    """Events that were written, events that could not be, requests that were refused for that, and their levels."""

    def __init__(self) -> None:
        self.events = 0
        self.errors = 0
        self.rejected = 0
        self.levels: dict[str, int] = {}
