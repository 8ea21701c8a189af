"""Parses certificate requests and verifies their signatures.

Upstream: crypto/x509/x509.go ParseCertificateRequest, parseCertificateRequest, parseCSRExtensions (Go 1.27).

Signatures that Python's cryptography cannot verify raise CannotError, since the server might accept them.
Upstream: crypto/x509/x509.go checkSignature, getSignatureAlgorithmFromAI, signatureAlgorithmDetails; crypto/rsa (Go
1.27).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kapivara.languages.x509 import asn1_fields as asn1
from kapivara.languages.x509.alternative_names import read_alternative_names
from kapivara.languages.x509.errors import X509Error, syntax_error
from kapivara.languages.x509.names import read_name
from kapivara.languages.x509.public_keys import (
    ML_DSA,
    EllipticKey,
    Identifier,
    OpaqueKey,
    PublicKey,
    RsaKey,
    is_known,
    key_in,
    parse_key,
)
from kapivara.values.cannot_error import CannotError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.utils import Prehashed


_UNSUPPORTED: Final = "x509: cannot verify signature: algorithm unimplemented"
_RSA_FAILED: Final = "crypto/rsa: verification error"
_PSS: Final = (1, 2, 840, 113549, 1, 1, 10)
_MGF1: Final = (1, 2, 840, 113549, 1, 1, 8)
_ED25519: Final = (1, 3, 101, 112)
_HASHES: Final[Mapping[Identifier, tuple[str, int]]] = {
    (2, 16, 840, 1, 101, 3, 4, 2, 1): ("SHA256", 32),
    (2, 16, 840, 1, 101, 3, 4, 2, 2): ("SHA384", 48),
    (2, 16, 840, 1, 101, 3, 4, 2, 3): ("SHA512", 64),
}
_INTEGER: Final = asn1.Wanted(asn1.INTEGER, False)
_NULL: Final = b"\x05\x00"
_LARGEST_KEY: Final = 16384
_SMALLEST_KEY: Final = 1024


class Algorithm(NamedTuple):
    """A signature algorithm: type of key, hash, and True for RSA-PSS."""

    key: str
    hash: str
    is_pss: bool = False


_ALGORITHMS: Final[Mapping[Identifier, Algorithm]] = {
    (1, 2, 840, 113549, 1, 1, 4): Algorithm("RSA", "MD5"),
    (1, 2, 840, 113549, 1, 1, 5): Algorithm("RSA", "SHA1"),
    (1, 3, 14, 3, 2, 29): Algorithm("RSA", "SHA1"),
    (1, 2, 840, 113549, 1, 1, 11): Algorithm("RSA", "SHA256"),
    (1, 2, 840, 113549, 1, 1, 12): Algorithm("RSA", "SHA384"),
    (1, 2, 840, 113549, 1, 1, 13): Algorithm("RSA", "SHA512"),
    (1, 2, 840, 10040, 4, 3): Algorithm("DSA", "SHA1"),
    (2, 16, 840, 1, 101, 3, 4, 3, 2): Algorithm("DSA", "SHA256"),
    (1, 2, 840, 10045, 4, 1): Algorithm("ECDSA", "SHA1"),
    (1, 2, 840, 10045, 4, 3, 2): Algorithm("ECDSA", "SHA256"),
    (1, 2, 840, 10045, 4, 3, 3): Algorithm("ECDSA", "SHA384"),
    (1, 2, 840, 10045, 4, 3, 4): Algorithm("ECDSA", "SHA512"),
    _ED25519: Algorithm("Ed25519", ""),
    **{identifier: Algorithm("ML-DSA", "") for identifier in ML_DSA},
}


def find_algorithm(identifier: Identifier, parameters: bytes) -> Algorithm | None:
    """Returns a signature algorithm; None if Go does not know it."""
    found = _ALGORITHMS.get(identifier)
    if identifier == _PSS:
        return _pss_algorithm(parameters)
    return None if found is not None and not found.hash and parameters else found


def _pss_algorithm(parameters: bytes) -> Algorithm | None:
    """Parses the parameters of RSA-PSS; returns None unless they are one of three known sets."""
    try:
        fields = asn1.Fields(asn1.Fields(parameters).require(_STRUCT).contents)
        if not fields.enter(0):
            return None
        identifier = _hash_identifier(fields)
        if not fields.enter(1) or identifier is None:
            return None
        mask = asn1.Fields(fields.require(_STRUCT).contents)
        is_mgf1 = asn1.read_identifier(mask.require(asn1.IDENTIFIER).contents) == _MGF1
        if not is_mgf1 or _hash_identifier(mask) != identifier or not fields.enter(2):
            return None
        salt = asn1.read_small_integer(fields.require(_INTEGER).contents)
        trailer = asn1.read_small_integer(fields.require(_INTEGER).contents) if fields.enter(3) else 1
    except X509Error:
        return None
    name, size = _HASHES.get(identifier, ("", 0))
    return Algorithm("RSA", name, True) if name and (salt, trailer) == (size, 1) else None


def _hash_identifier(fields: asn1.Fields) -> Identifier | None:
    """Returns the identifier of a hash; None if it has parameters."""
    algorithm = asn1.Fields(fields.require(_STRUCT).contents)
    identifier = asn1.read_identifier(algorithm.require(asn1.IDENTIFIER).contents)
    parameters = algorithm.take_any()
    return identifier if parameters is None or parameters.full == _NULL else None


def signature_problem(algorithm: Algorithm | None, key: PublicKey | None, signed: bytes, signature: bytes) -> str:
    """Returns the error of a signature, empty if it is valid. Raises CannotError if kapivara cannot verify it."""
    if algorithm is None:
        return _UNSUPPORTED
    if algorithm.hash == "MD5":
        return "x509: cannot verify signature: insecure algorithm MD5-RSA"
    if key is None or (isinstance(key, OpaqueKey) and key.algorithm == "DSA"):
        return _UNSUPPORTED
    if algorithm.key != _algorithm_of(key):
        return (
            f"x509: signature algorithm specifies an {algorithm.key} public key, "
            f"but have public key of type {_go_type(key)}"
        )
    from cryptography.exceptions import UnsupportedAlgorithm

    try:
        return _problem_by_key(algorithm, key, signed, signature)
    except UnsupportedAlgorithm:
        raise CannotError(f"check signatures by {algorithm.key} and {algorithm.hash} on this machine") from None


def _problem_by_key(algorithm: Algorithm, key: PublicKey, signed: bytes, signature: bytes) -> str:
    if isinstance(key, RsaKey):
        return _rsa_problem(algorithm, key, signed, signature)
    if isinstance(key, EllipticKey):
        return "" if _ecdsa_holds(key, algorithm.hash, signed, signature) else "x509: ECDSA verification failure"
    if key.algorithm != "Ed25519":
        raise CannotError(f"check signatures by {key.algorithm}")
    return "" if _ed25519_holds(key, signed, signature) else "x509: Ed25519 verification failure"


def _algorithm_of(key: PublicKey) -> str:
    if isinstance(key, OpaqueKey):
        return "ML-DSA" if key.algorithm.startswith("ML-DSA") else key.algorithm
    return "RSA" if isinstance(key, RsaKey) else "ECDSA"


def _go_type(key: PublicKey) -> str:
    if isinstance(key, OpaqueKey):
        return "ed25519.PublicKey" if key.algorithm == "Ed25519" else "*mldsa.PublicKey"
    return "*rsa.PublicKey" if isinstance(key, RsaKey) else "*ecdsa.PublicKey"


def _rsa_problem(algorithm: Algorithm, key: RsaKey, signed: bytes, signature: bytes) -> str:
    if problem := _rsa_key_problem(key):
        return problem
    holds = _rsa_holds(key, algorithm.hash, signed, signature, is_pss=algorithm.is_pss)
    return "" if holds else _RSA_FAILED


def _rsa_key_problem(key: RsaKey) -> str:
    """Returns the error of an RSA key that cannot verify signatures; empty if it can."""
    bits = key.modulus.bit_length()
    if bits < _SMALLEST_KEY:
        where = "https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size"
        return f"crypto/rsa: {bits}-bit keys are insecure (see {where})"
    if key.modulus % 2 == 0:
        return "crypto/rsa: public modulus is even"
    if key.exponent < 2:
        return "crypto/rsa: public exponent too small or negative"
    if key.exponent % 2 == 0:
        return "crypto/rsa: public exponent is even"
    return "crypto/rsa: public exponent too large" if key.exponent > 2**31 - 1 else ""


def _rsa_holds(key: RsaKey, hashed_by: str, signed: bytes, signature: bytes, *, is_pss: bool) -> bool:
    """Returns True if an RSA signature is valid; raises CannotError for very large keys."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import padding, rsa

    if key.modulus.bit_length() > _LARGEST_KEY:
        raise CannotError(f"check signatures by RSA keys of more than {_LARGEST_KEY:,} bits")
    if _rsa_key_problem(key):
        return False
    digest: Any = getattr(hashes, hashed_by)()
    pads: padding.AsymmetricPadding = padding.PKCS1v15()
    if is_pss:
        pads = padding.PSS(mgf=padding.MGF1(digest), salt_length=digest.digest_size)
    public = rsa.RSAPublicNumbers(key.exponent, key.modulus).public_key()
    try:
        public.verify(signature, _digest(hashed_by, signed), pads, _prehashed(digest))
    except InvalidSignature:
        return False
    return True


