"""Tests of documents of servers with authentication: which servers get the token, and which are trusted."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from kapivara.openapi import DocumentError
from kapivara.openapi.access.connection import DocumentAccess, origin_of
from kapivara.openapi.access.fetching import fetch
from kapivara.openapi.access.sources import DocumentSources
from kapivara.server.tls.certificates import AUTHORITY, issue_client, provide_certificates
from kapivara.values.record import replace

SCHEMA = {
    "type": "object",
    "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Box"}],
}


class Server(ThreadingHTTPServer):
    """Serves a document to clients with a token or a certificate; `tokens` are those that it received."""

    daemon_threads = True
    other = ""
    """The targets of `/elsewhere` and of the index."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.tokens: list[str | None] = []

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignores clients that do not trust it."""


class Answers(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.tokens.append(self.headers["Authorization"])
        if self.path == "/elsewhere":
            self.send_response(302)
            self.send_header("Location", f"{self.server.other}/document")
            self.end_headers()
        elif self.path == "/openapi/v3":
            place = f"{self.server.other}/document"
            self._send({"paths": {"apis/example.com/v1": {"serverRelativeURL": place}}})
        elif self.headers["Authorization"] == "Bearer secret" or self._certificate():
            self._send({"openapi": "3.0.0", "components": {"schemas": {"Box": SCHEMA}}})
        else:
            self.send_error(401)

    def _certificate(self) -> bool:
        return isinstance(self.connection, ssl.SSLSocket) and bool(self.connection.getpeercert())

    def _send(self, value: object) -> None:
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_args: object) -> None:
        """Logs nothing."""


def running(server: Server) -> Iterator[Server]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def plain() -> Iterator[Server]:
    yield from running(Server())


@pytest.fixture
def other() -> Iterator[Server]:
    yield from running(Server())


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[Server]:
    server = Server()
    made = provide_certificates(tmp_path, ("127.0.0.1",))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.certificate, made.key)
    context.load_verify_locations(tmp_path / AUTHORITY)
    context.verify_mode = ssl.CERT_OPTIONAL
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    yield from running(server)


def url(server: Server, path: str = "/document", scheme: str = "http") -> str:
    return f"{scheme}://127.0.0.1:{server.server_port}{path}"


def test_a_token_is_shown(plain: Server) -> None:
    with pytest.raises(DocumentError, match=r"answers 401 Unauthorized; give a token \(--token-file\)"):
        fetch(url(plain))
    assert b"Box" in fetch(url(plain), DocumentAccess("secret"))
    assert plain.tokens == [None, "Bearer secret"]


def test_no_other_server_hears_the_token(plain: Server, other: Server) -> None:
    plain.other = url(other, "")
    access = DocumentAccess("secret")
    with pytest.raises(DocumentError, match="answers 401"):
        fetch(url(plain, "/elsewhere"), access)
    sources = DocumentSources([url(plain, "")], access=access)
    with pytest.raises(DocumentError, match="answers 401"):
        sources.find("example.com/v1", "Box")
    assert plain.tokens == ["Bearer secret", "Bearer secret"]
    assert other.tokens == [None, None]


def test_documents_of_an_index_are_read_by_the_same_token(plain: Server) -> None:
    assert DocumentSources([url(plain, "")], access=DocumentAccess("secret")).find("example.com/v1", "Box") is not None


def test_a_token_goes_over_https_where_others_could_read_it() -> None:
    with pytest.raises(DocumentError, match="a token is not sent by http, but to this machine; use https"):
        fetch("http://192.0.2.1/openapi/v3", DocumentAccess("secret"))


def test_a_certificate_counts_whose_authority_is_named(secure: Server, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"certificate verify failed.*--certificate-authority names the authority"):
        fetch(url(secure, scheme="https"), DocumentAccess("secret"))
    access = DocumentAccess("secret", authority=str(tmp_path / AUTHORITY))
    assert b"Box" in fetch(url(secure, scheme="https"), access)
    assert secure.tokens == ["Bearer secret"]


def test_a_certificate_is_shown(secure: Server, tmp_path: Path) -> None:
    issued = issue_client(tmp_path, "ada", (), 1)
    assert issued is not None
    for name, data in zip(("ada.crt", "ada.key"), issued, strict=True):
        (tmp_path / name).write_bytes(data)
    authority, certificate, key = (str(tmp_path / name) for name in (AUTHORITY, "ada.crt", "ada.key"))
    assert b"Box" in fetch(url(secure, scheme="https"), DocumentAccess("", authority, certificate, key))
    with pytest.raises(DocumentError, match=r"ada.crt: no certificate \(PEM\) that the key fits"):
        DocumentAccess("", authority, certificate, authority).context()


def test_certificates_need_no_files(secure: Server, tmp_path: Path) -> None:
    issued = issue_client(tmp_path, "ada", (), 1)
    assert issued is not None
    authority = (tmp_path / AUTHORITY).read_bytes()
    assert b"Box" in fetch(url(secure, scheme="https"), DocumentAccess("", authority, *issued))
    with pytest.raises(DocumentError, match=r"the kubeconfig: no certificate \(PEM\)"):
        DocumentAccess(authority=b"none").context()


def test_a_server_may_have_a_certificate_for_another_name(secure: Server, tmp_path: Path) -> None:
    access = DocumentAccess("secret", str(tmp_path / AUTHORITY), server_name="localhost")
    assert b"Box" in fetch(url(secure, scheme="https"), access)
    with pytest.raises(DocumentError, match="not valid for 'elsewhere'"):
        fetch(url(secure, scheme="https"), replace(access, server_name="elsewhere"))
    assert b"Box" in fetch(url(secure, scheme="https"), DocumentAccess("secret", insecure=True))


def test_files_that_are_no_certificates_are_told(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    with pytest.raises(DocumentError, match="empty: no certificate"):
        DocumentAccess(authority=str(tmp_path / "empty")).context()
    with pytest.raises(DocumentError, match="nowhere: no such file or directory"):
        DocumentAccess(authority=str(tmp_path / "nowhere")).context()


def test_servers_are_told_apart_by_scheme_host_and_port() -> None:
    assert origin_of("https://Example.com/a") == origin_of("HTTPS://example.com:443/b?c")
    assert origin_of("https://example.com") != origin_of("http://example.com:443")
