"""Callbacks of the registry for metrics.

The HTTP server passes an observer that feeds `/metrics`; the registry knows no metrics. Upstream:
apiextensions-apiserver/pkg/apiserver/validation/metrics.go ValidationMetrics, apiserver/pkg/validation/metrics.go
ValidationMetrics, apiextensions-apiserver/pkg/apiserver/conversion/metrics.go ConversionWebhookMetrics (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kapivara.values.record import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kapivara.apis.machinery.validation.declared_rules import RolloutNote
    from kapivara.meta import GroupKind, GroupVersionResource


@record
class WebhookConversion:
    """A conversion of a CRD's objects by a webhook."""

    definition: str
    from_version: str
    to_version: str
    succeeded: bool


@record(eq=False)
class ValidatedWrite:
    """A write with unusual validation results: its object and its user.

    `rollout_note` describes mismatches and failures of declarative validation; `repeated` are the duplicate errors.
    """

    resource: GroupVersionResource
    kind: GroupKind
    subresource: str
    namespace: str
    name: str
    user: str
    rollout_note: RolloutNote | None = None
    repeated: Sequence[str] = ()


class Observer(Protocol):
    """Receives metrics of the registry. Called by the working thread, so it must be quick."""

    def observe_ratcheting(self, seconds: float) -> None:
        """Receives the time for comparing the new and the old object of one update, on top of its validation.

        Called once for each update of a custom resource with ratcheting on; with 0 if nothing was compared.
        """

    def observe_validation(self, seconds: float) -> None:
        """Receives the total time of the validation rules for one write, including retries."""

    def observe_evaluation(self, seconds: float) -> None:
        """Receives the time of the CEL rules in a custom resource's schema for one object."""

    def observe_rollout(self, write: ValidatedWrite) -> None:
        """Receives a write on which handwritten and declarative validation differ; called once for each.

        Also called if declarative validation failed.
        """

    def observe_duplicates(self, write: ValidatedWrite) -> None:
        """Receives a write with duplicate errors."""

    def observe_conversion(self, conversion: WebhookConversion, seconds: float) -> None:
        """Receives the time of a conversion by a webhook, successful or not."""

    def observe_webhook_call(self, failure_type: str, seconds: float) -> None:
        """Receives the time of a call of a conversion webhook; `failure_type` is empty if it succeeded."""


class NoObserver:
    """Ignores all metrics."""

    def observe_ratcheting(self, seconds: float) -> None:
        """Does nothing."""

    def observe_validation(self, seconds: float) -> None:
        """Does nothing."""

    def observe_evaluation(self, seconds: float) -> None:
        """Does nothing."""

    def observe_rollout(self, write: ValidatedWrite) -> None:
        """Does nothing."""

    def observe_duplicates(self, write: ValidatedWrite) -> None:
        """Does nothing."""

    def observe_conversion(self, conversion: WebhookConversion, seconds: float) -> None:
        """Does nothing."""

    def observe_webhook_call(self, failure_type: str, seconds: float) -> None:
        """Does nothing."""


NO_OBSERVER: Observer = NoObserver()
