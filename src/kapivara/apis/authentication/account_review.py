"""Whose a token of a service account is, as long as the account is there, and what the token is bound to.

Upstream: pkg/serviceaccount/{jwt,claims}.go, apiserver/pkg/authentication/serviceaccount/util.go (1.37).
"""

from __future__ import annotations

import calendar
import time
from typing import Final

from kapivara.apis.surroundings import Surroundings
from kapivara.meta import ApiError, GroupVersionResource
from kapivara.values import JsonObject

_FORMAT: Final = "%Y-%m-%dT%H:%M:%SZ"
_EXTRA: Final = "authentication.kubernetes.io"
_HOLDERS: Final = {"serviceaccount": "serviceaccounts", "pod": "pods", "secret": "secrets"}
"""What must be there for a token to count, by the names that claims have for it."""


def review_account_token(token: str, surroundings: Surroundings) -> tuple[JsonObject, list[str]] | None:
    """Returns the user of a token and whom it is meant for; None where it is no account's."""
    if token.count(".") != 2:
        return None
    claims = surroundings.account_tokens.read(token, calendar.timegm(time.strptime(surroundings.now(), _FORMAT)))
    if claims is None:
        return None
    own = claims["kubernetes.io"]
    bound = [(resource, own[name]) for name, resource in _HOLDERS.items() if name in own]
    if "node" in own and "pod" not in own:
        bound.append(("nodes", own["node"]))
    for resource, reference in bound:
        if not _is_there(resource, reference, own["namespace"], surroundings):
            return None
    extra = {f"{_EXTRA}/credential-id": [f"JTI={claims['jti']}"]}
    for name in ("pod", "node"):
        for field, value in own.get(name, {}).items():
            extra[f"{_EXTRA}/{name}-{field}"] = [value]
    groups = ["system:serviceaccounts", f"system:serviceaccounts:{own['namespace']}", "system:authenticated"]
    user = {"username": claims["sub"], "uid": own["serviceaccount"]["uid"], "groups": groups, "extra": extra}
    return user, claims["aud"]


def _is_there(resource: str, reference: JsonObject, namespace: str, surroundings: Surroundings) -> bool:
    where = "" if resource == "nodes" else namespace
    try:
        found = surroundings.get(GroupVersionResource("", "v1", resource), reference["name"], where)
    except ApiError:
        return False
    return bool(found["metadata"]["uid"] == reference["uid"])
