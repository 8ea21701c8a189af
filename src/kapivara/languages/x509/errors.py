"""Errors of certificates, keys and requests, with Go's texts."""

from __future__ import annotations


class X509Error(Exception):
    """Raised for malformed data; the text is the server's."""


def syntax_error(problem: str) -> X509Error:
    """Returns the error for invalid ASN.1. Upstream: encoding/asn1 SyntaxError (Go 1.27)."""
    return X509Error(f"asn1: syntax error: {problem}")


def structure_error(problem: str) -> X509Error:
    """Returns the error for unexpected ASN.1. Upstream: encoding/asn1 StructuralError (Go 1.27)."""
    return X509Error(f"asn1: structure error: {problem}")
