"""The record of managers, `metadata.managedFields`: decodes and encodes its entries.

`tracking.py` updates the record after a write. Upstream: apimachinery/pkg/util/managedfields/internal/managedfields.go
(1.37).
"""

from __future__ import annotations

from typing import TypeAlias

from kapivara.patch.merging.field_set import Fields, read_fields
from kapivara.values import JsonObject
from kapivara.values.record import slot_record
from kapivara.values.rendering import to_json_text

BEFORE_FIRST_APPLY = "before-first-apply"


@slot_record
class Entry:
    """One manager's fields, at the version in which it wrote them."""

    manager: str
    operation: str
    api_version: str
    subresource: str
    fields: Fields
    time: str | None = None

    @property
    def identity(self) -> Identity:
        """The identity of the entry; that of an applier does not depend on the version."""
        return self.manager, self.operation, self.api_version if self.operation == "Update" else "", self.subresource

    def to_json(self, fields: Fields | None = None) -> JsonObject:
        """Returns the entry in the format of objects, with its own or other fields."""
        shown: JsonObject = {"fieldsType": "FieldsV1", "fieldsV1": self.fields if fields is None else fields}
        if self.api_version:
            shown["apiVersion"] = self.api_version
        if self.manager:
            shown["manager"] = self.manager
        if self.operation:
            shown["operation"] = self.operation
        if self.subresource:
            shown["subresource"] = self.subresource
        if self.time:
            shown["time"] = self.time
        return shown


Identity: TypeAlias = tuple[str, str, str, str]
Managers: TypeAlias = dict[Identity, Entry]


def identifier(identity: Identity) -> str:
    """Returns the text that orders managers when nothing else does: the JSON of the identity.

    Upstream: BuildManagerIdentifier.
    """
    names = ("manager", "operation", "apiVersion", "subresource")
    parts = (f'"{name}":{to_json_text(text)}' for name, text in zip(names, identity, strict=True) if text)
    return f"{{{','.join(parts)}}}"


class ConflictError(Exception):
    """A write would change fields of other managers; `fields` has them by manager."""

    def __init__(self, fields: dict[Identity, Fields]):
        super().__init__()
        self.fields = fields


def read_managers(entries: list[JsonObject]) -> Managers:
    """Decodes the record of an object; raises FieldSetError."""
    managers: Managers = {}
    for each in entries:
        fields = read_fields(each.get("fieldsV1"))
        entry = Entry(
            each.get("manager") or "",
            each.get("operation") or "",
            each.get("apiVersion") or "",
            each.get("subresource") or "",
            fields,
            each.get("time"),
        )
        managers[entry.identity] = entry
    return managers


def write_managers(managers: Managers) -> list[JsonObject]:
    """Returns the record in the format of objects: appliers first, then by time and name."""

    def order(entry: Entry) -> tuple[str, ...]:
        return entry.operation, entry.time or "", entry.manager, entry.api_version, entry.subresource

    return [entry.to_json() for entry in sorted(managers.values(), key=order)]
