"""The caller of an admitted request: a user known by token or certificate, or an anonymous one."""

from __future__ import annotations

from typing import Final

from kapivara.authorization.user_info import ADMIN, ANONYMOUS, UserInfo


class Caller:
    """A user that sends requests. `is_known` is True after authentication.

    A plain class, because every request reads it.
    """

    __slots__ = ("is_known", "user")

    is_lasting = True
    """Whether later requests with the same credentials have the same caller."""

    def __init__(self, user: UserInfo, *, is_known: bool = True):
        self.user = user
        self.is_known = is_known

    @property
    def is_fresh(self) -> bool:
        """Whether the identity was verified recently, or needs no verification."""
        return True

    def look_up(self) -> bool:
        """Verifies the identity again, which may take time; returns True if it is still valid."""
        return True


KNOWN: Final = Caller(ADMIN)
"""The caller with the server's own token, or any caller of a server without authentication."""
OTHERS: Final = Caller(ANONYMOUS)
"""The anonymous caller of a server that authorizes by roles."""
STRANGER: Final = Caller(ANONYMOUS, is_known=False)
"""A caller without credentials, for public paths."""
