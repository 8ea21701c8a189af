"""DefaultTolerationSeconds: pods tolerate an unready or unreachable node for five minutes.

Upstream: plugin/pkg/admission/defaulttolerationseconds/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Action, Attributes, Plugin

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Pod, Toleration

_TAINTS: Final = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")
_EFFECT: Final = "NoExecute"
_SECONDS: Final = 300


class DefaultTolerationSeconds(Plugin):
    """Adds missing tolerations to pods."""

    def admit(self, write: Attributes) -> None:
        """Adds a toleration for each of the taints without one."""
        if write.subresource or write.action is Action.DELETE:
            return
        spec = cast("Pod", write.obj)["spec"]
        given = spec.get("tolerations", [])
        added = [_toleration(taint) for taint in _TAINTS if not any(_tolerates(each, taint) for each in given)]
        if added:
            spec["tolerations"] = [*given, *added]


def _tolerates(toleration: Toleration, taint: str) -> bool:
    return toleration.get("key", taint) == taint and toleration.get("effect", _EFFECT) == _EFFECT


def _toleration(taint: str) -> Toleration:
    return {"key": taint, "operator": "Exists", "effect": _EFFECT, "tolerationSeconds": _SECONDS}


PLUGIN = DefaultTolerationSeconds
