"""Tests of a full disk: writes are rejected in the server's format, reads continue, and no restart is needed.

The disk is a small file system in memory, in a namespace of the server's own, which needs no privileges if the system
lets users create one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from tests.conftest import ROOT, Server, _wait_for_url

from kapivara.cli.main import run

pytestmark = pytest.mark.slow
MAPS = "/api/v1/namespaces/default/configmaps"
SIZE = "3m"
BALLAST = 1_500_000
IN_A_NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount"]
SCRIPT = f'mount -t tmpfs -o size={SIZE} tmpfs "$1" && head -c {BALLAST} /dev/zero > "$1/ballast" && shift && exec "$@"'


@pytest.fixture
def full(tmp_path: Path):
    """A server over a small disk with a file that takes half of it, and that disk as the test sees it."""
    disk = tmp_path / "disk"
    disk.mkdir()
    try:
        tried = subprocess.run([*IN_A_NAMESPACE, "sh", "-c", SCRIPT, "sh", str(disk), "true"], capture_output=True)
    except OSError:
        pytest.skip("there is no unshare here")
    if tried.returncode:
        pytest.skip("users may not have namespaces here")
    serve = [sys.executable, "-P", "-m", "kapivara", "serve", "--port", "0", "--anonymous", "--controllers", "-*"]
    process = subprocess.Popen(
        [*IN_A_NAMESPACE, "sh", "-c", SCRIPT, "sh", str(disk), *serve, "--data", str(disk / "data")],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    server = Server("", process, [])
    server.url = _wait_for_url(server)
    yield server, Path(f"/proc/{process.pid}/root{disk}")
    process.kill()
    process.wait()
    process.stdout.close()


def config_map(number: int, size: int = 60_000) -> dict[str, object]:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": f"a-{number}"}, "data": {"a": "x" * size}}


def test_full_and_free_again(full, tmp_path: Path, capsys) -> None:
    server, disk = full
    with httpx.Client(base_url=server.url, timeout=120) as client:
        made, refused = 0, None
        for number in range(200):
            answer = client.post(MAPS, json=config_map(number))
            if answer.status_code != 201:
                refused = answer
                break
            made += 1
        assert refused is not None
        status = refused.json()
        assert (refused.status_code, status["kind"], status["reason"]) == (500, "Status", "InternalError")
        assert "no space is left for the data; nothing was written, free some space and try again" in status["message"]
        assert made > 5
        assert client.post(MAPS, json=config_map(made)).status_code == 500
        listed = client.get(MAPS).json()
        assert [each["metadata"]["name"] for each in listed["items"]] == sorted(f"a-{n}" for n in range(made))
        assert client.get(f"{MAPS}/a-{made}").status_code == 404
        assert client.get("/readyz").status_code == 200
        (disk / "ballast").unlink()
        created = client.post(MAPS, json=config_map(made))
        assert created.status_code == 201
        version = int(created.json()["metadata"]["resourceVersion"])
        assert version == int(listed["metadata"]["resourceVersion"]) + 1  # none was used up
        assert client.delete(f"{MAPS}/a-0").status_code == 200
        shutil.copytree(disk / "data", tmp_path / "kept", ignore=shutil.ignore_patterns("*-shm"))
    assert run(["storage", "check", str(tmp_path / "kept")]) == 0
    assert f"{made:>8}  configmaps" in capsys.readouterr().out


def test_every_answer_is_true_of_the_object_that_it_is_about(full) -> None:
    """Several clients create objects until the disk is full and beyond; small objects may still fit."""
    server, disk = full
    clients, each = 8, 40

    def create(first: int) -> dict[str, int]:
        sizes = (60_000, 20_000, 3_000, 100)
        with httpx.Client(base_url=server.url, timeout=120) as client:
            return {
                f"a-{number}": client.post(MAPS, json=config_map(number, sizes[number % 4])).status_code
                for number in range(first, first + each)
            }

    answers: dict[str, int] = {}
    with ThreadPoolExecutor(clients) as pool:
        for told in pool.map(create, range(0, clients * each, each)):
            answers |= told
    assert set(answers.values()) == {201, 500}
    (disk / "ballast").unlink()
    with httpx.Client(base_url=server.url, timeout=120) as client:
        listed = {item["metadata"]["name"] for item in client.get(MAPS).json()["items"]}
        assert listed == {name for name, code in answers.items() if code == 201}
        assert client.post(MAPS, json=config_map(clients * each)).status_code == 201
