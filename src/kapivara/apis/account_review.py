"""Whose a token of a service account is, as long as the account is there, and what the token is bound to.

Upstream: pkg/serviceaccount/{jwt,claims}.go, apiserver/pkg/authentication/serviceaccount/util.go (1.37).
"""

from __future__ import annotations

import calendar
import time
from typing import Final

from kapivara.apis.surroundings import Surroundings
from kapivara.authorization.user_info import AUTHENTICATED, UserInfo, account_groups
from kapivara.meta import ApiError, GroupVersionResource
from kapivara.values import JsonObject

_FORMAT: Final = "%Y-%m-%dT%H:%M:%SZ"
_EXTRA: Final = "authentication.kubernetes.io"
_HOLDERS: Final = {"serviceaccount": "serviceaccounts", "pod": "pods", "secret": "secrets"}
"""What must be there for a token to count, by the names that claims have for it."""
_LEEWAY: Final = 60
"""For so many seconds a token outlives what it is bound to, once that is being deleted."""


def read_claims(token: str, surroundings: Surroundings) -> JsonObject | None:
    """Returns what a token claims that this server has signed; None where it is none, or not valid now."""
    return surroundings.account_tokens.read(token, _now(surroundings)) if token.count(".") == 2 else None


def account_of(claims: JsonObject) -> UserInfo:
    """Returns the user that claims are about."""
    own = claims["kubernetes.io"]
    extra = {f"{_EXTRA}/credential-id": (f"JTI={claims['jti']}",)}
    for name in ("pod", "node"):
        for field, value in own.get(name, {}).items():
            extra[f"{_EXTRA}/{name}-{field}"] = (value,)
    groups = (*account_groups(own["namespace"]), AUTHENTICATED)
    return UserInfo(claims["sub"], own["serviceaccount"]["uid"], groups, tuple(extra.items()))


def are_held(claims: JsonObject, surroundings: Surroundings) -> bool:
    """Tells whether the account is still there, and what the token is bound to."""
    own = claims["kubernetes.io"]
    bound = [(resource, own[name]) for name, resource in _HOLDERS.items() if name in own]
    if "node" in own and "pod" not in own:
        bound.append(("nodes", own["node"]))
    return all(_is_there(resource, reference, own["namespace"], surroundings) for resource, reference in bound)


def _is_there(resource: str, reference: JsonObject, namespace: str, surroundings: Surroundings) -> bool:
    where = "" if resource == "nodes" else namespace
    try:
        found = surroundings.get(GroupVersionResource("", "v1", resource), reference["name"], where)["metadata"]
    except ApiError:
        return False
    going = found.get("deletionTimestamp")
    if going and _seconds(going) < _now(surroundings) - _LEEWAY:
        return False
    return bool(found["uid"] == reference["uid"])


def _now(surroundings: Surroundings) -> int:
    return _seconds(surroundings.now())


def _seconds(moment: str) -> int:
    return calendar.timegm(time.strptime(moment, _FORMAT))
