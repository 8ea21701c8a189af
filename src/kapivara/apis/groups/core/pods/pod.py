"""Pod as a built-in kind: preparation, validation, warnings and deletion.

Upstream: pkg/registry/core/pod/{strategy.go,storage/storage.go} (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, cast

from kapivara.apis.groups.core.nodes.kubelet import PodLog, PodPortForward, PodProxy, PodStream
from kapivara.apis.groups.core.pods.eviction import Eviction
from kapivara.apis.groups.core.pods.parts import EphemeralContainers, Resize
from kapivara.apis.groups.core.pods.pod_binding import Binding
from kapivara.apis.groups.core.pods.status import keep_status_fields, set_condition
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.shared.address_warnings import ip_warnings
from kapivara.apis.shared.pods.features import drop_disabled_pod_fields, drop_disabled_status_fields
from kapivara.apis.shared.pods.label_keys import merge_label_keys
from kapivara.apis.shared.pods.resources import fill_pod_resources, quality_of_service
from kapivara.apis.shared.pods.warnings.app_armor import annotation_warnings, take_over_annotations
from kapivara.apis.shared.pods.warnings.pod_warnings import pod_warnings
from kapivara.content.names import name_is_dns_label
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.values import ABSENT, Absent, JsonObject, copy_json

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Pod
    from kapivara.apis.machinery.tables.table import TableLayout

_OVER: Final = ("Failed", "Succeeded")


class PodKind(Kind):
    """A group of containers that run together on a node."""

    counted = ("spec",)
    keeps_empties = True  # messages print changes, in which empty differs from absent
    kept_by_status = ("deletionTimestamp", "ownerReferences")
    subresource_types: ClassVar = {
        **Kind.subresource_types,
        "attach": PodStream,
        "binding": Binding,
        "ephemeralcontainers": EphemeralContainers,
        "eviction": Eviction,
        "exec": PodStream,
        "log": PodLog,
        "portforward": PodPortForward,
        "proxy": PodProxy,
        "resize": Resize,
    }

    def early_warnings(self, obj: JsonObject) -> Sequence[str]:
        """Warns of AppArmor annotations before they are converted to fields."""
        return annotation_warnings(_as_pod(obj))

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Sets the phase to Pending, and fills in fields derived from labels, annotations, gates and resources."""
        super().prepare_for_create(obj)
        pod = _as_pod(obj)
        spec, status = pod["spec"], pod["status"]
        status["phase"] = "Pending"
        drop_disabled_pod_fields(spec, None, pod["metadata"])
        if spec.get("schedulingGates"):
            message = "Scheduling is blocked due to non-empty scheduling gates"
            gated = {"type": "PodScheduled", "status": "False", "reason": "SchedulingGated", "message": message}
            set_condition(status, gated, self.surroundings.now())
        merge_label_keys(spec, pod["metadata"].get("labels", {}))
        take_over_annotations(pod)
        fill_pod_resources(spec)
        status["qosClass"] = quality_of_service(spec)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the status, and the pod-level resources if the client omits them."""
        spec, old_spec = _as_pod(new)["spec"], _as_pod(old)["spec"]
        if "resources" in old_spec and "resources" not in spec:
            spec["resources"] = copy_json(old_spec["resources"])
        drop_disabled_pod_fields(spec, old_spec, new["metadata"])
        super().prepare_for_update(new, old)

    def prepare_for_status_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the spec, the owners, and status fields that old clients omit."""
        super().prepare_for_status_update(new, old)
        status, old_status = _as_pod(new)["status"], _as_pod(old)["status"]
        keep_status_fields(status, old_status)
        drop_disabled_status_fields(status, old_status)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates a pod by all its rules, or a change by the rules of its subresource."""
        from kapivara.apis.shared.pods.rules.pods import validate_pod  # reading pods does not need it

        return validate_pod(operation, _as_pod(new), old if old is ABSENT else _as_pod(old))

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Warns of suspicious fields of a new pod, and of addresses that are not in canonical form."""
        pod = _as_pod(new)
        if old is ABSENT:
            return _name_warnings(pod["metadata"]["name"]) + pod_warnings(pod)
        return _address_warnings(pod) if operation.subresource == "status" else []

    def grace_seconds(self, obj: JsonObject, asked: int | None) -> int | None:
        """Returns the requested grace period, by default the pod's own; 0 for a pod that does not run."""
        pod = _as_pod(obj)
        if not pod["spec"].get("nodeName") or pod["status"].get("phase") in _OVER:
            return 0
        seconds = pod["spec"].get("terminationGracePeriodSeconds", 0) if asked is None else asked
        return 1 if seconds < 0 else seconds

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the selectable fields: node, policies, phase and others.

        Kept: `spec.host` is an old name of the node, and `status.podIPs` is known, but always empty.
        """
        spec, status = obj.get("spec") or {}, obj.get("status") or {}
        addresses = status.get("podIPs") or [{}]
        return {
            **super().selectable_fields(obj),
            "spec.nodeName": spec.get("nodeName", ""),
            "spec.host": spec.get("nodeName", ""),
            "spec.restartPolicy": spec.get("restartPolicy", ""),
            "spec.schedulerName": spec.get("schedulerName", ""),
            "spec.serviceAccountName": spec.get("serviceAccountName", ""),
            "spec.hostNetwork": str(bool(spec.get("hostNetwork"))).lower(),
            "status.phase": status.get("phase", ""),
            "status.podIP": addresses[0].get("ip", ""),
            "status.podIPs": "",
            "status.nominatedNodeName": status.get("nominatedNodeName", ""),
        }

    def make_table(self) -> TableLayout:
        """Returns the columns: name, ready containers, status, restarts, age, addresses and node."""
        from kapivara.apis.groups.core.pods.table import pod_layout

        return pod_layout(self.surroundings)


KIND = PodKind


def _as_pod(obj: JsonObject) -> Pod:
    """Casts a decoded object to Pod, so that mypy checks its fields."""
    return cast("Pod", obj)


def _name_warnings(name: str) -> list[str]:
    if not (problems := name_is_dns_label(name)):
        return []
    advice = "this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended"
    return [f"metadata.name: {advice}: [{' '.join(problems)}]"]


def _address_warnings(pod: Pod) -> list[str]:
    warnings = []
    for name, addresses in (("podIPs", pod["status"].get("podIPs", ())), ("hostIPs", pod["status"].get("hostIPs", ()))):
        for position, address in enumerate(addresses):
            warnings += ip_warnings(FieldPath.of("status", name).index(position).child("ip"), address["ip"])
    return warnings
