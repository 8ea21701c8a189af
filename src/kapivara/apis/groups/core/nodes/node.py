"""Node as a built-in kind.

Upstream: pkg/registry/core/node/{strategy.go,storage/storage.go}, pkg/apis/core/v1/conversion.go
Convert_v1_NodeSpec_To_core_NodeSpec, pkg/printers/internalversion/printers.go printNode (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final, cast

from kapivara.apis.groups.core.nodes.kubelet import NodeProxy
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.objects.disabled_fields import drop_disabled
from kapivara.apis.shared.address_warnings import cidr_warnings
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Node, NodeSpec
    from kapivara.apis.machinery.tables.table import TableLayout

_DYNAMIC_CONFIG: Final = (("configSource",),)
_DYNAMIC_CONFIG_STATUS: Final = (("config",),)
_SCHEDULER_PREEMPTION: Final = (("podPreemptionPolicy",),)
_ROLE_LABEL: Final = "node-role.kubernetes.io/"
_OLD_ROLE_LABEL: Final = "kubernetes.io/role"


class NodeKind(Kind):
    """A machine that runs pods."""

    subresource_types: ClassVar = {**Kind.subresource_types, "proxy": NodeProxy}

    def apply_defaults(self, obj: JsonObject) -> None:
        """Synchronizes `podCIDR` and `podCIDRs`; `podCIDR` wins if they differ."""
        super().apply_defaults(obj)
        _match_blocks(_as_node(obj)["spec"])

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Drops fields of disabled and removed features; a new node keeps its status."""
        node = _as_node(obj)
        drop_disabled(node["spec"], None, _DYNAMIC_CONFIG, _SCHEDULER_PREEMPTION)
        drop_disabled(node["status"], None, _DYNAMIC_CONFIG_STATUS)

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the status."""
        super().prepare_for_update(new, old)
        drop_disabled(new["spec"], old["spec"], _DYNAMIC_CONFIG, _SCHEDULER_PREEMPTION)

    def prepare_for_status_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the spec."""
        super().prepare_for_status_update(new, old)
        drop_disabled(new["status"], old["status"], _DYNAMIC_CONFIG_STATUS)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the whole node and then its changes; for a status update only the changes."""
        from kapivara.apis.groups.core.nodes.node_rules import validate_node, validate_node_change

        errors: ErrorList = []
        if not operation.subresource:
            errors += self.validate_new_metadata(new) + validate_node(_as_node(new))
        if old is not ABSENT:
            errors += self.validate_changed_metadata(new, old) + validate_node_change(_as_node(new), _as_node(old))
        return errors

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of ignored fields, and of CIDR blocks that are not in canonical form."""
        if operation.subresource:
            return []
        spec = _as_node(new)["spec"]
        warnings = []
        if "configSource" in spec:
            warnings.append("spec.configSource: the feature is removed")
        if spec.get("externalID"):
            warnings.append("spec.externalID: this field is deprecated, and is unused by Kubernetes")
        for position, block in enumerate(spec.get("podCIDRs", ())):
            warnings += cidr_warnings(FieldPath.of("spec", "podCIDRs").index(position), block)
        return warnings

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the name and `spec.unschedulable`."""
        unschedulable = bool((obj.get("spec") or {}).get("unschedulable"))
        return {**super().selectable_fields(obj), "spec.unschedulable": str(unschedulable).lower()}

    def make_table(self) -> TableLayout:
        """Returns the columns: name, status, roles, age, version, addresses and system."""
        from kapivara.apis.groups.core.column_texts import NODE as TEXTS
        from kapivara.apis.groups.core.storage_cells import text_column
        from kapivara.apis.machinery.tables.table import TableLayout, age_column, name_column

        return TableLayout(
            (
                name_column(),
                text_column("Status", TEXTS, _status),
                text_column("Roles", TEXTS, _roles),
                age_column(self.surroundings),
                text_column("Version", TEXTS, lambda obj: _as_node(obj)["status"]["nodeInfo"]["kubeletVersion"]),
                text_column("Internal-IP", TEXTS, lambda obj: _address(obj, "InternalIP"), 1),
                text_column("External-IP", TEXTS, lambda obj: _address(obj, "ExternalIP"), 1),
                text_column(
                    "OS-Image", TEXTS, lambda obj: _known_or_unknown(_as_node(obj)["status"]["nodeInfo"]["osImage"]), 1
                ),
                text_column("Kernel-Version", TEXTS, _kernel, 1),
                text_column("Container-Runtime", TEXTS, _runtime, 1),
            )
        )


KIND = NodeKind


def _as_node(obj: JsonObject) -> Node:
    return cast("Node", obj)


def _match_blocks(spec: NodeSpec) -> None:
    block, blocks = spec.get("podCIDR"), spec.get("podCIDRs")
    if block and (not blocks or blocks[0] != block):
        spec["podCIDRs"] = [block]
    elif blocks and blocks[0]:
        spec["podCIDR"] = blocks[0]


def _status(obj: JsonObject) -> str:
    node = _as_node(obj)
    found = {each["type"]: each["status"] for each in node["status"].get("conditions", ())}
    ready = found.get("Ready")
    readiness = "Unknown" if ready is None else "Ready" if ready == "True" else "NotReady"
    return f"{readiness},SchedulingDisabled" if node["spec"].get("unschedulable") else readiness


def _roles(obj: JsonObject) -> str:
    roles = set()
    for key, value in obj["metadata"].get("labels", {}).items():
        if key.startswith(_ROLE_LABEL):
            roles.add(key.removeprefix(_ROLE_LABEL))
        elif key == _OLD_ROLE_LABEL:
            roles.add(value)
    return ",".join(sorted(roles - {""})) or "<none>"


def _address(obj: JsonObject, type_: str) -> str:
    addresses = _as_node(obj)["status"].get("addresses", ())
    return next((each["address"] for each in addresses if each["type"] == type_), "<none>")


def _known_or_unknown(text: str) -> str:
    return text or "<unknown>"


def _kernel(obj: JsonObject) -> str:
    info = _as_node(obj)["status"]["nodeInfo"]
    machine = info["architecture"]
    return _known_or_unknown(info["kernelVersion"]) + (f" ({machine})" if machine else "")


def _runtime(obj: JsonObject) -> str:
    return _known_or_unknown(_as_node(obj)["status"]["nodeInfo"]["containerRuntimeVersion"])
