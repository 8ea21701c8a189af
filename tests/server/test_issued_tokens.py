"""Tests of service accounts as clients, with the tokens that the server issued to them, while these are valid."""

from __future__ import annotations

import stat
from base64 import urlsafe_b64decode
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from tests.server.in_process import Pipe, client_of

from kapivara.apis.machinery.server.account_tokens import ISSUER, AccountTokens, BadKeyError
from kapivara.authorization.modes import AuthorizationMode
from kapivara.authorization.user_info import UserInfo
from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.auth.authentication import Access
from kapivara.server.auth.authorization import Authorization
from kapivara.server.auth.issued_tokens import IssuedTokens
from kapivara.server.http1.connection import Connection
from kapivara.server.http1.connections import Connections
from kapivara.server.http1.limits import Limits
from kapivara.server.routing.caller import Caller
from kapivara.storage.memory import MemoryStorage

ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts"
SECRETS = "/api/v1/namespaces/default/secrets"
WHO = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
RBAC = "rbac.authorization.k8s.io"
NAME = "system:serviceaccount:default:robot"


class Server:
    """A server whose clock the test sets."""

    def __init__(self, mode: AuthorizationMode = AuthorizationMode.RBAC, tokens: AccountTokens | None = None):
        self.seconds = 0.0
        self.day = 0.0
        registry = Registry(MemoryStorage(), account_tokens=tokens)
        issued = IssuedTokens(lambda: registry, lambda: self.day, lambda: self.seconds)
        app = Application(registry, access=Access("admin", issued=issued.find), authorization=Authorization(mode))
        self._client = client_of(app)

    def ask(self, token: str, method: str, path: str, body: Any = None) -> httpx.Response:
        return self._client.request(method, path, json=body, headers={"Authorization": f"Bearer {token}"})

    def make(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.ask("admin", "POST", path, body)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def token(self, **spec: Any) -> str:
        status = self.make(f"{ACCOUNTS}/robot/token", {"spec": spec})["status"]
        return str(status["token"])


@pytest.fixture
def server() -> Server:
    server = Server()
    server.make(ACCOUNTS, {"metadata": {"name": "robot"}})
    return server


def test_an_account_is_a_user(server: Server) -> None:
    token = server.token()
    who = server.ask(token, "POST", WHO, {}).json()["status"]["userInfo"]
    assert who["username"] == NAME
    assert who["groups"] == ["system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"]
    assert list(who["extra"]) == ["authentication.kubernetes.io/credential-id"]
    refused = server.ask(token, "GET", SECRETS)
    assert refused.json()["message"].startswith(f'secrets is forbidden: User "{NAME}" cannot list resource "secrets"')


def test_an_account_has_its_roles(server: Server) -> None:
    rules = [{"verbs": ["list"], "apiGroups": [""], "resources": ["secrets"]}]
    server.make(f"/apis/{RBAC}/v1/clusterroles", {"metadata": {"name": "reader"}, "rules": rules})
    binding = {
        "metadata": {"name": "reader"},
        "roleRef": {"apiGroup": RBAC, "kind": "ClusterRole", "name": "reader"},
        "subjects": [{"kind": "ServiceAccount", "name": "robot", "namespace": "default"}],
    }
    server.make(f"/apis/{RBAC}/v1/clusterrolebindings", binding)
    assert server.ask(server.token(), "GET", SECRETS).status_code == 200


def test_a_token_ends_with_its_account_and_its_time(server: Server) -> None:
    token = server.token()
    assert server.ask(token, "GET", "/api").status_code == 200
    assert server.ask("admin", "DELETE", f"{ACCOUNTS}/robot").status_code == 200
    server.seconds += 11
    assert server.ask(token, "GET", "/api").status_code == 401
    server.make(ACCOUNTS, {"metadata": {"name": "robot"}})
    server.seconds += 11
    assert server.ask(token, "GET", "/api").status_code == 401  # another account of the same name
    other = server.token()
    assert server.ask(other, "GET", "/api").status_code == 200
    server.day = 4e9
    assert server.ask(other, "GET", "/api").status_code == 401


def test_a_token_ends_with_what_it_is_bound_to(server: Server) -> None:
    server.make(SECRETS, {"metadata": {"name": "kept"}})
    token = server.token(boundObjectRef={"apiVersion": "v1", "kind": "Secret", "name": "kept"})
    assert server.ask(token, "GET", "/api").status_code == 200
    assert server.ask("admin", "DELETE", f"{SECRETS}/kept").status_code == 200
    server.seconds += 11
    assert server.ask(token, "GET", "/api").status_code == 401


def test_other_tokens_are_nobodys(server: Server) -> None:
    token = server.token()
    assert server.ask(server.token(audiences=["elsewhere"]), "GET", "/api").status_code == 401
    head, claims, signature = token.split(".")
    for forged in (
        f"{head}.{claims}.",
        f"{head}.{claims}.{signature[:-8]}AAAAAAAA",
        f"{head}.{claims[:-4]}AAAA.{signature}",
        f"{head}.{claims}.{signature}{signature}",
        f"{head}.{claims}.{signature}=",
        f"{head}.{claims}.{signature[:8]}!{signature[8:]}",
        "a.b.c",
        "..",
    ):
        assert server.ask(forged, "GET", "/api").status_code == 401
    other = Server()
    other.make(ACCOUNTS, {"metadata": {"name": "robot"}})
    assert other.ask(token, "GET", "/api").status_code == 401


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "https://elsewhere"},
        {"sub": "system:serviceaccount:default:other"},
        {"kubernetes.io": {}},
        {"kubernetes.io": None},
        {"jti": None},
        {"nbf": "soon"},
        {"aud": None},
    ],
    ids=str,
)
def test_what_else_the_same_key_has_signed_is_nobodys(changes: dict[str, Any]) -> None:
    tokens = AccountTokens()
    server = Server(tokens=tokens)
    server.make(ACCOUNTS, {"metadata": {"name": "robot"}})
    claims = orjson.loads(urlsafe_b64decode(server.token().split(".")[1] + "=="))
    assert server.ask(tokens.sign(claims), "GET", "/api").status_code == 200
    assert server.ask(tokens.sign({**claims, **changes}), "GET", "/api").status_code == 401
    without = {name: value for name, value in claims.items() if name not in changes}
    assert server.ask(tokens.sign(without), "GET", "/api").status_code == 401


