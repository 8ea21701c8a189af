"""Tests of a server's conversion webhooks: calls over HTTPS by the name of a service, which block no other request."""

from __future__ import annotations

import json
import re
import threading
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from tests.https_webhook import GROUP, capybara, convert_all, definition, https_webhook

_CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
_OBJECTS = f"/apis/{GROUP}/%s/namespaces/default/capybaras"


@pytest.fixture
def webhook(tmp_path):
    with https_webhook(tmp_path, ("hook.system.svc",)) as running:
        yield running


@pytest.fixture
def ask(start_server, webhook):
    server = start_server("--anonymous", "--webhook-service", f"system/hook=127.0.0.1:{webhook.port}")

    def ask(path, obj=None):
        data = None if obj is None else json.dumps(obj).encode()
        try:
            with urlopen(Request(server.url + path, data, {"Content-Type": "application/json"}), timeout=60) as answer:
                return answer.status, answer.read()
        except HTTPError as error:
            with error:
                return error.code, error.read()

    service = {"name": "hook", "namespace": "system", "path": "/convert"}
    assert ask(_CRDS, definition({"service": service, "caBundle": webhook.authority}))[0] == 201
    yield ask
    server.stop()


@pytest.mark.slow
def test_a_server_asks_the_webhook_behind_a_service(ask, webhook):
    code, written = ask(_OBJECTS % "v1beta1", capybara("ada", "v1beta1", hostPort="pond:80"))
    assert (code, json.loads(written)["spec"]) == (201, {"hostPort": "pond:80"})
    listed = json.loads(ask(_OBJECTS % "v1")[1])["items"]
    assert [each["spec"] for each in listed] == [{"host": "pond", "port": "80"}]
    watched = ask(_OBJECTS % "v1beta1" + "?watch=true&timeoutSeconds=1")[1]
    events = [json.loads(line) for line in watched.splitlines()]
    assert events[0]["object"]["spec"] == {"hostPort": "pond:80"}
    webhook.code, webhook.headers["Content-Type"] = 503, "text/plain"
    code, refused = ask(_OBJECTS % "v1beta1")
    assert (code, json.loads(refused)["reason"]) == (500, "StorageReadError")
    code, refused = ask(f"{_OBJECTS % 'v1beta1'}/ada")
    assert "failed: the server is currently unable to handle the request" in json.loads(refused)["message"]
    metrics = ask("/metrics")[1].decode()
    labels = 'failure_type="conversion_webhook_call_failure",result="failure"'
    assert f"apiserver_conversion_webhook_request_total{{{labels}}} 2\n" in metrics
    labels = 'crd_name="capybaras.zoo.example.com",from_version="v1",succeeded="true",to_version="v1beta1"'
    assert re.search(f"apiserver_crd_conversion_webhook_duration_seconds_count{{{labels}}} [1-9]", metrics)


@pytest.mark.slow
def test_a_webhook_that_takes_its_time_holds_nobody_else_up(ask, webhook):
    ask(_OBJECTS % "v1", capybara("ada", host="pond", port="80"))
    asked, go_on = threading.Event(), threading.Event()

    def answer(review):
        asked.set()
        go_on.wait(60)
        return convert_all(review)

    webhook.answer = answer
    answers = []
    waiting = [threading.Thread(target=lambda: answers.append(ask(f"{_OBJECTS % 'v1beta1'}/ada")[0])) for _ in range(3)]
    for each in waiting:
        each.start()
    assert asked.wait(60)
    assert ask("/livez")[0] == 200
    assert ask(f"{_OBJECTS % 'v1'}/ada")[0] == 200
    assert answers == []
    go_on.set()
    for each in waiting:
        each.join()
    assert answers == [200, 200, 200]
