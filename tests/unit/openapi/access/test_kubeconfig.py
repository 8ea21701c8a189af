"""Tests of credentials from a kubeconfig: the files, context, cluster and user, and the errors."""

from __future__ import annotations

import os
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
import yaml

from kapivara.openapi import DocumentError
from kapivara.openapi.access.connection import OPEN, DocumentAccess
from kapivara.openapi.access.kubeconfig import kubeconfig_access, kubeconfig_files

SERVER = "https://10.0.0.1:6443"


def config(user: dict[str, Any], cluster: dict[str, Any] | None = None, name: str = "prod") -> dict[str, Any]:
    """Returns a kubeconfig whose context, cluster and user have one name."""
    return {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": name,
        "contexts": [{"name": name, "context": {"cluster": name, "user": name}}],
        "clusters": [{"name": name, "cluster": {"server": SERVER, **(cluster or {})}}],
        "users": [{"name": name, "user": user}],
    }


def written(folder: Path, value: object, name: str = "config") -> str:
    (folder / name).write_text(yaml.safe_dump(value))
    return str(folder / name)


def test_a_token(tmp_path: Path) -> None:
    access = kubeconfig_access([written(tmp_path, config({"token": "secret"}))])
    assert access == DocumentAccess("secret", only_server=SERVER)


def test_certificates_as_data_and_as_files_beside_the_kubeconfig(tmp_path: Path) -> None:
    cluster = {"certificate-authority-data": b64encode(b"authority").decode(), "tls-server-name": "api"}
    user = {"client-certificate": "me.crt", "client-key": "/keys/me.key"}
    access = kubeconfig_access([written(tmp_path, config(user, cluster))])
    assert (access.authority, access.certificate, access.key) == (
        b"authority",
        str(tmp_path / "me.crt"),
        "/keys/me.key",
    )
    assert access.server_name == "api"


def test_a_file_with_the_token(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("secret\n")
    cluster = {"insecure-skip-tls-verify": True}
    access = kubeconfig_access([written(tmp_path, config({"tokenFile": "token"}, cluster))])
    assert access == DocumentAccess("secret", only_server=SERVER, insecure=True)


def test_the_first_of_several_files_counts(tmp_path: Path) -> None:
    first = config({"token": "one"})
    second = {**config({"token": "two"}), "users": config({"token": "two"})["users"] + config({}, name="dev")["users"]}
    second["contexts"].append({"name": "dev", "context": {"cluster": "prod", "user": "dev"}})
    files = [written(tmp_path, first, "a"), written(tmp_path, second, "b")]
    assert kubeconfig_access(files).token == "one"
    assert kubeconfig_access(files, "dev").token == ""


def test_which_files_count(tmp_path: Path) -> None:
    there = written(tmp_path, config({}))
    both = {"KUBECONFIG": f"{tmp_path / 'nowhere'}{os.pathsep}{there}"}
    assert list(kubeconfig_files(None, both)) == [there]
    assert list(kubeconfig_files("mine", both)) == ["mine"]
    assert list(kubeconfig_files(None, {"KUBECONFIG": "nowhere"})) == ["nowhere"]
    assert kubeconfig_files(None, {})[0].endswith(os.path.join(".kube", "config"))


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (config({"exec": {"command": "aws"}}), "user 'prod' is known by a command (exec), which is not run; read it"),
        (config({"auth-provider": {"name": "gcp"}}), "user 'prod' is known by an auth-provider"),
        (config({"username": "me", "password": "x"}), "user 'prod' is known by a password"),
        (config({}, {"proxy-url": "http://proxy"}), "cluster 'prod' is behind a proxy"),
        (config({}, {"server": ""}), "cluster 'prod' has no server"),
        (config({}, {"server": 5}), "cluster 'prod' must have a text as server"),
        (config({"token": "no\nheader"}), "user 'prod' has a token that is none"),
        (config({"tokenFile": "nowhere"}), "which cannot be read"),
        (config({"client-certificate": "me.crt"}), "user 'prod' has a certificate without a key"),
        (config({"client-certificate-data": "%", "client-key": "k"}), "must have base64 as client-certificate-data"),
        ({**config({}), "current-context": "dev"}, "no context is called 'dev'; there are: prod"),
        ({**config({}), "users": None}, "no user is called 'prod'"),
        ({"kind": "Config"}, "no context is the current one; name one by --context"),
        ({"kind": "Pod"}, "no kubeconfig"),
        (["a"], "no kubeconfig"),
    ],
)
def test_what_is_wrong_is_told(value: object, told: str, tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as raised:
        kubeconfig_access([written(tmp_path, value)])
    assert told in str(raised.value)
    assert str(raised.value).startswith(str(tmp_path / "config"))


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="nowhere: no such file or directory"):
        kubeconfig_access([str(tmp_path / "nowhere")])
    (tmp_path / "bad").write_text("a: [")
    with pytest.raises(DocumentError, match="bad: "):
        kubeconfig_access([str(tmp_path / "bad")])


def test_no_server_but_that_of_the_context_is_told_anything() -> None:
    access = DocumentAccess("secret", "ca.crt", only_server=SERVER, insecure=True)
    assert access.towards(f"{SERVER}/openapi/v3", SERVER) is access
    assert access.towards("https://elsewhere", "https://elsewhere") is OPEN
