"""Tests of every published path: a client without credentials gets 401, one without rights 403, and neither learns
more.

No log contains secrets: tokens, keys, the data of Secrets.
"""

from __future__ import annotations

import asyncio
import json
import logging
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from tests.server.in_process import Pipe, client_of

from kapivara.authorization.modes import AuthorizationMode
from kapivara.authorization.user_info import UserInfo
from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.audit.auditing import AuditLog
from kapivara.server.audit.options import read_policy_file
from kapivara.server.audit.writing import AuditMode, AuditWriter
from kapivara.server.auth.authentication import Access
from kapivara.server.auth.authorization import Authorization
from kapivara.server.auth.issued_tokens import IssuedTokens
from kapivara.server.http1.connection import Connection
from kapivara.server.http1.connections import Connections
from kapivara.server.http1.handler import Handler
from kapivara.server.http1.limits import Limits
from kapivara.server.metrics.audit_counts import AuditCounts
from kapivara.server.request_log import LogFormat, RequestLog
from kapivara.storage.memory import MemoryStorage

PATIENCE = 120
METHODS = ("get", "put", "post", "delete", "patch", "head", "options")
SENT = '{"metadata": {"name": "x"}, "stringData": {"key": "s3cret-data"}, "spec": {"token": "s3cret-jane"}}'
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
    """Returns the paths that the server publishes."""
    document = client_of(application(registry())).get("/openapi/v2", headers={"Authorization": "Bearer s3cret-admin"})
    return methods_of(document.json())


def methods_of(document: dict[str, Any]) -> list[tuple[str, str]]:
    """Returns every method of every path, with names filled in."""
    return [
        (method.upper(), "/".join("x" if part.startswith("{") else part for part in path.split("/")))
        for path, item in document["paths"].items()
        for method in METHODS
        if method in item
    ]


@cache
def ask_all(token: str, handler: Handler | None = None) -> list[tuple[str, str, int, bytes]]:
    """Requests all of them, each on a connection of its own, with a body if one is allowed."""
    return asyncio.run(_ask_all(handler or application(registry()), published(), token))


async def _ask_all(app: Handler, asked: list[tuple[str, str]], token: str) -> list[tuple[str, str, int, bytes]]:
    answers = []
    for method, path in asked:
        pipe = Pipe()
        connection = Connection(Connections(Limits()), app)
        connection.connection_made(pipe)
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        sent = SENT if method in ("POST", "PUT", "PATCH") else ""
        about = f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n" if sent else ""
        connection.data_received(f"{method} {path} HTTP/1.1\r\nHost: x\r\n{bearer}{about}\r\n{sent}".encode())
        async with asyncio.timeout(PATIENCE):
            while not pipe.written:
                await asyncio.sleep(0)
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


class Lines(list[str]):
    """An audit log in memory."""

    def write(self, line: str) -> None:
        self.append(line)

    def close(self) -> None:
        """Keeps the written lines."""


@pytest.mark.parametrize("level", ["None", "Metadata", "Request", "RequestResponse"])
def test_an_audit_changes_no_refusal_and_tells_nothing_secret(level: str, tmp_path: Path) -> None:
    """The body of a rejected request was not decoded, so no audit level contains it."""
    policy, lines = tmp_path / "policy.yaml", Lines()
    policy.write_text(f"apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{{level: {level}}}]\n")
    writer = AuditWriter(lines, AuditMode.BLOCKING, AuditCounts())
    audited = AuditLog(application(registry()), read_policy_file(policy), writer)
    for token in ("", "s3cret-wrong", "s3cret-jane"):
        alone, with_audit = (
            [each for each in answers if each[2] in (401, 403)] for answers in (ask_all(token), ask_all(token, audited))
        )
        assert with_audit == alone
        assert len(alone) > 800
    writer.close()
    refused = [event for event in map(json.loads, lines) if event.get("responseStatus", {}).get("code") in (401, 403)]
    assert (len(refused) > 2400) == (level != "None")
    assert [each for each in refused if "s3cret" in json.dumps(each)] == []
    assert {each.get("responseObject", {}).get("kind", "Status") for each in refused} <= {"Status"}


def is_discovery(parts: list[str]) -> bool:
    """Returns whether a path describes the served API, which every authenticated user may read."""
    return parts[0] == "version" or len(parts) <= {"api": 2, "apis": 3}.get(parts[0], 0)


def is_refusal(status: dict[str, Any], parts: list[str]) -> bool:
    """Returns whether a Status says only that jane cannot do what she requested."""
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
