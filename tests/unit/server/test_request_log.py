"""Tests of the log of requests: the content of a line, and content that never appears."""

import io
import json
import threading
from hashlib import sha256

import httpx
import pytest
from tests.server.in_process import InProcess

from kapivara.authorization.modes import AuthorizationMode
from kapivara.authorization.user_info import UserInfo
from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.auth.authentication import Access
from kapivara.server.auth.authorization import Authorization
from kapivara.server.request_log import LineWriter, LogFormat, RequestLog
from kapivara.storage.memory import MemoryStorage

NAMESPACES = "/api/v1/namespaces"


@pytest.fixture
def lines():
    return []


@pytest.fixture
def client(lines):
    app = Application(Registry(MemoryStorage()), access=Access("hidden"))
    log = RequestLog(app, lines.append, LogFormat.JSON, lambda: 1_000_000_000.25)
    headers = {"Authorization": "Bearer hidden"}
    return httpx.Client(transport=InProcess(log), base_url="http://localhost", headers=headers)


@pytest.mark.parametrize(
    ("method", "path", "verb", "code"),
    [
        ("GET", NAMESPACES, "list", 200),
        ("GET", f"{NAMESPACES}/default", "get", 200),
        ("PUT", f"{NAMESPACES}/default", "update", 400),
        ("DELETE", f"{NAMESPACES}/nobody", "delete", 404),
        ("GET", "/version", "get", 200),
        ("GET", "/nowhere", "get", 404),
        ("GET", "/apis/none.example.com/v1/widgets", "list", 404),
    ],
)
def test_a_line_tells_verb_path_code_and_user(client, lines, method, path, verb, code):
    assert client.request(method, path).status_code == code
    told = json.loads(lines.pop())
    assert (told.pop("seconds") >= 0, told) == (
        True,
        {"time": "2001-09-09T01:46:40.250Z", "verb": verb, "path": path, "code": code, "user": "admin"},
    )
    assert lines == []


def test_whom_a_client_acts_for_is_told(client, lines):
    client.get(NAMESPACES, headers={"Impersonate-User": "jane"})
    client.get("/livez", headers={"Authorization": ""})
    client.get(NAMESPACES, headers={"Authorization": "Bearer guessed"})
    told = [json.loads(line) for line in lines]
    assert [(each["user"], each.get("as"), each["code"]) for each in told] == [
        ("admin", "jane", 403),
        ("system:anonymous", None, 200),
        ("system:anonymous", None, 401),
    ]


def test_who_may_not_act_for_others_is_told_as_who_it_is():
    lines, users = [], {sha256(b"hers").digest(): UserInfo("jane", "1", ("system:authenticated",))}
    app = Application(
        Registry(MemoryStorage()),
        access=Access("hidden", users=users),
        authorization=Authorization(AuthorizationMode.RBAC),
    )
    log = RequestLog(app, lines.append)
    headers = {"Authorization": "Bearer hers", "Impersonate-User": "the boss"}
    client = httpx.Client(transport=InProcess(log), base_url="http://localhost", headers=headers)
    assert client.get(NAMESPACES).status_code == 403
    assert lines[0].endswith("ms jane as the%20boss")


def test_no_query_header_or_body_is_told(client, lines):
    body = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "one", "annotations": {"a": "secret-body"}}}
    assert client.post(f"{NAMESPACES}?fieldManager=secret-query", json=body).status_code == 201
    assert not {word for word in ("hidden", "secret-body", "secret-query") if word in "".join(lines)}


def test_a_line_of_words_cannot_steer_a_terminal(lines):
    client = httpx.Client(
        transport=InProcess(RequestLog(Application(Registry(MemoryStorage())), lines.append)),
        base_url="http://localhost",
    )
    client.get("/%1b%5b2J%20x%0a")
    assert "\x1b" not in lines[0]
    assert "\n" not in lines[0]
    assert len(lines[0].split(" ")) == 6


@pytest.mark.parametrize("form", LogFormat)
def test_lines_that_nobody_reads_hold_nobody_up(form):
    go_on = threading.Event()

    class Stuck(io.StringIO):
        def write(self, text):
            go_on.wait(60)
            return super().write(text)

    stream = Stuck()
    writer = LineWriter(stream, form)
    for number in range(20_000):
        writer.write(str(number))
    go_on.set()
    writer.close()
    written = stream.getvalue()
    assert written.startswith("0\n")
    if form is LogFormat.TEXT:
        assert "lines of the log were dropped" in written
    else:
        (loss,) = (told for told in map(json.loads, written.splitlines()) if isinstance(told, dict))
        assert loss["dropped"] > 0
        assert loss["time"].endswith("Z")
