"""Certificates, and requests for them, as Go's crypto/x509 reads them: what they hold, or why they are none."""
