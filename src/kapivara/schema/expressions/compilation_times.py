"""How long expressions of rules took to compile, in this process: what is compiled is kept for all who ask.

Upstream: apiserver/pkg/cel/metrics/metrics.go (1.37).
"""

from __future__ import annotations

import threading
from typing import Final

from kapivara.values.histogram import DEFAULT_BUCKETS, Histogram


class CompilationTimes:
    """The seconds that each compilation took; counted from any thread."""

    def __init__(self) -> None:
        self.seconds = Histogram(DEFAULT_BUCKETS)
        self._lock = threading.Lock()

    def observe(self, seconds: float) -> None:
        """Counts a compilation, whatever came of it."""
        with self._lock:
            self.seconds.observe(seconds)


COMPILATION_TIMES: Final = CompilationTimes()
