"""Tests of clients with a certificate of the server's own authority, and of certificates that change."""

from __future__ import annotations

import os
import ssl
import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import orjson
import pytest
import yaml

from kapivara.authorization.modes import AuthorizationMode
from kapivara.authorization.user_info import UserInfo
from kapivara.cli.main import run
from kapivara.server.auth.authorization import Authorization
from kapivara.server.auth.client_certificate import CertifiedCaller, certified_caller
from kapivara.server.auth.kubeconfig import render_kubeconfig, write_kubeconfig
from kapivara.server.processes.run import OpenServer, ServeOptions, open_server
from kapivara.server.routing.incoming import RequestMemo
from kapivara.server.tls.certificates import issue_client, provide_certificates
from kapivara.server.tls.rotation import ServerTls, TlsFiles

PATIENCE = 120
WHO = "/apis/authentication.k8s.io/v1/selfsubjectreviews"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[OpenServer]:
    ready = threading.Event()
    options = ServeOptions(
        token="t",
        tls=True,
        data_dir=tmp_path / "data",
        controllers=(),
        authorization=AuthorizationMode.RBAC,
        on_ready=lambda _: ready.set(),
    )
    with open_server(options) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        assert ready.wait(PATIENCE)
        yield server
        server.stop(at_once=True)
        thread.join(PATIENCE)


def ask(server: OpenServer, folder: Path, issued: tuple[bytes, bytes] | None, path: str = WHO) -> tuple[int, Any]:
    """Asks for the own user with a certificate and its key."""
    context = ssl.create_default_context(cadata=server.ready.authority.decode())
    if issued is not None:
        for name, data in zip(("client.crt", "client.key"), issued, strict=True):
            (folder / name).write_bytes(data)
        context.load_cert_chain(folder / "client.crt", folder / "client.key")
    connection = HTTPSConnection(server.ready.url.partition("//")[2], timeout=PATIENCE, context=context)
    with closing(connection):  # also if the server ends it
        connection.request("POST" if path == WHO else "GET", path, b"{}", {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, orjson.loads(answer.read())


def test_a_certificate_tells_who_asks(server: OpenServer, tmp_path: Path) -> None:
    issued = issue_client(tmp_path / "data" / "tls", "jane", ["devs", "qa"], 1)
    code, told = ask(server, tmp_path, issued)
    assert code == 201
    user = told["status"]["userInfo"]
    assert user["username"] == "jane"
    assert sorted(user["groups"]) == ["devs", "qa", "system:authenticated"]
    assert user["extra"]["authentication.kubernetes.io/credential-id"][0].startswith("X509SHA256=")
    code, told = ask(server, tmp_path, issued, "/api/v1/nodes")
    assert code == 403
    assert told["message"].startswith('nodes is forbidden: User "jane" cannot list')
    assert ask(server, tmp_path, None)[0] == 401
    masters = issue_client(tmp_path / "data" / "tls", "boss", ["system:masters"], 1)
    assert ask(server, tmp_path, masters, "/api/v1/nodes")[0] == 200


def test_certificates_of_others_are_refused(server: OpenServer, tmp_path: Path) -> None:
    provide_certificates(tmp_path / "other", [])
    with pytest.raises((ssl.SSLError, ConnectionError)):
        ask(server, tmp_path, issue_client(tmp_path / "other", "jane", [], 1))


def test_a_kubeconfig_for_a_user(server: OpenServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, out = tmp_path / "data", tmp_path / "jane.kubeconfig"
    write_kubeconfig(data / "kubeconfig", render_kubeconfig(server.ready.url, authority=server.ready.authority))
    arguments = ["kubeconfig", "--data", str(data), "--as", "jane", "--group", "devs", "--out", str(out)]
    assert run(arguments) == 0, capsys.readouterr()
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    config = yaml.safe_load(out.read_text())
    assert config["clusters"][0]["cluster"]["server"] == server.ready.url
    assert set(config["users"][0]["user"]) == {"client-certificate-data", "client-key-data"}
    assert "token" not in out.read_text()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--as", "jane"], "--as, --data and --out are required"),
        (["--as", "jane", "--data", "nowhere", "--out", "x"], "there is no certificate authority in"),
        (["--as", "jane", "--data", "made", "--out", "x"], "give --server"),
        (["--as", "jane", "--data", "made", "--out", "x", "--days", "0"], "--days must be 1 or more"),
        (
            ["--as", "j" * 100, "--data", "made", "--out", "x", "--server", "u"],
            "this name cannot be used in a certificate",
        ),
        (["--as", "jane", "--data", "made", "--out", "theirs", "--server", "u"], "does not replace it; give --out"),
    ],
)
def test_what_cannot_be_written(
    arguments: list[str], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    provide_certificates(tmp_path / "made" / "tls", [])
    (tmp_path / "theirs").write_text("kind: Config\n")
    assert run(["kubeconfig", *arguments]) == 2
    assert problem in capsys.readouterr().err


def test_who_has_shown_nothing_is_nobody() -> None:
    class Tls:
        """A connection with a certificate."""

        def __init__(self, **shown: Any):
            self.shown = shown

        def getpeercert(self, binary: bool = False) -> Any:
            return b"certificate" if binary else self.shown

    assert certified_caller(None) is None
    assert certified_caller(Tls()) is None
    assert certified_caller(Tls(subject=((("organizationName", "x"),),), notAfter="Jan  5 09:34:43 2028 GMT")) is None


def test_a_certificate_that_has_expired_meanwhile_is_nobodys() -> None:
    class Asked:
        """A request of some user."""

        wanted = None
        caller = CertifiedCaller(UserInfo("jane", ""), 1.0)
        memory = RequestMemo()

    authorization: Any = Authorization()
    assert authorization.is_settled(Asked, None)
    assert authorization.refuse(Asked, None).http_code == 401


def test_files_that_change_are_taken_up(tmp_path: Path) -> None:
    made = provide_certificates(tmp_path, [])
    files = TlsFiles(made.certificate, made.key, made.authority)
    tls = ServerTls(files, lambda: files)
    first = tls.context
    tls.look()
    assert tls.context is first
    provide_certificates(tmp_path, ["other.example.com"])
    os.utime(made.certificate, ns=(1, 1))
    tls.look()
    assert tls.context is not first


def test_files_are_looked_at_again_and_again(tmp_path: Path) -> None:
    made = provide_certificates(tmp_path, [])
    files = TlsFiles(made.certificate, made.key)
    asked = threading.Semaphore(0)

    def renew() -> TlsFiles:
        asked.release()
        raise OSError("half-written")

    with ServerTls(files, renew).kept_current(0.001):
        assert asked.acquire(timeout=PATIENCE)
        assert asked.acquire(timeout=PATIENCE)
