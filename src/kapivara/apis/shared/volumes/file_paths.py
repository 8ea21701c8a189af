"""Validation rules of file paths, modes and owners.

Upstream: pkg/apis/core/validation/validation.go validatePathNoBacksteps, validateLocalDescendingPath,
ValidateLocalNonReservedPath, validateUserField (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.apis.shared.rules.numbers import INT32_MAX, validate_in_range
from kapivara.field import ErrorList, FieldPath, invalid

LAST_MODE: Final = 0o777
_MODES: Final = "must be a number between 0 and 0777 (octal), both inclusive"


def has_backsteps(text: str) -> bool:
    """Returns True if a path has a `..` segment."""
    return ".." in text and ".." in text.split("/")


def validate_no_backsteps(text: str, path: FieldPath) -> ErrorList:
    """Rejects a path with a `..` segment."""
    return [invalid(path, text, "must not contain '..'")] if has_backsteps(text) else []


def validate_descending_path(text: str, path: FieldPath) -> ErrorList:
    """Requires a relative path without `..` segments."""
    errors = [invalid(path, text, "must be a relative path")] if text.startswith("/") else []
    return errors + validate_no_backsteps(text, path)


def validate_local_path(text: str, path: FieldPath) -> ErrorList:
    """Requires a relative path without `..` segments that does not start with two dots."""
    errors = validate_descending_path(text, path)
    if text.startswith("..") and not text.startswith("../"):
        errors.append(invalid(path, text, "must not start with '..'"))
    return errors


def is_local_path(text: str) -> bool:
    """Returns True if `validate_local_path` accepts a path."""
    return not text.startswith(("/", "..")) and not has_backsteps(text)


def validate_mode(mode: int | None, path: FieldPath) -> ErrorList:
    """Requires valid permission bits; accepts None."""
    return [] if mode is None or 0 <= mode <= LAST_MODE else [invalid(path, mode, _MODES)]


def validate_user(user: int | None, path: FieldPath) -> ErrorList:
    """Requires a valid user ID; accepts None."""
    return [] if user is None else validate_in_range(user, path, 0, INT32_MAX)
