"""CustomResourceDefinition as a built-in kind: its steps, each told in a file of its own.

Upstream: apiextensions-apiserver/pkg/registry/customresourcedefinition/{strategy,etcd}.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kapivara.apis.apiextensions.defaults import apply_defaults
from kapivara.apis.apiextensions.empty_keywords import drop_empty_keywords
from kapivara.apis.apiextensions.establishing import establish, mark_for_deletion
from kapivara.apis.apiextensions.optional_old_self import drop_optional_old_self, has_optional_old_self
from kapivara.apis.apiextensions.shapes import CUSTOM_RESOURCE_DEFINITION, STATUS, v1beta1_shape
from kapivara.apis.apiextensions.validation import validate_new, validate_status_update, validate_update
from kapivara.apis.strategy import KindInfo
from kapivara.codec.shapes import Struct
from kapivara.codec.typed import Typed, decode_typed
from kapivara.field import ErrorList, Operation
from kapivara.meta.kinds import GroupVersionKind
from kapivara.schema.legality.warnings import schema_warnings
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue, copy_json, deep_equal


class CustomResourceDefinitionKind:
    """The kind whose objects define kinds; it keeps no state.

    Without `ratcheting` of their objects, definitions may not say that rules can do without an old value.
    """

    info = KindInfo(
        gvk=GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
        plural="customresourcedefinitions",
        singular="customresourcedefinition",
        list_kind="CustomResourceDefinitionList",
        namespaced=False,
        scheme="k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go:56",
        short_names=("crd", "crds"),
        categories=("api-extensions",),
        subresources=("status",),
    )
    shape = CUSTOM_RESOURCE_DEFINITION

    def __init__(self, *, ratcheting: bool = True):
        self._ratcheting = ratcheting

    def old_shape(self, version: str) -> Struct | None:
        """Returns the shape of v1beta1."""
        return v1beta1_shape() if version == "v1beta1" else None

    def decode(self, value: JsonValue, *, source: bytes | None = None, duplicates: Sequence[str] = ()) -> Typed:
        """Reads a decoded document as a CustomResourceDefinition."""
        return decode_typed(value, CUSTOM_RESOURCE_DEFINITION, source=source, duplicates=duplicates)

    def apply_defaults(self, obj: JsonObject) -> None:
        """Fills in what the client left out."""
        apply_defaults(obj)

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Empties the status but for the version that is stored, and starts counting generations."""
        obj["status"] = STATUS.empty()
        obj["metadata"]["generation"] = 1
        _note_stored_version(obj)
        if not self._ratcheting:
            drop_optional_old_self(obj)

    def prepare_for_update(self, new: JsonObject, old: JsonObject, subresource: str = "") -> None:
        """Keeps the status, or through the status subresource the spec, as it was."""
        if subresource == "status":
            new["spec"] = copy_json(old["spec"])
            return
        new["status"] = copy_json(old["status"])
        new["metadata"]["generation"] = old["metadata"].get("generation", 0) + _changes_spec(new, old)
        _note_stored_version(new)
        if not self._ratcheting and not has_optional_old_self(old):
            drop_optional_old_self(new)

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Judges a definition, or an update of one."""
        if old is ABSENT:
            return validate_new(new, operation.deadline)
        if operation.subresource == "status":
            return validate_status_update(new, old)
        return validate_update(new, old, operation.deadline)

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:
        """Warns of formats that are ignored and of sets that are not supported everywhere."""
        if operation.subresource:
            return []
        return schema_warnings(_schemas(new), [] if old is ABSENT else _schemas(old))

    def canonicalize(self, obj: JsonObject) -> None:
        """Drops empty lists and maps of schemas, which validation still tells from missing ones."""
        drop_empty_keywords(obj)

    def establish(self, obj: JsonObject, peers: Iterable[JsonObject], now: str) -> bool:
        """Claims the names and establishes the resource; tells whether names were claimed."""
        return establish(obj, peers, now)

    def begin_deletion(self, obj: JsonObject, now: str) -> bool:
        """Marks a definition, which stays until its objects are gone."""
        mark_for_deletion(obj, now)
        return True

    def is_released(self, obj: JsonObject) -> bool:
        """Tells whether no finalizer is left."""
        return not obj["metadata"].get("finalizers")

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the name, which is all that selectors may ask for."""
        return {"metadata.name": obj["metadata"].get("name", "")}


def _changes_spec(new: JsonObject, old: JsonObject) -> bool:
    if deep_equal(new["spec"], old["spec"]):
        return False
    shown = {"spec": copy_json(new["spec"])}
    drop_empty_keywords(shown)
    return not deep_equal(shown["spec"], old["spec"])


def _note_stored_version(crd: JsonObject) -> None:
    storage = next((version["name"] for version in crd["spec"]["versions"] or () if version["storage"]), None)
    stored = crd["status"]["storedVersions"] or []
    if storage is not None and storage not in stored:
        crd["status"]["storedVersions"] = [*stored, storage]


def _schemas(crd: JsonObject) -> list[JsonObject]:
    holders = [version.get("schema") or {} for version in crd["spec"]["versions"] or ()]
    return [holder["openAPIV3Schema"] for holder in holders if "openAPIV3Schema" in holder]
