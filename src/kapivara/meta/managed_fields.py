"""Validation rules of field managers: their name in a request, and the entries of `metadata.managedFields`.

Upstream: apimachinery/pkg/apis/meta/v1/validation/validation.go (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, invalid, not_supported, required, too_long
from kapivara.values.printable import is_print
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.meta.v1.zz_generated_types import ManagedFieldsEntry

FIELD_MANAGER_MAX_LENGTH = 128
SUBRESOURCE_NAME_MAX_LENGTH = 256

_OPERATIONS = ("Apply", "Update")


def validate_field_manager(manager: str, path: FieldPath) -> ErrorList:
    """Validates the name of a field manager, which may be empty: length and printable characters."""
    errors: ErrorList = []
    if byte_length(manager) > FIELD_MANAGER_MAX_LENGTH:
        errors.append(too_long(path, FIELD_MANAGER_MAX_LENGTH))
    position = 0
    for rune in manager:
        if not is_print(rune):
            errors.append(invalid(path, manager, f"invalid character U+{ord(rune):04X} (at position {position})"))
        position += byte_length(rune)
    return errors


def validate_managed_fields(entries: Sequence[ManagedFieldsEntry], path: FieldPath) -> ErrorList:
    """Validates the entries of `metadata.managedFields`, without their field sets."""
    errors: ErrorList = []
    for index, entry in enumerate(entries):
        here = path.index(index)
        operation = entry.get("operation") or ""
        if not operation:
            error = required(here.child("operation"), "must not be empty")
            errors.append(error.marked(covered_by_declarative=True))
        elif operation not in _OPERATIONS:
            error = not_supported(here.child("operation"), NamedString(operation), _OPERATIONS)
            errors.append(error.marked(covered_by_declarative=True))
        fields_type = entry.get("fieldsType") or ""
        if fields_type not in ("", "FieldsV1"):
            errors.append(invalid(here.child("fieldsType"), fields_type, "must be `FieldsV1`"))
        errors += validate_field_manager(entry.get("manager") or "", here.child("manager"))
        if byte_length(entry.get("subresource") or "") > SUBRESOURCE_NAME_MAX_LENGTH:
            errors.append(too_long(here.child("subresource"), SUBRESOURCE_NAME_MAX_LENGTH))
    return errors


def is_plain_entry(entry: ManagedFieldsEntry) -> bool:
    """Returns True if an entry is valid by a fast check."""
    manager = entry.get("manager") or ""
    return (
        entry.get("operation") in _OPERATIONS
        and entry.get("fieldsType") == "FieldsV1"
        and len(manager) <= FIELD_MANAGER_MAX_LENGTH
        and manager.isascii()
        and manager.isprintable()
        and len(entry.get("subresource") or "") <= FIELD_MANAGER_MAX_LENGTH // 2
    )
