"""Service accounts as clients: validates the tokens that this server issued.

It verifies a signature once, and the existence of the bound objects every ten seconds, so a token may outlive its
account by that time. Upstream: apiserver/pkg/authentication/token/cache/cached_token_authenticator.go; kube-apiserver's
TokenSuccessCacheTTL (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from time import monotonic
from typing import Final

from kapivara.apis.machinery.server.account_tokens import ISSUER
from kapivara.registry.registry import Registry
from kapivara.server.routing.caller import Caller
from kapivara.values import JsonObject

_LOOKED_UP_FOR: Final = 10.0
_MOST_KNOWN: Final = 1024


class AccountCaller(Caller):
    """A service account, known by its token."""

    __slots__ = ("_claims", "_clock", "_registry", "_until")

    is_lasting = False

    def __init__(self, claims: JsonObject, registry: Registry, clock: Callable[[], float]):
        super().__init__(registry.account_of(claims))
        self._claims = claims
        self._registry = registry
        self._clock = clock
        self._until = 0.0

    @property
    def is_fresh(self) -> bool:
        """Whether the account was looked up recently."""
        return self._clock() < self._until

    def look_up(self) -> bool:
        """Looks up the account and the objects that its token is bound to; returns True if they exist."""
        self.is_known = self._registry.is_account_there(self._claims)
        self._until = self._clock() + _LOOKED_UP_FOR
        return self.is_known

    def has_expired(self, now: float) -> bool:
        """Returns True if the token has expired at a time of day."""
        return bool(now >= self._claims["exp"])

    def is_of(self, registry: Registry) -> bool:
        """Returns True if the account belongs to a registry."""
        return registry is self._registry


class IssuedTokens:
    """The recent tokens of clients. For one event loop only.

    `registry` returns the current registry, `now` the time of day; `clock` is monotonic.
    """

    def __init__(
        self, registry: Callable[[], Registry], now: Callable[[], float], clock: Callable[[], float] = monotonic
    ):
        self._registry = registry
        self._now = now
        self._clock = clock
        self._known: dict[bytes, AccountCaller] = {}

    def find(self, token: bytes) -> AccountCaller | None:
        """Returns the caller of a token; None if this server did not issue it, or for another audience."""
        digest, registry = sha256(token).digest(), self._registry()
        caller = self._known.get(digest)
        if caller is None or not caller.is_of(registry):
            claims = registry.claims_of(token.decode(errors="replace"))
            if claims is None or ISSUER not in claims["aud"]:
                return None
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            caller = self._known[digest] = AccountCaller(claims, registry, self._clock)
        return None if caller.has_expired(self._now()) else caller
