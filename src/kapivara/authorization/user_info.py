"""Users: name, UID, groups and extra attributes.

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
    """A user with its groups and extra attributes."""

    name: str
    uid: str
    groups: tuple[str, ...] = ()
    extra: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def to_json(self) -> JsonObject:
        """Returns the user in the format of reviews and admission, without empty fields."""
        extra = {name: list(values) for name, values in self.extra}
        told = {"username": self.name, "uid": self.uid, "groups": list(self.groups), "extra": extra}
        return {field: value for field, value in told.items() if value}


ADMIN: Final = UserInfo("admin", "admin", (MASTERS, AUTHENTICATED))
"""The user of the server's own token, or of all requests if the server does not authenticate."""
ANONYMOUS: Final = UserInfo("system:anonymous", "", (UNAUTHENTICATED,))
"""The user of requests without credentials."""

Authenticate: TypeAlias = Callable[[str], UserInfo | None]
"""Returns the user of a token; None for an invalid one."""


def know_nobody(token: str) -> None:
    """Accepts no tokens, for a server without token authentication."""


def with_authenticated(groups: tuple[str, ...]) -> tuple[str, ...]:
    """Returns groups with that of authenticated users added, unless they contain it or that of unauthenticated ones.

    Upstream: apiserver/pkg/authentication/group/authenticated_group_adder.go (1.37).
    """
    return groups if AUTHENTICATED in groups or UNAUTHENTICATED in groups else (*groups, AUTHENTICATED)


def account_groups(namespace: str) -> tuple[str, str]:
    """Returns the groups of all service accounts of a namespace."""
    return _ACCOUNTS, f"{_ACCOUNTS}:{namespace}"


def account_name(namespace: str, name: str) -> str:
    """Returns the user name of a service account."""
    return f"{ACCOUNT_PREFIX}{namespace}:{name}"
