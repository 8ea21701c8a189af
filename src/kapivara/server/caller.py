"""Who sends a request that goes on: a user, known by its token or certificate, or nobody in particular."""

from __future__ import annotations

from typing import Final

from kapivara.authorization.user_info import ADMIN, ANONYMOUS, UserInfo


class Caller:
    """A user who asks. `is_known` tells that it has shown who it is.

    Plain and not a record: every request reads it.
    """

    __slots__ = ("is_known", "user")

    is_lasting = True
    """Whether it stays who it is as long as its requests say the same."""

    def __init__(self, user: UserInfo, *, is_known: bool = True):
        self.user = user
        self.is_known = is_known

    @property
    def is_fresh(self) -> bool:
        """Whether what makes it who it is was looked up a moment ago, or need not be."""
        return True

    def look_up(self) -> bool:
        """Looks up whether it still is who it is; that may take a while. Returns whether it is."""
        return True


KNOWN: Final = Caller(ADMIN)
"""Whoever bears the server's own token, or asks a server that wants none."""
OTHERS: Final = Caller(ANONYMOUS)
"""Whoever asks a server that wants no token, and lets roles decide."""
STRANGER: Final = Caller(ANONYMOUS, is_known=False)
"""Whoever has not shown who it is, and asks for what everybody may know."""
