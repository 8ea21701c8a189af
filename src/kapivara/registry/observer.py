"""What the registry lets others see of its work while it goes on, for those who measure it.

The HTTP server gives an observer that feeds `/metrics`; nothing here knows of metrics.
Upstream: apiextensions-apiserver/pkg/apiserver/validation/metrics.go ValidationMetrics,
apiserver/pkg/validation/metrics.go ValidationMetrics (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kapivara.registry.validation_notes import JudgedWrite


class Observer(Protocol):
    """Takes note of what happens in the registry. Called by the thread that does the work, so it must be quick."""

    def observe_ratcheting(self, seconds: float) -> None:
        """Takes note of the time that one update spent on comparing new and old, on top of its validation.

        Called once for each update of a custom resource while ratcheting is on; with 0 where nothing was compared.
        """

    def observe_validation(self, seconds: float) -> None:
        """Takes note of how long the rules took for one write, however often it had to be judged."""

    def observe_evaluation(self, seconds: float) -> None:
        """Takes note of how long the expressions in the schema of a custom resource took for one object."""

    def observe_rollout(self, write: JudgedWrite) -> None:
        """Takes note of a write of which hand-written and declared rules said different things; called once for each.

        Also where declared ones failed.
        """

    def observe_duplicates(self, write: JudgedWrite) -> None:
        """Takes note of a write of which errors are told once more."""


class NoObserver:
    """Takes note of nothing."""

    def observe_ratcheting(self, seconds: float) -> None:
        """Lets it pass."""

    def observe_validation(self, seconds: float) -> None:
        """Lets it pass."""

    def observe_evaluation(self, seconds: float) -> None:
        """Lets it pass."""

    def observe_rollout(self, write: JudgedWrite) -> None:
        """Lets it pass."""

    def observe_duplicates(self, write: JudgedWrite) -> None:
        """Lets it pass."""


NO_OBSERVER: Observer = NoObserver()
