"""Tests of documents from URLs: responses, and the limits for hostile servers."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from kapivara.openapi import DocumentError
from kapivara.openapi.access.fetching import fetch, is_url
from kapivara.openapi.access.sources import DocumentSources

SCHEMA = {
    "type": "object",
    "properties": {"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "a": {"type": "integer"}},
    "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Box"}],
}


class Server(ThreadingHTTPServer):
    """A server of documents, some of them hostile; `asked` contains the requested paths."""

    asked: list[str]
    daemon_threads = True


class Answers(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        match self.path:
            case "/openapi/v3":
                self._send(
                    {
                        "paths": {
                            "apis/example.com/v1": {"serverRelativeURL": "/openapi/v3/apis/example.com/v1?hash=1"},
                            "api/v1": {"serverRelativeURL": "/openapi/v3/api/v1?hash=2"},
                        }
                    }
                )
            case "/openapi/v3/apis/example.com/v1?hash=1":
                self._send({"openapi": "3.0.0", "components": {"schemas": {"Box": SCHEMA}}})
            case "/round":
                self._redirect("/round")
            case "/file":
                self._redirect("file:///etc/passwd")
            case "/moved":
                self._redirect("/openapi/v3")
            case "/large":
                self._send({"a": "b" * 5_000})
            case "/slow":
                self.send_response(200)
                self.end_headers()
                while not self.server.stopping.wait(0.05):  # type: ignore[attr-defined]
                    self.wfile.write(b" ")
            case _:
                self.send_error(403, "Forbidden")

    def _send(self, value: object) -> None:
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _redirect(self, to: str) -> None:
        self.send_response(302)
        self.send_header("Location", to)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        """Logs nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(("127.0.0.1", 0), Answers)
    made.asked = []
    made.stopping = threading.Event()  # type: ignore[attr-defined]
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield made
    made.stopping.set()  # type: ignore[attr-defined]
    made.shutdown()
    made.server_close()
    thread.join()


def url(server: Server, path: str = "") -> str:
    return f"http://127.0.0.1:{server.server_port}{path}"


def test_a_server_is_asked_for_the_documents_that_objects_need(server: Server) -> None:
    sources = DocumentSources([url(server)])
    assert server.asked == ["/openapi/v3"]
    assert sources.find("v2", "Other") is None
    validator = sources.find("example.com/v1", "Box")
    assert validator is not None
    assert server.asked == ["/openapi/v3", "/openapi/v3/apis/example.com/v1?hash=1"]
    box = {"apiVersion": "example.com/v1", "kind": "Box"}
    assert validator.validate({**box, "a": 1}) == []
    assert validator.validate({**box, "a": "x"})
    assert sources.find("example.com/v1", "Box") is validator


def test_redirects_are_followed_a_few_times(server: Server) -> None:
    assert json.loads(fetch(url(server, "/moved")))["paths"]
    with pytest.raises(DocumentError, match="more than 5 redirects"):
        fetch(url(server, "/round"))


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/file", "must be an address of http or https"),
        ("/forbidden", r"answers 403 Forbidden; give a token .* or read it with kubectl get --raw"),
    ],
)
def test_what_is_no_document_is_refused(server: Server, path: str, told: str) -> None:
    with pytest.raises(DocumentError, match=told):
        fetch(url(server, path))


def test_size_and_time_are_bounded(server: Server) -> None:
    with pytest.raises(DocumentError, match="more than 0 MiB"):
        fetch(url(server, "/large"), most=1_000)
    with pytest.raises(DocumentError, match="it takes too long"):
        fetch(url(server, "/slow"), seconds=0.3)


def test_nobody_there_is_told() -> None:
    with pytest.raises(DocumentError, match=r"http://127.0.0.1:1/: cannot be read"):
        fetch("http://127.0.0.1:1/")
    with pytest.raises(DocumentError, match="cannot be read"):
        fetch("http://127.0.0.1:99999/")


def test_urls_are_told_from_files() -> None:
    given = ["https://a", "HTTP://a", "https", "file:///a", "a/b.json"]
    assert [is_url(each) for each in given] == [True, True, False, False, False]
