"""Parses public keys and their parameters.

Upstream: crypto/x509/parser.go parsePublicKey, crypto/ecdsa ParseUncompressedPublicKey; crypto/internal/fips140/nistec
(Go 1.27, of 64 bits).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from kapivara.languages.x509 import asn1_fields as asn1
from kapivara.languages.x509 import der_reader as der
from kapivara.languages.x509.der_reader import DerReader
from kapivara.languages.x509.errors import X509Error

Identifier: TypeAlias = tuple[int, ...]
_NULL: Final = b"\x05\x00"
_RSA: Final = (1, 2, 840, 113549, 1, 1, 1)
_DSA: Final = (1, 2, 840, 10040, 4, 1)
_ECDSA: Final = (1, 2, 840, 10045, 2, 1)
_ED25519: Final = (1, 3, 101, 112)
ML_DSA: Final[Mapping[Identifier, tuple[str, int]]] = {
    (2, 16, 840, 1, 101, 3, 4, 3, 17): ("ML-DSA-44", 1312),
    (2, 16, 840, 1, 101, 3, 4, 3, 18): ("ML-DSA-65", 1952),
    (2, 16, 840, 1, 101, 3, 4, 3, 19): ("ML-DSA-87", 2592),
}
"""The parameter sets, with the length of their keys in bytes."""


class RsaKey(NamedTuple):
    """An RSA key."""

    modulus: int
    exponent: int

    @property
    def size(self) -> int:
        """The length of a signature in bytes."""
        return (self.modulus.bit_length() + 7) // 8


class EllipticKey(NamedTuple):
    """An ECDSA key: its curve, and an uncompressed point."""

    curve: str
    point: bytes


class OpaqueKey(NamedTuple):
    """A key of another algorithm, unparsed."""

    algorithm: str
    data: bytes


PublicKey: TypeAlias = RsaKey | EllipticKey | OpaqueKey


class Curve(NamedTuple):
    """A curve over a prime field, whose first coefficient is -3."""

    name: str
    prime: int
    constant: int
    order_of_bytes: int
    element: str


def _curve(name: str, prime: int, constant: int) -> Curve:
    element = "P256 element" if name == "P256" else f"{name}Element"  # kept: other code implements P256
    return Curve(name, prime, constant, (prime.bit_length() + 7) // 8, element)


_CURVES: Final[Mapping[Identifier, Curve]] = {
    (1, 3, 132, 0, 33): _curve("P224", 2**224 - 2**96 + 1, 0xB4050A850C04B3ABF54132565044B0B7D7BFD8BA270B39432355FFB4),
    (1, 2, 840, 10045, 3, 1, 7): _curve(
        "P256",
        2**256 - 2**224 + 2**192 + 2**96 - 1,
        0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B,
    ),
    (1, 3, 132, 0, 34): _curve(
        "P384",
        2**384 - 2**128 - 2**96 + 2**32 - 1,
        0xB3312FA7E23EE7E4988E056BE3F82D19181D9C6EFE8141120314088F5013875AC656398D8A2ED19D2A85C8EDD3EC2AEF,
    ),
    (1, 3, 132, 0, 35): _curve(
        "P521",
        2**521 - 1,
        0x51953EB9618E1C9A1F929A21A0B68540EEA2DA725B99B315F3B8B489918EF109E156193951EC7E937B1652C0BD3BB1BF073573DF883D2C34F1EF451FD46B503F00,
    ),
}


def key_in(fields: asn1.Fields) -> tuple[Identifier, bytes, bytes]:
    """Returns the algorithm of a key, its parameters, and the key's bytes."""
    algorithm = asn1.Fields(fields.require(asn1.Wanted(asn1.SEQUENCE, True, "AlgorithmIdentifier")).contents)
    identifier = asn1.read_identifier(algorithm.require(asn1.IDENTIFIER).contents)
    parameters = algorithm.take_any()
    data = asn1.read_bits(fields.require(asn1.BITS).contents)
    return identifier, b"" if parameters is None else parameters.full, data


def is_known(algorithm: Identifier) -> bool:
    """Returns True if keys of an algorithm are parsed in certificates and requests."""
    return algorithm in (_RSA, _DSA, _ECDSA, _ED25519) or algorithm in ML_DSA


def parse_key(algorithm: Identifier, parameters: bytes, data: bytes) -> PublicKey:
    """Parses a key of a known algorithm."""
    if algorithm == _RSA:
        return _rsa_key(parameters, data)
    if algorithm == _ECDSA:
        return _elliptic_key(parameters, data)
    if algorithm == _DSA:
        return _dsa_key(parameters, data)
    if algorithm == _ED25519:
        return _opaque_key("Ed25519", parameters, data, 32, "x509: wrong Ed25519 public key size")
    name, size = ML_DSA[algorithm]
    key = _opaque_key("ML-DSA", parameters, data, size, "mldsa: invalid public key length")
    return OpaqueKey(name, key.data)


def _opaque_key(name: str, parameters: bytes, data: bytes, size: int, problem: str) -> OpaqueKey:
    if parameters:
        raise X509Error(f"x509: {name} key encoded with illegal parameters")
    if len(data) != size:
        raise X509Error(problem)
    return OpaqueKey(name, data)


def _rsa_key(parameters: bytes, data: bytes) -> RsaKey:
    if parameters != _NULL:
        raise X509Error("x509: RSA key missing NULL parameters")
    key = DerReader(data).reader(der.SEQUENCE)
    if key is None:
        raise X509Error("x509: invalid RSA public key")
    modulus = key.integer()
    if modulus is None:
        raise X509Error("x509: invalid RSA modulus")
    exponent = key.integer(most_bytes=8)
    if exponent is None:
        raise X509Error("x509: invalid RSA public exponent")
    for name, number in (("modulus", modulus), ("public exponent", exponent)):
        if number <= 0:
            raise X509Error(f"x509: RSA {name} is not a positive number")
    return RsaKey(modulus, exponent)


def _elliptic_key(parameters: bytes, data: bytes) -> EllipticKey:
    identifier = DerReader(parameters).identifier()
    if identifier is None:
        raise X509Error("x509: invalid ECDSA parameters")
    curve = _CURVES.get(identifier)
    if curve is None:
        raise X509Error("x509: unsupported elliptic curve")
    if data[:1] != b"\x04":
        raise X509Error("ecdsa: invalid uncompressed public key")
    if len(data) != 1 + 2 * curve.order_of_bytes:
        raise X509Error(f"invalid {curve.name} point encoding")
    x, y = int.from_bytes(data[1 : 1 + curve.order_of_bytes]), int.from_bytes(data[1 + curve.order_of_bytes :])
    if x >= curve.prime or y >= curve.prime:
        raise X509Error(f"invalid {curve.element} encoding")
    if (y * y - (x * x * x - 3 * x + curve.constant)) % curve.prime:
        raise X509Error(f"{curve.name} point not on curve")
    return EllipticKey(curve.name, data)


def _dsa_key(parameters: bytes, data: bytes) -> OpaqueKey:
    key = DerReader(data).integer()
    if key is None:
        raise X509Error("x509: invalid DSA public key")
    reader = DerReader(parameters).reader(der.SEQUENCE)
    numbers = [None] if reader is None else [reader.integer(), reader.integer(), reader.integer()]
    if None in numbers:
        raise X509Error("x509: invalid DSA parameters")
    if any(number is None or number <= 0 for number in (key, *numbers)):
        raise X509Error("x509: zero or negative DSA parameter")
    return OpaqueKey("DSA", parameters + data)
