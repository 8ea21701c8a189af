"""Why bytes are no certificate, key or request, in Go's words."""

from __future__ import annotations


class X509Error(Exception):
    """Bytes that are not what they should be; its text is what the server says."""


def syntax_error(problem: str) -> X509Error:
    """Says that bytes are no ASN.1. Upstream: encoding/asn1 SyntaxError (Go 1.27)."""
    return X509Error(f"asn1: syntax error: {problem}")


def structure_error(problem: str) -> X509Error:
    """Says that bytes are other ASN.1 than what is wanted. Upstream: encoding/asn1 StructuralError (Go 1.27)."""
    return X509Error(f"asn1: structure error: {problem}")
