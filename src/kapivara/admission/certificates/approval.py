"""CertificateApproval: only users with the right for a signer may approve or deny its certificate requests.

Upstream: plugin/pkg/admission/certificates/approval/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.apis.groups.certificates.signer_rights import may_act_for
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.certificates.v1.zz_generated_types import CertificateSigningRequest


class CertificateApproval(Plugin):
    """Rejects approvals by users without the right for the signer."""

    def validate(self, write: Attributes) -> None:
        """Checks the signer of the old request, whatever the approval changes."""
        if write.subresource != "approval" or write.action is not Action.UPDATE:
            return
        signer = cast("CertificateSigningRequest", write.old)["spec"]["signerName"]
        if not may_act_for(write.surroundings, write.user, "approve", signer):
            raise write.forbidden(f"user not permitted to approve requests with signerName {quote(signer)}")


PLUGIN = CertificateApproval
