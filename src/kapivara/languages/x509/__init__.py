"""Parses certificates and certificate requests as Go's crypto/x509 does, with its errors."""
