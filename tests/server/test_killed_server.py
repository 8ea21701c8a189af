"""Tests that a server that is killed during writes loses no acknowledged write."""

from __future__ import annotations

import http.client
import json
import threading
import time
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

CRD = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "notes.example.com"},
    "spec": {
        "group": "example.com",
        "scope": "Namespaced",
        "names": {"plural": "notes", "kind": "Note"},
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}},
            }
        ],
    },
}
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
NOTES = "/apis/example.com/v1/namespaces/default/notes"
WRITERS = 4
ROUNDS = 3
ENOUGH = 60  # acknowledged writes before the kill


class Client:
    """One persistent connection."""

    def __init__(self, url: str) -> None:
        self._connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=120)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def __call__(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        payload = None if body is None else json.dumps(body).encode()
        self._connection.request(method, path, payload, {"Content-Type": "application/json"})
        response = self._connection.getresponse()
        return response.status, json.loads(response.read())


def note(name: str, text: str, version: str | None = None) -> dict[str, Any]:
    metadata = {"name": name} if version is None else {"name": name, "resourceVersion": version}
    return {"apiVersion": "example.com/v1", "kind": "Note", "metadata": metadata, "text": text}


def write(url: str, writer: str, acknowledged: dict[str, str]) -> None:
    """Creates, updates and deletes notes until the server is gone; keeps the acknowledged state ("": deleted)."""
    with Client(url) as call:
        for number in range(100_000):
            name = f"note-{writer}-{number}"
            try:
                code, created = call("POST", NOTES, note(name, "first"))
                assert code == 201, created
                acknowledged[name] = "first"
                if number % 3 == 1:
                    acknowledged[name] += "|second"  # until the response arrives, either may be stored
                    version = created["metadata"]["resourceVersion"]
                    code, answer = call("PUT", f"{NOTES}/{name}", note(name, "second", version))
                    assert code == 200, answer
                    acknowledged[name] = "second"
                elif number % 3 == 2:
                    acknowledged[name] += "|"
                    code, answer = call("DELETE", f"{NOTES}/{name}")
                    assert code == 200, answer
                    acknowledged[name] = ""
            except (OSError, http.client.HTTPException):
                return


def write_until_killed(server: Any, round_: int) -> dict[str, str]:
    """Writes from several threads and kills the server among them; returns the stored notes by name."""
    acknowledged: list[dict[str, str]] = [{} for _ in range(WRITERS)]
    threads = [
        threading.Thread(target=write, args=(server.url, f"{round_}-{writer}", acknowledged[writer]))
        for writer in range(WRITERS)
    ]
    for thread in threads:
        thread.start()
    while sum(map(len, acknowledged)) < ENOUGH and any(thread.is_alive() for thread in threads):
        time.sleep(0.001)
    server.process.kill()
    server.process.wait()
    for thread in threads:
        thread.join()
    return {name: text for texts in acknowledged for name, text in texts.items()}


def test_no_acknowledged_write_is_lost(start_server: Callable[..., Any], tmp_path: Path) -> None:
    expected: dict[str, str] = {}
    newest = 0
    for round_ in range(ROUNDS):
        server = start_server("--anonymous", "--data", str(tmp_path / "data"))
        with Client(server.url) as call:
            if round_ == 0:
                assert call("POST", DEFINITIONS, CRD)[0] == 201
            newest = check(call, expected, newest)
        written = write_until_killed(server, round_)
        assert len(written) >= ENOUGH
        expected.update(written)
    server = start_server("--anonymous", "--data", str(tmp_path / "data"))
    with Client(server.url) as call:
        check(call, expected, newest)
    assert server.stop() == 0


def check(call: Client, expected: dict[str, str], newest: int) -> int:
    """Compares stored with acknowledged notes; returns the newest resource version."""
    code, found = call("GET", NOTES)
    assert code == 200
    texts = {item["metadata"]["name"]: item["text"] for item in found["items"]}
    wrong = {name: texts.get(name, "") for name, text in expected.items() if texts.get(name, "") not in text.split("|")}
    assert wrong == {}
    version = int(found["metadata"]["resourceVersion"])
    assert version >= newest
    return version
