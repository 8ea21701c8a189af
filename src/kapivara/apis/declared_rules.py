"""The rules that the tags of a built-in kind declare, run beside those that are written by hand.

Valid objects, nearly all of them, only pay for running both. Where one of them finds something, the errors are merged
by the levels of the rules, and what has no twin on the other side is noted. A failure inside declared code is
recovered from: where every rule has a hand-written twin, those decide; where a rule is declared only, nobody else
would make sure of it, and the write is refused.
Upstream: apiserver/pkg/registry/rest/validate.go ValidateDeclarativelyWithMigrationChecks (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from kapivara.apis.feature_gates import DECLARATIVE_VALIDATION_BETA, RolloutStage
from kapivara.apis.rollout_note import RolloutNote
from kapivara.apis.verdict import Verdict
from kapivara.field import ErrorList, Operation, internal_error
from kapivara.meta.object_meta import told_once
from kapivara.validate.merging import MergeOptions, merge_errors
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.deadline import DeadlineExceededError

if TYPE_CHECKING:
    from kapivara.apis.kind import Kind

OPTIONS: Mapping[str, bool] = MappingProxyType(
    {
        "DRAPartitionableDevicesType": False,
        "HPAScaleToZero": True,
        "InPlacePodVerticalScalingSchedulerPreemption": False,
        "WorkloadWithJob": False,
    }
)
"""The features that tags ask for: whether they are on by default. Upstream: pkg/features/kube_features.go (1.37)."""

_MOST_TOLD = 500
"""How much is told of what a failure said."""


class DeclaredRules:
    """The declared rules of one kind at one version; made when its first object is judged."""

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

    def judge(self, by_hand: ErrorList, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> Verdict:
        """Judges an object by the declared rules, and merges what they find with the errors of hand-written ones."""
        if not self._runs:
            return Verdict(told_once(by_hand))
        declared = Operation(operation.verb, operation.subresource, OPTIONS, operation.deadline)
        try:
            found = self._validate(self._type, declared, new, None if old is ABSENT else old)
        except (DeadlineExceededError, MemoryError, RecursionError):  # whoever carries the request knows what to do
            raise
        except Exception as failure:  # declared code must not take the server down with it
            return self._recovered(by_hand, operation, failure)
        if not found and not by_hand:
            return Verdict(by_hand)
        merged = merge_errors(by_hand, found, self._options)
        mismatches = () if self._stage is RolloutStage.OFF else tuple(merged.mismatches)
        if not mismatches:
            return Verdict(merged.result)
        return Verdict(merged.result, rollout_note=RolloutNote(self._identifier(operation), mismatches))

    def _recovered(self, by_hand: ErrorList, operation: Operation, failure: Exception) -> Verdict:
        """Judges by the hand-written rules alone; refuses the write where these are not all."""
        text = f"{type(failure).__name__}: {failure}"[:_MOST_TOLD]
        found = [internal_error(None, f"panic during declarative validation: {text}")] if self._fails_closed() else []
        note = RolloutNote(self._identifier(operation), failure=failure)
        return Verdict(merge_errors(by_hand, found, self._options).result, rollout_note=note)

    def _fails_closed(self) -> bool:
        """Tells whether a declared rule counts here that hand-written rules do not repeat."""
        return self._stage is RolloutStage.TAKEOVER or self._has_rules_of_its_own()

    def _has_rules_of_its_own(self) -> bool:
        from kapivara.apis.declared_levels import has_rules_of_its_own  # failures are rare

        return has_rules_of_its_own(self._kind.shape)

    def _identifier(self, operation: Operation) -> str:
        """Names what is judged, as metrics do: `pod_status_update`. Upstream: metricIdentifier."""
        parts = self._kind.gvk.kind.lower(), operation.subresource.replace("/", "_"), operation.verb
        return "_".join(filter(None, parts))
