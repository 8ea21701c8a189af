"""Finds the service account that a token identifies, and checks that the account and the bound objects still exist.

Upstream: pkg/serviceaccount/{jwt,claims}.go, apiserver/pkg/authentication/serviceaccount/util.go (1.37).
"""

from __future__ import annotations

import calendar
import time
from typing import Final

from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.authorization.user_info import AUTHENTICATED, UserInfo, account_groups
from kapivara.meta import ApiError, GroupVersionResource
from kapivara.values import JsonObject

_FORMAT: Final = "%Y-%m-%dT%H:%M:%SZ"
_EXTRA: Final = "authentication.kubernetes.io"
_HOLDERS: Final = {"serviceaccount": "serviceaccounts", "pod": "pods", "secret": "secrets"}
"""The claims that name objects which must exist for the token to be valid, with the resource of each."""
_LEEWAY: Final = 60
"""The seconds for which a token stays valid after an object that it is bound to is marked for deletion."""


def read_claims(token: str, surroundings: Surroundings) -> JsonObject | None:
    """Returns the claims of a token that this server signed; None if another key signed it or it is not valid now."""
    return surroundings.account_tokens.read(token, _now(surroundings)) if token.count(".") == 2 else None


def account_of(claims: JsonObject) -> UserInfo:
    """Returns the user that the claims identify."""
    own = claims["kubernetes.io"]
    extra = {f"{_EXTRA}/credential-id": (f"JTI={claims['jti']}",)}
    for name in ("pod", "node"):
        for field, value in own.get(name, {}).items():
            extra[f"{_EXTRA}/{name}-{field}"] = (value,)
    groups = (*account_groups(own["namespace"]), AUTHENTICATED)
    return UserInfo(claims["sub"], own["serviceaccount"]["uid"], groups, tuple(extra.items()))


def are_held(claims: JsonObject, surroundings: Surroundings) -> bool:
    """Returns True if the service account and all objects that the token is bound to still exist."""
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
