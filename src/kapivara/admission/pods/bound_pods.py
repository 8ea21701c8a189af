"""Pods bound to a node, and their nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Action, Attributes
from kapivara.meta import GroupVersionResource
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_NODES: Final = GroupVersionResource("", "v1", "nodes")


def find_node(write: Attributes, name: str) -> v1.Node | None:
    """Returns a node; None if it does not exist."""
    nodes = write.surroundings.objects_of(_NODES)
    return next((cast("v1.Node", each) for each in nodes if each["metadata"]["name"] == name), None)


def require_node(write: Attributes, name: str) -> v1.Node:
    """Returns the node of a pod; rejects the write if it does not exist."""
    node = find_node(write, name)
    if node is None:
        raise write.forbidden(f"node {quote(name)} not found")
    return node


def changed_on_node(write: Attributes, *subresources: str) -> tuple[v1.Pod, v1.Pod] | None:
    """Returns the new and the old pod if a write changes the spec of a bound pod; None otherwise.

    Also None if objects are only validated, because no nodes exist then.
    """
    if write.action is not Action.UPDATE or write.subresource not in subresources:
        return None
    pod, old = cast("v1.Pod", write.obj), cast("v1.Pod", write.old)
    if not pod["spec"].get("nodeName") or write.surroundings.assumes_namespaces:
        return None
    return None if pod["metadata"].get("generation") == old["metadata"].get("generation") else (pod, old)
