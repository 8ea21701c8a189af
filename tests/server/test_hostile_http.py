"""Tests of hostile HTTP against a server: its cost and its effect. Real processes, bare sockets."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

MIB = 1024 * 1024
MOST_MEMORY = 100 * MIB
"""The most memory that an attack may cost, over an idle server."""
NAMESPACES = "/api/v1/namespaces"
UPGRADE = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"
JSON = b"Content-Type: application/json\r\n"


def peak(server):
    """Returns the most memory that a server ever had, in bytes."""
    status = Path(f"/proc/{server.process.pid}/status")
    if not status.exists():
        pytest.skip("memory is measured on Linux only")
    return int(status.read_text().partition("VmHWM:")[2].split()[0]) * 1024


def head(line, *headers, token=b""):
    given = [b"Authorization: Bearer " + token + b"\r\n"] if token else []
    return line + b" HTTP/1.1\r\nHost: localhost\r\n" + b"".join([*given, *headers]) + b"\r\n"


def create(connect, url, name, token=b""):
    body = json.dumps({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}).encode()
    length = b"Content-Length: %d\r\n" % len(body)
    line = f"POST {NAMESPACES}".encode()
    return connect(url, head(line, JSON, length, token=token) + body).read_answer()[0]


@pytest.fixture
def server(start_server):
    """A server with a token, for clients without one."""
    return start_server("--memory", "--token", "secret", "--no-tls")


@pytest.fixture
def anonymous(start_server):
    """A server without a token."""
    return start_server("--memory", "--anonymous")


def assert_unharmed(server, connect, before):
    """Asserts that the server answers others at once, has not grown, and has logged nothing."""
    assert connect(server.url, head(b"GET /livez")).read_answer() == (200, b"ok")
    assert peak(server) - before < MOST_MEMORY
    assert "Traceback" not in "".join(server.output)


def send_unread(connection, data):
    """Sends data to a server without reading its response, as long as it takes any."""
    connection.socket.settimeout(1)
    with contextlib.suppress(OSError):
        connection.socket.sendall(data)


def test_a_body_behind_upgrade_is_read(anonymous, connect):
    assert create(connect, anonymous.url, "kept") == 201
    body = b'{"kind":"DeleteOptions","apiVersion":"v1","dryRun":["All"]}'
    request = head(f"DELETE {NAMESPACES}/kept".encode(), UPGRADE, JSON, b"Content-Length: %d\r\n" % len(body))
    assert connect(anonymous.url, request + body).read_answer()[0] == 200
    _, found = connect(anonymous.url, head(f"GET {NAMESPACES}/kept".encode())).read_answer()
    assert "deletionTimestamp" not in json.loads(found)["metadata"]


def test_a_token_in_a_trailer_counts_for_nothing(server, connect):
    body = b'{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"smuggled"}}'
    request = head(
        f"POST {NAMESPACES}".encode(), JSON, b"Transfer-Encoding: chunked\r\n", b"Trailer: Authorization\r\n"
    )
    request += b"%x\r\n%b\r\n0\r\nAuthorization: Bearer secret\r\n\r\n" % (len(body), body)
    assert connect(server.url, request).read_answer()[0] == 401
    found = head(f"GET {NAMESPACES}/smuggled".encode(), token=b"secret")
    assert connect(server.url, found).read_answer()[0] == 404


@pytest.mark.parametrize("scheme", [b"Bearer", b"bearer", b"BEARER"])
def test_the_scheme_of_a_token_is_read_in_any_case(server, connect, scheme):
    request = head(f"GET {NAMESPACES}".encode(), b"Authorization: %b secret\r\n" % scheme)
    assert connect(server.url, request).read_answer()[0] == 200


def test_who_bears_no_token_is_refused_before_the_body_comes(server, connect):
    request = head(f"POST {NAMESPACES}".encode(), JSON, b"Content-Length: 3000000\r\n")
    assert connect(server.url, request).read_answer()[0] == 401


def test_a_flood_of_requests(server, connect):
    before = peak(server)
    connection = connect(server.url)
    send_unread(connection, head(b"GET /") * 300_000)
    assert_unharmed(server, connect, before)


def test_trailers_without_end(anonymous, connect):
    before = peak(anonymous)
    body = b'{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"never"}}'
    request = head(f"POST {NAMESPACES}".encode(), JSON, b"Transfer-Encoding: chunked\r\n")
    connection = connect(anonymous.url, request + b"%x\r\n%b\r\n0\r\n" % (len(body), body))
    send_unread(connection, b"x: y\r\n" * 5_000_000)
    assert_unharmed(anonymous, connect, before)
    assert connect(anonymous.url, head(f"GET {NAMESPACES}/never".encode())).read_answer()[0] == 404


def test_half_sent_heads(server, connect):
    before = peak(server)
    start = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
    connections = []
    for _ in range(60):
        connections.append(connect(server.url, start))
        send_unread(connections[-1], b"a: b\r\n" * 170_000)
    assert_unharmed(server, connect, before)


@pytest.mark.parametrize(("line", "code"), [(b"GET / HTTP/1.1", 431), (b"GET /", 400)])
def test_a_head_of_too_many_lines_is_refused_before_it_ends(server, connect, line, code):
    connection = connect(server.url, line + b"\r\n" + b"a: b\r\n" * 9_000)
    connection.socket.sendall(b"a: b\r\n" * 1_100)
    assert connection.read_answer()[0] == code


def test_bodies_without_a_token(server, connect):
    before = peak(server)
    for _ in range(40):
        request = head(f"POST {NAMESPACES}".encode(), JSON, b"Content-Length: 3000000\r\n")
        send_unread(connect(server.url, request), b"x" * 2_900_000)
    assert_unharmed(server, connect, before)


def test_answers_that_nobody_reads(anonymous, connect):
    note = "x" * 200_000
    for number in range(40):
        metadata = {"name": f"large-{number}", "annotations": {"note": note}}
        body = json.dumps({"apiVersion": "v1", "kind": "Namespace", "metadata": metadata}).encode()
        request = head(f"POST {NAMESPACES}".encode(), JSON, b"Content-Length: %d\r\n" % len(body))
        assert connect(anonymous.url, request + body).read_answer()[0] == 201
    before = peak(anonymous)
    silent = []
    for _ in range(60):
        silent.append(connect(anonymous.url, head(f"GET {NAMESPACES}".encode())))
        assert connect(anonymous.url, head(b"GET /livez")).read_answer() == (200, b"ok")
    assert peak(anonymous) - before < 3 * MOST_MEMORY
    assert_unharmed(anonymous, connect, peak(anonymous))


SELECTED = ",".join(f"n{number:06x}" for number in range(118_000))
"""945 kB of values, or of keys."""
SELECTORS = {
    "a-set": f"labelSelector=app+in+({SELECTED})",
    "labels": f"labelSelector={SELECTED}",
    "fields": "fieldSelector=" + ",".join(f"metadata.name!=n{number:05x}" for number in range(44_000)),
}


def test_audited_watches_whose_clients_leave(start_server, connect, tmp_path):
    """The path of a request is in events, too, and goes with its watch."""
    policy = tmp_path / "policy.yaml"
    policy.write_text("apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- level: Metadata\n")
    log = tmp_path / "audit.log"
    server = start_server("--memory", "--anonymous", "--audit-policy-file", str(policy), "--audit-log-path", str(log))
    request = head(
        f"GET /api/v1/configmaps?watch=1&timeoutSeconds=3000&fieldSelector=metadata.name%3D{'x' * 945_000}".encode()
    )
    before, sockets = peak(server), _sockets(server)
    for _ in range(3):
        watching = []
        for _ in range(20):
            watching.append(connect(server.url, request))
            assert watching[-1].socket.recv(64).startswith(b"HTTP/1.1 200 ")
        assert _resident(server) - before < 20 * 3 * len(request)
        for each in watching:
            each.close()
        deadline = time.monotonic() + 120
        while _sockets(server) > sockets:
            assert time.monotonic() < deadline
            time.sleep(0.01)
    assert _resident(server) - before < 40 * MIB  # 60 paths are 57


@pytest.mark.parametrize("selector", SELECTORS.values(), ids=SELECTORS)
def test_watches_with_large_selectors_whose_clients_leave(anonymous, connect, selector):
    """A watch keeps about as much as its selector is long, until its client has gone; the sockets go with it."""
    request = head(f"GET /api/v1/configmaps?watch=1&timeoutSeconds=3000&{selector}".encode())
    before, watching = peak(anonymous), []
    sockets = _sockets(anonymous)
    for _ in range(12):
        watching.append(connect(anonymous.url, request))
        assert watching[-1].socket.recv(64).startswith(b"HTTP/1.1 200 ")
    kept = _resident(anonymous) - before
    assert kept < 12 * 2.5 * len(request)
    assert peak(anonymous) - before < MOST_MEMORY
    for each in watching:
        each.close()
    deadline = time.monotonic() + 120
    while _sockets(anonymous) > sockets:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert_unharmed(anonymous, connect, peak(anonymous))
    assert _resident(anonymous) - before < max(20 * MIB, kept)


def _resident(server):
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def _sockets(server):
    found = 0
    for each in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with contextlib.suppress(OSError):  # it has just been closed
            found += each.readlink().name.startswith("socket:")
    return found


FEW_DESCRIPTORS = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (100, 200))  # the first is what a shell gives, the second what there is
from kapivara.cli.main import main
sys.argv = ["kapivara", "serve", "--port", "0", *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize(
    "options", [["--anonymous"], ["--token", "secret", "--no-tls"], ["--token", "secret"]], ids=str
)
def test_more_connections_than_descriptors(options):
    """A client that connects and sends nothing makes room for the next one, without a log line."""
    pytest.importorskip("resource")
    command = [sys.executable, "-P", "-c", FEW_DESCRIPTORS, "--memory", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    idle = []
    try:
        url = next(word for word in process.stdout.readline().split() if "://" in word)
        host, _, port = url.partition("://")[2].rpartition(":")
        for _ in range(500):
            idle.append(socket.create_connection((host, int(port)), timeout=120))
        deadline = time.monotonic() + 120
        while _livez(url) != b"ok":  # if others are faster, the server closes our connection, too
            assert time.monotonic() < deadline
    finally:
        process.terminate()
        _, said = process.communicate(timeout=120)
        for each in idle:
            each.close()
    assert (process.returncode, said) == (0, "")


def _livez(url):
    import ssl
    import urllib.error
    import urllib.request

    context = ssl._create_unverified_context() if url.startswith("https") else None
    try:
        with urllib.request.urlopen(f"{url}/livez", timeout=120, context=context) as answer:
            return answer.read()
    except (urllib.error.URLError, OSError):
        return b""


def test_health_is_answered_while_heads_are_large(server, connect):
    """Heads of the largest size, sent together, end no other connection; bench/hostile_http.py times it."""
    data = head(b"GET /", *[b"a: %b\r\n" % (b"b" * 90)] * 9_900)
    threads = [threading.Thread(target=send_unread, args=(connect(server.url), data)) for _ in range(16)]
    for each in threads:
        each.start()
    while any(each.is_alive() for each in threads):
        assert connect(server.url, head(b"GET /livez")).read_answer() == (200, b"ok")


@pytest.mark.parametrize(
    ("host", "code"), [("evil.example", 403), ("localhost", 200), ("127.0.0.1", 200), ("localhost.evil.example", 403)]
)
def test_names_that_were_pointed_at_this_machine(anonymous, connect, host, code):
    request = f"GET {NAMESPACES} HTTP/1.1\r\nHost: {host}:{anonymous.url.rpartition(':')[2]}\r\n\r\n"
    found, body = connect(anonymous.url, request.encode()).read_answer()
    assert found == code
    if code == 403:
        assert "give this server a token" in json.loads(body)["message"]


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        pytest.param(b"", 415, id="none"),
        pytest.param(None, 201, id="none-and-no-page"),
        pytest.param(b"Content-Type: text/plain\r\n", 415, id="text"),
        pytest.param(b"Content-Type: text/plain;application/json\r\n", 415, id="text-with-a-parameter"),
        pytest.param(b"Content-Type: application/x-www-form-urlencoded\r\n", 415, id="form"),
        pytest.param(b"Content-Type: multipart/form-data; boundary=x\r\n", 415, id="files"),
        pytest.param(JSON, 201, id="json"),
    ],
)
def test_writes_that_a_page_of_another_site_can_send(anonymous, connect, kind, code):
    body = json.dumps({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "site"}}).encode()
    of_a_page = b"" if kind is None else b"Origin: http://evil.example\r\n" + kind
    request = head(f"POST {NAMESPACES}?dryRun=All".encode(), of_a_page, b"Content-Length: %d\r\n" % len(body))
    assert connect(anonymous.url, request + body).read_answer()[0] == code


def test_a_page_that_asks_first_is_not_told_to_go_on(anonymous, connect):
    asks = head(
        f"OPTIONS {NAMESPACES}".encode(), b"Origin: http://evil.example\r\n", b"Access-Control-Request-Method: PUT\r\n"
    )
    connection = connect(anonymous.url, asks)
    connection.socket.shutdown(socket.SHUT_WR)
    said = connection.read_to_end().lower()
    assert said.startswith(b"http/1.1 405 ")
    assert b"access-control" not in said
