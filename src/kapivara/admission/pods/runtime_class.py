"""RuntimeClass: applies a pod's class, which defines its overhead and its nodes.

Upstream: plugin/pkg/admission/runtimeclass/admission.go (1.37).
Upstream: pkg/util/tolerations/tolerations.go MergeTolerations (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.codec.known_shapes import QUANTITY
from kapivara.content.names import is_path_segment_name
from kapivara.meta import ApiError, GroupVersionResource, unknown_error_status
from kapivara.values import deep_equal
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kapivara.apis.groups.core.v1.zz_generated_types import Pod, PodSpec, Toleration
    from kapivara.apis.groups.node.v1.zz_generated_types import RuntimeClass as RuntimeClassObject
    from kapivara.apis.groups.node.v1.zz_generated_types import Scheduling


def merge_tolerations(first: Sequence[Toleration], second: Sequence[Toleration]) -> list[Toleration]:
    """Returns the tolerations of both without redundant ones; of equal ones the first."""
    both = [*first, *second]
    merged: list[Toleration] = []
    for place, each in enumerate(both):
        later = (other for other in both[place + 1 :] if not deep_equal(other, each))
        if not any(_covers(other, each) for other in merged) and not any(_covers(other, each) for other in later):
            merged.append(each)
    return merged


def _covers(one: Toleration, other: Toleration) -> bool:
    """Returns True if one toleration covers the other."""
    if deep_equal(one, other):
        return True
    exists = one.get("operator") == "Exists"
    if other.get("key") != one.get("key") and (one.get("key") or not exists):
        return False
    if one.get("effect") not in (None, other.get("effect")):
        return False
    seconds = one.get("tolerationSeconds")
    if one.get("effect") == "NoExecute" and seconds is not None:
        given = other.get("tolerationSeconds")
        if given is None or given > seconds:
            return False
    if exists:
        return True
    equal = one.get("operator", "Equal") == "Equal"
    return equal and other.get("operator") == "Equal" and one.get("value") == other.get("value")


_CLASSES: Final = GroupVersionResource("node.k8s.io", "v1", "runtimeclasses")
_MISMATCH: Final = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"


class RuntimeClass(Plugin):
    """Sets the fields of a new pod from its class, and rejects conflicting pods."""

    def admit(self, write: Attributes) -> None:
        """Sets the overhead, the node selector and the tolerations of a new pod from its class."""
        if write.subresource or write.action is not Action.CREATE:
            return
        spec = cast("Pod", write.obj)["spec"]
        found = _class_of(write, spec)
        if found is None:
            return
        if (overhead := found.get("overhead")) is not None:
            fixed = overhead.get("podFixed", {})
            if spec.get("overhead") and not _same_amounts(spec["overhead"], fixed):
                raise write.forbidden(_MISMATCH)
            spec.pop("overhead", None)
            if fixed:
                spec["overhead"] = {**fixed}
        if (scheduling := found.get("scheduling")) is not None:
            _take_scheduling(write, spec, scheduling)

    def validate(self, write: Attributes) -> None:
        """Rejects a pod with another overhead than its class."""
        if write.subresource or write.action is not Action.CREATE:
            return
        spec = cast("Pod", write.obj)["spec"]
        found = _class_of(write, spec)
        if found is not None and (overhead := found.get("overhead")) is not None:
            if not _same_amounts(spec.get("overhead", {}), overhead.get("podFixed", {})):
                raise write.forbidden(_MISMATCH)
        elif "overhead" in spec and (found is not None or "runtimeClassName" not in spec):
            raise write.forbidden("pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead")


def _class_of(write: Attributes, spec: PodSpec) -> RuntimeClassObject | None:
    """Returns the class of a pod; None if it names none, or if objects are only validated and the class is unknown."""
    name = spec.get("runtimeClassName")
    if name is None:
        return None
    _check_name(name)
    for each in write.surroundings.objects_of(_CLASSES):
        if each["metadata"]["name"] == name:
            return cast("RuntimeClassObject", each)
    if write.surroundings.assumes_namespaces:
        return None
    raise write.forbidden(f"pod rejected: RuntimeClass {quote(name)} not found")


def _check_name(name: str) -> None:
    """Ends the request if the name is invalid in a URL. Upstream: client-go/rest/request.go Name (1.37)."""
    if not name:
        raise ApiError(unknown_error_status("resource name may not be empty"))
    if problems := is_path_segment_name(name):
        raise ApiError(unknown_error_status(f"invalid resource name {quote(name)}: [{' '.join(problems)}]"))


def _take_scheduling(write: Attributes, spec: PodSpec, scheduling: Scheduling) -> None:
    selector = spec.get("nodeSelector", {})
    for key, value in sorted(scheduling.get("nodeSelector", {}).items()):
        if selector.get(key, value) != value:
            raise write.forbidden(
                f"conflict: runtimeClass.scheduling.nodeSelector[{key}] = {value}; "
                f"pod.spec.nodeSelector[{key}] = {selector[key]}"
            )
        selector = {**selector, key: value}
    if selector:
        spec["nodeSelector"] = selector
    tolerations = merge_tolerations(spec.get("tolerations", []), scheduling.get("tolerations", []))
    if tolerations:
        spec["tolerations"] = tolerations


def _same_amounts(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return one.keys() == other.keys() and all(QUANTITY.same(one[name], other[name]) for name in one)


PLUGIN = RuntimeClass
