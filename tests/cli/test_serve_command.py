"""Tests of `kapivara serve`: its output, access, files and end."""

from __future__ import annotations

import json
import os
import re
import socket
import ssl
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.server.kubectl import require_kubectl

from kapivara.cli.main import run
from kapivara.server.auth.kubeconfig import render_kubeconfig

pytestmark = pytest.mark.slow

Start = Callable[..., Any]


def ask(url: str, token: str = "", authority: str | None = None) -> tuple[int, Any]:
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"} if token else {})
    context = ssl.create_default_context(cadata=authority) if authority else None
    try:
        with urllib.request.urlopen(request, timeout=120, context=context) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


def read_kubeconfig(path: Path) -> tuple[str, str, str]:
    """Returns the server's URL, the token, and the certificate authority."""
    import base64

    config = yaml.safe_load(path.read_text())
    cluster, user = config["clusters"][0]["cluster"], config["users"][0]["user"]
    authority = base64.b64decode(cluster.get("certificate-authority-data", "")).decode()
    return cluster["server"], user.get("token", ""), authority


def test_a_token_is_made_up_and_asked_for(start_server: Start, tmp_path: Path) -> None:
    server = start_server("--no-tls", "--kubeconfig", str(tmp_path / "config"))
    url, token, _ = read_kubeconfig(tmp_path / "config")
    assert url == server.url
    assert ask(f"{url}/api/v1/namespaces")[0] == 401
    assert ask(f"{url}/api/v1/namespaces", "wrong")[0] == 401
    assert ask(f"{url}/api/v1/namespaces", token)[0] == 200
    assert (tmp_path / "config").stat().st_mode & 0o777 == 0o600
    assert token not in "".join(server.output)


def test_a_token_of_ones_own(start_server: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAPIVARA_TOKEN", "from-the-environment")
    server = start_server("--no-tls")
    assert ask(f"{server.url}/api/v1/namespaces", "from-the-environment")[0] == 200


def test_anonymous(start_server: Start) -> None:
    server = start_server("--anonymous")
    assert ask(f"{server.url}/api/v1/namespaces/default")[1]["metadata"]["name"] == "default"
    assert "without a token" in "".join(server.output)
    assert server.stop() == 0


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        pytest.param([], "1", id="by default"),
        pytest.param(["--feature-gates", "CRDValidationRatcheting=false"], "0", id="off"),
        pytest.param(
            ["--feature-gates", "CRDValidationRatcheting=false", "--feature-gates", "CRDValidationRatcheting=true"],
            "1",
            id="the last one counts",
        ),
    ],
)
def test_feature_gates(start_server: Start, arguments: list[str], value: str) -> None:
    server = start_server("--anonymous", *arguments)
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=120) as answer:
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        text = answer.read().decode()
    assert f'kubernetes_feature_enabled{{name="CRDValidationRatcheting",stage=""}} {value}\n' in text


@pytest.mark.parametrize(
    ("arguments", "finalizers"),
    [
        pytest.param([], ["kubernetes.io/pvc-protection"], id="by default"),
        pytest.param(["--disable-admission-plugins", "Priority,StorageObjectInUseProtection"], None, id="off"),
    ],
)
def test_admission_plugins(start_server: Start, arguments: list[str], finalizers: list[str] | None) -> None:
    server = start_server("--anonymous", *arguments)
    spec = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}
    claim = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "one"}, "spec": spec}
    request = urllib.request.Request(
        f"{server.url}/api/v1/namespaces/default/persistentvolumeclaims",
        json.dumps(claim).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=120) as answer:
        assert json.load(answer)["metadata"].get("finalizers") == finalizers


def test_a_folder_keeps_objects_and_the_kubeconfig(start_server: Start, tmp_path: Path) -> None:
    data = tmp_path / "state"
    first = start_server("--anonymous", "--data", str(data))
    before = ask(f"{first.url}/api/v1/namespaces/default")[1]
    assert first.stop() == 0
    second = start_server("--anonymous", "--data", str(data))
    assert ask(f"{second.url}/api/v1/namespaces/default")[1] == before
    assert read_kubeconfig(data / "kubeconfig")[0] == second.url


def test_a_temporary_kubeconfig_is_taken_away(start_server: Start) -> None:
    server = start_server("--anonymous")
    path = Path("".join(server.output).rpartition("KUBECONFIG=")[2].strip())
    assert path.exists()
    assert server.stop() == 0
    assert not path.parent.exists()


def test_tls_with_a_certificate_of_its_own(start_server: Start, tmp_path: Path) -> None:
    start_server("--kubeconfig", str(tmp_path / "config"))
    url, token, authority = read_kubeconfig(tmp_path / "config")
    assert url.startswith("https://")
    assert ask(f"{url}/api/v1/namespaces", token, authority)[0] == 200


