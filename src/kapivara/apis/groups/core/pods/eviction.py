"""The `eviction` subresource of pods: a deletion that the pod's disruption budget must allow.

Upstream: pkg/registry/core/pod/storage/eviction.go EvictionREST (1.37).
Upstream: pkg/registry/core/pod/storage/eviction.go getPodDisruptionBudgets, checkAndDecrement (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.apis.groups.core.pods.status import set_condition
from kapivara.apis.machinery.kinds.created import Created
from kapivara.apis.machinery.objects.body import Body, Read
from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.field import FieldPath, invalid
from kapivara.meta import (
    ApiError,
    Cause,
    GroupResource,
    GroupVersionKind,
    GroupVersionResource,
    Status,
    forbidden_status,
    invalid_status,
)
from kapivara.meta.selector_objects import selects
from kapivara.meta.status import too_many_requests_status
from kapivara.values import JsonObject, copy_json
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Pod
    from kapivara.apis.groups.policy.v1.zz_generated_types import PodDisruptionBudget


_RESOURCE: Final = GroupVersionResource("policy", "v1", "poddisruptionbudgets")
_SINGULAR: Final = GroupResource("policy", "poddisruptionbudget")
_CAUSE: Final = "DisruptionBudget"
_VIOLATED: Final = "Cannot evict pod as it would violate the pod's disruption budget."
_SEVERAL: Final = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support."
_MOST_DISRUPTED: Final = 2000
_RETRY_SECONDS: Final = 10


def take_disruption(surroundings: Surroundings, pod: Pod, *, dry_run: bool) -> bool:
    """Raises ApiError if the pod's budget forbids its eviction.

    Returns True if the pod was exempt because it is not ready.
    """
    budgets = _budgets_of(surroundings, pod)
    if not budgets:
        return False
    if len(budgets) > 1:
        raise ApiError(Status(500, message=_SEVERAL))
    budget = budgets[0]
    if not _is_ready(pod) and _spares_unready(budget):
        return True
    check_budget(budget)
    if not dry_run:
        _note(surroundings, budget, pod["metadata"]["name"])
    return False


def _budgets_of(surroundings: Surroundings, pod: Pod) -> list[PodDisruptionBudget]:
    labels: Mapping[str, str] = pod["metadata"].get("labels", {})
    budgets = surroundings.objects_of(_RESOURCE, pod["metadata"]["namespace"])
    return [cast("PodDisruptionBudget", each) for each in budgets if selects(each["spec"].get("selector"), labels)]


def _is_ready(pod: Pod) -> bool:
    return any(each["type"] == "Ready" and each["status"] == "True" for each in pod["status"].get("conditions", ()))


def _spares_unready(budget: PodDisruptionBudget) -> bool:
    if budget["spec"].get("unhealthyPodEvictionPolicy") == "AlwaysAllow":
        return True
    status = budget["status"]
    return status["currentHealthy"] >= status["desiredHealthy"] > 0


def check_budget(budget: PodDisruptionBudget) -> None:
    """Raises ApiError if a budget does not allow an eviction."""
    name, status = budget["metadata"]["name"], budget["status"]
    refusal = f"The disruption budget {name} does not allow evicting pods currently"
    if status.get("observedGeneration", 0) < budget["metadata"].get("generation", 0):
        why = f"The disruption budget {name} is still being processed by the server."
        raise ApiError(_refused(why, _RETRY_SECONDS))
    if status["disruptionsAllowed"] < 0:
        raise _forbidden(name, problem := "pdb disruptions allowed is negative", f"{refusal}: {problem}")
    if len(status.get("disruptedPods", ())) > _MOST_DISRUPTED:
        problem = "DisruptedPods map too big - too many evictions not confirmed by PDB controller"
        raise _forbidden(name, problem, f"{refusal}: too many pending evictions not confirmed by PDB controller")
    if status["disruptionsAllowed"] == 0:
        raise ApiError(_refused(_why_not(budget, refusal)))


def _why_not(budget: PodDisruptionBudget, refusal: str) -> str:
    name, status = budget["metadata"]["name"], budget["status"]
    condition: Mapping[str, Any] = next((each for each in status.get("conditions", ()) if _forbids(each)), {})
    reason, message = condition.get("reason", ""), condition.get("message", "")
    if message and reason == "SyncFailed":
        return f"{refusal} because it failed sync: {message}"
    healthy, desired = status["currentHealthy"], status["desiredHealthy"]
    if healthy <= desired:
        return f"The disruption budget {name} needs {desired} healthy pods and has {healthy} currently"
    return f"{refusal} ({reason}): {message}" if message else refusal


def _forbids(condition: Mapping[str, Any]) -> bool:
    return (condition["type"], condition["status"]) == ("DisruptionAllowed", "False")


def _refused(why: str, retry_after_seconds: int = 0) -> Status:
    return too_many_requests_status(_VIOLATED, retry_after_seconds).with_causes(Cause(_CAUSE, why))


def _forbidden(name: str, problem: str, why: str) -> ApiError:
    return ApiError(forbidden_status(_SINGULAR, name, problem).with_causes(Cause(_CAUSE, why)))


def _note(surroundings: Surroundings, budget: PodDisruptionBudget, pod: str) -> None:
    """Records the disruption and the pod in the budget's status."""
    now = surroundings.now()
    new = cast("PodDisruptionBudget", copy_json(budget))
    status = new["status"]
    status["disruptionsAllowed"] -= 1
    if not status["disruptionsAllowed"]:
        _set_insufficient(new, now)
    status["disruptedPods"] = {**status.get("disruptedPods", {}), pod: now}
    surroundings.update_status(_RESOURCE, cast("dict[str, Any]", new))


