"""CertificateSubjectRestriction: nobody is made a master of the cluster by a certificate of the API's own signer.

Upstream: plugin/pkg/admission/certificates/subjectrestriction/admission.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Action, Attributes, Plugin

if TYPE_CHECKING:
    from kapivara.apis.certificates.v1.zz_generated_types import CertificateSigningRequest

_SIGNER: Final = "kubernetes.io/kube-apiserver-client"
_MASTERS: Final = "system:masters"


class CertificateSubjectRestriction(Plugin):
    """Refuses requests for certificates that would make their bearer a master."""

    def validate(self, write: Attributes) -> None:
        """Looks at the groups that a request names, where the signer of clients is asked."""
        if write.subresource or write.action is not Action.CREATE:
            return
        spec = cast("CertificateSigningRequest", write.obj)["spec"]
        if spec["signerName"] == _SIGNER and _MASTERS in _groups(spec["request"] or ""):
            raise write.forbidden(f"use of {_SIGNER} signer with {_MASTERS} group is not allowed")


def _groups(request: str) -> list[str]:
    """Lists the organizations of a request in PEM; none where it is no request, which its own rules tell."""
    from kapivara.apis.certificates.pem import read_blocks  # seldom needed
    from kapivara.apis.x509.errors import X509Error
    from kapivara.apis.x509.request import parse_request
    from kapivara.content.base64_text import decode_base64

    block = next(read_blocks(decode_base64(request)), None)
    try:
        return [] if block is None else parse_request(block.data).organizations
    except X509Error:
        return []


PLUGIN = CertificateSubjectRestriction
