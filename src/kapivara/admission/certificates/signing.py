"""CertificateSigning: only users with the right for a signer may write the certificates of its requests.

Upstream: plugin/pkg/admission/certificates/signing/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.apis.groups.certificates.signer_rights import may_act_for
from kapivara.values import deep_equal
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.certificates.v1.zz_generated_types import CertificateSigningRequest


class CertificateSigning(Plugin):
    """Rejects certificates from users without the right for the signer."""

    def validate(self, write: Attributes) -> None:
        """Checks status updates that change the certificate or the conditions."""
        if write.subresource != "status" or write.action is not Action.UPDATE:
            return
        new, old = (cast("CertificateSigningRequest", each) for each in (write.obj, write.old))
        before, after = old.get("status", {}), new.get("status", {})
        if all(deep_equal(before.get(field), after.get(field)) for field in ("certificate", "conditions")):
            return
        signer = old["spec"]["signerName"]
        if not may_act_for(write.surroundings, write.user, "sign", signer):
            raise write.forbidden(f"user not permitted to sign requests with signerName {quote(signer)}")


PLUGIN = CertificateSigning
