"""Tests that no log of a run contains a token, a key or the data of a Secret, and that its audit log is complete."""

from __future__ import annotations

import base64
import json
import re
import signal
import ssl
import subprocess
import sys

import httpx
import pytest

PATIENCE = 120
POLICY = """
apiVersion: audit.k8s.io/v1
kind: Policy
rules:
- level: Metadata
  resources: [{group: "", resources: [secrets, serviceaccounts/token]}]
- level: Metadata
  resources: [{group: authentication.k8s.io}]
- level: RequestResponse
"""
GIVEN, JANES, HELD, GUESSED = "given-token-1", "janes-token-2", "held-by-a-secret-3", "guessed-token-4"
SECRETS = "/api/v1/namespaces/default/secrets"
ACCOUNT = "/api/v1/namespaces/default/serviceaccounts"


@pytest.fixture(scope="module", params=["text", "json"])
def run(request, tmp_path_factory):
    """Returns the logs of a server after all kinds of requests, by name, and the secrets of the run."""
    folder, form = tmp_path_factory.mktemp("run"), request.param
    (folder / "policy.yaml").write_text(POLICY)
    (folder / "tokens.csv").write_text(f"{JANES},jane,j1,devs\n")
    arguments = ["--port", "0", "--data", "data", "--token", GIVEN, "--token-auth-file", "tokens.csv", "--verbose"]
    arguments += ["--log-format", form, "--authorization-mode", "RBAC", "--controllers", "-*"]
    arguments += ["--audit-policy-file", "policy.yaml", "--audit-log-path", "audit.log"]
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "kapivara", "serve", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    said = process.stdout.readline()
    url = re.search(r"https://\S+", said)[0]
    authority = next((folder / "data").rglob("ca.crt"), None) or next((folder / "data").rglob("*.crt"))
    try:
        context = ssl.create_default_context(cafile=authority)
        hidden = [GIVEN, JANES, HELD, GUESSED, base64.b64encode(HELD.encode()).decode(), *_ask(url, context)]
        process.send_signal(signal.SIGTERM)
        out, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    for key in (folder / "data").rglob("*.key"):
        hidden.append(key.read_text().splitlines()[1])
    return {"out": said + out, "errors": errors, "audit": (folder / "audit.log").read_text()}, hidden


def _ask(url, context):
    """Sends valid and invalid requests about secrets; returns the tokens that were issued."""
    issued = []
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "stringData": {"k": HELD}}
    review = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenReview", "spec": {"token": JANES}}
    with httpx.Client(base_url=url, verify=context, timeout=PATIENCE) as client:
        for token in (GIVEN, JANES, GUESSED):
            client.headers["Authorization"] = f"Bearer {token}"
            client.post(SECRETS, json=secret)
            client.post(SECRETS, json=secret)
            client.post(SECRETS, json={**secret, "type": 7})
            client.post(SECRETS, content=f'{{"stringData": {{"k": "{HELD}"')
            client.get(f"{SECRETS}/s")
            client.get(SECRETS, params={"watch": "1", "timeoutSeconds": "1"})
            client.patch(
                f"{SECRETS}/s",
                json={"stringData": {"k": HELD, "j": HELD}},
                headers={"Content-Type": "application/merge-patch+json"},
            )
            client.post("/apis/authentication.k8s.io/v1/tokenreviews", json=review)
            client.post(ACCOUNT, json={"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "a"}})
            asked = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}}
            answer = client.post(f"{ACCOUNT}/a/token", json=asked)
            if answer.status_code == 201:
                issued.append(answer.json()["status"]["token"])
        for token in issued:
            client.get("/api/v1/nodes", headers={"Authorization": f"Bearer {token}"})
        client.headers["Authorization"] = f"Bearer {GIVEN}"
        with client.stream("GET", ACCOUNT, params={"watch": "1"}) as answer:
            assert answer.status_code == 200
    assert len(issued) == 1
    return issued


@pytest.mark.parametrize("log", ["out", "errors", "audit"])
def test_no_log_tells_a_secret(run, log):
    written, hidden = run
    assert {each for each in hidden if each in written[log]} == set()


def test_each_request_is_told_from_its_beginning_to_its_end(run):
    events = [json.loads(line) for line in run[0]["audit"].splitlines()]
    stages: dict[str, list[str]] = {}
    for event in events:
        stages.setdefault(event["auditID"], []).append(event["stage"])
    assert {tuple(told) for told in stages.values()} == {
        ("ResponseStarted",),
        ("RequestReceived", "ResponseComplete"),
        ("RequestReceived", "ResponseStarted", "ResponseComplete"),
    }
    assert {tuple(event["sourceIPs"]) for event in events} == {("127.0.0.1",)}
    assert len(run[0]["errors"].splitlines()) == len(stages)
