"""The record of who manages which field, `metadata.managedFields`: entries, read from objects and shown in them.

What a write does to the record is told in `tracking.py`.
Upstream: apimachinery/pkg/util/managedfields/internal/managedfields.go (1.37).
"""

from __future__ import annotations

from typing import TypeAlias

from kapivara.patch.field_set import Fields, read_fields
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
        """What makes an entry another one's: appliers are the same in all versions."""
        return self.manager, self.operation, self.api_version if self.operation == "Update" else "", self.subresource

    def to_json(self, fields: Fields | None = None) -> JsonObject:
        """Returns the entry as objects show it, with its own fields or with others."""
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
    """Returns what managers are ordered by where nothing else tells them apart: the JSON of what makes an entry theirs.

    Upstream: BuildManagerIdentifier.
    """
    names = ("manager", "operation", "apiVersion", "subresource")
    parts = (f'"{name}":{to_json_text(text)}' for name, text in zip(names, identity, strict=True) if text)
    return f"{{{','.join(parts)}}}"


class ConflictError(Exception):
    """Fields that others manage would change; `fields` has them by manager."""

    def __init__(self, fields: dict[Identity, Fields]):
        super().__init__()
        self.fields = fields


def read_managers(entries: list[JsonObject]) -> Managers:
    """Reads the record from an object; raises FieldSetError."""
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
    """Returns the record as objects show it: appliers first, then by time and name."""

    def order(entry: Entry) -> tuple[str, ...]:
        return entry.operation, entry.time or "", entry.manager, entry.api_version, entry.subresource

    return [entry.to_json() for entry in sorted(managers.values(), key=order)]
