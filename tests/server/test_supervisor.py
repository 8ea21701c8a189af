"""Tests of `kapivara serve --workers`: several processes that answer as one, also after one is killed."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.conftest import ROOT
from tests.etcd_server import shared_etcd

from bench.etcd_process import etcd_version
from kapivara.server.processes.supervisor import _Worker
from kapivara.server.processes.worker_process import READY, ConnectionCounts
from kapivara.storage.etcd.storage import note_about

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked"),
]
PATIENCE = 120
CONFIG_MAPS = "/api/v1/namespaces/default/configmaps"


class Server:
    """A server of several processes."""

    def __init__(self, *arguments, anonymous=True):
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        access = ("--anonymous",) if anonymous else ()
        command = [sys.executable, "-P", "-m", "kapivara", "serve", "--port", "0", *access, *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        first = self.process.stdout.readline()
        assert "://" in first, self.process.communicate()
        self.url = next(word for word in first.split() if "://" in word)
        self.lines = [self.process.stdout.readline() for _ in range(3)]
        self.address = "127.0.0.1", int(self.url.rpartition(":")[2])
        self.opened = []

    @property
    def workers(self):
        """The processes that answer."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in children.split()]

    def end(self, number=signal.SIGTERM):
        """Ends it; returns its exit code and output."""
        self.process.send_signal(number)
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said


class Client:
    """A persistent connection: two of them, opened in sequence, reach two workers."""

    def __init__(self, server, token=""):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        secure = server.url.startswith("https")
        self.connection = (
            http.client.HTTPSConnection(*server.address, timeout=PATIENCE, context=context)
            if secure
            else http.client.HTTPConnection(*server.address, timeout=PATIENCE)
        )
        self.headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
        self.connection.connect()
        server.opened.append(self.connection)

    def __call__(self, method, path, body=None):
        self.connection.request(method, path, None if body is None else json.dumps(body), self.headers)
        response = self.connection.getresponse()
        text = response.read()
        try:
            return response.status, json.loads(text)
        except ValueError:
            return response.status, text

    def watch(self, path, count):
        """Returns so many events of a watch."""
        self.connection.request("GET", path, headers=self.headers)
        response = self.connection.getresponse()
        return [json.loads(response.readline()) for _ in range(count)]


@contextlib.contextmanager
def serving(*arguments, **options):
    server = Server(*arguments, **options)
    try:
        yield server
    finally:
        for each in server.opened:
            each.close()
        if server.process.poll() is None:
            server.end()
        for pipe in (server.process.stdout, server.process.stderr):
            pipe.close()


@pytest.fixture
def storage(tmp_path):
    return "--etcd", shared_etcd().url, "--etcd-prefix", f"/{tmp_path.name}"


def note():
    """Returns the note about an etcd that is known to lose writes."""
    text = note_about(etcd_version())
    return f"Note: {text}\n" if text else ""


def config_map(name, **data):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data}


def test_workers_agree(storage):
    with serving(*storage, "--workers", "2") as server:
        one, other = Client(server), Client(server)
        assert len(server.workers) == 2
        _, listed = other("GET", CONFIG_MAPS)
        version = listed["metadata"]["resourceVersion"]
        for number in range(10):
            code, made = (one, other)[number % 2]("POST", CONFIG_MAPS, config_map(f"m{number}", n="0"))
            assert code == 201
            code, found = (other, one)[number % 2]("GET", f"{CONFIG_MAPS}/m{number}")
            assert (code, found["metadata"]["uid"]) == (200, made["metadata"]["uid"])
        made["data"]["n"] = "1"
        assert one("PUT", f"{CONFIG_MAPS}/m9", made)[0] == 200
        assert other("PUT", f"{CONFIG_MAPS}/m9", made)[0] == 409
        told = [each.watch(f"{CONFIG_MAPS}?watch=1&resourceVersion={version}", 11) for each in (one, other)]
        assert told[0] == told[1]
        names = [*(f"m{number}" for number in range(10)), "m9"]
        assert [each["object"]["metadata"]["name"] for each in told[0]] == names
        code, said = server.end()
        assert (code, said) == (0, note())


def test_metrics_are_of_all_workers(storage):
    with serving(*storage, "--workers", "2") as server:
        calls = [Client(server) for _ in range(4)]
        for number, each in enumerate(calls):
            assert each("POST", CONFIG_MAPS, config_map(f"m{number}"))[0] == 201
        for each in calls:
            text = each("GET", "/metrics")[1].decode()
            [count] = [
                line.rpartition(" ")[2]
                for line in text.splitlines()
                if line.startswith("apiserver_request_total") and 'resource="configmaps"' in line and '"POST"' in line
            ]
            assert count == "4"


