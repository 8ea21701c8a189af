"""Paths of files within volumes, on nodes and in containers, and the modes and owners of files.

Upstream: pkg/apis/core/validation/validation.go validatePathNoBacksteps, validateLocalDescendingPath,
ValidateLocalNonReservedPath, validateUserField (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.apis.rules.numbers import INT32_MAX, validate_in_range
from kapivara.field import ErrorList, FieldPath, invalid

LAST_MODE: Final = 0o777
_MODES: Final = "must be a number between 0 and 0777 (octal), both inclusive"


def has_backsteps(text: str) -> bool:
    """Tells whether a path leads up somewhere on its way."""
    return ".." in text and ".." in text.split("/")


def validate_no_backsteps(text: str, path: FieldPath) -> ErrorList:
    """Refuses a path that leads up somewhere on its way."""
    return [invalid(path, text, "must not contain '..'")] if has_backsteps(text) else []


def validate_descending_path(text: str, path: FieldPath) -> ErrorList:
    """Requires a relative path that leads nowhere up."""
    errors = [invalid(path, text, "must be a relative path")] if text.startswith("/") else []
    return errors + validate_no_backsteps(text, path)


def validate_local_path(text: str, path: FieldPath) -> ErrorList:
    """Requires a relative path that leads nowhere up, and does not begin with two dots."""
    errors = validate_descending_path(text, path)
    if text.startswith("..") and not text.startswith("../"):
        errors.append(invalid(path, text, "must not start with '..'"))
    return errors


def is_local_path(text: str) -> bool:
    """Tells whether `validate_local_path` has nothing to say about a path."""
    return not text.startswith(("/", "..")) and not has_backsteps(text)


def validate_mode(mode: int | None, path: FieldPath) -> ErrorList:
    """Requires permissions of a file, where there are any."""
    return [] if mode is None or 0 <= mode <= LAST_MODE else [invalid(path, mode, _MODES)]


def validate_user(user: int | None, path: FieldPath) -> ErrorList:
    """Requires the number of a user, where there is one."""
    return [] if user is None else validate_in_range(user, path, 0, INT32_MAX)
