"""Tests of an etcd that accepts client certificates of its authority, as that of kube-apiserver usually does."""

from __future__ import annotations

import datetime
import ipaddress
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from tests.etcd_server import EtcdServer

from kapivara.cli.main import run

pytest.importorskip("hpack")

from kapivara.storage import StorageError
from kapivara.storage.etcd.access import EtcdAccess
from kapivara.storage.etcd.storage import EtcdStorage

NOW = datetime.datetime.now(datetime.UTC)
PEM = serialization.Encoding.PEM


class Authority:
    """Signs certificates and writes them into a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "authority")])
        constraints = x509.BasicConstraints(ca=True, path_length=None)
        made = self._builder(self._name, self._key).add_extension(constraints, critical=True)
        self.file = self._write("authority.pem", made.sign(self._key, hashes.SHA256()).public_bytes(PEM))

    def issue(self, name: str) -> tuple[Path, Path]:
        """Returns the files of a certificate for both ends of a connection on this machine, and of its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH])
        host = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
        made = self._builder(subject, key).add_extension(usage, critical=False).add_extension(host, critical=False)
        certificate = self._write(f"{name}.pem", made.sign(self._key, hashes.SHA256()).public_bytes(PEM))
        plain = key.private_bytes(PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        return certificate, self._write(f"{name}.key", plain)

    def _builder(self, subject: x509.Name, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
        day = datetime.timedelta(days=1)
        builder = x509.CertificateBuilder().subject_name(subject).issuer_name(self._name)
        builder = builder.public_key(key.public_key()).serial_number(x509.random_serial_number())
        return builder.not_valid_before(NOW - day).not_valid_after(NOW + day)

    def _write(self, name: str, data: bytes) -> Path:
        path = self._folder / name
        path.write_bytes(data)
        return path


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


@pytest.fixture
def etcd(tmp_path: Path, authority: Authority):
    certificate, key = authority.issue("etcd")
    options = (f"--cert-file={certificate}", f"--key-file={key}", f"--trusted-ca-file={authority.file}")
    with EtcdServer(tmp_path / "etcd", options=(*options, "--client-cert-auth")) as server:
        yield server


def test_whoever_has_one_is_let_in(etcd: EtcdServer, authority: Authority) -> None:
    certificate, key = authority.issue("kapivara")
    access = EtcdAccess((etcd.url,), authority=authority.file, certificate=certificate, key=key)
    with EtcdStorage(access) as storage:
        watch = storage.watch("/registry/")
        storage.create("/registry/a", b"1")
        assert [event.key for event in watch.take()] == ["/registry/a"]
    with pytest.raises(StorageError, match=r"cannot be reached|does not answer in time"):
        EtcdStorage(EtcdAccess((etcd.url,), authority=authority.file), seconds=2.0)


@pytest.mark.slow
def test_the_commands_show_it(etcd: EtcdServer, authority: Authority, start_server, capsys) -> None:
    certificate, key = authority.issue("kapivara")
    files = ("--etcd-cafile", authority.file, "--etcd-certfile", certificate, "--etcd-keyfile", key)
    options = [str(each) for each in files]
    server = start_server("--anonymous", "--etcd", etcd.url, *options)
    body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}
    made = httpx.post(f"{server.url}/api/v1/namespaces/default/configmaps", json=body, timeout=120)
    assert made.status_code == 201
    server.stop()
    assert run(["storage", "check", etcd.url, *options]) == 0
    assert "configmaps" in capsys.readouterr().out