def test_tls_where_nobody_asks_for_a_token(start_server: Start) -> None:
    assert start_server("--anonymous").url.startswith("http://")
    assert start_server("--anonymous", "--tls").url.startswith("https://")


def test_files_are_loaded_before_anything_is_answered(start_server: Start, tmp_path: Path, root: Path) -> None:
    objects = tmp_path / "objects.yaml"
    objects.write_text(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one, namespace: zoo}\ndata: {a: b}\n"
        "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: zoo}\n"
    )
    data = str(tmp_path / "state")
    given = ("--anonymous", "--data", data, "--crds", str(root / "examples" / "crds"), "--objects", str(objects))
    server = start_server(*given)
    before = ask(f"{server.url}/api/v1/namespaces/zoo/configmaps/one")[1]
    assert before["data"] == {"a": "b"}
    assert ask(f"{server.url}/apis/apiextensions.k8s.io/v1/customresourcedefinitions")[1]["items"]
    assert server.stop() == 0
    objects.write_text(objects.read_text().replace("a: b", "a: c"))
    assert ask(f"{start_server(*given).url}/api/v1/namespaces/zoo/configmaps/one")[1] == before


def test_what_cannot_be_loaded_is_told_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    objects = tmp_path / "objects.yaml"
    objects.write_text("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: One\n  labels: {a: 'b c'}\n")
    assert run(["serve", "--port", "0", "--anonymous", "--objects", str(objects)]) == 2
    said = capsys.readouterr().err
    assert f"{objects}:4:3: ConfigMap One: metadata.name: Invalid value" in said
    assert f"{objects}:5:3: ConfigMap One: metadata.labels: Invalid value" in said
    assert "nothing was created" in said


@pytest.mark.parametrize("form", ["text", "json"])
def test_requests_are_told_and_secrets_are_not(start_server: Start, form: str) -> None:
    server = start_server("--no-tls", "--token", "hidden", "-v", "--log-format", form)
    assert ask(f"{server.url}/api/v1/namespaces?labelSelector=secret", "hidden")[0] == 200
    assert ask(f"{server.url}/api/v1/namespaces/nobody", "guessed")[0] == 401
    assert server.stop() == 0
    lines = [line for line in "".join(server.output).split("\n") if "/api/v1/namespaces" in line]
    if form == "json":
        first, second = map(json.loads, lines)
        assert (first["verb"], first["path"], first["code"]) == ("list", "/api/v1/namespaces", 200)
        assert (first["user"], second["user"], second["code"]) == ("admin", "system:anonymous", 401)
    else:
        assert re.fullmatch(r"\S+Z list /api/v1/namespaces 200 \d+\.\dms admin", lines[0])
        assert re.fullmatch(r"\S+Z get /api/v1/namespaces/nobody 401 \d+\.\dms system:anonymous", lines[1])
    assert not {word for word in ("hidden", "guessed", "secret") if word in "".join(lines)}


