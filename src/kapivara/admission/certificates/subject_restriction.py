"""CertificateSubjectRestriction: client certificates of the API server's signer cannot grant system:masters.

Upstream: plugin/pkg/admission/certificates/subjectrestriction/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Action, Attributes, Plugin

if TYPE_CHECKING:
    from kapivara.apis.groups.certificates.v1.zz_generated_types import CertificateSigningRequest

_SIGNER: Final = "kubernetes.io/kube-apiserver-client"
_MASTERS: Final = "system:masters"


class CertificateSubjectRestriction(Plugin):
    """Rejects certificate requests with the group system:masters."""

    def validate(self, write: Attributes) -> None:
        """Checks the groups in requests for the signer of API clients."""
        if write.subresource or write.action is not Action.CREATE:
            return
        spec = cast("CertificateSigningRequest", write.obj)["spec"]
        if spec["signerName"] == _SIGNER and _MASTERS in _groups(spec["request"] or ""):
            raise write.forbidden(f"use of {_SIGNER} signer with {_MASTERS} group is not allowed")


def _groups(request: str) -> list[str]:
    """Returns the organizations of a PEM request; none for an invalid one, which validation rejects."""
    from kapivara.apis.groups.certificates.pem import read_blocks  # seldom needed
    from kapivara.languages.go.base64 import decode_base64
    from kapivara.languages.x509.errors import X509Error
    from kapivara.languages.x509.request import parse_request

    block = next(read_blocks(decode_base64(request)), None)
    try:
        return [] if block is None else parse_request(block.data).organizations
    except X509Error:
        return []


PLUGIN = CertificateSubjectRestriction
