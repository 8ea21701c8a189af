"""What the registry lets others see of its work while it goes on, for those who measure it.

The HTTP server gives an observer that feeds `/metrics`; nothing here knows of metrics.
Upstream: apiextensions-apiserver/pkg/apiserver/validation/metrics.go ValidationMetrics,
apiserver/pkg/validation/metrics.go ValidationMetrics,
apiextensions-apiserver/pkg/apiserver/conversion/metrics.go ConversionWebhookMetrics (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.registry.validation_notes import JudgedWrite


@record
class WebhookConversion:
    """Objects of a definition that a webhook was to bring from one version to another."""

    definition: str
    from_version: str
    to_version: str
    succeeded: bool


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

    def observe_conversion(self, conversion: WebhookConversion, seconds: float) -> None:
        """Takes note of how long a webhook took to convert objects, or to fail."""

    def observe_webhook_call(self, failure_type: str, seconds: float) -> None:
        """Takes note of how long a call of a conversion webhook took; `failure_type` is empty where it was answered."""


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

    def observe_conversion(self, conversion: WebhookConversion, seconds: float) -> None:
        """Lets it pass."""

    def observe_webhook_call(self, failure_type: str, seconds: float) -> None:
        """Lets it pass."""


NO_OBSERVER: Observer = NoObserver()
