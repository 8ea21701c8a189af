"""NodeDeclaredFeatureValidator: a pod changes only in ways that its node declares to support.

Upstream: plugin/pkg/admission/nodedeclaredfeatures/admission.go, component-helpers/nodedeclaredfeatures/features
(1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kapivara.admission.plugin import Attributes, Plugin
from kapivara.admission.pods.bound_pods import changed_on_node, require_node
from kapivara.values import deep_equal
from kapivara.values.quantity import parse_quantity
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1


class NodeDeclaredFeatureValidator(Plugin):
    """Rejects changes of pods that need a feature which their node does not declare."""

    def validate(self, write: Attributes) -> None:
        """Compares the features that a pod's change needs with those that its node declares."""
        changed = changed_on_node(write, "", "resize")
        if changed is None:
            return
        new, old = changed[0]["spec"], changed[1]["spec"]
        needed = [name for name, is_needed in _FEATURES.items() if is_needed(new, old)]
        if not needed:
            return
        node = require_node(write, new["nodeName"])
        missing = [name for name in needed if name not in node["status"].get("declaredFeatures", ())]
        if missing:
            where = f"which are not available on node {quote(node['metadata']['name'])}"
            raise write.forbidden(f"pod update requires features {', '.join(missing)} {where}")


def _resizes_pod(new: v1.PodSpec, old: v1.PodSpec) -> bool:
    return not deep_equal(new.get("resources"), old.get("resources"))


def _resizes_init_containers(new: v1.PodSpec, old: v1.PodSpec) -> bool:
    """Returns True if the resources of init containers change, except those of restartable ones."""
    return any(
        before.get("restartPolicy") != "Always" and not deep_equal(before["resources"], now["resources"])
        for before, now in zip(old.get("initContainers", ()), new.get("initContainers", ()), strict=False)
    )


def _resizes_memory_volumes(new: v1.PodSpec, old: v1.PodSpec) -> bool:
    if len(volumes := new.get("volumes", [])) != len(before := old.get("volumes", [])):
        return False
    for now, then in zip(volumes, before, strict=True):
        directory = now.get("emptyDir", {})
        if now["name"] != then["name"] or directory.get("medium") != "Memory":
            continue
        sizes = directory.get("sizeLimit"), then.get("emptyDir", {}).get("sizeLimit")
        if sizes[0] is not None and sizes[1] is not None and parse_quantity(sizes[0]) != parse_quantity(sizes[1]):
            return True
    return False


_FEATURES: Final[dict[str, Callable[[v1.PodSpec, v1.PodSpec], bool]]] = {
    "InPlacePodLevelResourcesVerticalScaling": _resizes_pod,
    "InPlacePodVerticalScalingInitContainers": _resizes_init_containers,
    "InPlacePodVerticalScalingMemoryBackedVolumes": _resizes_memory_volumes,
}
"""The features by name, with a function that detects a change which needs the feature."""

PLUGIN = NodeDeclaredFeatureValidator