def _ecdsa_holds(key: EllipticKey, hashed_by: str, signed: bytes, signature: bytes) -> bool:
    """Returns True if an ECDSA signature is valid."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec

    curve = getattr(ec, f"SECP{key.curve[1:]}R1")()
    public = ec.EllipticCurvePublicKey.from_encoded_point(curve, key.point)
    digest: Any = getattr(hashes, hashed_by)()
    try:
        public.verify(signature, _digest(hashed_by, signed), ec.ECDSA(_prehashed(digest)))
    except InvalidSignature:
        return False
    return True


def _ed25519_holds(key: OpaqueKey, signed: bytes, signature: bytes) -> bool:
    """Returns True if an Ed25519 signature is valid."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key.data).verify(signature, signed)
    except InvalidSignature:
        return False
    return True


def _digest(hashed_by: str, signed: bytes) -> bytes:
    from hashlib import new

    return new(hashed_by.lower(), signed, usedforsecurity=False).digest()


def _prehashed(digest: Any) -> Prehashed:
    from cryptography.hazmat.primitives.asymmetric.utils import Prehashed

    return Prehashed(digest)


_EXTENSION_REQUEST: Final = (1, 2, 840, 113549, 1, 9, 14)
_ORGANIZATION: Final = (2, 5, 4, 10)
_ALTERNATIVE_NAMES: Final = (2, 5, 29, 17)
_CRITICAL: Final = asn1.Wanted(asn1.BOOLEAN, False)
_VALUE: Final = asn1.Wanted(asn1.OCTET_STRING, False)
_ATTRIBUTES: Final = asn1.Wanted(0, True)
_STRUCT: Final = asn1.Wanted(asn1.SEQUENCE, True)


