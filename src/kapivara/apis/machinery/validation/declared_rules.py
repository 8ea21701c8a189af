"""Runs the declarative validation rules of a built-in kind beside its hand-written rules.

Valid objects, nearly all of them, only pay for both runs. If a run reports errors, the errors are merged by the levels
of the rules, and mismatches are noted. If declared code raises an exception, the hand-written rules decide where they
repeat every declared rule; otherwise the write is rejected.
Upstream: apiserver/pkg/registry/rest/validate.go ValidateDeclarativelyWithMigrationChecks (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from kapivara.apis.machinery.server.feature_gates import DECLARATIVE_VALIDATION_BETA, RolloutStage
from kapivara.apis.machinery.validation.verdict import Verdict
from kapivara.field import ErrorList, Operation, internal_error
from kapivara.meta.object_meta import without_repeats
from kapivara.validate.merging import MergeOptions, Mismatch, merge_errors
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.deadline import DeadlineExceededError
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind


@record(eq=False)
class RolloutNote:
    """The errors of one side that the other side did not report, or a recovered failure of declarative rules.

    `identifier` labels the metrics: kind, subresource and verb.
    """

    identifier: str
    mismatches: tuple[Mismatch, ...] = ()
    failure: Exception | None = None


OPTIONS: Mapping[str, bool] = MappingProxyType(
    {
        "DRAPartitionableDevicesType": False,
        "HPAScaleToZero": True,
        "InPlacePodVerticalScalingSchedulerPreemption": False,
        "WorkloadWithJob": False,
    }
)
"""The features that tags refer to, with their defaults. Upstream: pkg/features/kube_features.go (1.37)."""

_MOST_TOLD = 500
"""The maximum length of a failure's text in errors."""


class DeclaredRules:
    """The declared rules of one kind at one version; created when the first object is validated."""

    def __init__(self, kind: Kind):
        self._kind = kind
        self._type = kind.shape.name
        self._validate = import_module(f"kapivara.{kind.shape.folder}.zz_generated_validations").validate
        surroundings = kind.surroundings
        self._stage = surroundings.rollout_stage
        self._runs = self._stage is not RolloutStage.OFF or self._has_rules_of_its_own()
        by_level = self._stage is RolloutStage.LEVELS
        self._options = MergeOptions(
            beta_enabled=by_level and surroundings.feature_gates.enabled(DECLARATIVE_VALIDATION_BETA),
            all_enforced=self._stage is RolloutStage.TAKEOVER,
            rules=kind.normalization_rules,
            short_circuit_mismatch=kind.short_circuit_mismatch,
        )

    def verdict(self, by_hand: ErrorList, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> Verdict:
        """Validates an object by the declared rules and merges their errors with those of the hand-written rules."""
        if not self._runs:
            return Verdict(without_repeats(by_hand))
        declared = Operation(operation.verb, operation.subresource, OPTIONS, operation.deadline)
        try:
            found = self._validate(self._type, declared, new, None if old is ABSENT else old)
        except (DeadlineExceededError, MemoryError, RecursionError):  # the caller of the request handles them
            raise
        except Exception as failure:  # a failure of declared code must not stop the server
            return self._recovered(by_hand, operation, failure)
        if not found and not by_hand:
            return Verdict(by_hand)
        merged = merge_errors(by_hand, found, self._options)
        mismatches = () if self._stage is RolloutStage.OFF else tuple(merged.mismatches)
        if not mismatches:
            return Verdict(merged.result)
        return Verdict(merged.result, rollout_note=RolloutNote(self._identifier(operation), mismatches))

    def _recovered(self, by_hand: ErrorList, operation: Operation, failure: Exception) -> Verdict:
        """Returns the verdict of the hand-written rules; rejects the write if they do not repeat all declared rules."""
        text = f"{type(failure).__name__}: {failure}"[:_MOST_TOLD]
        found = [internal_error(None, f"panic during declarative validation: {text}")] if self._fails_closed() else []
        note = RolloutNote(self._identifier(operation), failure=failure)
        return Verdict(merge_errors(by_hand, found, self._options).result, rollout_note=note)

    def _fails_closed(self) -> bool:
        """Returns True if a declared rule is in force that no hand-written rule repeats."""
        return self._stage is RolloutStage.TAKEOVER or self._has_rules_of_its_own()

    def _has_rules_of_its_own(self) -> bool:
        from kapivara.apis.machinery.validation.declared_levels import has_rules_of_its_own  # failures are rare

        return has_rules_of_its_own(self._kind.shape)

    def _identifier(self, operation: Operation) -> str:
        """Returns the name of the validation in metrics: `pod_status_update`. Upstream: metricIdentifier."""
        parts = self._kind.gvk.kind.lower(), operation.subresource.replace("/", "_"), operation.verb
        return "_".join(filter(None, parts))
