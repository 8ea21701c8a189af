"""PodTopologyLabels: copies the topology labels of a node to its pods.

Upstream: plugin/pkg/admission/podtopologylabels/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.admission.pods.bound_pods import find_node

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_LABELS: Final[tuple[str, ...]] = ("topology.kubernetes.io/zone", "topology.kubernetes.io/region")


class PodTopologyLabels(Plugin):
    """Labels pods that are created on a node or bound to one."""

    def admit(self, write: Attributes) -> None:
        """Copies the labels of the node to the pod, or to the binding, which passes them on."""
        if write.action is not Action.CREATE or write.subresource not in ("", "binding"):
            return
        name = _node_of(write)
        node = find_node(write, name) if name else None
        if node is None:
            return
        labels = node["metadata"].get("labels", {})
        copied = {label: labels[label] for label in _LABELS if label in labels}
        if copied:
            metadata = cast("v1.Pod", write.obj)["metadata"]
            metadata["labels"] = {**metadata.get("labels", {}), **copied}


def _node_of(write: Attributes) -> str | None:
    if not write.subresource:
        return cast("v1.Pod", write.obj)["spec"].get("nodeName")
    target = cast("v1.Binding", write.obj)["target"]
    return target.get("name") if target.get("kind") == "Node" else None


PLUGIN = PodTopologyLabels
