"""`kapivara serve` as a user meets it: where it says it is, who may ask, what it writes, how it ends."""

from __future__ import annotations

import json
import os
import shutil
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

from kapivara.cli.kubeconfig import render_kubeconfig
from kapivara.cli.main import run

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
    """-> the server's URL, the token, the certificate authority."""
    import base64

    config = yaml.safe_load(path.read_text())
    cluster, user = config["clusters"][0]["cluster"], config["users"][0]["user"]
    authority = base64.b64decode(cluster.get("certificate-authority-data", "")).decode()
    return cluster["server"], user.get("token", ""), authority


def test_a_token_is_made_up_and_asked_for(start_server: Start, tmp_path: Path) -> None:
    server = start_server("--kubeconfig", str(tmp_path / "config"))
    url, token, _ = read_kubeconfig(tmp_path / "config")
    assert url == server.url
    assert ask(f"{url}/api/v1/namespaces")[0] == 401
    assert ask(f"{url}/api/v1/namespaces", "wrong")[0] == 401
    assert ask(f"{url}/api/v1/namespaces", token)[0] == 200
    assert (tmp_path / "config").stat().st_mode & 0o777 == 0o600
    assert token not in "".join(server.output)


def test_a_token_of_ones_own(start_server: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAPIVARA_TOKEN", "from-the-environment")
    server = start_server()
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
    start_server("--tls", "--kubeconfig", str(tmp_path / "config"))
    url, token, authority = read_kubeconfig(tmp_path / "config")
    assert url.startswith("https://")
    assert ask(f"{url}/api/v1/namespaces", token, authority)[0] == 200


def test_kubectl(start_server: Start, tmp_path: Path, root: Path) -> None:
    if not shutil.which("kubectl"):
        pytest.skip("kubectl is not installed")
    config = str(tmp_path / "config")
    start_server("--tls", "--kubeconfig", config)

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
        pytest.param(["--tls-cert", "x"], "--tls-cert and --tls-key go together", id="half a certificate"),
        pytest.param(["--tls-cert", "x", "--tls-key", "y"], "there is no file x", id="no such certificate"),
        pytest.param(["--host", "0.0.0.0"], "refusing to serve plain HTTP on 0.0.0.0", id="open to the network"),
        pytest.param(["--host", "no.such.host.invalid"], "cannot resolve the address", id="no such host"),
        pytest.param(["--port", "70000"], "there is no port 70000", id="no such port"),
        pytest.param(["--port", "http"], "'http' is not a valid integer", id="port that is no number"),
        pytest.param(["--data", __file__], "is a file", id="folder that is a file"),
        pytest.param(
            ["--feature-gates", "Ratchet=true"],
            "unknown feature gate 'Ratchet'; known: CRDValidationRatcheting",
            id="no such feature",
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
    """And a kubeconfig that is there, perhaps of the server that has the port, is left alone."""
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
    assert start_server("--tls", "--data", str(data)).stop() == 0
    (data / "tls" / "server.key").write_bytes(b"")
    server = start_server("--tls", "--data", str(data))
    url, token, authority = read_kubeconfig(data / "kubeconfig")
    assert ask(f"{url}/api/v1/namespaces", token, authority)[0] == 200
    assert f"Note: {data / 'tls' / 'server.key'} was damaged" in "".join(server.output)
    assert data.stat().st_mode & 0o777 == 0o700
