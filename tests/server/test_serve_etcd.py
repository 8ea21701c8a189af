"""Tests of `kapivara serve --etcd`: its start, two servers over one etcd, and responses while etcd is unreachable."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from tests.conftest import ROOT
from tests.etcd_server import EtcdServer, free_port, shared_etcd

from bench.etcd_process import etcd_version
from kapivara.storage.etcd.storage import note_about

pytestmark = pytest.mark.slow
CONFIG_MAPS = "/api/v1/namespaces/default/configmaps"
REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"
PATIENCE = 120


def config_map(name):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}}


def run(*arguments, **variables):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **variables}
    command = [sys.executable, "-P", "-m", "kapivara", "serve", "--port", "0", "--anonymous", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=PATIENCE)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--etcd", "http://127.0.0.1:2379", "--data", "there"), "--etcd and --data exclude each other"),
        (("--etcd", "http://127.0.0.1:2379", "--memory"), "--etcd and --memory exclude each other"),
        (
            ("--etcd", "127.0.0.1", "--etcd-certfile", "a.pem"),
            "--etcd-certfile and --etcd-keyfile must be given together",
        ),
        (("--etcd", "127.0.0.1", "--etcd-prefix", "/"), "--etcd-prefix must not be empty"),
        (("--etcd", ""), "give a URL"),
        (("--etcd", " , "), "give a URL"),
        (("--etcd-cafile", "a.pem"), "options of etcd require --etcd URL"),
        (("--etcd-prefix", "/elsewhere"), "options of etcd require --etcd URL"),
        (("--etcd", "127.0.0.1", "--etcd-user", "me", "--etcd-password-file", "absent"), "cannot read the password in"),
    ],
)
def test_options_that_do_not_go_together(arguments, problem):
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert problem in done.stderr


def test_where_no_etcd_is():
    url = f"http://127.0.0.1:{free_port()}"
    done = run("--etcd", url, "--request-timeout", "1s")
    assert done.returncode == 2
    assert done.stderr == f"Error: etcd at {url} cannot be reached (Connection refused): is etcd running there?\n"


@pytest.fixture
def etcd(tmp_path):
    with EtcdServer(tmp_path, durable=True) as server:
        yield server


def ask(server, path="", method="GET", **options):
    return httpx.request(method, f"{server.url}{path}", timeout=PATIENCE, **options)


def test_two_servers_and_an_etcd_that_goes_and_comes_back(etcd, start_server):
    one, other = (start_server("--anonymous", "--etcd", etcd.url, "--request-timeout", "3s") for _ in range(2))
    assert f"stored in etcd at {etcd.url}, under /registry" in "\n".join(one.output)
    note = note_about(etcd_version())
    assert [line for line in one.output if line.startswith("Note: ")] == ([f"Note: {note}\n"] if note else [])
    assert ask(one, CONFIG_MAPS, "POST", json=config_map("a")).status_code == 201
    assert ask(other, f"{CONFIG_MAPS}/a").status_code == 200
    assert "[+]etcd ok\n[+]etcd-readiness ok\n" in ask(one, "/readyz?verbose").text
    etcd.process.send_signal(signal.SIGSTOP)
    try:
        begun = time.monotonic()
        away = ask(other, "/readyz")
        assert (away.status_code, "[-]etcd failed: reason withheld\n" in away.text) == (500, True)
        late = ask(one, CONFIG_MAPS, "POST", json=config_map("b")).json()
        assert (late["code"], late["reason"]) == (504, "Timeout")
        assert late["message"].startswith("Timeout: request did not complete within the allotted timeout")
        assert time.monotonic() - begun < 60
        assert ask(other, "/version").status_code == 200
    finally:
        etcd.process.send_signal(signal.SIGCONT)
    etcd.stop()
    etcd.start()
    end = time.monotonic() + PATIENCE
    for number, server in enumerate((one, other)):
        while ask(server, CONFIG_MAPS, "POST", json=config_map(f"after-{number}")).status_code not in (201, 409):
            assert time.monotonic() < end
        while ask(server, "/livez").text != "ok":  # a check of etcd that takes longer than two seconds fails
            assert time.monotonic() < end
        assert ask(server, f"{CONFIG_MAPS}/a").status_code == 200
    assert {one.stop(), other.stop()} == {0}


def test_many_who_ask_first_at_once_are_answered(start_server, tmp_path):
    """Threads create the objects of every server then and wait for events that the event loop reads."""
    patient = ("--request-timeout", "1h")  # otherwise a request that waits for another one gets no response
    server = start_server("--anonymous", "--etcd", shared_etcd().url, "--etcd-prefix", tmp_path.name, *patient)
    service = {"apiVersion": "v1", "kind": "Service", "spec": {"ports": [{"port": 1}]}}
    about = {"resourceAttributes": {"verb": "get", "resource": "pods"}}
    review = {"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectAccessReview", "spec": about}

    def first_asks(number):
        named = {"metadata": {"name": f"n{number}"}}
        asks = [
            ("/api/v1/namespaces/default/services", "POST", {**service, **named}),
            (CONFIG_MAPS, "POST", {**config_map(""), **named}),
            ("/api/v1/namespaces", "POST", {"apiVersion": "v1", "kind": "Namespace", **named}),
            ("/apis/rbac.authorization.k8s.io/v1/clusterroles/view", "GET", None),
        ]
        first = number % len(asks)
        answers = [ask(server, path, method, json=body) for path, method, body in asks[first:] + asks[:first]]
        return sorted(each.status_code for each in answers)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(first_asks, range(8))) == [[200, 201, 201, 201]] * 8
        reviewed = pool.map(lambda _: ask(server, REVIEWS, "POST", json=review).status_code, range(8))
        assert list(reviewed) == [201] * 8
    assert server.stop() == 0


def test_etcd_forgets_events(start_server, tmp_path):
    arguments = ("--etcd", shared_etcd().url, "--etcd-prefix", tmp_path.name, "--event-ttl", "1s", "--controllers=-*")
    server = start_server("--anonymous", *arguments)
    path = "/api/v1/namespaces/default/events"
    event = {"apiVersion": "v1", "kind": "Event", "metadata": {"name": "e"}, "involvedObject": {"namespace": "default"}}
    assert ask(server, path, "POST", json=event).status_code == 201
    assert ask(server, CONFIG_MAPS, "POST", json=config_map("stays")).status_code == 201
    end = time.monotonic() + PATIENCE
    while ask(server, f"{path}/e").status_code != 404:
        assert time.monotonic() < end
        time.sleep(0.1)
    assert ask(server, f"{CONFIG_MAPS}/stays").status_code == 200
    assert server.stop() == 0


def test_the_controllers_of_one_server_run(start_server, tmp_path):
    """If both published the certificate of their own server, each would undo the other's work forever."""
    arguments = ("--etcd", shared_etcd().url, "--etcd-prefix", tmp_path.name, "--token", "t")
    servers = [start_server(*arguments) for _ in range(2)]
    path, headers = "/api/v1/namespaces/default/configmaps", {"authorization": "Bearer t"}

    def version():
        found = httpx.get(f"{servers[0].url}{path}/kube-root-ca.crt", headers=headers, verify=False)
        return found.json()["metadata"].get("resourceVersion")

    end = time.monotonic() + PATIENCE
    last, same = None, 0
    while same < 20:  # the other one undoes a change within less time
        assert time.monotonic() < end
        time.sleep(0.05)
        before, last = last, version()
        same = same + 1 if last is not None and last == before else 0
    for server in servers:
        server.stop()
