"""By what it is decided who may do what."""

from __future__ import annotations

from enum import StrEnum


class AuthorizationMode(StrEnum):
    """Everybody may do everything, or everybody what roles and bindings say."""

    ALWAYS_ALLOW = "AlwaysAllow"
    RBAC = "RBAC"
