"""Records of managers in objects from a client or the storage, which may be invalid."""

from __future__ import annotations

from kapivara.patch.managers.managed_fields import Managers, read_managers
from kapivara.patch.merging.field_set import FieldSetError
from kapivara.values import JsonObject


def read_given(entries: list[JsonObject]) -> Managers | None:
    """Decodes the entries of `metadata.managedFields`; None if they are invalid."""
    if not all(map(_is_readable, entries)):
        return None
    try:
        return read_managers(entries)
    except FieldSetError:
        return None


def read_managers_of(obj: JsonObject) -> Managers | None:
    """Decodes the record of an object; None if it is invalid."""
    return read_given(obj["metadata"].get("managedFields") or [])


def _is_readable(entry: JsonObject) -> bool:
    operation, fields_type = entry.get("operation"), entry.get("fieldsType")
    return operation in ("Apply", "Update") and fields_type == "FieldsV1" and bool(entry.get("apiVersion"))


def show_managers(obj: JsonObject, entries: list[JsonObject]) -> None:
    """Replaces the record of an object."""
    obj["metadata"].pop("managedFields", None)
    if entries:
        obj["metadata"]["managedFields"] = entries