def test_kubectl(start_server: Start, tmp_path: Path, root: Path) -> None:
    require_kubectl()
    config = str(tmp_path / "config")
    start_server("--kubeconfig", config)

    def kubectl(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = ["kubectl", "--kubeconfig", config, "--cache-dir", str(tmp_path / "cache"), *arguments]
        return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=120)

    for folder in ("crds", "good/namespaces.yaml", "good/backups.yaml"):
        created = kubectl("create", "-f", f"examples/{folder}")
        assert created.returncode == 0, created.stderr
    shown = kubectl("get", "backups", "nightly", "-o", "jsonpath={.spec.compression}")
    assert (shown.stdout, shown.stderr) == ("zstd", "")
    refused = kubectl("create", "-f", "examples/bad/backups.yaml")
    assert 'spec.compression: Unsupported value: "zip"' in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["--data", "x", "--memory"], "--data and --memory exclude each other", id="two storages"),
        pytest.param(
            ["--anonymous", "--token", "x"], "--anonymous and --token exclude each other", id="open and locked"
        ),
        pytest.param(["--tls", "--no-tls"], "--tls and --no-tls exclude each other", id="with and without TLS"),
        pytest.param(
            ["--tls-cert", "x", "--tls-key", "y", "--no-tls"],
            "--tls-cert and --no-tls exclude each other",
            id="a certificate for nothing",
        ),
        pytest.param(["--controllers", "gc"], "there is no controller 'gc'", id="no such controller"),
        pytest.param(["--controller-delay", "soon"], "'soon' is not a time", id="no such delay"),
        pytest.param(["--event-ttl", "0"], "'0' is not a time", id="no time for events"),
        pytest.param(["--objects", "nowhere.yaml"], "nowhere.yaml: no such file", id="no such objects"),
        pytest.param(["--tls-cert", "x"], "--tls-cert and --tls-key must be given together", id="half a certificate"),
        pytest.param(
            ["--audit-log-path", "-"],
            "--audit-policy-file and --audit-log-path must be given together",
            id="half an audit",
        ),
        pytest.param(["--audit-log-maxage", "-1"], "-1 is less than 0", id="no such age"),
        pytest.param(
            ["--audit-log-path", "-", "--audit-policy-file", "nowhere.yaml"],
            "cannot read the audit policy nowhere.yaml: No such file",
            id="no audit policy",
        ),
        pytest.param(["--tls-cert", "x", "--tls-key", "y"], "there is no file x", id="no such certificate"),
        pytest.param(
            ["--no-tls", "--host", "0.0.0.0"], "refusing to serve plain HTTP on 0.0.0.0", id="open to the network"
        ),
        pytest.param(["--host", "no.such.host.invalid"], "cannot resolve the address", id="no such host"),
        pytest.param(["--port", "70000"], "there is no port 70000", id="no such port"),
        pytest.param(["--port", "http"], "'http' is not a valid integer", id="port that is no number"),
        pytest.param(["--data", __file__], "is a file", id="folder that is a file"),
        pytest.param(
            ["--feature-gates", "Ratchet=true"],
            "unrecognized feature gate: Ratchet; known here: CRDConversionRules",
            id="no such feature",
        ),
        pytest.param(
            ["--feature-gates", "DeclarativeValidation=false"],
            "cannot set feature gate DeclarativeValidation to false, feature is locked to true",
            id="locked feature",
        ),
        pytest.param(
            ["--declarative-validation", "on"],
            "'on' is not one of 'levels', 'off', 'compare', 'takeover'",
            id="no such stage",
        ),
        pytest.param(
            ["--field-validation-stage", "alpha"],
            "'alpha' is not one of 'on', 'off'",
            id="no such stage of field validation",
        ),
        pytest.param(
            ["--feature-gates", "CRDValidationRatcheting=maybe"],
            "invalid value for feature gate CRDValidationRatcheting: 'maybe' is neither true nor false",
            id="feature neither on nor off",
        ),
        pytest.param(
            ["--feature-gates", "CRDValidationRatcheting"],
            "missing value for feature gate CRDValidationRatcheting",
            id="feature without a value",
        ),
        pytest.param(
            ["--disable-admission-plugins", "Priority,Nobody"],
            "there is no admission plugin Nobody",
            id="no such plugin",
        ),
        pytest.param(["--port", "0", "--kubeconfig", f"{__file__}/x"], "cannot write the kubeconfig", id="kubeconfig"),
    ],
)
def test_what_cannot_be_served_is_said(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["serve", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert "Traceback" not in captured.err


def test_a_port_in_use(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """An existing kubeconfig, perhaps of the server at the port, stays unchanged."""
    kubeconfig = render_kubeconfig("http://127.0.0.1:1")
    (tmp_path / "config").write_text(kubeconfig)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert run(["serve", "--port", str(port), "--kubeconfig", str(tmp_path / "config")]) == 2
    assert [entry.read_text() for entry in tmp_path.iterdir()] == [kubeconfig]
    assert f"port {port} on 127.0.0.1 is in use" in capsys.readouterr().err


FOREIGN = "apiVersion: v1\nkind: Config\ncurrent-context: production\n"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(lambda path: path.write_text(FOREIGN), "kapivara did not write", id="foreign"),
        pytest.param(lambda path: path.symlink_to(path.parent / "elsewhere"), "is not a plain file", id="link"),
        pytest.param(lambda path: os.mkfifo(path), "is not a plain file", id="pipe"),
    ],
)
def test_what_kapivara_did_not_write_is_not_replaced(
    make: Callable[[Path], Any], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "config"
    make(path)
    before = path.lstat()
    (tmp_path / "config.probe").write_text("mine")
    assert run(["serve", "--port", "0", "--kubeconfig", str(path)]) == 2
    assert message in capsys.readouterr().err
    assert (path.lstat().st_ino, path.lstat().st_size) == (before.st_ino, before.st_size)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["config", "config.probe"]
    assert (tmp_path / "config.probe").read_text() == "mine"


def test_what_kapivara_wrote_is_replaced(start_server: Start, tmp_path: Path) -> None:
    path = tmp_path / "config"
    path.touch()
    urls = []
    for _ in range(2):
        server = start_server("--anonymous", "--kubeconfig", str(path))
        urls.append(read_kubeconfig(path)[0])
        assert urls[-1] == server.url
        assert server.stop() == 0
    assert [each.name for each in tmp_path.iterdir()] == ["config"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_damaged_key_heals(start_server: Start, tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert start_server("--data", str(data)).stop() == 0
    (data / "tls" / "server.key").write_bytes(b"")
    server = start_server("--data", str(data))
    url, token, authority = read_kubeconfig(data / "kubeconfig")
    assert ask(f"{url}/api/v1/namespaces", token, authority)[0] == 200
    assert f"Note: {data / 'tls' / 'server.key'} was damaged" in "".join(server.output)
    assert data.stat().st_mode & 0o777 == 0o700
