"""Tests of the server in a process of its own: ready, reachable, rejected, stopped."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import ssl
import subprocess
import sys
import time

import pytest

SCRIPT = """
import json, sys
from pathlib import Path
from kapivara.server.processes.run import ServeError, ServeOptions, serve

options = json.loads(sys.argv[1])
options = {k: Path(v) if k in ("data_dir", "cert_file", "key_file") else v for k, v in options.items()}

fails = options.pop("fails", "")

def ready(ready):
    if fails:
        raise RuntimeError(fails)
    print(json.dumps([ready.url, ready.token, ready.authority.decode()]), flush=True)

try:
    serve(ServeOptions(on_ready=ready, **options))
except ServeError as error:
    print(f"refused: {error}", flush=True)
    sys.exit(3)
"""
PATIENCE = 120
"""Seconds after which a test hangs; the tests conclude nothing else from them, however busy the machine is."""
NAMESPACES = "/api/v1/namespaces"


class Process:
    """A server under test."""

    def __init__(self, **options):
        command = [sys.executable, "-c", SCRIPT, json.dumps(options)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.first_line = self.process.stdout.readline()

    @property
    def ready(self):
        return json.loads(self.first_line)

    def connect(self):
        url, _, authority = self.ready
        address = url.partition("//")[2]
        if url.startswith("https"):
            context = ssl.create_default_context(cadata=authority)
            return http.client.HTTPSConnection(address, timeout=PATIENCE, context=context)
        return http.client.HTTPConnection(address, timeout=PATIENCE)

    def request(self, method, path, body=None, **headers):
        connection = self.connect()
        try:
            if body is not None:
                body, headers["content-type"] = json.dumps(body), "application/json"
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out + err


@pytest.fixture
def start():
    started = []

    def start(**options):
        started.append(Process(**options))
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.process.kill()
        each.process.communicate()


@pytest.mark.usefixtures("default_hangup")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_starts_and_stops(start, how):
    server = start(anonymous=True)
    assert server.request("GET", "/readyz") == (200, b"ok")
    assert server.request("GET", NAMESPACES)[0] == 200
    assert server.stop(how) == (0, "")


def test_stops_with_connections_open(start):
    server = start(anonymous=True)
    connection = server.connect()
    connection.request("GET", NAMESPACES)
    connection.getresponse().read()
    assert server.stop()[0] == 0
    connection.close()


def test_makes_up_a_token(start):
    server = start()
    token = server.ready[1]
    assert len(token) >= 32
    assert server.request("GET", NAMESPACES)[0] == 401
    assert server.request("GET", NAMESPACES, authorization=f"Bearer {token}")[0] == 200


def test_takes_a_token(start):
    server = start(token="given")
    assert server.request("GET", NAMESPACES, authorization="Bearer given")[0] == 200


def test_tls_of_its_own(start, tmp_path):
    server = start(anonymous=True, tls=True, data_dir=str(tmp_path / "data"))
    assert server.ready[0].startswith("https://127.0.0.1:")
    assert server.request("GET", "/readyz") == (200, b"ok")
    assert (tmp_path / "data" / "tls" / "ca.crt").exists()


@pytest.mark.parametrize("options", [{}, {"tls": True}], ids=["http", "https"])
def test_data_is_for_its_owner_only(start, tmp_path, options):
    server = start(data_dir=str(tmp_path / "a" / "data"), **options)
    assert server.stop()[0] == 0
    folder = tmp_path / "a" / "data"
    found = {str(each.relative_to(folder)): each.stat().st_mode & 0o077 for each in (folder, *folder.rglob("*"))}
    assert {name: mode for name, mode in found.items() if mode} == {}


def test_data_that_lasts(start, tmp_path):
    namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team"}}
    server = start(anonymous=True, data_dir=str(tmp_path))
    assert server.request("POST", NAMESPACES, namespace)[0] == 201
    assert server.stop()[0] == 0
    again = start(anonymous=True, data_dir=str(tmp_path))
    assert again.request("GET", f"{NAMESPACES}/team")[0] == 200


def test_memory_forgets(start):
    server = start(anonymous=True)
    assert len(json.loads(server.request("GET", NAMESPACES)[1])["items"]) == 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param({"host": "0.0.0.0"}, "refusing to serve plain HTTP on 0.0.0.0", id="in-the-clear"),
        pytest.param({"host": "0.0.0.0", "tls": True, "anonymous": True}, "without a token on 0.0.0.0", id="open"),
        pytest.param({"token": ""}, "the token is blank; leave it out", id="blank-token"),
        pytest.param({"token": " \t"}, "the token is blank", id="token-of-spaces"),
        pytest.param({"token": "a\nb"}, "the token has characters that no header can carry", id="broken-token"),
        pytest.param({"cert_file": "/nowhere/a"}, "a certificate and its key go together", id="no-key"),
        pytest.param({"cert_file": "/nowhere/a", "key_file": "/nowhere/b"}, "no file /nowhere/a", id="no-file"),
        pytest.param({"data_dir": "/dev/null"}, "/dev/null", id="no-directory"),
    ],
)
def test_refused(start, options, message):
    server = start(**options)
    assert server.first_line.startswith("refused: ")
    assert message in server.first_line
    assert server.process.wait(PATIENCE) == 3
    assert server.process.stderr.read() == ""


def test_busy_ports(start):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        server = start(port=port, anonymous=True)
        assert server.first_line == f"refused: port {port} on 127.0.0.1 is in use\n"


def test_data_in_use(start, tmp_path):
    start(anonymous=True, data_dir=str(tmp_path))
    second = start(anonymous=True, data_dir=str(tmp_path))
    assert second.first_line.startswith("refused: ")


def exchange(server, data):
    """Sends bytes; returns everything that the server sends."""
    host, _, port = server.ready[0].partition("//")[2].partition(":")
    received = b""
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        connection.sendall(data)
        while piece := connection.recv(65536):
            received += piece
    return received


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"\x16\x03\x01 nonsense\r\n\r\n", b"400", id="not-http"),
        pytest.param(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"505", id="http2"),
        pytest.param(b"GET /\xff HTTP/1.0\r\n\r\n", b"404", id="path-of-bytes"),
        pytest.param(b"GET / HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n", b"400", id="length-below-zero"),
        pytest.param(b"GET / HTTP/1.1\r\nhost: x\r\nlong: " + b"x" * (2**20 + 4096), b"431", id="head-without-end"),
        pytest.param(
            b"GET /readyz HTTP/1.1\r\nhost: x\r\nconnection: close, upgrade\r\nupgrade: websocket\r\n\r\n",
            b"200",
            id="upgrade-passed-over",
        ),
    ],
)
def test_odd_requests_are_answered_in_silence(start, data, code):
    server = start(anonymous=True)
    assert exchange(server, data).split(b" ")[1] == code
    assert server.request("GET", "/readyz")[0] == 200
    assert server.stop() == (0, "")


def test_odd_handshakes_pass_in_silence(start):
    server = start(anonymous=True, tls=True)
    assert exchange(server, b"GET / HTTP/1.1\r\nhost: x\r\n\r\n") == b""
    assert exchange(server, b"\x16\x03\x01\x00\x05hello") == b""
    assert server.stop() == (0, "")


def test_long_heads_that_are_not_too_long(start):
    server = start(anonymous=True)
    assert server.request("GET", "/readyz", long="x" * 900_000)[0] == 200


def is_listening(server):
    host, _, port = server.ready[0].partition("//")[2].partition(":")
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except ConnectionError:
        return False
    return True


def test_a_client_that_stays_silent_cannot_hold_the_server(start):
    server = start(anonymous=True)
    connection = server.connect()
    connection.putrequest("POST", NAMESPACES)
    connection.putheader("content-length", "5")
    connection.putheader("content-type", "application/json")
    connection.endheaders()
    assert server.request("GET", "/readyz")[0] == 200
    server.process.send_signal(signal.SIGINT)
    while is_listening(server):
        time.sleep(0.01)
    assert server.stop(signal.SIGINT) == (0, "")
    assert json.loads(connection.getresponse().read())["message"] == "apiserver is shutting down"
    connection.close()


@pytest.mark.parametrize("options", [{}, {"tls": True}], ids=["http", "https"])
def test_who_fails_when_it_is_ready_ends_the_server(start, options):
    server = start(anonymous=True, fails="cannot write it down", **options)
    assert server.process.wait(PATIENCE) == 1
    assert server.process.stderr.read().endswith("RuntimeError: cannot write it down\n")


def test_writers_side_by_side(start, tmp_path):
    from concurrent.futures import ThreadPoolExecutor

    server = start(anonymous=True, data_dir=str(tmp_path))

    def create(number):
        namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": f"n{number}"}}
        return server.request("POST", NAMESPACES, namespace)[0]

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(create, range(80))) == {201}
    assert len(json.loads(server.request("GET", NAMESPACES)[1])["items"]) == 84
