"""PodResizeValidator: a pod grows only within the capacity of its node.

Upstream: plugin/pkg/admission/podresize/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.admission.plugin import Attributes, Plugin
from kapivara.admission.pods.bound_pods import changed_on_node, require_node
from kapivara.meta import ApiError, Cause
from kapivara.values.quantity import Quantity, parse_quantity
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_SYSTEM: Final = "kubernetes.io/os"
_COMPARED: Final = (("cpu", -3), ("memory", 0))
"""The compared resources, with the power of ten of their amounts in errors."""


class PodResizeValidator(Plugin):
    """Rejects resizes of pods beyond the capacity of their nodes, and on unsupported nodes."""

    def validate(self, write: Attributes) -> None:
        """Compares the requests of a resized pod with the allocatable resources of its node."""
        changed = changed_on_node(write, "resize")
        if changed is None:
            return
        spec = changed[0]["spec"]
        node = require_node(write, spec["nodeName"])
        system = node["metadata"].get("labels", {}).get(_SYSTEM, "linux")
        if system != "linux":
            name = quote(node["metadata"]["name"])
            problem = f"pod resize is only supported on linux nodes, node {name} is {quote(system)}"
            raise _refusal(write, problem, "UnsupportedPlatform")
        if problem := _too_much(spec, node["status"].get("allocatable", {})):
            raise _refusal(write, problem, "NodeCapacity")


def _refusal(write: Attributes, problem: str, reason: str) -> ApiError:
    return ApiError(write.forbidden(problem).status.with_causes(Cause(reason, "")))


def _too_much(spec: v1.PodSpec, allocatable: dict[str, str]) -> str:
    from kapivara.apis.shared.pods.resources import total

    asked = total(spec, "requests")
    problems = []
    for name, scale in _COMPARED:
        request, free = asked.get(name, Quantity(0)), parse_quantity(allocatable.get(name, "0"))
        if request.compare(free) > 0:
            told = f"requested: {request.scaled_value(scale)}, allocatable: {free.scaled_value(scale)}"
            problems.append(f"{name}, {told}")
    return (problems and f"node didn't have enough allocatable resources: {'; '.join(problems)}") or ""


PLUGIN = PodResizeValidator
