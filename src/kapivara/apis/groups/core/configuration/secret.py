"""Secret as a built-in kind: `stringData` is converted to data, and TLS pairs are checked.

Upstream: pkg/registry/core/secret/strategy.go, pkg/apis/core/v1/conversion.go Convert_v1_Secret_To_core_Secret (1.37).
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, Operation
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Secret
    from kapivara.apis.machinery.tables.table import TableLayout

_TLS: Final = "kubernetes.io/tls"


class SecretKind(Kind):
    """Confidential data by key."""

    keeps_empties = True  # an immutable Secret may not get an empty map where it had none

    def apply_defaults(self, obj: JsonObject) -> None:
        """Sets the type, and converts `stringData` to `data`."""
        super().apply_defaults(obj)
        secret = _as_secret(obj)
        texts = secret.pop("stringData", None)
        if texts:
            given = {key: b64encode(text.encode(errors="replace")).decode() for key, text in texts.items()}
            secret["data"] = {**secret.get("data", {}), **given}

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the data; for an update, reports errors of its changes first."""
        from kapivara.apis.groups.core.configuration.secret_rules import validate_secret, validate_secret_change

        errors = super().validate(operation, new, old)
        if old is not ABSENT:
            errors += validate_secret_change(_as_secret(new), _as_secret(old))
            errors += self.validate_new_metadata(new)
        return errors + validate_secret(_as_secret(new))

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of a TLS certificate and key that do not match."""
        secret = _as_secret(new)
        if secret["type"] != _TLS:
            return []
        from kapivara.content.tls_pairs import pair_fault  # few secrets have this type

        data = secret.get("data", {})
        fault = pair_fault(b64decode(data.get("tls.crt") or ""), b64decode(data.get("tls.key") or ""))
        return [fault] if fault else []

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the name and the type."""
        return {**super().selectable_fields(obj), "type": obj.get("type", "")}

    def make_table(self) -> TableLayout:
        """Returns the columns: name, type, number of keys and age."""
        from kapivara.apis.groups.core.column_texts import SECRET
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        type_ = Column("Type", "string", lambda obj: _as_secret(obj).get("type", ""), description=SECRET["Type"])
        data = Column("Data", "string", lambda obj: len(_as_secret(obj).get("data", ())), description=SECRET["Data"])
        return TableLayout((name_column(), type_, data, age_column(self.surroundings)))


KIND = SecretKind


def _as_secret(obj: JsonObject) -> Secret:
    return cast("Secret", obj)
