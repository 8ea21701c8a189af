"""Tests of the client of conversations: its requests, its view of responses, and connections that end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from conformance.client import Client


class Echo(BaseHTTPRequestHandler):
    """Keeps the requests and sends the test's responses."""

    protocol_version = "HTTP/1.1"
    asked: list[tuple[str, str, dict[str, str], bytes]]
    answer: bytes
    hang_up_after: int

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", "0"))
        self.asked.append((self.command, self.path, dict(self.headers), self.rfile.read(length)))
        self.send_response(201)
        self.send_header("Warning", "one")
        self.send_header("Warning", "two")
        self.send_header("Content-Length", str(len(self.answer)))
        self.end_headers()
        self.wfile.write(self.answer)
        self.close_connection = len(self.asked) == self.hang_up_after

    def do_GET(self) -> None:
        self.do_POST()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def echo() -> Iterator[tuple[str, type[Echo]]]:
    handler = type("Handler", (Echo,), {"asked": [], "answer": b"{}", "hang_up_after": 0})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,)).start()
        yield f"http://127.0.0.1:{server.server_port}", handler
        server.shutdown()


@pytest.mark.parametrize(
    ("body", "sent", "media_type"),
    [
        pytest.param(None, b"", None, id="none"),
        pytest.param({"a": [1, None]}, b'{"a": [1, null]}', "application/json", id="json"),
        pytest.param("a: é", "a: é".encode(), "application/json", id="text-as-it-is"),
        pytest.param(b"k8s\x00", b"k8s\x00", "application/json", id="bytes-as-they-are"),
    ],
)
def test_bodies(echo: tuple[str, type[Echo]], body: Any, sent: bytes, media_type: str | None) -> None:
    client = Client(echo[0])
    client.send("POST", "/a?b=c", None, body)
    client.close()
    ((method, path, headers, received),) = echo[1].asked
    assert (method, path, received, headers.get("Content-Type")) == ("POST", "/a?b=c", sent, media_type)
    assert headers["Accept"] == "application/json"


@pytest.mark.parametrize(
    ("token", "headers", "sent"),
    [
        pytest.param(None, {}, None, id="no-token"),
        pytest.param("t", {}, "Bearer t", id="token"),
        pytest.param("t", {"Authorization": "Bearer u"}, "Bearer u", id="a-header-of-its-own"),
        pytest.param("t", {"Authorization": ""}, None, id="none-sent"),
    ],
)
def test_tokens(echo: tuple[str, type[Echo]], token: str | None, headers: dict[str, str], sent: str | None) -> None:
    client = Client(echo[0], token)
    client.send("GET", "/", headers)
    client.close()
    assert echo[1].asked[0][2].get("Authorization") == sent


@pytest.mark.parametrize(
    ("answer", "body"),
    [
        pytest.param(b"", None, id="nothing"),
        pytest.param(b'{"a": 1}', {"a": 1}, id="json"),
        pytest.param(b"404 page not found\n", "404 page not found\n", id="text"),
        pytest.param(b"\xff", "\ufffd", id="bytes"),
    ],
)
def test_answers(echo: tuple[str, type[Echo]], answer: bytes, body: Any) -> None:
    echo[1].answer = answer
    client = Client(echo[0])
    reply = client.send("GET", "/")
    client.close()
    assert (reply.code, reply.warnings, reply.raw, reply.body) == (201, ["one", "two"], answer, body)


def test_a_connection_that_was_closed_is_opened_again(echo: tuple[str, type[Echo]]) -> None:
    echo[1].hang_up_after = 1
    client = Client(echo[0])
    assert [client.send("GET", f"/{number}").code for number in range(3)] == [201] * 3
    client.close()
    assert [path for _, path, _, _ in echo[1].asked] == ["/0", "/1", "/2"]


@pytest.mark.parametrize("server", ["", "localhost:80", "ftp://x", "http://"])
def test_what_is_no_server(server: str) -> None:
    with pytest.raises(ValueError, match="is no URL of a server"):
        Client(server)
