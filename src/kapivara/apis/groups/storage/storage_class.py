"""StorageClass as a built-in kind.

Upstream: pkg/registry/storage/storageclass/{strategy.go,storage/storage.go}, pkg/api/storage/util.go (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.shared.node_labels import DEPRECATED
from kapivara.field import ErrorList, FieldPath, Operation
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.groups.storage.v1.zz_generated_types import StorageClass
    from kapivara.apis.machinery.tables.table import TableLayout

_DEFAULT_CLASS = ("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class")
_RECLAIM = (
    "reclaimPolicy controls the reclaimPolicy for dynamically provisioned PersistentVolumes of this storage class. "
    "Defaults to Delete."
)
_BINDING = (
    "volumeBindingMode indicates how PersistentVolumeClaims should be provisioned and bound.  When unset, "
    "VolumeBindingImmediate is used. This field is only honored by servers that enable the VolumeScheduling feature."
)
_EXPANSION = "allowVolumeExpansion shows whether the storage class allow volume expand."


class StorageClassKind(Kind):
    """A class of dynamically provisioned volumes."""

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the whole class on create and update; most fields are immutable."""
        from kapivara.apis.groups.storage.class_rules import validate_same_storage_class, validate_storage_class

        errors = self.validate_new_metadata(new)
        errors += validate_storage_class(_as_class(new))
        if old is ABSENT:
            return errors
        errors += self.validate_changed_metadata(new, old)
        return errors + validate_same_storage_class(_as_class(new), _as_class(old))

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of topologies with deprecated labels."""
        return [
            f"{_TOPOLOGIES.index(place).child('matchLabelExpressions').index(number).child('key')}: {DEPRECATED[key]}"
            for place, topology in enumerate(_as_class(new).get("allowedTopologies", ()))
            for number, expression in enumerate(topology.get("matchLabelExpressions", ()))
            if (key := expression["key"]) in DEPRECATED
        ]

    def make_table(self) -> TableLayout:
        """Returns the columns: name, provisioner, policies and age. Lists mark the default class.

        Upstream: pkg/printers/internalversion/printers.go printStorageClass.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        provisioner = "provisioner indicates the type of the provisioner."
        name = name_column()
        others = (
            Column("Provisioner", "string", lambda obj: _as_class(obj)["provisioner"], description=provisioner),
            Column("ReclaimPolicy", "string", _reclaim_policy, description=_RECLAIM),
            Column("VolumeBindingMode", "string", _binding_mode, description=_BINDING),
            Column("AllowVolumeExpansion", "string", _expands, description=_EXPANSION),
            age_column(self.surroundings),
        )

        def of_list(items: Sequence[JsonObject]) -> TableLayout:
            default = _default_of(items)
            marked = replace(name, cell=lambda obj: _name(obj) + " (default)" * (_name(obj) == default))
            return TableLayout((marked, *others))

        return TableLayout((name, *others), of_list=of_list)


KIND = StorageClassKind

_TOPOLOGIES = FieldPath.of("allowedTopologies")


def _as_class(obj: JsonObject) -> StorageClass:
    return cast("StorageClass", obj)


def _name(obj: JsonObject) -> str:
    return _as_class(obj)["metadata"]["name"]


def _default_of(items: Sequence[JsonObject]) -> str:
    """Returns the name of the default class: the newest marked one, then the first by name."""
    marked = [each for each in items if _is_marked(each)]
    newest = max((each["metadata"]["creationTimestamp"] for each in marked), default="")
    return min((_name(each) for each in marked if each["metadata"]["creationTimestamp"] == newest), default="")


def _is_marked(obj: JsonObject) -> bool:
    annotations = _as_class(obj)["metadata"].get("annotations", {})
    return any(annotations.get(each) == "true" for each in _DEFAULT_CLASS)


def _reclaim_policy(obj: JsonObject) -> str:
    return _as_class(obj).get("reclaimPolicy", "Delete")


def _binding_mode(obj: JsonObject) -> str:
    return _as_class(obj).get("volumeBindingMode", "Immediate")


def _expands(obj: JsonObject) -> bool:
    return _as_class(obj).get("allowVolumeExpansion", False)
