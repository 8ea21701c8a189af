"""The authorization modes."""

from __future__ import annotations

from enum import StrEnum


class AuthorizationMode(StrEnum):
    """AlwaysAllow permits everything; RBAC applies roles and bindings."""

    ALWAYS_ALLOW = "AlwaysAllow"
    RBAC = "RBAC"
