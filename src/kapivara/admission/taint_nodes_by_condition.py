"""TaintNodesByCondition: a new node is tainted as not ready until a controller finds it ready.

Upstream: plugin/pkg/admission/nodetaint/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Action, Attributes, Plugin

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Node

_KEY: Final = "node.kubernetes.io/not-ready"
_EFFECT: Final = "NoSchedule"


class TaintNodesByCondition(Plugin):
    """Taints new nodes."""

    def admit(self, write: Attributes) -> None:
        """Adds the taint to a new node if it is missing."""
        if write.subresource or write.action is not Action.CREATE:
            return
        spec = cast("Node", write.obj)["spec"]
        given = spec.get("taints", [])
        if not any((each["key"], each["effect"]) == (_KEY, _EFFECT) for each in given):
            spec["taints"] = [*given, {"key": _KEY, "effect": _EFFECT}]


PLUGIN = TaintNodesByCondition
