"""Subresources of a running pod that change a part of its spec: ephemeral containers and resources.

Upstream: pkg/registry/core/pod/strategy.go podEphemeralContainersStrategy, podResizeStrategy (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import METADATA
from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.apis.shared.pods.features import drop_disabled_pod_fields
from kapivara.apis.shared.pods.resources import fill_pod_resources
from kapivara.values import JsonObject, copy_json

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.patch.merging.field_set import Fields


class _Part(Subresource):
    """A subresource that changes a part of a pod's spec and keeps all other fields."""

    __slots__ = ()

    has_table = False

    @property
    def reset_fields(self) -> Fields:
        """Empty: the sender of a field manages it. Kept: upstream's strategies list reset fields that nothing reads."""
        return {}

    def prepare(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps all fields except the part, and increases the generation if the spec changes."""
        spec: v1.PodSpec = copy_json(old["spec"])
        if self.put_part(spec, new["spec"]):
            new["spec"] = spec
            metadata = new["metadata"]
            for field in METADATA:
                metadata.pop(field, None)
            metadata |= {field: copy_json(old["metadata"][field]) for field in METADATA if field in old["metadata"]}
        new["status"] = copy_json(old["status"])
        self.fill(new["spec"], old["spec"])
        drop_disabled_pod_fields(new["spec"], old["spec"], new["metadata"])
        self.of.prepare_for_update(new, old)

    def put_part(self, spec: v1.PodSpec, sent: v1.PodSpec) -> bool:  # noqa: ARG002  overridden
        """Copies the sent part to the old spec.

        Returns False if it does not fit, so that validation reports the error.
        """
        return False

    def fill(self, spec: v1.PodSpec, old: v1.PodSpec) -> None:
        """Fills in fields derived from the part."""


class EphemeralContainers(_Part):
    """The `ephemeralcontainers` subresource, which adds containers to a running pod for debugging."""

    __slots__ = ()

    def put_part(self, spec: v1.PodSpec, sent: v1.PodSpec) -> bool:
        """Copies the added containers."""
        spec.pop("ephemeralContainers", None)
        if "ephemeralContainers" in sent:
            spec["ephemeralContainers"] = sent["ephemeralContainers"]
        return True


class Resize(_Part):
    """The `resize` subresource, which changes the resources of a running pod and its containers."""

    __slots__ = ()

    def put_part(self, spec: v1.PodSpec, sent: v1.PodSpec) -> bool:
        """Copies the resources of containers that are otherwise unchanged."""
        groups = (
            (spec["containers"] or [], sent["containers"] or []),
            (spec.get("initContainers", []), sent.get("initContainers", [])),
        )
        if any(len(old) != len(new) for old, new in groups):
            return False
        if "resources" in sent:
            spec["resources"] = sent["resources"]
        else:
            spec.pop("resources", None)
        for old, new in groups:
            if [each["name"] for each in old] == [each["name"] for each in new]:
                _take_resources(old, new)
            else:
                old[:] = new
        return True

    def fill(self, spec: v1.PodSpec, old: v1.PodSpec) -> None:
        """Keeps the pod-level resources if the client omits them, and completes them."""
        if "resources" in old and "resources" not in spec:
            spec["resources"] = cast("v1.ResourceRequirements", copy_json(old["resources"]))
        fill_pod_resources(spec)


def _take_resources(old: list[v1.Container], new: list[v1.Container]) -> None:
    for container, sent in zip(old, new, strict=True):
        container["resources"] = sent["resources"]
        container.pop("resizePolicy", None)
        if "resizePolicy" in sent:
            container["resizePolicy"] = sent["resizePolicy"]
