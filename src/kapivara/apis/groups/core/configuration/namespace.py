"""Namespace as a built-in kind, with a label for its name, a phase, and finalizers in its spec that delay its deletion.

Upstream: pkg/registry/core/namespace/{strategy.go,storage/storage.go}, pkg/apis/core/validation ValidateNamespace,
pkg/apis/core/v1/defaults.go SetDefaults_Namespace (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.content.names import is_qualified_name, name_is_dns_label
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.meta.owners import validate_qualified_finalizer
from kapivara.values import ABSENT, Absent, JsonObject, copy_json
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Namespace
    from kapivara.apis.machinery.kinds.initial_object import InitialObject
    from kapivara.apis.machinery.tables.table import TableLayout

NAME_LABEL = "kubernetes.io/metadata.name"
FINALIZER = "kubernetes"

_OF_EVERY_SERVER = ("default", "kube-system", "kube-public", "kube-node-lease")
_FINALIZERS = FieldPath.of("spec", "finalizers")


class Finalize(Subresource):
    """The `finalize` subresource, which changes only the finalizers of the spec."""

    __slots__ = ()

    has_table = False

    def prepare(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the status."""
        new["status"] = copy_json(old["status"])


class NamespaceKind(Kind):
    """The kind whose objects contain the objects of namespaced kinds."""

    has_initial_objects = True
    holds_deleted = True
    deletes_unreadable = False
    waits_unless_orphaned = True
    costly = True  # deleting a namespace deletes its objects
    subresource_types: ClassVar = {**Kind.subresource_types, "finalize": Finalize}

    def initial_objects(self) -> Iterable[InitialObject]:
        """Returns the namespaces of every server."""
        from kapivara.apis.machinery.kinds.initial_object import InitialObject

        return (InitialObject({"metadata": {"name": name}}) for name in _OF_EVERY_SERVER)

    def apply_defaults(self, obj: JsonObject) -> None:
        """Sets the phase, and the label if the namespace has a name already."""
        namespace = _as_namespace(obj)
        if namespace["metadata"].get("name"):
            self.canonicalize(obj)
        namespace["status"].setdefault("phase", "Active")

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Sets the phase and the finalizer that keeps the namespace until it is empty."""
        namespace = _as_namespace(obj)
        namespace["status"] = {"phase": "Active"}
        finalizers = namespace["spec"].get("finalizers", [])
        if FINALIZER not in finalizers:
            namespace["spec"]["finalizers"] = [*finalizers, FINALIZER]

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps the finalizers, which only `finalize` may change, and the status."""
        new["spec"] = copy_json(old["spec"])
        super().prepare_for_update(new, old)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates a namespace, or an update by its subresource."""
        if old is ABSENT:
            return self._validate_new(operation, new)
        namespace = _as_namespace(new)
        changes = super().validate(operation, new, old)
        match operation.subresource:
            case "status":
                return changes + _validate_phase(namespace)
            case "finalize":
                for position, finalizer in enumerate(namespace["spec"].get("finalizers", [])):
                    changes += _validate_finalizer(finalizer, _FINALIZERS.index(position))
                return changes
        return self._validate_new(operation, new) + changes

    def _validate_new(self, operation: Operation, obj: JsonObject) -> ErrorList:
        namespace = _as_namespace(obj)
        errors = super().validate(operation, obj, ABSENT)
        for finalizer in namespace["spec"].get("finalizers", []):
            errors += _validate_finalizer(finalizer, _FINALIZERS)
        return errors

    def check_name(self, name: str, prefix: bool) -> list[str]:
        """Requires a DNS label."""
        return name_is_dns_label(name, prefix)

    def canonicalize(self, obj: JsonObject) -> None:
        """Sets the label to the name, which may have been generated."""
        meta = _as_namespace(obj)["metadata"]
        meta["labels"] = {**meta.get("labels", {}), NAME_LABEL: meta["name"]}

    def mark_for_deletion(self, obj: JsonObject, finalizers: Sequence[str]) -> None:
        """Marks a namespace as terminating until its finalizers are removed."""
        namespace = _as_namespace(obj)
        metadata = namespace["metadata"]
        metadata.setdefault("deletionTimestamp", self.surroundings.now())
        metadata.pop("finalizers", None)
        if finalizers:
            metadata["finalizers"] = list(finalizers)
        namespace["status"]["phase"] = "Terminating"

    def is_released(self, obj: JsonObject) -> bool:
        """Returns True if neither the metadata nor the spec has finalizers."""
        return super().is_released(obj) and not _as_namespace(obj)["spec"].get("finalizers")

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the name and the phase."""
        phase = (obj.get("status") or {}).get("phase", "")
        return {**super().selectable_fields(obj), "status.phase": phase}

    def make_table(self) -> TableLayout:
        """Returns the columns: name, phase and age.

        Upstream: pkg/printers/internalversion/printers.go printNamespace.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        status = Column("Status", "string", _phase, description="The status of the namespace")
        return TableLayout((name_column(), status, age_column(self.surroundings)))


KIND = NamespaceKind


def _as_namespace(obj: JsonObject) -> Namespace:
    """Casts a decoded object to Namespace, so that mypy checks its fields."""
    return cast("Namespace", obj)


def _phase(obj: JsonObject) -> str:
    return _as_namespace(obj)["status"].get("phase", "")


def _validate_finalizer(finalizer: str, path: FieldPath) -> ErrorList:
    errors = [invalid(path, finalizer, problem) for problem in is_qualified_name(finalizer)]
    return errors + validate_qualified_finalizer(finalizer, path)


def _validate_phase(namespace: Namespace) -> ErrorList:
    phase = namespace["status"].get("phase", "")
    deleting = bool(namespace["metadata"].get("deletionTimestamp"))
    wanted = "Terminating" if deleting else "Active"
    if phase == wanted:
        return []
    detail = f"may only be '{wanted}' if `deletionTimestamp` is {'not ' if deleting else ''}empty"
    return [invalid(FieldPath.of("status", "Phase"), NamedString(phase), detail)]
