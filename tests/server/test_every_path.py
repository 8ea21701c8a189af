"""Every path that the server publishes: who is nobody gets 401, who has no right 403, and neither learns anything else.

And what is secret stands in no log: tokens, keys, the data of Secrets.
"""

from __future__ import annotations

import asyncio
import json
import logging
from functools import cache
from hashlib import sha256
from typing import Any

import pytest
from tests.server.in_process import Pipe, client_of

from kapivara.authorization.modes import AuthorizationMode
from kapivara.authorization.user_info import UserInfo
from kapivara.registry.registry import Registry
from kapivara.server.access import Access
from kapivara.server.app import Application
from kapivara.server.authorization import Authorization
from kapivara.server.connection import Connection
from kapivara.server.connections import Connections
from kapivara.server.issued_tokens import IssuedTokens
from kapivara.server.limits import Limits
from kapivara.server.request_log import LogFormat, RequestLog
from kapivara.storage.memory import MemoryStorage

METHODS = ("get", "put", "post", "delete", "patch", "head", "options")
SELF = ("selfsubjectaccessreviews", "selfsubjectrulesreviews", "selfsubjectreviews")
UNAUTHORIZED = {
    "kind": "Status",
    "apiVersion": "v1",
    "metadata": {},
    "status": "Failure",
    "message": "Unauthorized",
    "reason": "Unauthorized",
    "code": 401,
}


def application(registry: Registry) -> Application:
    jane = UserInfo("jane", "1", ("system:authenticated",))
    issued = IssuedTokens(lambda: registry, lambda: 0.0)
    access = Access("s3cret-admin", users={sha256(b"s3cret-jane").digest(): jane}, issued=issued.find)
    return Application(registry, access=access, authorization=Authorization(AuthorizationMode.RBAC))


@cache
def registry() -> Registry:
    registry = Registry(MemoryStorage())
    registry.policy.refresh()
    return registry


@cache
def published() -> list[tuple[str, str]]:
    """Finds every method of every path, with names put in."""
    found = []
    document = client_of(application(registry())).get("/openapi/v2", headers={"Authorization": "Bearer s3cret-admin"})
    for path, item in document.json()["paths"].items():
        filled = "/".join("x" if part.startswith("{") else part for part in path.split("/"))
        for method in METHODS:
            if method in item:
                found.append((method.upper(), filled))
    return found


def ask_all(token: str) -> list[tuple[str, str, int, bytes]]:
    """Asks for all of them, each on a connection of its own."""
    return asyncio.run(_ask_all(application(registry()), published(), token))


async def _ask_all(app: Application, asked: list[tuple[str, str]], token: str) -> list[tuple[str, str, int, bytes]]:
    answers = []
    for method, path in asked:
        pipe = Pipe()
        connection = Connection(Connections(Limits()), app)
        connection.connection_made(pipe)
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        connection.data_received(f"{method} {path} HTTP/1.1\r\nHost: x\r\n{bearer}\r\n".encode())
        head, _, body = bytes(pipe.written).partition(b"\r\n\r\n")
        answers.append((method, path, int(head.split(b" ")[1]), body))
    return answers


@pytest.mark.parametrize("token", ["", "wrong"])
def test_who_is_nobody(token: str) -> None:
    answers = ask_all(token)
    assert len(answers) > 800
    odd = [
        (method, path, code)
        for method, path, code, body in answers
        if code != 401 or (method != "HEAD" and json.loads(body) != UNAUTHORIZED)
    ]
    assert odd == []


def test_who_has_no_right() -> None:
    odd = []
    for method, path, code, body in ask_all("s3cret-jane"):
        parts = path.strip("/").split("/")
        if is_discovery(parts) or parts[-1] in SELF:
            continue
        if code != 403 or (method != "HEAD" and not is_refusal(json.loads(body), parts)):
            odd.append((method, path, code))
    assert odd == []


def is_discovery(parts: list[str]) -> bool:
    """Tells whether a path is about what is served, which everybody may know who is known."""
    return parts[0] == "version" or len(parts) <= {"api": 2, "apis": 3}.get(parts[0], 0)


def is_refusal(status: dict[str, Any], parts: list[str]) -> bool:
    """Tells whether a Status says nothing but that jane cannot do what was asked."""
    about = status["details"].get("kind", "")
    return status["reason"] == "Forbidden" and 'User "jane" cannot ' in status["message"] and about in ("", *parts)


def test_whether_something_is_there_is_not_told() -> None:
    client = client_of(application(registry()))
    secrets, admin = "/api/v1/namespaces/default/secrets", {"Authorization": "Bearer s3cret-admin"}
    client.post(secrets, json={"metadata": {"name": "there"}}, headers=admin)
    jane = {"Authorization": "Bearer s3cret-jane"}
    for method in ("GET", "PUT", "DELETE", "PATCH"):
        answers = [client.request(method, f"{secrets}/{name}", headers=jane) for name in ("there", "other")]
        assert answers[0].text.replace("there", "other") == answers[1].text
        headers = [{**each.headers, "content-length": "", "date": ""} for each in answers]
        assert headers[0] == headers[1]
    unserved = client.get("/apis/acme.io/v1/things", headers=jane)
    assert unserved.status_code == 403


@pytest.mark.parametrize("form", list(LogFormat))
def test_what_is_secret_stands_in_no_log(form: LogFormat, caplog: pytest.LogCaptureFixture) -> None:
    lines: list[str] = []
    own = Registry(MemoryStorage())
    client = client_of(RequestLog(application(own), lines.append, form))
    admin = {"Authorization": "Bearer s3cret-admin"}
    with caplog.at_level(logging.DEBUG, "kapivara"):
        for path, body in (
            ("/api/v1/namespaces/default/secrets?fieldManager=s3cret-query", {"stringData": {"key": "s3cret-data"}}),
            ("/api/v1/namespaces/default/secrets", {"metadata": {"name": "a"}, "stringData": {"key": "s3cret-data"}}),
            ("/api/v1/namespaces/default/secrets", {"metadata": {"name": "a/b"}, "stringData": {"key": "s3cret-data"}}),
            ("/apis/authentication.k8s.io/v1/tokenreviews", {"spec": {"token": "s3cret-jane"}}),
            ("/api/v1/namespaces/default/serviceaccounts", {"metadata": {"name": "robot"}}),
        ):
            client.post(path, json=body, headers=admin)
        issued = client.post("/api/v1/namespaces/default/serviceaccounts/robot/token", json={}, headers=admin)
        token = issued.json()["status"]["token"]
        client.get("/api/v1/namespaces/default/secrets/a", headers=admin)
        for bearer in (token, "s3cret-wrong", "s3cret-jane", f"{token}x", " s3cret-space"):
            client.get("/api/v1/namespaces/default/secrets/a", headers={"Authorization": f"Bearer {bearer}"})
        acting = {"Impersonate-User": "tom", "Impersonate-Extra-x": "s3cret-extra"}
        client.get("/api/v1/secrets", headers={**admin, **acting})
    ours = [each.getMessage() for each in caplog.records if each.name.startswith("kapivara")]
    written = "\n".join((*lines, *ours))
    assert len(lines) >= 12
    assert "s3cret" not in written
    assert token not in written
    assert token.split(".")[1] not in written