def test_counts_do_not_go_back_when_workers_die(storage):
    def counts(server):
        text = Client(server)("GET", "/metrics")[1].decode()
        counted = re.findall(r"^(apiserver\w*_(?:total|count|bucket)\{.*) (\S+)$", text, re.MULTILINE)
        [resident] = re.findall(r"^process_resident_memory_bytes (\S+)$", text, re.MULTILINE)
        return {series: float(value) for series, value in counted}, float(resident)

    with serving(*storage, "--workers", "2") as server:
        for number in range(6):
            assert Client(server)("POST", CONFIG_MAPS, config_map(f"m{number}"))[0] == 201
        told, resident = counts(server)
        posts = next(each for each in told if "request_total" in each and '"POST"' in each and "configmaps" in each)
        assert told[posts] == 6
        for each in (0, 1, 0):
            killed = server.workers[each]
            os.kill(killed, signal.SIGKILL)
            while killed in server.workers:
                time.sleep(0.01)
            while_away, _ = counts(server)
            while len(server.workers) < 2:
                time.sleep(0.01)
            for now, memory in (while_away, 0.0), counts(server), counts(server):
                assert {series: value for series, value in told.items() if now.get(series, -1) < value} == {}
                assert memory < 1.7 * resident, "that of those who are gone counts no more"
                told = now
        assert Client(server)("POST", CONFIG_MAPS, config_map("last"))[0] == 201
        assert counts(server)[0][posts] == 7


def test_keys_tokens_and_roles_are_the_same_for_all(storage):
    options = ("--token", "secret", "--authorization-mode", "RBAC", "--workers", "2")
    with serving(*storage, *options, anonymous=False) as server:
        assert server.url.startswith("https://")
        one, other = Client(server, "secret"), Client(server, "secret")
        accounts = "/api/v1/namespaces/default/serviceaccounts"
        account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "robot"}}
        assert one("POST", accounts, account)[0] == 201
        request = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}}
        code, issued = other("POST", f"{accounts}/robot/token", request)
        assert code == 201, issued
        robots = [Client(server, issued["status"]["token"]) for _ in range(4)]
        assert {each("GET", CONFIG_MAPS)[0] for each in robots} == {403}
        assert {Client(server, "wrong")("GET", CONFIG_MAPS)[0] for _ in range(2)} == {401}
        api = "rbac.authorization.k8s.io"
        role = {"apiVersion": f"{api}/v1", "kind": "RoleBinding", "metadata": {"name": "robot"}}
        role["roleRef"] = {"apiGroup": api, "kind": "ClusterRole", "name": "view"}
        role["subjects"] = [{"kind": "ServiceAccount", "name": "robot", "namespace": "default"}]
        assert one("POST", f"/apis/{api}/v1/namespaces/default/rolebindings", role)[0] == 201
        _wait_until(lambda: {each("GET", CONFIG_MAPS)[0] for each in robots} == {200})
        assert other("DELETE", f"/apis/{api}/v1/namespaces/default/rolebindings/robot")[0] == 200
        _wait_until(lambda: {each("GET", CONFIG_MAPS)[0] for each in robots} == {403})


def test_a_worker_that_is_killed_loses_nothing_and_is_replaced(storage):
    with serving(*storage, "--workers", "2") as server:
        before = server.workers
        acknowledged, over = [], threading.Event()

        def write(number):
            count = 0
            while not over.is_set():
                with contextlib.suppress(OSError, http.client.HTTPException):
                    call = Client(server)
                    while not over.is_set():
                        count += 1
                        code, answer = call("POST", CONFIG_MAPS, config_map(f"w{number}-{count}"))
                        assert code == 201, answer
                        acknowledged.append(f"w{number}-{count}")

        writers = [threading.Thread(target=write, args=(number,)) for number in range(4)]
        for each in writers:
            each.start()
        for victim in before:
            _wait_for_more(acknowledged)
            os.kill(victim, signal.SIGKILL)
            _wait_until(lambda gone=victim: len(server.workers) == 2 and gone not in server.workers)
        _wait_for_more(acknowledged)
        over.set()
        for each in writers:
            each.join(PATIENCE)
        for call in (Client(server), Client(server)):
            names = {each["metadata"]["name"] for each in call("GET", CONFIG_MAPS)[1]["items"]}
            assert set(acknowledged) <= names
            assert len(names) <= len(acknowledged) + 4 * 2 + 2
        code, said = server.end()
    assert code == 0
    for number, victim in enumerate(before):
        assert f"Worker {number} (process {victim}) was killed by SIGKILL; it is started again in 0.1s\n" in said
    assert said.startswith(note())
    assert said.count("Note: ") <= 1, "the first worker says it for all"


def _wait_for_more(acknowledged):
    seen = len(acknowledged)
    _wait_until(lambda: len(acknowledged) > seen + 30)


