"""Tests of a flooded server: it answers small requests, watches get changes, and excess requests get 429.

Over real HTTP, in a process of its own. Nothing depends on the speed of the machine: small requests make progress
during the flood.
"""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress

import pytest

PATIENCE = 120
MAPS = "/api/v1/namespaces/default/configmaps"
SLOW = "/apis/example.com/v1/slows"
RULES = [{"rule": f"self.all(a, self.all(b, a <= b || b <= a + {number}))"} for number in range(4)]
DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "slows.example.com"},
    "spec": {
        "group": "example.com",
        "names": {"plural": "slows", "kind": "Slow"},
        "scope": "Cluster",
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "properties": {
                            "numbers": {
                                "type": "array",
                                "maxItems": 250,
                                "items": {"type": "integer"},
                                "x-kubernetes-validations": RULES,
                            }
                        },
                    }
                },
            }
        ],
    },
}


class Client:
    """A connection to a server with the credentials of a user."""

    def __init__(self, address, token):
        self._connection = http.client.HTTPConnection(address, timeout=PATIENCE)
        self._stream = None
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, method, path, body=None):
        """Returns code and body."""
        return self.answer(method, path, body)[:2]

    def answer(self, method, path, body=None):
        self._connection.request(method, path, None if body is None else json.dumps(body), self._headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read(), answer.headers

    def watch(self, path):
        """Returns the response of a watch, to read from."""
        self._connection.request("GET", path, headers=self._headers)
        self._stream = self._connection.getresponse()
        return self._stream

    def close(self):
        if self._stream is not None:
            self._stream.close()
        self._connection.close()


class Server:
    """A server in a process of its own."""

    def __init__(self, folder, *options):
        (folder / "tokens.csv").write_text("bobs,bob,1\n")
        command = [sys.executable, "-P", "-m", "kapivara", "serve", "--port", "0", "--no-tls", "--token", "given"]
        command += ["--token-auth-file", str(folder / "tokens.csv"), "--controllers", "-*", *options]
        self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = re.search(r"http://(\S+)", self.process.stdout.readline())[1]
        self._clients = []

    def client(self, token="given"):
        self._clients.append(Client(self.address, token))
        return self._clients[-1]

    def close(self):
        for each in self._clients:
            each.close()
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def start(tmp_path):
    started = []

    def start(*options):
        started.append(Server(tmp_path, *options))
        return started[-1]

    yield start
    for server in started:
        server.close()


def config_map(name, size=0):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": {"k": "x" * size}}


def slow(name):
    numbers = list(range(250))
    return {"apiVersion": "example.com/v1", "kind": "Slow", "metadata": {"name": name}, "numbers": numbers}


@contextmanager
def flood(server, ask, clients, token="given"):
    """Lets clients send requests without end; the result is the number of responses so far."""
    answered, over = [], threading.Event()

    def run(number):
        client, turn = server.client(token), 0
        while not over.is_set():
            answered.append(ask(client, f"{number}-{turn}"))
            turn += 1

    threads = [threading.Thread(target=run, args=(number,)) for number in range(clients)]
    for each in threads:
        each.start()
    try:
        yield answered
    finally:
        over.set()
        for each in threads:
            each.join(PATIENCE)


def list_all(client, _name):
    return client.ask("GET", MAPS)[0]


def write_slowly(client, name):
    return client.ask("POST", SLOW, slow(name))[0]


@pytest.mark.parametrize(("ask", "clients"), [(list_all, 12), (write_slowly, 24)])
def test_what_is_small_makes_headway_in_a_flood(start, ask, clients):
    server = start("--max-requests-inflight", "0")
    first = server.client()
    assert first.ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION)[0] == 201
    for number in range(1000):
        first.ask("POST", MAPS, config_map(f"m{number}", 2000))
    watcher, other, rounds = server.client(), server.client(), 0
    events = watcher.watch("/api/v1/namespaces/kube-system/configmaps?watch=1&resourceVersion=0")
    with flood(server, ask, clients) as answered:
        while len(answered) < 6 * clients:
            assert other.ask("GET", "/livez") == (200, b"ok")
            assert other.ask("GET", f"{MAPS}/m1")[0] == 200
            assert other.ask("POST", "/api/v1/namespaces/kube-system/configmaps", config_map(f"r{rounds}"))[0] == 201
            assert json.loads(events.readline())["object"]["metadata"]["name"] == f"r{rounds}"
            rounds += 1
    assert {*answered} <= {200, 201}
    assert rounds >= 3, f"{rounds} rounds while {len(answered)} requests of the flood were answered"


def test_who_is_too_many_is_told_to_try_again(start):
    server = start("--max-mutating-requests-inflight", "2", "--max-requests-inflight", "2")
    admin = server.client()
    admin.ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION)
    found = {}

    def write(client, name):
        code, body, headers = client.answer("POST", SLOW, slow(name))
        if code == 429:
            found[code] = (body, headers["Retry-After"], headers["Content-Type"])
            time.sleep(0.05)
        return code

    with flood(server, write, 8, "bobs") as answered:
        while 429 not in answered or answered.count(201) < 4:
            assert admin.ask("GET", "/livez")[0] == 200
            assert write(admin, f"admin-{len(answered)}-{time.time_ns()}") == 201
    assert found == {429: (b"Too many requests, please try again later.\n", "1", "text/plain; charset=utf-8")}
    assert {*answered} == {201, 429}


def test_a_server_that_is_about_to_stop_answers(start):
    server = start("--shutdown-delay-duration", "1h")
    client, watcher = server.client(), server.client()
    events = watcher.watch(f"{MAPS}?watch=1&resourceVersion=0")
    server.process.send_signal(signal.SIGTERM)
    while client.ask("GET", "/readyz")[0] == 200:
        time.sleep(0.01)
    code, body = client.ask("GET", "/readyz")
    assert (code, b"[-]shutdown failed: reason withheld\n" in body) == (500, True)
    assert client.ask("GET", "/livez") == (200, b"ok")
    assert server.client().ask("POST", MAPS, config_map("late"))[0] == 201, "new connections are taken meanwhile"
    assert json.loads(events.readline())["object"]["metadata"]["name"] == "late"
    server.process.send_signal(signal.SIGTERM)
    assert events.read() == b"", "the stream ends in good order"
    assert server.process.wait(PATIENCE) == 0


def test_a_server_that_stops_ends_what_is_under_way(start):
    server = start()
    client, watcher, writer = server.client(), server.client(), server.client()
    assert client.ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION)[0] == 201
    events = watcher.watch(f"{MAPS}?watch=1&resourceVersion=0")
    written, has_begun = [], threading.Event()

    def write_to_the_end():
        with suppress(OSError, http.client.HTTPException):  # no request is left
            while True:
                written.append(write_slowly(writer, f"w{len(written)}"))
                has_begun.set()

    writing = threading.Thread(target=write_to_the_end)
    writing.start()
    assert has_begun.wait(PATIENCE)
    server.process.send_signal(signal.SIGTERM)
    assert events.read() == b"", "the stream ends in good order"
    writing.join(PATIENCE)
    assert {*written} == {201}, "what was under way is answered"
    assert server.process.wait(PATIENCE) == 0
