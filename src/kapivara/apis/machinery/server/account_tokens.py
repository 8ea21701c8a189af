"""Tokens of service accounts: JSON web tokens, signed with a generated key or a key from a file.

The key is generated on first use. With a key file, the key is stored there; without one, it lives as long as the
server, and no other server accepts its tokens.
Upstream: pkg/serviceaccount/{jwt,claims}.go (1.37); RFC 7515, RFC 7518.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

import orjson

from kapivara.authorization.user_info import account_name
from kapivara.files.writing import PRIVATE, write_file
from kapivara.values import JsonObject
from kapivara.values.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurveSignatureAlgorithm

ISSUER: Final = "https://kubernetes.default.svc"
ALGORITHM: Final = "ES256"
_BASE64 = lazy_pattern(r"[A-Za-z0-9_-]+\Z")
_HALF: Final = 32
"""The number of bytes of each of the two numbers in a signature."""


class BadKeyError(Exception):
    """Raised when the key in a file cannot sign tokens; the text gives the reason."""


class AccountTokens:
    """Signs claims and verifies tokens with the key of a file; creates the key if the file is missing."""

    def __init__(self, key_file: Path | None = None):
        self._key_file = key_file

    def check(self) -> None:
        """Raises BadKeyError if the key can neither be read nor created."""
        self._key  # noqa: B018  reads or creates the key

    def sign(self, claims: JsonObject) -> str:
        """Returns a signed token with the claims."""
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        header = {"alg": ALGORITHM, "kid": self._key_id}
        signed = f"{_encoded(orjson.dumps(header))}.{_encoded(orjson.dumps(claims, option=orjson.OPT_SORT_KEYS))}"
        numbers = decode_dss_signature(self._key.sign(signed.encode(), _algorithm()))
        return f"{signed}.{_encoded(b''.join(each.to_bytes(_HALF) for each in numbers))}"

    def read(self, token: str, now: int) -> JsonObject | None:
        """Returns the claims of a token.

        None if this key did not sign it or it is not valid at `now` (Unix seconds).
        """
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

        signed, _, signature = token.rpartition(".")
        if not _BASE64.match(signature):  # Python's decoder would skip invalid characters
            return None
        try:
            raw = _decoded(signature)
            if len(raw) != 2 * _HALF:
                return None
            numbers = int.from_bytes(raw[:_HALF]), int.from_bytes(raw[_HALF:])
            self._key.public_key().verify(encode_dss_signature(*numbers), signed.encode(), _algorithm())
        except (InvalidSignature, ValueError):
            return None
        claims = _claims(signed)
        return claims if claims is not None and claims["nbf"] <= now < claims["exp"] else None

    @cached_property
    def public_key(self) -> JsonObject:
        """The public key as a JSON web key, for verifying tokens elsewhere. Raises BadKeyError."""
        numbers = self._key.public_key().public_numbers()
        x, y = (_encoded(each.to_bytes(_HALF)) for each in (numbers.x, numbers.y))
        key = {"use": "sig", "kty": "EC", "kid": self._key_id, "crv": "P-256", "alg": ALGORITHM}
        return {**key, "x": x, "y": y}

    @cached_property
    def _key(self) -> EllipticCurvePrivateKey:
        from cryptography.hazmat.primitives.asymmetric import ec  # the slowest import of this module

        file = self._key_file
        if file is None:
            return ec.generate_private_key(ec.SECP256R1())
        try:
            if not file.exists():
                write_file(str(file), _pem(ec.generate_private_key(ec.SECP256R1())), mode=PRIVATE)
            return _read_key(file.read_bytes())
        except OSError as error:
            raise BadKeyError(f"cannot use the key {file}: {error.strerror or error}") from None
        except (ValueError, TypeError):
            wanted = f"key for {ALGORITHM}: an unencrypted one of the curve P-256 (PEM)"
            raise BadKeyError(f"{file} holds no {wanted}") from None

    @cached_property
    def _key_id(self) -> str:
        from cryptography.hazmat.primitives.hashes import SHA256, Hash
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        digest = Hash(SHA256())
        digest.update(self._key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
        return _encoded(digest.finalize())


def _claims(signed: str) -> JsonObject | None:
    """Decodes the claims of a signed text; None if it is not a service account's (the key may sign others)."""
    try:
        claims: JsonObject = orjson.loads(_decoded(signed.partition(".")[2]))
        own, times = claims["kubernetes.io"], (claims["nbf"], claims["exp"])
        account = account_name(own["namespace"], own["serviceaccount"]["name"])
        texts = claims["jti"], own["serviceaccount"]["uid"]
        is_ours = claims["iss"] == ISSUER and claims["sub"] == account and isinstance(claims["aud"], list)
    except (ValueError, LookupError, TypeError):
        return None
    is_whole = all(isinstance(each, str) for each in texts) and all(isinstance(each, int) for each in times)
    return claims if is_ours and is_whole else None


def _pem(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _read_key(data: bytes) -> EllipticCurvePrivateKey:
    """Reads a private key; raises ValueError or TypeError if it cannot sign these tokens."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    key = load_pem_private_key(data, None)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise TypeError("another algorithm")
    return key


def _algorithm() -> EllipticCurveSignatureAlgorithm:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256

    return ec.ECDSA(SHA256())


def _encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
