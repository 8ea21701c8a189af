"""Pod as a built-in kind: preparation, validation, warnings and deletion.

Upstream: pkg/registry/core/pod/{strategy.go,storage/storage.go} (1.37).
Upstream: pkg/registry/core/pod/storage/storage.go BindingREST, LegacyBindingREST; pkg/apis/core/validation
ValidatePodBinding (1.37).
Upstream: pkg/registry/core/pod/strategy.go podEphemeralContainersStrategy, podResizeStrategy (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, cast

from kapivara.apis.groups.core.nodes.kubelet import PodLog, PodPortForward, PodProxy, PodStream
from kapivara.apis.groups.core.pods.eviction import Eviction
from kapivara.apis.groups.core.pods.status import keep_status_fields, set_condition
from kapivara.apis.machinery.kinds.created import Created
from kapivara.apis.machinery.kinds.kind import METADATA, Kind
from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.apis.shared.address_warnings import ip_warnings
from kapivara.apis.shared.pods.features import (
    drop_disabled_pod_fields,
    drop_disabled_status_fields,
    drop_old_annotations,
)
from kapivara.apis.shared.pods.label_keys import merge_label_keys
from kapivara.apis.shared.pods.resources import fill_pod_resources, quality_of_service
from kapivara.apis.shared.pods.warnings.app_armor import annotation_warnings, take_over_annotations
from kapivara.apis.shared.pods.warnings.pod_warnings import pod_warnings
from kapivara.content.names import name_is_dns_label, name_is_dns_subdomain
from kapivara.field import ErrorList, FieldPath, Operation, invalid, not_supported, required
from kapivara.meta import ApiError, GroupResource, bad_request_status, conflict_status, unknown_error_status
from kapivara.meta.status import aggregate_text
from kapivara.values import ABSENT, Absent, JsonObject, copy_json
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.apis.groups.core.v1.zz_generated_types import Pod
    from kapivara.apis.machinery.tables.table import TableLayout
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


_TARGET = FieldPath.of("target")
_NODE = "Node"


class Binding(Created):
    """The `binding` subresource, which sets a pod's node once."""

    __slots__ = ()

    preconditions = True

    def check(self, sent: JsonObject, name: str) -> None:
        """Raises ApiError if the binding names another pod or an invalid target. Kept: as an internal error."""
        super().check(sent, name)
        errors = validate_target(cast("v1.Binding", sent))
        if errors:
            raise ApiError(unknown_error_status(aggregate_text(map(str, errors))))
        if not name:
            raise ApiError(bad_request_status("Name parameter required."))

    def put(self, shown: JsonObject, old: JsonObject) -> JsonObject:
        """Returns the pod with its node, and with the annotations and labels of the binding."""
        binding, pod = cast("v1.Binding", shown), cast("v1.Pod", copy_json(old))
        metadata, name = pod["metadata"], pod["metadata"]["name"]
        if metadata.get("deletionTimestamp"):
            raise _conflict(name, f"pod {name} is being deleted, cannot be assigned to a host")
        if node := pod["spec"].get("nodeName"):
            raise _conflict(name, f"pod {name} is already assigned to node {quote(node)}")
        if pod["spec"].get("schedulingGates"):
            raise _conflict(name, f"pod {name} has non-empty .spec.schedulingGates")
        pod["spec"]["nodeName"] = binding["target"]["name"]
        pod["status"].pop("nominatedNodeName", None)
        if given := binding["metadata"].get("annotations"):
            metadata["annotations"] = {**metadata.get("annotations", {}), **given}
        if labels := binding["metadata"].get("labels"):
            metadata["labels"] = {**metadata.get("labels", {}), **labels}
        drop_old_annotations(metadata)
        set_condition(pod["status"], {"type": "PodScheduled", "status": "True"}, self.of.surroundings.now())
        return cast("JsonObject", pod)


def validate_target(binding: v1.Binding) -> ErrorList:
    """Requires a target whose name is a valid node name."""
    target = binding["target"]
    kind, name = target.get("kind", ""), target.get("name", "")
    missing = [] if name else [required(_TARGET.child("name"))]
    if kind not in ("", _NODE):
        return [not_supported(_TARGET.child("kind"), kind, [_NODE, "<empty>"]), *missing]
    problems = name_is_dns_subdomain(name) if name else ()
    return missing + [invalid(_TARGET.child("name"), name, problem) for problem in problems]


def _conflict(name: str, problem: str) -> ApiError:
    return ApiError(conflict_status(GroupResource("", "pods/binding"), name, problem))


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
