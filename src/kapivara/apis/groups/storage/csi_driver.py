"""CSIDriver as a built-in kind; its generation counts changes of the spec, but new objects have none.

Upstream: pkg/registry/storage/csidriver/{strategy.go,storage/storage.go} (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.storage.v1.zz_generated_types import CSIDriver, CSIDriverSpec
    from kapivara.apis.machinery.tables.table import TableLayout

_TOKENS_IN_CONTEXT = (
    "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible "
    "logging of tokens in volume attributes"
)


class CSIDriverKind(Kind):
    """The capabilities and requirements of a CSI driver."""

    unconditional_update = False

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the spec, some of whose fields are immutable."""
        from kapivara.apis.groups.storage.driver_rules import validate_driver, validate_same_driver

        errors = super().validate(operation, new, old) + validate_driver(_spec(new))
        return errors if old is ABSENT else errors + validate_same_driver(_spec(new), _spec(old))

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Increases the generation if the spec changed."""
        super().prepare_for_update(new, old)
        if self.changes(new, old, ("spec",)):
            new["metadata"]["generation"] = old["metadata"].get("generation", 0) + 1

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of tokens that may be logged, if token requests are new or changed."""
        spec = _spec(new)
        asked = () if old is ABSENT else _spec(old).get("tokenRequests", ())
        unsafe = spec.get("tokenRequests", ()) and "serviceAccountTokenInSecrets" not in spec
        return [_TOKENS_IN_CONTEXT] if unsafe and spec.get("tokenRequests", ()) != asked else []

    def make_table(self) -> TableLayout:
        """Returns the columns: name, capabilities, modes and age.

        Upstream: pkg/printers/internalversion/printers.go printCSIDriver.
        """
        from kapivara.apis.groups.storage import column_texts as texts
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        return TableLayout(
            (
                name_column(),
                Column("AttachRequired", "boolean", _attached, description=texts.ATTACH_REQUIRED),
                Column("PodInfoOnMount", "boolean", _gets_pod_info, description=texts.POD_INFO_ON_MOUNT),
                Column("StorageCapacity", "boolean", _reports_capacity, description=texts.STORAGE_CAPACITY),
                Column("TokenRequests", "string", _audiences, description=texts.AUDIENCES),
                Column("RequiresRepublish", "boolean", _republishes, description=texts.REQUIRES_REPUBLISH),
                Column("Modes", "string", _modes, description=texts.MODES),
                age_column(self.surroundings),
            )
        )


KIND = CSIDriverKind


def _spec(obj: JsonObject) -> CSIDriverSpec:
    return cast("CSIDriver", obj)["spec"]


def _attached(obj: JsonObject) -> bool:
    return _spec(obj).get("attachRequired", True)


def _gets_pod_info(obj: JsonObject) -> bool:
    return _spec(obj).get("podInfoOnMount", False)


def _reports_capacity(obj: JsonObject) -> bool:
    return _spec(obj).get("storageCapacity", False)


def _republishes(obj: JsonObject) -> bool:
    return _spec(obj).get("requiresRepublish", False)


def _audiences(obj: JsonObject) -> str:
    requests = _spec(obj).get("tokenRequests")
    return "<unset>" if requests is None else ",".join(each["audience"] for each in requests)


def _modes(obj: JsonObject) -> str:
    return ",".join(_spec(obj).get("volumeLifecycleModes", ())) or "<none>"