def _set_insufficient(budget: PodDisruptionBudget, now: str) -> None:
    conditions: list[Any] = budget["status"].setdefault("conditions", [])
    old = next((each for each in conditions if each["type"] == "DisruptionAllowed"), None)
    condition = old if old is not None else {"type": "DisruptionAllowed"}
    if condition.get("status") != "False":
        condition["lastTransitionTime"] = now
    condition |= {"status": "False", "reason": "InsufficientPods", "message": ""}
    condition |= {"observedGeneration": generation} if (generation := _seen(budget)) else {}
    if old is None:
        conditions.append(condition)


def _seen(budget: PodDisruptionBudget) -> int:
    return budget["status"].get("observedGeneration", 0)


_OLDER: Final = GroupVersionKind("policy", "v1beta1", "Eviction")
_UNREADABLE: Final = "ignoreStoreReadErrorWithClusterBreakingPotential"
_UNGUARDED: Final = ("Failed", "Pending", "Succeeded")
"""The phases in which no budget is checked, since nothing runs."""
_CONDITION: Final = {
    "type": "DisruptionTarget",
    "status": "True",
    "reason": "EvictionByEvictionAPI",
    "message": "Eviction API: evicting",
}


class Eviction(Created):
    """The `eviction` subresource, which deletes a pod if its budget allows it."""

    __slots__ = ()

    ends = True

    def decode(self, body: Body) -> Read:
        """Reads an eviction, also of the older version, which has the same form."""
        read = super().decode(body)
        return replace(read, kind=self.shows) if read.kind == _OLDER else read

    def check(self, sent: JsonObject, name: str) -> None:
        """Raises ApiError for an eviction of another pod, or one that ignores read errors."""
        super().check(sent, name)
        if (sent.get("deleteOptions") or {}).get(_UNREADABLE):
            path = FieldPath.of("deleteOptions", _UNREADABLE)
            error = invalid(path, True, "can not be set for pod eviction, try after removing the option")
            raise ApiError(invalid_status(self.shows.group_kind, name, [error]))

    def admit_end(self, obj: JsonObject, *, dry_run: bool) -> str | None:
        """Checks the budget of a running pod.

        A pod exempt as not ready must still be at its version when it is deleted.
        """
        pod = cast("Pod", obj)
        metadata, phase = pod["metadata"], pod["status"].get("phase")
        if metadata.get("deletionTimestamp"):
            return None
        if phase in _UNGUARDED:
            return metadata["resourceVersion"] if phase == "Pending" else None
        uncounted = take_disruption(self.of.surroundings, pod, dry_run=dry_run)
        return metadata["resourceVersion"] if uncounted else None

    def put(self, shown: JsonObject, old: JsonObject) -> JsonObject:  # noqa: ARG002  the eviction is not stored
        """Returns the pod with the condition that it is evicted."""
        pod: JsonObject = copy_json(old)
        set_condition(cast("Pod", pod)["status"], _CONDITION, self.of.surroundings.now())
        return pod
