"""Priority: sets a pod's priority from its PriorityClass; at most one class is the default.

Upstream: plugin/pkg/admission/priority/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.meta import GroupVersionResource

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Pod, PodSpec
    from kapivara.apis.groups.scheduling.v1.zz_generated_types import PriorityClass

_CLASSES: Final = GroupVersionResource("scheduling.k8s.io", "v1", "priorityclasses")
_NO_CLASS: Final = cast("PriorityClass", {"value": 0, "preemptionPolicy": "PreemptLowerPriority"})
"""The class of pods without one, if there is no default class."""


class Priority(Plugin):
    """Sets the priorities of pods, and rejects a second default PriorityClass."""

    def admit(self, write: Attributes) -> None:
        """Sets the priority of a new pod from its class, and keeps that of an updated one."""
        if write.subresource or write.kind.group_resource == _CLASSES.group_resource:
            return
        if write.action is Action.CREATE:
            _give_priority(write, cast("Pod", write.obj)["spec"])
        elif write.action is Action.UPDATE:
            spec, before = cast("Pod", write.obj)["spec"], cast("Pod", write.old)["spec"]
            if "priority" not in spec and "priority" in before:
                spec["priority"] = before["priority"]
            if "preemptionPolicy" not in spec and "preemptionPolicy" in before:
                spec["preemptionPolicy"] = before["preemptionPolicy"]

    def validate(self, write: Attributes) -> None:
        """Rejects a second default PriorityClass."""
        if write.subresource or write.kind.group_resource != _CLASSES.group_resource or write.action is Action.DELETE:
            return
        if cast("PriorityClass", write.obj).get("globalDefault"):
            default = _default_class(write)
            if default is not None and (write.action is Action.CREATE or _name(default) != write.name):
                raise write.forbidden(
                    f"PriorityClass {_name(default)} is already marked as default. Only one default can exist"
                )


def _give_priority(write: Attributes, spec: PodSpec) -> None:
    found = _class_of(write, spec.get("priorityClassName", ""))
    if found is None:
        return
    if found is not _NO_CLASS:
        spec["priorityClassName"] = _name(found)
    priority = found["value"]
    if spec.get("priority", priority) != priority:
        raise write.forbidden(
            f"the integer value of priority ({spec['priority']}) must not be provided in pod spec; "
            f"priority admission controller computed {priority} from the given PriorityClass name"
        )
    spec["priority"] = priority
    policy = found.get("preemptionPolicy")
    if policy is None:
        return
    if spec.get("preemptionPolicy", policy) != policy:
        raise write.forbidden(
            f"the string value of PreemptionPolicy ({spec['preemptionPolicy']}) must not be provided in pod spec; "
            f"priority admission controller computed {policy} from the given PriorityClass name"
        )
    spec["preemptionPolicy"] = policy


def _class_of(write: Attributes, name: str) -> PriorityClass | None:
    """Returns the class of a pod; None if it is unknown because objects are only validated."""
    if not name:
        return _default_class(write) or _NO_CLASS
    for each in _classes(write):
        if _name(each) == name:
            return each
    if write.surroundings.assumes_namespaces:
        return None
    raise write.forbidden(f"no PriorityClass with name {name} was found")


def _default_class(write: Attributes) -> PriorityClass | None:
    """Returns the default class; of several, which a race can create, the lowest one."""
    defaults = [each for each in _classes(write) if each.get("globalDefault")]
    return min(defaults, key=lambda each: each["value"], default=None)


def _classes(write: Attributes) -> list[PriorityClass]:
    return cast("list[PriorityClass]", write.surroundings.objects_of(_CLASSES))


def _name(priority_class: PriorityClass) -> str:
    return priority_class["metadata"].get("name", "")


PLUGIN = Priority
