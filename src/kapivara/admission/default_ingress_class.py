"""DefaultIngressClass: sets the default class of ingresses without a class, if there is one.

Upstream: plugin/pkg/admission/network/defaultingressclass/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.default_class import default_class
from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.meta import GroupVersionResource

if TYPE_CHECKING:
    from kapivara.apis.groups.networking.v1.zz_generated_types import Ingress

_CLASSES: Final = GroupVersionResource("networking.k8s.io", "v1", "ingressclasses")
_DEFAULT: Final = "ingressclass.kubernetes.io/is-default-class"
_CLASS_ANNOTATION: Final = "kubernetes.io/ingress.class"


class DefaultIngressClass(Plugin):
    """Sets the class of new ingresses."""

    def admit(self, write: Attributes) -> None:
        """Sets the default class of an ingress without a class field or annotation."""
        if write.subresource or write.action is not Action.CREATE:
            return
        ingress = cast("Ingress", write.obj)
        if "ingressClassName" in ingress["spec"] or _CLASS_ANNOTATION in ingress["metadata"].get("annotations", {}):
            return
        if (name := default_class(write, _CLASSES, _DEFAULT)) is not None:
            ingress["spec"]["ingressClassName"] = name


PLUGIN = DefaultIngressClass
