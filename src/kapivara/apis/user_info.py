"""Who asks: a user as the server knows one, by name and groups.

kapivara knows everybody whom it lets in as one user, who may do everything.
Upstream: apiserver/pkg/authentication/user/user.go Info (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kapivara.values.record import record


@record
class UserInfo:
    """A user and the groups that it is in."""

    name: str
    uid: str
    groups: tuple[str, ...] = ()


ADMIN = UserInfo("admin", "admin", ("system:masters", "system:authenticated"))
"""Whom all clients of kapivara are taken for."""

Authenticate: TypeAlias = Callable[[str], UserInfo | None]
"""Returns whom a token is from; None where it is nobody's."""


def know_nobody(token: str) -> None:
    """Knows no tokens, as a server that asks for none."""
