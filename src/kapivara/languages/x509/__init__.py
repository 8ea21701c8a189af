"""Certificates and certificate requests, as Go's crypto/x509 parses them.

It verifies no chain of trust.

Steps
- `errors.py`: Go's error for malformed input
- `asn1_fields.py`: ASN.1 structs, with the errors of encoding/asn1
- `der_reader.py`: DER elements
- `times.py`: times of validity
- `public_keys.py`: public keys
- `names.py`: subjects and issuers
- `alternative_names.py`: subject alternative names
- `extensions.py`: extensions
- `certificate.py`: certificates
- `request.py`: certificate requests; signature algorithms and verification

Entry point: `certificate.py`, `request.py`.
"""