class Request(NamedTuple):
    """A certificate request: subject, key, signature algorithm, signed data and signature."""

    subject: list[tuple[Identifier, str]]
    key: PublicKey | None
    algorithm: Algorithm | None
    signed: bytes
    signature: bytes

    @property
    def organizations(self) -> list[str]:
        """The organizations of the subject, which are groups of users."""
        return [text for identifier, text in self.subject if identifier == _ORGANIZATION]

    @property
    def signature_problem(self) -> str:
        """The error of the signature, empty if it is valid. Raises CannotError if kapivara cannot verify it."""
        return signature_problem(self.algorithm, self.key, self.signed, self.signature)


def parse_request(data: bytes) -> Request:
    """Parses a request. Raises X509Error."""
    whole = asn1.Fields(data)
    fields = asn1.Fields(whole.require(asn1.Wanted(asn1.SEQUENCE, True, "certificateRequest")).contents)
    signed = fields.require(asn1.Wanted(asn1.SEQUENCE, True, "tbsCertificateRequest"))
    inner = asn1.Fields(signed.contents)
    asn1.read_small_integer(inner.require(asn1.Wanted(asn1.INTEGER, False, "int")).contents)
    whose = inner.require_any()
    key_parts = key_in(asn1.Fields(inner.require(asn1.Wanted(asn1.SEQUENCE, True, "publicKeyInfo")).contents))
    attributes = asn1.items_of(inner.require(_ATTRIBUTES, asn1.CONTEXT_SPECIFIC).contents, None)
    algorithm = _read_algorithm(fields)
    signature = asn1.read_bits(fields.require(asn1.BITS).contents)
    if whole.rest:
        raise syntax_error("trailing data")
    key = parse_key(*key_parts) if is_known(key_parts[0]) else None
    subject = read_name(whose.full)
    for identifier, value in _requested_extensions(attributes):
        if identifier == _ALTERNATIVE_NAMES:
            read_alternative_names(value)
    return Request(subject, key, find_algorithm(*algorithm), signed.full, signature)


def _read_algorithm(fields: asn1.Fields) -> tuple[Identifier, bytes]:
    algorithm = asn1.Fields(fields.require(_STRUCT).contents)
    identifier = asn1.read_identifier(algorithm.require(asn1.IDENTIFIER).contents)
    parameters = algorithm.take_any()
    return identifier, b"" if parameters is None else parameters.full


def _requested_extensions(attributes: list[bytes]) -> list[tuple[Identifier, bytes]]:
    """Returns the requested extensions; ignores other attributes."""
    found: list[tuple[Identifier, bytes]] = []
    seen: set[Identifier] = set()
    for attribute in attributes:
        for identifier, value in _extensions_of(_first_value(attribute)):
            if identifier in seen:
                raise X509Error("x509: certificate request contains duplicate requested extensions")
            seen.add(identifier)
            found.append((identifier, value))
    return found


def _first_value(attribute: bytes) -> bytes | None:
    """Returns the first value of an attribute with requested extensions; None for other attributes."""
    try:
        whole = asn1.Fields(attribute)
        fields = asn1.Fields(whole.require(_STRUCT).contents)
        identifier = asn1.read_identifier(fields.require(asn1.IDENTIFIER).contents)
        values = asn1.items_of(fields.require(asn1.Wanted(asn1.SET, True)).contents, None)
    except X509Error:
        return None
    return values[0] if values and not whole.rest and identifier == _EXTENSION_REQUEST else None


def _extensions_of(value: bytes | None) -> list[tuple[Identifier, bytes]]:
    if value is None:
        return []
    found: list[tuple[Identifier, bytes]] = []
    for item in asn1.items_of(asn1.Fields(value).require(_STRUCT).contents, _STRUCT):
        fields = asn1.Fields(asn1.Fields(item).require(_STRUCT).contents)
        identifier = asn1.read_identifier(fields.require(asn1.IDENTIFIER).contents)
        critical = fields.take(_CRITICAL)
        if critical is not None and critical.contents not in (b"\x00", b"\xff"):
            raise syntax_error("invalid boolean")
        found.append((identifier, fields.require(_VALUE).contents))
    return found
