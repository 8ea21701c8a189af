"""Certificates made for a server: what they cover, and when they are made anew."""

import ssl

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
