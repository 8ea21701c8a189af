"""Service accounts as clients: whom a token is from that this server has issued, and as long as it counts.

The signature is looked at once, what the token is bound to every ten seconds: so long may a token outlive its account.
Upstream: apiserver/pkg/authentication/token/cache/cached_token_authenticator.go; kube-apiserver's TokenSuccessCacheTTL
(1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from time import monotonic
from typing import Final

from kapivara.apis.account_tokens import ISSUER
from kapivara.registry.registry import Registry
from kapivara.server.caller import Caller
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
        """Whether the account was looked up a moment ago."""
        return self._clock() < self._until

    def look_up(self) -> bool:
        """Looks up whether the account is there, and what its token is bound to."""
        self.is_known = self._registry.is_account_there(self._claims)
        self._until = self._clock() + _LOOKED_UP_FOR
        return self.is_known

    def has_expired(self, now: float) -> bool:
        """Tells whether the token is too old, at a time of day."""
        return bool(now >= self._claims["exp"])

    def is_of(self, registry: Registry) -> bool:
        """Tells whether a registry has the account."""
        return registry is self._registry


class IssuedTokens:
    """The tokens that clients have borne lately. Used within one event loop alone.

    `registry` returns what answers now, `now` the time of day and `clock` one that only ever goes on.
    """

    def __init__(
        self, registry: Callable[[], Registry], now: Callable[[], float], clock: Callable[[], float] = monotonic
    ):
        self._registry = registry
        self._now = now
        self._clock = clock
        self._known: dict[bytes, AccountCaller] = {}

    def find(self, token: bytes) -> AccountCaller | None:
        """Returns whom a token is from; None where this server has not issued it, or it is meant for others."""
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
