"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "CertificateSigningRequest": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {certificates.CertificateSigningRequestSpec}
Status status {certificates.CertificateSigningRequestStatus}
""",
    "CertificateSigningRequestSpec": """\
Request request null
SignerName signerName ""
ExpirationSeconds expirationSeconds null
Usages usages null
Username username ""
UID uid ""
Groups groups null
Extra extra null
""",
    "CertificateSigningRequestStatus": """\
Conditions conditions []{certificates.CertificateSigningRequestCondition}
Certificate certificate null
""",
    "CertificateSigningRequestCondition": """\
Type type ""
Status status ""
Reason reason ""
Message message ""
LastUpdateTime lastUpdateTime null
LastTransitionTime lastTransitionTime null
""",
    "CertificateSigningRequestList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{certificates.CertificateSigningRequest}
""",
    "ClusterTrustBundle": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {certificates.ClusterTrustBundleSpec}
""",
    "ClusterTrustBundleSpec": """\
SignerName signerName ""
TrustBundle trustBundle ""
""",
    "ClusterTrustBundleList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{certificates.ClusterTrustBundle}
""",
    "PodCertificateRequest": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {certificates.PodCertificateRequestSpec}
Status status {certificates.PodCertificateRequestStatus}
""",
    "PodCertificateRequestSpec": """\
SignerName signerName ""
PodName podName ""
PodUID podUID ""
ServiceAccountName serviceAccountName ""
ServiceAccountUID serviceAccountUID ""
NodeName nodeName null
NodeUID nodeUID ""
MaxExpirationSeconds maxExpirationSeconds null
PKIXPublicKey pkixPublicKey null
ProofOfPossession proofOfPossession null
StubPKCS10Request stubPKCS10Request null
UnverifiedUserAnnotations unverifiedUserAnnotations null
""",
    "PodCertificateRequestStatus": """\
Conditions conditions null
CertificateChain certificateChain ""
NotBefore notBefore null
BeginRefreshAt beginRefreshAt null
NotAfter notAfter null
""",
    "PodCertificateRequestList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{certificates.PodCertificateRequest}
""",
}
