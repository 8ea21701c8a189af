"""ServiceAccount as a built-in kind. Upstream: pkg/registry/core/serviceaccount/strategy.go (1.37)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, cast

from kapivara.apis.groups.core.accounts.account_token import AccountToken
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import ServiceAccount
    from kapivara.apis.machinery.tables.table import TableLayout

_MOUNTABLE: Final = "kubernetes.io/enforce-mountable-secrets"


class ServiceAccountKind(Kind):
    """The identity of pods."""

    subresource_types: ClassVar = {**Kind.subresource_types, "token": AccountToken}

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Keeps only the names of secret references."""
        super().prepare_for_create(obj)
        _keep_names(_as_account(obj))

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps only the names of secret references."""
        super().prepare_for_update(new, old)
        _keep_names(_as_account(new))

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the changes of an update and the whole object."""
        errors = super().validate(operation, new, old)
        return errors if old is ABSENT else errors + self.validate_new_metadata(new)

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of a deprecated annotation that the old object does not have."""
        if _MOUNTABLE not in _annotations(new) or (old is not ABSENT and _MOUNTABLE in _annotations(old)):
            return []
        advice = "prefer separate namespaces to isolate access to mounted secrets"
        return [f"metadata.annotations[{_MOUNTABLE}]: deprecated in v1.32+; {advice}"]

    def make_table(self) -> TableLayout:
        """Returns the columns: name and age."""
        from kapivara.apis.machinery.tables.table import TableLayout, age_column, name_column

        return TableLayout((name_column(), age_column(self.surroundings)))


KIND = ServiceAccountKind


def _as_account(obj: JsonObject) -> ServiceAccount:
    return cast("ServiceAccount", obj)


def _annotations(obj: JsonObject) -> dict[str, str]:
    return _as_account(obj)["metadata"].get("annotations", {})


def _keep_names(account: ServiceAccount) -> None:
    if "secrets" in account:
        account["secrets"] = [{"name": each["name"]} if "name" in each else {} for each in account["secrets"]]
