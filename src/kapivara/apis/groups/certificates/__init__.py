"""The group certificates.k8s.io: signing requests and trust bundles.

X.509 is parsed in `languages.x509`.

Folders
- `v1/`: the types of the group certificates, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `column_texts.py`: descriptions of table columns, word for word as the server's
- `pem.py`: PEM blocks, and errors of their certificates and requests
- `signer_rights.py`: decides whether a user may act for a signer, by its name or its domain
- `signing_request_rules.py`: validates CertificateSigningRequests
- `certificate_signing_request.py`: CertificateSigningRequest as a built-in kind
- `pod_request_rules.py`: validates new PodCertificateRequests
- `pod_request_status_rules.py`: validates their status
- `pod_certificate_request.py`: PodCertificateRequest as a built-in kind
- `trust_bundle_rules.py`: validates ClusterTrustBundles
- `cluster_trust_bundle.py`: ClusterTrustBundle as a built-in kind
"""
