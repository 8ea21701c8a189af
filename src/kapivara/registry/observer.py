"""What the registry lets others see of its work while it goes on, for those who measure it.

The HTTP server gives an observer that feeds `/metrics`; nothing here knows of metrics.
Upstream: apiextensions-apiserver/pkg/apiserver/validation/metrics.go ValidationMetrics (1.37).
"""

from __future__ import annotations

from typing import Protocol


class Observer(Protocol):
    """Takes note of what happens in the registry. Called by the thread that does the work, so it must be quick."""

    def observe_ratcheting(self, seconds: float) -> None:
        """Takes note of the time that one update spent on comparing new and old, on top of its validation.

        Called once for each update of a custom resource while ratcheting is on; with 0 where nothing was compared.
        """


class NoObserver:
    """Takes note of nothing."""

    def observe_ratcheting(self, seconds: float) -> None:
        """Lets it pass."""


NO_OBSERVER: Observer = NoObserver()
