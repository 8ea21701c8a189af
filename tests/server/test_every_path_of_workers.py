"""Tests of every published path of a server with workers: only rejections, and no token in a log.

`test_every_path` checks the content of each rejection; this test uses TLS, a supervisor and two processes that write
one audit log, at its most detailed level, and one request log.
"""

from __future__ import annotations

import json
import os
import re
import signal
import ssl
import subprocess
import sys
import time

import httpx
import pytest
from tests.etcd_server import shared_etcd
from tests.server.test_every_path import SELF, SENT, UNAUTHORIZED, is_discovery, is_refusal, methods_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked"),
]
PATIENCE = 120
ADMIN, JANES, WRONG = "s3cret-admin", "s3cret-jane", "s3cret-wrong"
POLICY = "apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules: [{level: RequestResponse}]\n"


@pytest.fixture
def server(tmp_path):
    """Starts a server in a folder; returns it, and a client for each of its two workers."""
    (tmp_path / "policy.yaml").write_text(POLICY)
    (tmp_path / "tokens.csv").write_text(f"{JANES},jane,1\n")
    arguments = ["--port", "0", "--etcd", shared_etcd().url, "--etcd-prefix", f"/{tmp_path.name}", "--workers", "2"]
    arguments += ["--token", ADMIN, "--token-auth-file", "tokens.csv"]
    arguments += ["--authorization-mode", "RBAC", "--controllers", "-*", "--verbose", "--log-format", "json"]
    arguments += ["--audit-policy-file", "policy.yaml", "--audit-log-path", "audit.log"]
    command = [sys.executable, "-P", "-m", "kapivara", "serve", *arguments]
    with (tmp_path / "out.log").open("w") as out, (tmp_path / "errors.log").open("w") as errors:
        process = subprocess.Popen(command, cwd=tmp_path, stdout=out, stderr=errors)
    while not (url := re.search(r"https://\S+", (tmp_path / "out.log").read_text())):
        assert process.poll() is None
        time.sleep(0.02)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    clients = [httpx.Client(base_url=url[0], verify=context, timeout=PATIENCE) for _ in range(2)]
    try:
        for each in clients:  # in sequence, so that each reaches another worker
            assert each.get("/api/v1/nodes").status_code == 401
        yield process, clients
    finally:
        for each in clients:
            each.close()
        process.kill()
        process.wait()


def test_refusals_and_nothing_else(server, tmp_path):
    process, clients = server
    asked = methods_of(clients[0].get("/openapi/v2", headers={"Authorization": f"Bearer {ADMIN}"}).json())
    assert len(asked) > 800
    odd = []
    for number, (method, path) in enumerate(asked):
        parts = path.strip("/").split("/")
        known = is_discovery(parts) or parts[-1] in SELF
        for token in ("", WRONG) if known else ("", WRONG, JANES):
            headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
            sent = SENT if method in ("POST", "PUT", "PATCH") else None
            answer = clients[number % 2].request(method, path, content=sent, headers=headers)
            if method == "HEAD":
                is_right = answer.status_code in (401, 403)
            elif token == JANES:
                is_right = answer.status_code == 403 and is_refusal(answer.json(), parts)
            else:
                is_right = answer.status_code == 401 and answer.json() == UNAUTHORIZED
            if not is_right:
                odd.append((method, path, token, answer.status_code))
    assert odd == []
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    written = {name: (tmp_path / name).read_text() for name in ("out.log", "errors.log", "audit.log")}
    assert [name for name, text in written.items() if "s3cret" in text] == []
    events = [json.loads(line) for line in written["audit.log"].splitlines()]
    codes = {event["auditID"]: event["responseStatus"]["code"] for event in events}
    assert min(list(codes.values()).count(code) for code in (401, 403)) > 800
    logged = [line for line in written["errors.log"].splitlines() if line.startswith("{")]
    assert len(logged) == len(codes), "both logs have every request"
