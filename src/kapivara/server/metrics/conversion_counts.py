"""Metrics of conversion webhooks: the number and duration of calls.

Upstream: apiextensions-apiserver/pkg/apiserver/conversion/metrics.go (1.37).
"""

from __future__ import annotations

import threading
from typing import NamedTuple

from kapivara.values.histogram import Histogram

CONVERSION_BUCKETS = tuple(0.001 * 2**power for power in range(15))
REQUEST_BUCKETS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 45.0, 60.0)
_MOST_SERIES = 1_000


class ConversionLabels(NamedTuple):
    """The labels of conversions, with the names of the real server's metrics."""

    crd_name: str
    from_version: str
    to_version: str
    succeeded: str


class ConversionCounts:
    """The durations of conversions by CRD and versions, and of calls by failure. Thread-safe.

    CRDs are created and deleted, so beyond a limit the oldest labels are dropped.
    """

    def __init__(self) -> None:
        self.conversions: dict[ConversionLabels, Histogram] = {}
        self.requests: dict[str, Histogram] = {}
        """By failure type; empty for successful calls."""
        self._lock = threading.Lock()

    def count_conversion(self, labels: ConversionLabels, seconds: float) -> None:
        """Counts a conversion of one or more objects."""
        with self._lock:
            known = self.conversions.get(labels)
            if known is None:
                if len(self.conversions) >= _MOST_SERIES:
                    del self.conversions[next(iter(self.conversions))]
                known = self.conversions[labels] = Histogram(CONVERSION_BUCKETS)
            known.observe(seconds)

    def count_request(self, failure_type: str, seconds: float) -> None:
        """Counts a call of a webhook."""
        with self._lock:
            self.requests.setdefault(failure_type, Histogram(REQUEST_BUCKETS)).observe(seconds)
