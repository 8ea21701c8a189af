"""The `scale` subresource of built-in kinds: an autoscaling/v1 Scale of `spec.replicas`.

Upstream: pkg/registry/apps/deployment/storage/storage.go ScaleREST, and those of other kinds, which are alike;
pkg/apis/autoscaling/validation ValidateScale, ValidateScaleUpdate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.catalog.scale_paths import KEPT_METADATA, SCALE
from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.field import FieldPath, Operation, Verb, invalid
from kapivara.meta import ApiError, GroupResource, bad_request_status, conflict_status
from kapivara.meta.selector_error import SelectorError
from kapivara.meta.selector_objects import selector_of
from kapivara.values import JsonObject, JsonValue, copy_json
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.machinery.tables.table import TableLayout
    from kapivara.apis.machinery.validation.verdict import Verdict
    from kapivara.patch.managers.managed_fields import Entry, Managers
    from kapivara.patch.managers.scale_managers import ReplicasPaths
    from kapivara.patch.merging.field_set import Fields

_REPLICAS = FieldPath.of("spec", "replicas")
_STEPS = ("spec", "replicas")
_UPDATE = Operation(Verb.UPDATE, "scale")


class ReplicaScale(Subresource):
    """Shows an object as a Scale, and writes the replicas of a Scale into the object."""

    __slots__ = ()

    @property
    def _paths(self) -> ReplicasPaths:
        return {self.of.gvk.api_version: _STEPS}

    @property
    def table(self) -> TableLayout:
        """The columns: name, desired replicas, available replicas and age.

        Upstream: pkg/printers/internalversion/printers.go printScale.
        """
        from kapivara.apis.machinery.tables.table import (  # few requests need it
            Column,
            TableLayout,
            age_column,
            name_column,
        )

        desired = "replicas is the desired number of instances for the scaled object."
        available = "replicas is the actual number of observed instances of the scaled object."
        return TableLayout(
            (
                replace(name_column(), format=""),
                Column("Desired", "integer", _desired, description=desired),
                Column("Available", "integer", _available, description=available),
                age_column(self.of.surroundings),
            )
        )

    def selector(self, obj: JsonObject) -> str:
        """Returns the selector of the counted pods; raises SelectorError."""
        selector = obj["spec"].get("selector")
        return str(selector_of(selector)) if selector else ""

    def show(self, obj: JsonObject, *, reading: bool = True) -> JsonObject:
        """Returns the Scale of an object; includes managed fields only if it is read for a change."""
        metadata = {key: obj["metadata"][key] for key in KEPT_METADATA if key in obj["metadata"]}
        if not reading:
            from kapivara.patch.managers.managed_fields import write_managers

            _, managers = self._managers(obj)
            metadata |= {"managedFields": write_managers(managers)} if managers else {}
        try:
            selector = self.selector(obj)
        except SelectorError as error:
            raise ApiError(bad_request_status(str(error))) from None
        replicas = obj["spec"].get("replicas", 0)
        return {
            "kind": SCALE.kind,
            "apiVersion": SCALE.api_version,
            "metadata": metadata,
            "spec": {"replicas": replicas} if replicas else {},
            "status": {
                "replicas": obj["status"].get("replicas", 0),
                **({"selector": selector} if selector else {}),
            },
        }

    def answer(self, obj: JsonObject) -> JsonObject:
        """Returns the Scale of an object after a write."""
        return self.show(obj)

    def verdict(self, shown: JsonObject, old: JsonObject) -> Verdict | None:
        """Validates the replicas of a Scale by hand-written and declarative rules."""
        replicas, errors = shown["spec"].get("replicas", 0), []
        if replicas < 0:
            error = invalid(_REPLICAS, replicas, "must be greater than or equal to 0").with_origin("minimum")
            errors.append(error.marked(covered_by_declarative=True))
        rules = self.shown_kind.declared_rules
        return None if rules is None else rules.verdict(errors, _UPDATE, shown, self.show(old))

    def put(self, shown: JsonObject, old: JsonObject) -> JsonObject:
        """Returns the object with the replicas of a Scale and its resourceVersion as a precondition.

        Raises ApiError if the Scale has the UID of another object.
        """
        uid, own = shown["metadata"].get("uid"), old["metadata"].get("uid", "")
        if uid and uid != own:
            resource = GroupResource(self.of.gvr.group, f"{self.of.gvr.resource}/{self.name}")
            problem = f"Precondition failed: UID in precondition: {uid}, UID in object meta: {own}"
            raise ApiError(conflict_status(resource, old["metadata"]["name"], problem))
        new: JsonObject = copy_json(old)
        new["spec"]["replicas"] = shown["spec"].get("replicas", 0)
        new["metadata"]["resourceVersion"] = shown["metadata"].get("resourceVersion", "")
        return new

    def put_applied(self, shown: JsonObject, old: JsonObject) -> JsonObject:
        """Returns the object with the replicas and the managed fields of a Scale."""
        from kapivara.patch.managers.given_managers import read_given

        new = self.put(shown, old)
        managers, _ = self._managers(old)
        self._hand_down(new, managers, read_given(shown["metadata"].get("managedFields", [])) or {})
        return new

    def track(self, new: JsonObject, old: JsonObject, author: Entry) -> bool:
        """Records the manager who changed an object's replicas through its Scale."""
        from kapivara.patch.managers.scale_managers import track_replicas

        before, after = (each["spec"].get("replicas", 0) for each in (old, new))
        author = replace(author, api_version=SCALE.api_version)
        managers, scale = self._managers(old)
        self._hand_down(new, managers, track_replicas(scale, author, changed=before != after, new=after))
        return True

    def _managers(self, obj: JsonObject) -> tuple[Managers, Managers]:
        """Returns the managed fields of an object, and those of its Scale."""
        from kapivara.patch.managers.given_managers import read_managers_of  # validation does not need it
        from kapivara.patch.managers.scale_managers import scale_managers

        managers = read_managers_of(obj) or {}
        return managers, scale_managers(managers, self._paths)

    def _hand_down(self, obj: JsonObject, managers: Managers, scale: Managers) -> None:
        """Merges the managed fields of a Scale into those of its object."""
        from kapivara.patch.managers.given_managers import show_managers
        from kapivara.patch.managers.scale_managers import to_parent_managers

        show_managers(obj, to_parent_managers(managers, scale, self._paths, self.of.gvk.api_version))

    @property
    def reset_fields(self) -> Fields:
        """Empty: every field of a Scale can have a manager."""
        return {}


def _desired(scale: JsonObject) -> JsonValue:
    return scale["spec"].get("replicas", 0)


def _available(scale: JsonObject) -> JsonValue:
    return scale["status"]["replicas"]
