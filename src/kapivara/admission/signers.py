"""Whether the user of a write may act for a signer of certificates: by its name, or by that of its domain.

Upstream: pkg/certauthorization/certauthorization.go IsAuthorizedForSignerName (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.admission.plugin import Attributes

_GROUP: Final = "certificates.k8s.io"


def may_act_for(write: Attributes, verb: str, signer: str) -> bool:
    """Tells whether the user may `approve`, `sign` or `attest` for a signer."""
    from kapivara.authorization.access import Access  # few ask for it

    decide = write.surroundings.decide
    names = (signer, f"{signer.partition('/')[0]}/*")
    return any(decide(Access(write.user, verb, _GROUP, "signers", name=name)).allowed for name in names)
