"""Namespace as a built-in kind: a label with its name, a phase, and finalizers in its spec that outlast a DELETE.

Upstream: pkg/registry/core/namespace/{strategy.go,storage/storage.go}, pkg/apis/core/validation ValidateNamespace,
pkg/apis/core/v1/defaults.go SetDefaults_Namespace (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kapivara.apis.strategy import KindInfo
from kapivara.codec.meta_shapes import TIME, kind_shape
from kapivara.codec.shapes import STRING, ListOf, Struct, always, optional
from kapivara.codec.typed import Typed, decode_typed
from kapivara.content.names import is_qualified_name, name_is_dns_label
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.meta.kinds import GroupVersionKind
from kapivara.meta.object_meta import finalizers_of, validate_object_meta, validate_object_meta_update
from kapivara.meta.owners import STANDARD_FINALIZERS, validate_qualified_finalizers
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue, copy_json
from kapivara.values.rendering import NamedString

NAME_LABEL = "kubernetes.io/metadata.name"
FINALIZER = "kubernetes"

_FINALIZERS = FieldPath.of("spec", "finalizers")
_CONDITION = Struct(
    "v1.NamespaceCondition",
    (
        always("type", STRING.named("v1.NamespaceConditionType")),
        always("status", STRING.named("v1.ConditionStatus")),
        always("lastTransitionTime", TIME),
        optional("reason", STRING),
        optional("message", STRING),
    ),
)
NAMESPACE = kind_shape(
    "v1.Namespace",
    optional("spec", Struct("v1.NamespaceSpec", (optional("finalizers", ListOf(STRING.named("v1.FinalizerName"))),))),
    optional(
        "status",
        Struct(
            "v1.NamespaceStatus",
            (optional("phase", STRING.named("v1.NamespacePhase")), optional("conditions", ListOf(_CONDITION))),
        ),
    ),
)


class NamespaceKind:
    """The kind that holds the objects of other kinds; it keeps no state."""

    info = KindInfo(
        gvk=GroupVersionKind("", "v1", "Namespace"),
        plural="namespaces",
        singular="namespace",
        list_kind="NamespaceList",
        namespaced=False,
        scheme="pkg/api/legacyscheme/scheme.go:30",
        short_names=("ns",),
        subresources=("status", "finalize"),
        unconditional_update=True,
        declarative=True,
    )
    shape = NAMESPACE

    def old_shape(self, version: str) -> Struct | None:  # noqa: ARG002  there is none
        """Says that there has been one version only."""
        return None

    def decode(self, value: JsonValue, *, source: bytes | None = None, duplicates: Sequence[str] = ()) -> Typed:
        """Reads a decoded document as a Namespace."""
        return decode_typed(value, NAMESPACE, source=source, duplicates=duplicates)

    def apply_defaults(self, obj: JsonObject) -> None:
        """Labels the namespace with its name, where it has one already, and makes it active."""
        if obj["metadata"].get("name"):
            self.canonicalize(obj)
        obj["status"].setdefault("phase", "Active")

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Makes the namespace active, with the finalizer that keeps it until it is empty."""
        obj["status"] = {"phase": "Active"}
        finalizers = obj["spec"].get("finalizers", [])
        if FINALIZER not in finalizers:
            obj["spec"]["finalizers"] = [*finalizers, FINALIZER]

    def prepare_for_update(self, new: JsonObject, old: JsonObject, subresource: str = "") -> None:
        """Keeps what only a subresource may change: finalizers through `finalize`, the status through `status`."""
        if subresource != "finalize":
            new["spec"] = copy_json(old["spec"])
        if subresource != "status":
            new["status"] = copy_json(old["status"])

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Judges a namespace, or an update of one."""
        if old is ABSENT:
            return _validate_new(new)
        changes = validate_object_meta_update(new["metadata"], old["metadata"])
        changes += validate_qualified_finalizers(finalizers_of(new["metadata"]), FieldPath.of("metadata", "finalizers"))
        match operation.subresource:
            case "status":
                return changes + _validate_phase(new)
            case "finalize":
                finalizers = new["spec"].get("finalizers", [])
                for position, finalizer in enumerate(finalizers):
                    changes += _validate_finalizer(finalizer, _FINALIZERS.index(position))
                return changes
        return _validate_new(new) + changes

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Returns nothing: no namespace is worth a warning."""
        return []

    def canonicalize(self, obj: JsonObject) -> None:
        """Labels the namespace with its name, which may have been generated."""
        meta = obj["metadata"]
        meta["labels"] = {**meta.get("labels", {}), NAME_LABEL: meta["name"]}

    def begin_deletion(self, obj: JsonObject, now: str) -> bool:
        """Marks a namespace, which stays until its finalizers are gone."""
        obj["metadata"].setdefault("deletionTimestamp", now)
        obj["status"]["phase"] = "Terminating"
        return True

    def is_released(self, obj: JsonObject) -> bool:
        """Tells whether no finalizer is left, neither of the metadata nor of the spec."""
        return not obj["metadata"].get("finalizers") and not obj["spec"].get("finalizers")

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the name, under two names that are kept for old clients, and the phase."""
        name = obj["metadata"].get("name", "")
        phase = (obj.get("status") or {}).get("phase", "")
        return {"metadata.name": name, "name": name, "status.phase": phase}


def _validate_new(namespace: JsonObject) -> ErrorList:
    meta = namespace["metadata"]
    errors = validate_object_meta(meta, namespaced=False, name_check=name_is_dns_label)
    errors += validate_qualified_finalizers(finalizers_of(meta), FieldPath.of("metadata", "finalizers"))
    for finalizer in namespace["spec"].get("finalizers", []):
        errors += _validate_finalizer(finalizer, _FINALIZERS)
    return errors


def _validate_finalizer(finalizer: str, path: FieldPath) -> ErrorList:
    errors = [invalid(path, finalizer, problem) for problem in is_qualified_name(finalizer)]
    if "/" not in finalizer and finalizer not in STANDARD_FINALIZERS:
        errors.append(invalid(path, finalizer, "name is neither a standard finalizer name nor is it fully qualified"))
    return errors


def _validate_phase(namespace: JsonObject) -> ErrorList:
    phase = namespace["status"].get("phase", "")
    deleting = bool(namespace["metadata"].get("deletionTimestamp"))
    wanted = "Terminating" if deleting else "Active"
    if phase == wanted:
        return []
    detail = f"may only be '{wanted}' if `deletionTimestamp` is {'not ' if deleting else ''}empty"
    return [invalid(FieldPath.of("status", "Phase"), NamedString(phase), detail)]
