"""Admission plugins for certificate requests and trust bundles, one file for each plugin.

Steps:

- `approval.py`: plugin CertificateApproval: restricts who approves or denies a request
- `signing.py`: plugin CertificateSigning: restricts who writes the certificate of a request
- `subject_restriction.py`: plugin CertificateSubjectRestriction: rejects requests for the group system:masters
- `cluster_trust_bundle_attest.py`: plugin ClusterTrustBundleAttest: restricts who writes trust bundles of a signer

Entry point: `PLUGIN` of each plugin's module, listed in `admission.catalog`.
"""