def test_without_roles_accounts_may_do_everything() -> None:
    server = Server(AuthorizationMode.ALWAYS_ALLOW)
    server.make(ACCOUNTS, {"metadata": {"name": "robot"}})
    token = server.token()
    assert server.ask(token, "GET", SECRETS).status_code == 200
    assert server.ask(token, "POST", WHO, {}).json()["status"]["userInfo"]["username"] == NAME


def test_what_is_remembered_is_bounded(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kapivara.server.auth.issued_tokens._MOST_KNOWN", 2)
    for _ in range(5):
        assert server.ask(server.token(), "GET", "/api").status_code == 200


def test_the_same_head_may_come_from_somebody_else() -> None:
    """One connection, one token: its user is looked up for each request while it may change."""

    class Passing(Caller):
        """A caller whose identity may change with the next request."""

        is_lasting = False

    callers = [Passing(UserInfo(name, "")) for name in ("ann", "bob")]
    access = Access("admin", issued=lambda _: callers.pop(0))
    pipe, body = Pipe(), b"{}"
    connection = Connection(Connections(Limits()), Application(Registry(MemoryStorage()), access=access))
    connection.connection_made(pipe)
    headers = f"Host: x\r\nAuthorization: Bearer a.b.c\r\nContent-Length: {len(body)}\r\n\r\n"
    for _ in range(2):
        connection.data_received(f"POST {WHO} HTTP/1.1\r\n{headers}".encode() + body)
    assert [name for name in (b"ann", b"bob") if b'"username":"%s"' % name in pipe.written] == [b"ann", b"bob"]


def test_a_key_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "service-account.key"
    own = {"namespace": "default", "serviceaccount": {"name": "robot", "uid": "1"}}
    claims = {"iss": ISSUER, "sub": NAME, "aud": [ISSUER], "jti": "2", "nbf": 0, "exp": 10, "kubernetes.io": own}
    token = AccountTokens(file).sign(claims)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert AccountTokens(file).read(token, 5) == claims
    file.write_text("nothing")
    with pytest.raises(BadKeyError, match="holds no key for ES256"):
        AccountTokens(file).check()
    with pytest.raises(BadKeyError, match="cannot use the key"):
        AccountTokens(tmp_path).check()
