"""Who asks: a user as the server knows one, by name and groups.

Upstream: apiserver/pkg/authentication/user/user.go Info (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from kapivara.values import JsonObject
from kapivara.values.record import record

MASTERS: Final = "system:masters"
"""The group whose members may do everything."""
AUTHENTICATED: Final = "system:authenticated"
UNAUTHENTICATED: Final = "system:unauthenticated"
ACCOUNT_PREFIX: Final = "system:serviceaccount:"
_ACCOUNTS: Final = "system:serviceaccounts"


@record
class UserInfo:
    """A user, the groups that it is in, and what else is known of it: names with their values."""

    name: str
    uid: str
    groups: tuple[str, ...] = ()
    extra: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def to_json(self) -> JsonObject:
        """Returns it as reviews and admission tell of it; what is empty is left out."""
        extra = {name: list(values) for name, values in self.extra}
        told = {"username": self.name, "uid": self.uid, "groups": list(self.groups), "extra": extra}
        return {field: value for field, value in told.items() if value}


ADMIN: Final = UserInfo("admin", "admin", (MASTERS, AUTHENTICATED))
"""Whom those are taken for who bear the server's own token, or whom it does not ask."""
ANONYMOUS: Final = UserInfo("system:anonymous", "", (UNAUTHENTICATED,))
"""Who has not said who it is."""

Authenticate: TypeAlias = Callable[[str], UserInfo | None]
"""Returns whom a token is from; None where it is nobody's."""


def know_nobody(token: str) -> None:
    """Knows no tokens, as a server that asks for none."""


def with_authenticated(groups: tuple[str, ...]) -> tuple[str, ...]:
    """Returns groups with that of all who are known, unless they say themselves whether the user is.

    Upstream: apiserver/pkg/authentication/group/authenticated_group_adder.go (1.37).
    """
    return groups if AUTHENTICATED in groups or UNAUTHENTICATED in groups else (*groups, AUTHENTICATED)


def account_groups(namespace: str) -> tuple[str, str]:
    """Returns the groups that all service accounts of a namespace are in."""
    return _ACCOUNTS, f"{_ACCOUNTS}:{namespace}"


def account_name(namespace: str, name: str) -> str:
    """Returns the name that a service account has as a user."""
    return f"{ACCOUNT_PREFIX}{namespace}:{name}"
