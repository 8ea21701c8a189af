"""The Table columns of pods (`kubectl get pods`): ready containers, status, restarts, addresses and node.

Upstream: pkg/printers/internalversion/printers.go printPod (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, cast

from kapivara.apis.machinery.tables.ages import age_of
from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column, or_none
from kapivara.values import JsonObject
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.server.surroundings import Surroundings

_OVER: Final = ("Failed", "Succeeded")
_CONDITIONS: Final = {
    "Succeeded": ("Succeeded", "The pod has completed successfully."),
    "Failed": ("Failed", "The pod failed."),
}
_READY = "The aggregate readiness state of this pod for accepting traffic."
_STATUS = "The aggregate status of the containers in this pod."
_RESTARTS = (
    "The number of times the containers in this pod have been restarted and when the last container in this pod has "
    "restarted."
)
_IP = "podIP address allocated to the pod. Routable at least within the cluster. Empty if not yet allocated."
_NODE = (
    "NodeName indicates in which node this pod is scheduled. If empty, this pod is a candidate for scheduling by the "
    "scheduler defined in schedulerName. Once this field is set, the kubelet for this node becomes responsible for the "
    "lifecycle of this pod. This field should not be used to express a desire for the pod to be scheduled on a "
    "specific node. https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#nodename"
)
_NOMINATED = (
    "nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right "
    "away as preemption victims receive their graceful termination periods. This field does not guarantee that the pod "
    "will be scheduled on this node. Scheduler may decide to place the pod elsewhere if other nodes become available "
    "sooner. "
    "Scheduler may also decide to give the resources on this node to a higher priority pod that is created after "
    "preemption. As a result, this field may be different than PodSpec.nodeName when the pod is scheduled."
)
_GATES = (
    "If specified, all readiness gates will be evaluated for pod readiness. A pod is ready when all its containers are "
    'ready AND all conditions specified in the readiness gates have status equal to "True" More info: '
    "https://git.k8s.io/enhancements/keps/sig-network/580-pod-readiness-gates"
)


def pod_layout(surroundings: Surroundings) -> TableLayout:
    """Returns the Table columns of pods; `surroundings` provides the current time for ages."""

    def restarts(obj: JsonObject) -> str:
        summary = _summary(_as_pod(obj))
        if summary.restarts and summary.restarted_at:
            return f"{summary.restarts} ({age_of(summary.restarted_at, surroundings.now())} ago)"
        return str(summary.restarts)

    columns = (
        name_column(),
        Column("Ready", "string", lambda obj: _summary(_as_pod(obj)).ready, description=_READY),
        Column("Status", "string", lambda obj: _summary(_as_pod(obj)).reason, description=_STATUS),
        Column("Restarts", "string", restarts, description=_RESTARTS),
        age_column(surroundings),
        Column("IP", "string", _address, description=_IP, priority=1),
        Column("Node", "string", lambda obj: or_none(obj["spec"].get("nodeName")), description=_NODE, priority=1),
        Column("Nominated Node", "string", _nominated, description=_NOMINATED, priority=1),
        Column("Readiness Gates", "string", _gates, description=_GATES, priority=1),
    )
    return TableLayout(columns, conditions=_conditions)


@record
class _Summary:
    """The values of the Ready, Status and Restarts columns of a pod; `restarted_at` is the time of the last restart."""

    ready: str
    reason: str
    restarts: int
    restarted_at: str


def _as_pod(obj: JsonObject) -> v1.Pod:
    return cast("v1.Pod", obj)


def _conditions(obj: JsonObject) -> list[JsonObject]:
    completion = _CONDITIONS.get(_as_pod(obj)["status"].get("phase", ""))
    return (
        [{"type": "Completed", "status": "True", "reason": completion[0], "message": completion[1]}]
        if completion
        else []
    )


def _address(obj: JsonObject) -> str:
    addresses = _as_pod(obj)["status"].get("podIPs", ())
    return or_none(addresses[0]["ip"] if addresses else "")


def _nominated(obj: JsonObject) -> str:
    return or_none(_as_pod(obj)["status"].get("nominatedNodeName"))


def _gates(obj: JsonObject) -> str:
    pod = _as_pod(obj)
    gates = [each["conditionType"] for each in pod["spec"].get("readinessGates", ())]
    passed: dict[str, bool] = {}
    for condition in pod["status"].get("conditions", ()):
        passed.setdefault(condition["type"], condition["status"] == "True")
    return f"{sum(passed.get(gate, False) for gate in gates)}/{len(gates)}" if gates else "<none>"


def _summary(pod: v1.Pod) -> _Summary:
    """Computes the summary of a pod from its init containers, and from the other ones once the pod is initialized."""
    spec, status = pod["spec"], pod["status"]
    going_on = {each["name"] for each in spec.get("initContainers", ()) if each.get("restartPolicy") == "Always"}
    first = status.get("initContainerStatuses", [])
    seen = _seen_first(first, going_on)
    reason, is_initializing = _first_reason(pod, seen, going_on)
    counted: list[v1.ContainerStatus] = seen
    ready = sum(each["ready"] for each in seen if each["name"] in going_on and each.get("started"))
    if not is_initializing or _has_condition(status, "Initialized"):
        running = status.get("containerStatuses", [])
        counted = [*(each for each in seen if each["name"] in going_on), *running]
        reason = _reason(pod, reason, running)
        ready += sum(_runs(each) for each in running)
    total = len(spec["containers"] or ()) + len(going_on)
    times = [_ended_at(each) for each in counted]
    restarts = sum(each.get("restartCount", 0) for each in counted)
    return _Summary(f"{ready}/{total}", _final_reason(pod, reason), restarts, max(times, default=""))


def _seen_first(statuses: Iterable[v1.ContainerStatus], going_on: set[str]) -> list[v1.ContainerStatus]:
    """Returns the statuses of init containers up to and including the first that has not completed.

    `going_on` has the names of the sidecars, which count as completed once they have started.
    """
    seen = []
    for each in statuses:
        seen.append(each)
        if not _is_done(each, going_on):
            break
    return seen


def _is_done(container: v1.ContainerStatus, going_on: set[str]) -> bool:
    ended = container.get("state", {}).get("terminated")
    if ended is not None and not ended["exitCode"]:
        return True
    return container["name"] in going_on and bool(container.get("started"))


def _first_reason(pod: v1.Pod, seen: list[v1.ContainerStatus], going_on: set[str]) -> tuple[str, bool]:
    """Returns the Status cell from the phase and init containers, and True if an init container has not completed."""
    status = pod["status"]
    reason = status.get("reason") or status.get("phase", "")
    for condition in status.get("conditions", ()):
        if condition["type"] == "PodScheduled" and condition.get("reason") == "SchedulingGated":
            reason = "SchedulingGated"
    if not seen or _is_done(seen[-1], going_on):
        return reason, False
    state = seen[-1].get("state", {})
    if (ended := state.get("terminated")) is not None:
        return f"Init:{_why_ended(ended)}", True
    waits_for = state.get("waiting", {}).get("reason", "")
    if waits_for and waits_for != "PodInitializing":
        return f"Init:{waits_for}", True
    return f"Init:{len(seen) - 1}/{len(pod['spec'].get('initContainers', ()))}", True


def _why_ended(ended: v1.ContainerStateTerminated) -> str:
    if reason := ended.get("reason"):
        return reason
    return f"Signal:{ended['signal']}" if ended.get("signal") else f"ExitCode:{ended['exitCode']}"


def _reason(pod: v1.Pod, reason: str, running: list[v1.ContainerStatus]) -> str:
    """Returns the Status cell from the containers; the first with a reason takes precedence over `reason`."""
    failure = ""
    for container in reversed(running):
        state = container.get("state", {})
        if waits_for := state.get("waiting", {}).get("reason"):
            reason = waits_for
        elif (ended := state.get("terminated")) is not None:
            reason = _why_ended(ended)
            failure = reason if ended["exitCode"] else failure
    if reason != "Completed":
        return reason
    runs = any(_runs(each) for each in running)
    if runs and _has_condition(pod["status"], "Ready"):
        return "Running"
    return failure or ("NotReady" if runs else reason)


def _runs(container: v1.ContainerStatus) -> bool:
    state = container.get("state", {})
    waits, ended = state.get("waiting", {}).get("reason"), "terminated" in state
    return not waits and not ended and container["ready"] and "running" in state


def _final_reason(pod: v1.Pod, reason: str) -> str:
    if not pod["metadata"].get("deletionTimestamp"):
        return reason
    if pod["status"].get("reason") == "NodeLost":
        return "Unknown"
    return reason if pod["status"].get("phase") in _OVER else "Terminating"


def _ended_at(container: v1.ContainerStatus) -> str:
    return container.get("lastState", {}).get("terminated", {}).get("finishedAt") or ""


def _has_condition(status: v1.PodStatus, type_: str) -> bool:
    return any(each["type"] == type_ and each["status"] == "True" for each in status.get("conditions", ()))
