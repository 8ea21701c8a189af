"""PodDisruptionBudget as a built-in kind.

Upstream: pkg/registry/policy/poddisruptionbudget/{strategy.go,storage/storage.go}, pkg/apis/policy (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.content.names import name_is_path_segment
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.policy.v1.zz_generated_types import PodDisruptionBudget
    from kapivara.apis.machinery.tables.table import TableLayout
    from kapivara.meta.v1.zz_generated_types import LabelSelector

EMPTY_SELECTOR = "pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match"
"""The label with which v1beta1 marked its empty selector; clients may not use it in selectors."""
_SELECTS_NOTHING = {"matchExpressions": [{"key": EMPTY_SELECTOR, "operator": "Exists"}]}


class PodDisruptionBudgetKind(Kind):
    """A limit for the number of evicted pods."""

    qualified_finalizers = False
    unconditional_update = False
    counted = ("spec",)

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Accepts any path segment."""
        return name_is_path_segment(name, prefix)

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Resets the status, and drops the old label from the selector."""
        super().prepare_for_create(obj)
        _strip(_selector(obj))

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the status, increases the generation, and drops the old label from a changed selector."""
        super().prepare_for_update(new, old)
        if _selector(new) != _selector(old):
            _strip(_selector(new))

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the spec, or a status update; validates metadata only without other errors."""
        from kapivara.apis.groups.policy import pod_disruption_budget_rules as rules  # only writes need it

        if operation.subresource == "status":
            return rules.validate_budget_status(_as_budget(new))
        errors = rules.validate_budget(_as_budget(new), old if old is ABSENT else _as_budget(old))
        return errors or super().validate(operation, new, old)

    def make_table(self) -> TableLayout:
        """Returns the columns: name, bounds, allowed disruptions and age.

        Upstream: pkg/printers/internalversion/printers.go printPodDisruptionBudget.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        allowed = "Calculated number of pods that may be disrupted at this time."
        least = "The minimum number of pods that must be available."
        most = "The maximum number of pods that may be unavailable."
        return TableLayout(
            (
                name_column(),
                Column("Min Available", "string", lambda obj: _bound(obj, "minAvailable"), description=least),
                Column("Max Unavailable", "string", lambda obj: _bound(obj, "maxUnavailable"), description=most),
                Column("Allowed Disruptions", "integer", _allowed, description=allowed),
                age_column(self.surroundings),
            )
        )


KIND = PodDisruptionBudgetKind


def _as_budget(obj: JsonObject) -> PodDisruptionBudget:
    return cast("PodDisruptionBudget", obj)


def _selector(obj: JsonObject) -> LabelSelector | None:
    return _as_budget(obj)["spec"].get("selector")


def _strip(selector: LabelSelector | None) -> None:
    """Drops the old label, unless the whole selector is the one that selects nothing."""
    if not selector or selector == _SELECTS_NOTHING:
        return
    left = [each for each in selector.get("matchExpressions", ()) if each["key"] != EMPTY_SELECTOR]
    selector.pop("matchExpressions", None)
    if left:
        selector["matchExpressions"] = left


def _bound(obj: JsonObject, field: str) -> str:
    return str(obj["spec"].get(field, "N/A"))


def _allowed(obj: JsonObject) -> int:
    return _as_budget(obj)["status"]["disruptionsAllowed"]
