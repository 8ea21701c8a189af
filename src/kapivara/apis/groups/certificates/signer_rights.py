"""Checks rights of users for certificate signers, by the name of a signer or by its domain.

Upstream: pkg/certauthorization/certauthorization.go IsAuthorizedForSignerName (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.machinery.server.surroundings import Surroundings
    from kapivara.authorization.user_info import UserInfo

_GROUP: Final = "certificates.k8s.io"


def may_act_for(surroundings: Surroundings, user: UserInfo, verb: str, signer: str) -> bool:
    """Returns whether a user may `approve`, `sign` or `attest` for a signer."""
    from kapivara.authorization.access import Access  # rarely needed

    names = (signer, f"{signer.partition('/')[0]}/*")
    return any(surroundings.decide(Access(user, verb, _GROUP, "signers", name=name)).allowed for name in names)
