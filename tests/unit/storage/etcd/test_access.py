"""Tests of an etcd with authentication: users with passwords, and TLS."""

from __future__ import annotations

import subprocess

import pytest
from tests.contract.conftest import take_all
from tests.etcd_server import EtcdServer, find_program
from tests.unit.registry.conftest import Talk

pytest.importorskip("hpack")

from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.server.tls.certificates import provide_certificates
from kapivara.storage import Compacted, StorageError
from kapivara.storage.etcd.access import EtcdAccess
from kapivara.storage.etcd.client import EtcdClient
from kapivara.storage.etcd.messages import GET
from kapivara.storage.etcd.storage import EtcdStorage

CONFIG_MAPS = GroupVersionResource("", "v1", "configmaps")
SECRET = "s3cret-word"


@pytest.fixture
def guarded(tmp_path):
    """An etcd where a user `kapivara` may read and write only keys that start with /registry."""
    with EtcdServer(tmp_path) as server:

        def control(*arguments):
            command = [find_program("etcdctl"), f"--endpoints={server.url}", *arguments]
            subprocess.run(command, check=True, capture_output=True, timeout=60)

        control("user", "add", "root:root")
        control("role", "add", "root")
        control("user", "grant-role", "root", "root")
        control("user", "add", f"kapivara:{SECRET}")
        control("role", "add", "objects")
        control("role", "grant-permission", "objects", "readwrite", "/registry", "--prefix")
        control("user", "grant-role", "kapivara", "objects")
        control("auth", "enable")
        yield server


def test_a_user_with_a_password(guarded):
    access = EtcdAccess((guarded.url,), user="kapivara", password=SECRET)
    assert SECRET not in repr(access)
    with EtcdStorage(access) as storage:
        watch = storage.watch("/registry/")
        start = storage.create("/registry/a", b"1").revision
        storage.create("/registry/b", b"2")
        assert [event.key for event in watch.take()] == ["/registry/a", "/registry/b"]
        storage._client._token = "forgotten.1"
        assert storage.get("/registry/a").value == b"1"
        with EtcdStorage(access) as later:  # which may not read the key that shows that nothing is missing
            with pytest.raises(Compacted):
                take_all(later.watch("/registry/", start))
            assert [each.key for each in later.list("/registry/").items] == ["/registry/a", "/registry/b"]
    client = EtcdClient(access)
    with pytest.raises(StorageError, match="permission denied"):
        client.call(GET, {"key": b"/elsewhere"})
    client.close()


@pytest.mark.parametrize(
    ("user", "problem"),
    [("kapivara", "invalid user ID or password"), ("", "user name is empty")],
    ids=["a wrong password", "nobody"],
)
def test_who_is_not_let_in_is_told_so(guarded, user, problem):
    with pytest.raises(StorageError, match=problem) as refusal:
        EtcdStorage(EtcdAccess((guarded.url,), user=user, password="guess-word"), seconds=5.0)
    assert "guess-word" not in str(refusal.value)


def test_what_etcd_refuses_is_told_in_its_words(tmp_path):
    server = EtcdServer(tmp_path, options=("--max-request-bytes=10000",))
    with server, EtcdStorage(EtcdAccess((server.url,))) as storage:
        body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"a": "x" * 20_000}}
        status = Talk(Registry(storage))("create", CONFIG_MAPS, body=body, namespace="default").status
        assert (status.http_code, status.reason, status.message) == (500, "", "etcdserver: request is too large")


def test_tls(tmp_path):
    made = provide_certificates(tmp_path / "tls", ["127.0.0.1"])
    authority = tmp_path / "authority.pem"
    authority.write_bytes(made.authority)
    other = tmp_path / "other.pem"
    other.write_bytes(provide_certificates(tmp_path / "else", ["127.0.0.1"]).authority)
    options = (f"--cert-file={made.certificate}", f"--key-file={made.key}")
    with EtcdServer(tmp_path / "data", options=options) as server:
        with EtcdStorage(EtcdAccess((server.url,), authority=authority)) as storage:
            assert storage.create("/registry/a", b"1").revision == 2
        for access in (EtcdAccess((server.url,), authority=other), EtcdAccess((server.url.replace("https", "http"),))):
            with pytest.raises(StorageError, match=r"cannot be reached|does not answer in time"):
                EtcdStorage(access, seconds=0.5)
        with pytest.raises(StorageError, match=r"cannot read .*absent"):
            EtcdStorage(EtcdAccess((server.url,), authority=tmp_path / "absent"))
