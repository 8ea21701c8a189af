"""Measures the compilation times of CEL rules in this process; compiled rules are cached.

Upstream: apiserver/pkg/cel/metrics/metrics.go (1.37).
"""

from __future__ import annotations

import threading
from typing import Final

from kapivara.values.histogram import DEFAULT_BUCKETS, Histogram


class CompilationTimes:
    """The duration of each compilation in seconds, for any thread."""

    def __init__(self) -> None:
        self.seconds = Histogram(DEFAULT_BUCKETS)
        self._lock = threading.Lock()

    def observe(self, seconds: float) -> None:
        """Counts a compilation, successful or not."""
        with self._lock:
            self.seconds.observe(seconds)


COMPILATION_TIMES: Final = CompilationTimes()
