"""CertificateApproval: a request for a certificate is approved, or denied, by who may do so for its signer.

Upstream: plugin/pkg/admission/certificates/approval/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.apis.certificates.signer_rights import may_act_for
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.certificates.v1.zz_generated_types import CertificateSigningRequest


class CertificateApproval(Plugin):
    """Refuses approvals of those who may not approve for the signer."""

    def validate(self, write: Attributes) -> None:
        """Asks for the signer of the request as it was, whatever the approval changes."""
        if write.subresource != "approval" or write.action is not Action.UPDATE:
            return
        signer = cast("CertificateSigningRequest", write.old)["spec"]["signerName"]
        if not may_act_for(write.surroundings, write.user, "approve", signer):
            raise write.forbidden(f"user not permitted to approve requests with signerName {quote(signer)}")


PLUGIN = CertificateApproval
