"""Certificates made for a server: what they cover, and when they are made anew."""

import ssl

import pytest

from kapivara.server.certificates import provide_certificates


def test_made_once_and_kept(tmp_path):
    first = provide_certificates(tmp_path / "tls", ["10.1.2.3"])
    assert provide_certificates(tmp_path / "tls", ["10.1.2.3"]) == first
    assert first.key.stat().st_mode & 0o077 == 0
    context = ssl.create_default_context(cadata=first.authority.decode())
    assert len(context.get_ca_certs()) == 1
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(first.certificate, first.key)


def test_made_anew_for_other_hosts(tmp_path):
    first = provide_certificates(tmp_path, ["10.1.2.3"])
    second = provide_certificates(tmp_path, ["kapivara.example.com"])
    assert second.authority != first.authority


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
