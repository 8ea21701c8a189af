"""Creates certificates for a server without any: a certificate authority, and a server certificate signed by it.

Imported only for TLS: importing `cryptography` takes longer than starting the rest of the server.
"""

from __future__ import annotations

import datetime
import ipaddress
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import cast

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from kapivara.files.writing import PRIVATE, write_file
from kapivara.values.record import record

AUTHORITY = "ca.crt"
AUTHORITY_KEY = "ca.key"
_PEM = serialization.Encoding.PEM
_AUTHORITY_LIFETIME = datetime.timedelta(days=3650)
_LIFETIME = datetime.timedelta(days=365)
_RENEWAL = datetime.timedelta(days=30)
_CLOCK_SKEW = datetime.timedelta(minutes=5)


@record
class Certificates:
    """The files of the server's certificate and key, and the certificate (PEM) that clients should trust.

    `notes` name damaged files.
    """

    certificate: Path
    key: Path
    authority: bytes
    notes: tuple[str, ...] = ()


def provide_certificates(directory: Path, hosts: Iterable[str]) -> Certificates:
    """Returns the certificates in a directory; creates missing, expiring or damaged ones, or for other hosts.

    The existing authority signs a new server certificate, so clients keep trusting it. If the authority is missing or a
    file is damaged, all are created anew, and clients have to trust the new authority.
    """
    names = sorted({"localhost", "127.0.0.1", "::1", *hosts})
    certificate, key, authority = (directory / name for name in ("server.crt", "server.key", AUTHORITY))
    damaged = _find_damaged(certificate, key, authority)
    if damaged is None and key.exists() and authority.exists() and _serves(certificate, names):
        return Certificates(certificate, key, authority.read_bytes())
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    kept = None if damaged is not None else _read_authority(directory)
    ca, ca_key = kept or _make_authority(directory)
    server_key = ec.generate_private_key(ec.SECP256R1())
    signed = _sign(_name("kapivara"), server_key.public_key(), ca_key, issuer=ca.subject, hosts=names)
    for path, data in ((key, _key_bytes(server_key)), (certificate, signed.public_bytes(_PEM))):
        write_file(str(path), data, mode=PRIVATE)
    notes = () if damaged is None else (f"{damaged} was damaged; made a new certificate, key and authority",)
    return Certificates(certificate, key, authority.read_bytes(), notes)


def _make_authority(directory: Path) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    made = _sign(_name("kapivara-ca"), key.public_key(), key, lifetime=_AUTHORITY_LIFETIME)
    for name, data in ((AUTHORITY, made.public_bytes(_PEM)), (AUTHORITY_KEY, _key_bytes(key))):
        write_file(str(directory / name), data, mode=PRIVATE)
    return made, key


def _read_authority(directory: Path) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey] | None:
    """Returns the authority in a directory; None if there is none that is valid for long enough."""
    try:
        ca = x509.load_pem_x509_certificate((directory / AUTHORITY).read_bytes())
        key = serialization.load_pem_private_key((directory / AUTHORITY_KEY).read_bytes(), None)
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm):
        return None
    fits = isinstance(key, ec.EllipticCurvePrivateKey) and key.public_key() == ca.public_key()
    if not fits or ca.not_valid_after_utc - _now() < _LIFETIME:
        return None
    return ca, cast("ec.EllipticCurvePrivateKey", key)


def issue_client(directory: Path, user: str, groups: Iterable[str], days: int) -> tuple[bytes, bytes] | None:
    """Returns a client certificate for a user and groups, and its key (PEM); None without an authority.

    Upstream: apiserver/pkg/authentication/request/x509 CommonNameUserConversion (1.37).
    """
    authority = _read_authority(directory)
    if authority is None:
        return None
    ca, ca_key = authority
    key = ec.generate_private_key(ec.SECP256R1())
    subject = _name(user, groups)
    lifetime = datetime.timedelta(days=days)
    signed = _sign(subject, key.public_key(), ca_key, issuer=ca.subject, lifetime=lifetime)
    return signed.public_bytes(_PEM), _key_bytes(key)


def _find_damaged(certificate: Path, key: Path, authority: Path) -> Path | None:
    """Returns the first existing file that is unusable, by itself or with the others."""
    trusted = served = private = None
    try:
        path = authority
        trusted = x509.load_pem_x509_certificate(path.read_bytes()) if path.exists() else None
        path = certificate
        served = x509.load_pem_x509_certificate(path.read_bytes()) if path.exists() else None
        if trusted is not None and served is not None:
            served.verify_directly_issued_by(trusted)
        path = key
        private = serialization.load_pem_private_key(path.read_bytes(), None) if path.exists() else None
    except (ValueError, TypeError, InvalidSignature, UnsupportedAlgorithm):
        return path
    return key if private is not None and served is not None and private.public_key() != served.public_key() else None


def _serves(path: Path, names: list[str]) -> bool:
    """Returns True if a certificate file covers all names and does not expire soon."""
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
        alternatives = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    covered = {str(each.value) for each in alternatives}
    return covered.issuperset(names) and certificate.not_valid_after_utc - _now() > _RENEWAL


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def _name(common: str, organizations: Iterable[str] = ()) -> x509.Name:
    parts = [x509.NameAttribute(NameOID.ORGANIZATION_NAME, each) for each in organizations]
    return x509.Name([*parts, x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _sign(
    name: x509.Name,
    public_key: ec.EllipticCurvePublicKey,
    signing_key: ec.EllipticCurvePrivateKey,
    *,
    issuer: x509.Name | None = None,
    hosts: Sequence[str] = (),
    lifetime: datetime.timedelta = _LIFETIME,
) -> x509.Certificate:
    """Signs a certificate: an authority's without `issuer`, a server's with `hosts`, else a client's."""
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer or name)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(_now() - _CLOCK_SKEW)
        .not_valid_after(_now() + lifetime)
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public_key), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signing_key.public_key()), critical=False)
    )
    if issuer is None:
        usage = x509.KeyUsage(True, False, False, False, False, True, True, False, False)
        builder = builder.add_extension(usage, critical=True)
    else:
        purpose = ExtendedKeyUsageOID.SERVER_AUTH if hosts else ExtendedKeyUsageOID.CLIENT_AUTH
        builder = builder.add_extension(x509.ExtendedKeyUsage([purpose]), critical=False)
    if hosts:
        builder = builder.add_extension(x509.SubjectAlternativeName([_host(each) for each in hosts]), critical=False)
    return builder.sign(signing_key, hashes.SHA256())


def _host(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _key_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