def _wait_until(holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_workers_end_with_the_process_that_started_them(storage):
    with serving(*storage, "--workers", "2") as server:
        assert Client(server)("POST", CONFIG_MAPS, config_map("kept"))[0] == 201
        workers = server.workers
        server.end(signal.SIGKILL)
        _wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))
    with serving(*storage) as alone:
        assert Client(alone)("GET", f"{CONFIG_MAPS}/kept")[0] == 200


def test_requests_under_way_end_before_workers_do(storage):
    with serving(*storage, "--workers", "2") as server:
        calls = [socket.create_connection(server.address, timeout=PATIENCE) for _ in range(4)]
        server.opened += calls
        body = json.dumps(config_map("last")).encode()
        head = f"POST {CONFIG_MAPS} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        goes_on = b"HTTP/1.1 100 Continue\r\n\r\n"
        for each in calls:
            each.sendall(head.encode() + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body))
        for each in calls:
            assert each.recv(len(goes_on), socket.MSG_WAITALL) == goes_on
            each.sendall(body[:10])
        server.process.send_signal(signal.SIGTERM)
        _wait_until(lambda: not _is_listening(server))
        for each in calls:
            each.sendall(body[10:])
        assert sorted(each.recv(12) for each in calls) == [b"HTTP/1.1 201"] + [b"HTTP/1.1 409"] * 3
        assert server.process.wait(PATIENCE) == 0


@pytest.mark.usefixtures("default_hangup")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_what_a_terminal_sends_to_all_is_heard_by_the_supervisor_alone(storage, number):
    with serving(*storage, "--workers", "2", "--shutdown-delay-duration", "1m") as server:
        workers = server.workers
        for each in workers:
            os.kill(each, number)
        server.process.send_signal(number)
        _wait_until(lambda: Client(server)("GET", "/readyz")[0] == 500)
        assert (Client(server)("GET", "/livez")[0], server.workers) == (200, workers)
        assert server.end() == (0, note())


def _is_listening(server):
    try:
        socket.create_connection(server.address, timeout=PATIENCE).close()
    except ConnectionError:
        return False
    return True


def test_who_connects_is_answered_as_long_as_the_end_is_put_off(storage):
    with serving(*storage, "--workers", "2", "--shutdown-delay-duration", "1m") as server:
        server.process.send_signal(signal.SIGTERM)
        _wait_until(lambda: Client(server)("GET", "/readyz")[0] == 500)
        assert Client(server)("GET", "/livez")[0] == 200
        assert server.end() == (0, note())


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--workers", "0", "--etcd", "127.0.0.1"), "--workers 0: give 1 or more"),
        (("--workers", "2"), "--workers 2 requires an etcd: one process owns a data folder"),
        (("--workers", "2", "--memory"), "several processes share objects through etcd: add --etcd URL"),
        (("--workers", "2", "--data", "there"), "--workers 2 requires an etcd: one process owns a data folder"),
        (("--workers", "100", "--etcd", "127.0.0.1"), "there can be 1 to 64 workers, not 100"),
    ],
)
def test_what_cannot_be(tmp_path, arguments, problem):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-P", "-m", "kapivara", "serve", "--port", "0", "--anonymous", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, "")
    assert problem in done.stderr


def _connections(server):
    """Returns the number of connections of each worker to the server, without those to etcd."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    port = f":{server.address[1]:04X}"
    ours = {f"socket:[{row[9]}]" for row in rows if row[1].endswith(port)}
    return [
        sum(os.readlink(each) in ours for each in Path(f"/proc/{pid}/fd").iterdir() if each.is_symlink())
        for pid in server.workers
    ]


def test_connections_are_shared_evenly(storage):
    with serving(*storage, "--workers", "2") as server:
        kept = [Client(server) for _ in range(8)]
        for each in kept:
            assert each("GET", "/livez")[0] == 200
        assert _connections(server) == [4, 4]
        for each in kept[:2]:
            each.connection.close()


def test_who_ends_soon_is_started_later_and_later():
    worker, now, pauses = _Worker(0), 0.0, []
    for number in range(11):
        worker.said = b"" if number < 9 else READY
        worker.started_at = now
        worker.note_end(now := now + 1.0)
        pauses.append(worker.pause)
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0, 1.0, 1.0]
    worker.note_end(now + 100.0)
    assert (worker.pause, worker.start_at) == (0.1, now + 100.1)


def test_counts_of_connections():
    counts = ConnectionCounts(2)
    counts.note_taken(1)
    counts.note_open(1, 5)
    assert (counts.load(0, 3), counts.load(1, 3)) == (3, 7)
    counts.forget(1)
    assert counts.load(1, 0) == 0
