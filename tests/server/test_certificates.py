"""Tests of a server's own certificates: their names and their renewal."""

import datetime
import ssl

import pytest
from cryptography import x509

from kapivara.server.tls.certificates import issue_client, provide_certificates


def test_made_once_and_kept(tmp_path):
    first = provide_certificates(tmp_path / "tls", ["10.1.2.3"])
    assert provide_certificates(tmp_path / "tls", ["10.1.2.3"]) == first
    assert first.key.stat().st_mode & 0o077 == 0
    context = ssl.create_default_context(cadata=first.authority.decode())
    assert len(context.get_ca_certs()) == 1
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(first.certificate, first.key)


def test_made_anew_for_other_hosts_by_the_same_authority(tmp_path):
    first = provide_certificates(tmp_path, ["10.1.2.3"])
    shown = first.certificate.read_bytes()
    second = provide_certificates(tmp_path, ["kapivara.example.com"])
    assert second.authority == first.authority
    assert second.certificate.read_bytes() != shown
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(second.certificate, second.key)


def test_what_is_old_is_made_anew_by_the_same_authority(tmp_path, monkeypatch):
    first = provide_certificates(tmp_path, [])
    shown = first.certificate.read_bytes()
    later = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=340)
    monkeypatch.setattr("kapivara.server.tls.certificates._now", lambda: later)
    second = provide_certificates(tmp_path, [])
    assert (second.authority, second.notes) == (first.authority, ())
    assert second.certificate.read_bytes() != shown
    assert provide_certificates(tmp_path, []).certificate.read_bytes() == second.certificate.read_bytes()


def test_an_authority_that_is_old_is_made_anew(tmp_path, monkeypatch):
    first = provide_certificates(tmp_path, [])
    later = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=3500)
    monkeypatch.setattr("kapivara.server.tls.certificates._now", lambda: later)
    assert provide_certificates(tmp_path, []).authority != first.authority


def test_clients_are_signed_for_where_there_is_an_authority(tmp_path):
    assert issue_client(tmp_path, "jane", [], 1) is None
    made = provide_certificates(tmp_path, [])
    certificate, key = issue_client(tmp_path, "jane", ["devs", "qa"], 1)
    read = x509.load_pem_x509_certificate(certificate)
    read.verify_directly_issued_by(x509.load_pem_x509_certificate(made.authority))
    assert read.subject.rfc4514_string() == "CN=jane,O=qa,O=devs"
    assert key.startswith(b"-----BEGIN PRIVATE KEY-----")
    assert (tmp_path / "ca.key").stat().st_mode & 0o077 == 0
    (tmp_path / "ca.key").write_bytes(b"nonsense")
    assert issue_client(tmp_path, "jane", [], 1) is None


def test_made_anew_where_broken(tmp_path):
    provide_certificates(tmp_path, [])
    (tmp_path / "server.crt").write_bytes(b"nonsense")
    assert provide_certificates(tmp_path, []).certificate.read_bytes().startswith(b"-----BEGIN")


@pytest.mark.parametrize("name", ["server.key", "server.crt", "ca.crt"])
@pytest.mark.parametrize("damage", [b"", b"nonsense", b"-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n"])
def test_damaged_files_heal(tmp_path, name, damage):
    first = provide_certificates(tmp_path, [])
    (tmp_path / name).write_bytes(damage)
    healed = provide_certificates(tmp_path, [])
    assert healed.notes == (f"{tmp_path / name} was damaged; made a new certificate, key and authority",)
    assert healed.authority != first.authority
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(healed.certificate, healed.key)
    assert provide_certificates(tmp_path, []).notes == ()


@pytest.mark.parametrize("name", ["server.key", "server.crt", "ca.crt"])
def test_files_of_another_server_are_not_mixed(tmp_path, name):
    provide_certificates(tmp_path / "ours", [])
    provide_certificates(tmp_path / "theirs", [])
    (tmp_path / "ours" / name).write_bytes((tmp_path / "theirs" / name).read_bytes())
    healed = provide_certificates(tmp_path / "ours", [])
    assert len(healed.notes) == 1
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(healed.certificate, healed.key)


def test_missing_files_are_made_without_a_word(tmp_path):
    provide_certificates(tmp_path, [])
    (tmp_path / "server.key").unlink()
    assert provide_certificates(tmp_path, []).notes == ()
