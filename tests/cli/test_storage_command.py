"""Tests of `kapivara storage` on real files and etcds: its reports, its copies, and what it never touches."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.contract.engines import etcd_access, overwrite
from tests.etcd_server import EtcdServer

from kapivara.cli.main import run
from kapivara.storage import Compacted, Pending, StorageError
from kapivara.storage.sqlite.file import FILE_NAME
from kapivara.storage.sqlite.storage import SqliteStorage
from kapivara.storage.transfer.sqlite_snapshot import open_sqlite_snapshot

KEYS = [f"/registry/configmaps/default/{number:03}" for number in range(120)]
CUSTOM = "/registry/example.com/widgets/default/a"
SERVICE = "/registry/services/specs/default/web"


def value_of(key: str) -> bytes:
    return json.dumps({"metadata": {"name": key.rpartition("/")[2]}, "data": {"a": key * 20}}).encode() + b" \t "


def fill(storage: SqliteStorage) -> None:
    pending = Pending()
    for key in (*KEYS, CUSTOM, SERVICE):
        storage.create(key, value_of(key), (), pending)
    rewrite(storage, KEYS[:50], pending)
    pending.wait()


def rewrite(storage: SqliteStorage, keys: list[str], pending: Pending) -> None:
    for key in keys:
        storage.update(key, value_of(key), storage.get(key, pending).revision, (), pending)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder as a server leaves it."""
    folder = tmp_path / "data"
    with SqliteStorage(folder) as storage:
        fill(storage)
    return folder


class Tool:
    """Runs the command; returns its output as text or parsed JSON."""

    def __init__(self, capsys):
        self._capsys = capsys

    def __call__(self, *words: object, code: int = 0) -> tuple[str, str]:
        self._capsys.readouterr()
        assert run(["storage", *map(str, words)]) == code, self._capsys.readouterr()
        printed = self._capsys.readouterr()
        return printed.out, printed.err

    def json(self, *words: object, code: int = 0):
        return json.loads(self(*words, "-o", "json", code=code)[0])


@pytest.fixture
def tool(capsys) -> Tool:
    return Tool(capsys)


@pytest.fixture
def etcd(tmp_path):
    """Arguments that name a place in a real etcd of this test alone, and a function that opens a storage of it."""
    access = etcd_access(tmp_path.name)
    from kapivara.storage.etcd.storage import EtcdStorage

    words = (access.endpoints[0], "--etcd-prefix", access.prefix)
    return words, lambda: EtcdStorage(access)


def contents(storage) -> dict[str, bytes]:
    with storage:
        return {each.key: each.value for each in storage.list("/registry/").items}


ALL = {key: value_of(key) for key in (*KEYS, CUSTOM, SERVICE)}


def files_of(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_check_of_a_sound_folder(tool: Tool, data: Path) -> None:
    before = files_of(data), (data / FILE_NAME).read_bytes()
    text, _ = tool("check", data)
    assert text.splitlines()[0].startswith(f"storage     {data} (SQLite, ")
    assert text.splitlines()[1:] == [
        "revision    173, history since 1",
        "objects     122",
        "                 120  configmaps",
        "                   1  services",
        "                   1  widgets.example.com",
        "no damage found",
    ]
    found = tool.json("check", data)
    assert found["objects"] == {"configmaps": 120, "services": 1, "widgets.example.com": 1}
    assert (found["engine"], found["revision"], found["compactedRevision"], found["problems"]) == ("sqlite", 173, 1, [])
    assert (files_of(data), (data / FILE_NAME).read_bytes()) == before


def test_check_while_a_server_writes(tool: Tool, data: Path) -> None:
    with SqliteStorage(data) as storage:
        storage.create("/registry/configmaps/default/new", b'{"metadata": {}}')
        found = tool.json("check", data)
        assert (found["revision"], found["objects"]["configmaps"]) == (174, 121)
        overwrite(storage, KEYS[0], b'{"metadata": {}}')


def test_a_server_may_start_while_its_folder_is_read(data: Path) -> None:
    with open_sqlite_snapshot(data / FILE_NAME) as snapshot:
        keys = [each.key for each, _ in zip(snapshot.items(), range(10), strict=False)]
        with SqliteStorage(data) as storage:
            storage.delete(KEYS[119], storage.get(KEYS[119]).revision)
            assert len(keys) + sum(1 for each in snapshot.items() if each.key > keys[-1]) == len(ALL)
    assert files_of(data) == [FILE_NAME, "lock"]


def test_what_a_killed_server_left_is_read(tool: Tool, data: Path, tmp_path: Path) -> None:
    """Acknowledged writes are in the log, which no server has merged into the file."""
    with SqliteStorage(data) as storage:
        storage.create("/registry/configmaps/default/last", b'{"metadata": {}}')
        shutil.copytree(data, tmp_path / "left", ignore=shutil.ignore_patterns("*-shm"))
    assert (tmp_path / "left" / f"{FILE_NAME}-wal").stat().st_size
    assert tool.json("check", tmp_path / "left")["objects"]["configmaps"] == 121


def test_check_of_damage(tool: Tool, data: Path) -> None:
    file = data / FILE_NAME
    content = file.read_bytes()
    old, new = f'"name": "{KEYS[60][-3:]}"'.encode(), b'"name": "xxx"'
    assert old in content
    file.write_bytes(content.replace(old, new))
    before = file.read_bytes()
    text, _ = tool("check", data, code=1)
    assert f"damaged     {KEYS[60]}: the value of revision 62 does not match its checksum\n" in text
    assert text.endswith("found       1 problems\n")
    assert file.read_bytes() == before


def test_check_of_a_file_that_was_cut(tool: Tool, data: Path) -> None:
    file = data / FILE_NAME
    file.write_bytes(file.read_bytes()[: 4096 * 20])
    found = run(["storage", "check", str(data)])
    assert found in (1, 2)


def test_check_of_what_is_no_object(tool: Tool, etcd) -> None:
    words, open_storage = etcd
    with open_storage() as storage:
        storage.create("/registry/configmaps/default/a", b"k8s\x00\x0a")
        storage.create("/registry/configmaps/default/b", b"[]")
    found = tool.json("check", *words, code=1)
    assert found["problems"] == [
        "/registry/configmaps/default/a: it is not JSON: not written by kapivara, or changed since",
        "/registry/configmaps/default/b: it is not an object",
    ]
    [member] = found["members"]
    assert (member["url"], member["leader"], member["version"][:2]) == (words[0], True, "3.")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("check", "absent"), "absent/kapivara.db: there is no such file"),
        (("compact", "absent"), "absent/kapivara.db: there is no such file"),
        (("restore", "absent", "x"), "there is no file absent"),
        (("backup", "absent", "x"), "absent/kapivara.db: there is no such file"),
        (("check", "x", "--etcd-cafile", "a.pem"), "options of etcd require the URL of one"),
        (("backup", "x", "kapivara.db"), "kapivara.db is the name of a server's own file"),
        (("backup", "x", "."), "'.' is not the name of a file."),
        (("check", "ftp://x"), "is no URL of an etcd"),
    ],
)
def test_what_cannot_be_done(tool: Tool, tmp_path: Path, monkeypatch, words, problem) -> None:
    monkeypatch.chdir(tmp_path)
    text, errors = tool(*words, code=2)
    assert (text, problem in errors) == ("", True), errors
    assert files_of(tmp_path) == []


def test_compacting_gives_space_back(tool: Tool, data: Path) -> None:
    with SqliteStorage(data) as storage:
        pending = Pending()
        for _ in range(20):
            rewrite(storage, KEYS, pending)
        pending.wait()
        revision = storage.revision
    before = (data / FILE_NAME).stat().st_size
    found = tool.json("compact", data)
    after = (data / FILE_NAME).stat().st_size
    assert found == {
        "place": str(data),
        "revision": revision,
        "sizes": [{"beforeBytes": before, "afterBytes": after}],
        "disarmed": 0,
    }
    assert after < before / 3
    with SqliteStorage(data) as storage:
        assert storage.revision == revision
        with pytest.raises(Compacted):
            storage.watch("/", revision - 1)
    assert contents(SqliteStorage(data)) == ALL
    tool("check", data)
    assert "compacted" in tool("compact", data)[0]


def test_compacting_a_folder_that_a_server_has(tool: Tool, data: Path) -> None:
    with SqliteStorage(data):
        assert f"in use by process {os.getpid()}" in tool("compact", data, code=2)[1]


def test_compacting_an_etcd(tool: Tool, tmp_path: Path) -> None:
    with EtcdServer(tmp_path / "etcd") as server:
        from kapivara.storage.etcd.access import EtcdAccess
        from kapivara.storage.etcd.storage import EtcdStorage

        with EtcdStorage(EtcdAccess((server.url,))) as storage:
            storage.create(KEYS[0], b'{"metadata": {}}')
            for _ in range(30):
                overwrite(storage, KEYS[0], b'{"metadata": {}}' + b" " * 200_000)
            start = storage.revision
        found = tool.json("compact", server.url)
        assert found["revision"] >= start
        [sizes] = found["sizes"]
        assert sizes["afterBytes"] < sizes["beforeBytes"] / 3
        tool("check", server.url)


def test_an_etcd_that_is_full(tool: Tool, tmp_path: Path) -> None:
    """Writes fail with etcd's error, reads continue, and compaction lets writes succeed again."""
    quota = "--quota-backend-bytes=4000000"
    with EtcdServer(tmp_path / "etcd", options=(quota,)) as server:
        from kapivara.storage.etcd.access import EtcdAccess
        from kapivara.storage.etcd.storage import EtcdStorage

        value = b'{"metadata": {}}' + b" " * 200_000
        with EtcdStorage(EtcdAccess((server.url,))) as storage:
            storage.create(KEYS[0], value)
            with pytest.raises(StorageError, match="etcdserver: mvcc: database space exceeded"):
                [overwrite(storage, KEYS[0], value) for _ in range(60)]
            assert storage.get(KEYS[0]).value == value
            assert "NOSPACE" in tool("check", server.url, code=1)[0]
            assert "alarms      1 members that were full accept writes again" in tool("compact", server.url)[0]
            overwrite(storage, KEYS[0], b'{"metadata": {"name": "small"}}')
        tool("check", server.url)


def test_a_backup_and_its_restoration(tool: Tool, data: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "one.backup", tmp_path / "new"
    with SqliteStorage(data) as storage:  # that a server may have
        found = tool.json("backup", data, file)
        overwrite(storage, KEYS[0], b'{"metadata": {}}')
    assert (found["objects"], found["revision"], found["newRevision"], found["leftOut"]) == (122, 173, 173, [])
    assert file.stat().st_mode & 0o777 == 0o600
    assert tool.json("check", file)["objects"]["configmaps"] == 120
    restored = tool.json("restore", file, new)
    assert restored["newRevision"] == 173 + 1_000_000_000
    assert files_of(tmp_path) == ["data", "new", "one.backup"]
    with SqliteStorage(new) as storage:
        assert storage.notes == ()
        assert {each.key: each.value for each in storage.list("/registry/").items} == ALL
        assert storage.get(CUSTOM).revision == 122
        assert storage.list("/registry/configmaps/", limit=1, counts=True).remaining == 119
        with pytest.raises(Compacted):
            storage.watch("/", 174)
        assert storage.create("/registry/configmaps/default/new", b"{}").revision == 173 + 1_000_000_001


def test_nothing_is_replaced(tool: Tool, data: Path, tmp_path: Path, etcd) -> None:
    words, open_storage = etcd
    file = tmp_path / "one.backup"
    file.write_text("mine")
    assert "there is a file already, and it is not replaced" in tool("backup", data, file, code=2)[1]
    assert file.read_text() == "mine"
    other = tmp_path / "other"
    tool("copy", data, other)
    before = (other / FILE_NAME).read_bytes()
    assert "there is a file already" in tool("copy", data, other, code=2)[1]
    assert (other / FILE_NAME).read_bytes() == before
    with open_storage() as storage:
        storage.create("/registry/configmaps/default/mine", b"{}")
    assert "and they are not replaced" in tool("copy", data, *words, code=2)[1]
    assert contents(open_storage()) == {"/registry/configmaps/default/mine": b"{}"}
    assert files_of(tmp_path) == ["data", "one.backup", "other"]


def test_there_and_back(tool: Tool, data: Path, tmp_path: Path, etcd) -> None:
    words, open_storage = etcd
    found = tool.json("copy", data, *words)
    assert found["objects"] == len(ALL)
    assert contents(open_storage()) == ALL
    assert tool.json("check", *words)["objects"]["services"] == 1
    file, back = tmp_path / "etcd.backup", tmp_path / "back"
    found = tool.json("backup", words[0], file, *words[1:])
    assert tool.json("copy", words[0], back, *words[1:])["objects"] == len(ALL)
    assert contents(SqliteStorage(back)) == ALL
    with SqliteStorage(back) as storage:
        revisions = [each.revision for each in storage.list("/registry/").items]
        assert len({*revisions}) == len(ALL)  # one of many that a single transaction of etcd wrote
        assert storage.revision >= max(revisions)
    restored = tmp_path / "restored"
    tool("restore", file, restored)
    assert contents(SqliteStorage(restored)) == ALL
    tool("check", restored)


def test_a_copy_needs_the_server_stopped(tool: Tool, data: Path, tmp_path: Path) -> None:
    with SqliteStorage(data):
        assert "in use by process" in tool("copy", data, tmp_path / "new", code=2)[1]
    assert not (tmp_path / "new" / FILE_NAME).exists()


@pytest.fixture
def damaged(data: Path) -> Path:
    file = data / FILE_NAME
    file.write_bytes(file.read_bytes().replace(f'"name": "{KEYS[60][-3:]}"'.encode(), b'"name": "xxx"'))
    return data


def test_damaged_objects_are_left_out_only_if_asked(tool: Tool, damaged: Path, tmp_path: Path, etcd) -> None:
    words, open_storage = etcd
    file = tmp_path / "one.backup"
    for target in ((file,), words):
        verb = "backup" if target == (file,) else "copy"
        _, errors = tool(verb, damaged, *target, code=1)
        assert errors.splitlines() == [
            f"{KEYS[60]}: damaged",
            "Error: 1 objects are damaged, and nothing was written; --skip-damaged leaves them out",
        ]
    assert not file.exists()
    assert contents(open_storage()) == {}
    text, _ = tool("backup", damaged, file, "--skip-damaged")
    assert f"left out    {KEYS[60]}: damaged" in text
    assert tool.json("check", file)["objects"]["configmaps"] == 119


def test_a_copy_into_etcd_that_was_broken_off(tool: Tool, data: Path, etcd) -> None:
    """No server starts over a partial copy, and the next copy completes it."""
    from kapivara.storage.etcd.access import EtcdAccess
    from kapivara.storage.transfer.etcd_import import open_etcd_import

    words, open_storage = etcd
    begun = open_etcd_import(EtcdAccess((words[0],), prefix=words[2]))
    first = begun.__enter__()
    with open_sqlite_snapshot(data / FILE_NAME) as snapshot:
        for item in snapshot.items():
            first.add(item)
    with pytest.raises(StorageError, match=r"a copy into .* is under way or was broken off"):
        open_storage()
    tool("copy", data, *words)
    assert contents(open_storage()) == ALL
    with pytest.raises(StorageError, match="others write to"):
        first.finish(0)
    begun.__exit__(RuntimeError, RuntimeError(), None)
    assert contents(open_storage()) == ALL


def test_a_backup_that_is_killed_leaves_no_backup(data: Path, tmp_path: Path, root: Path) -> None:
    code = (
        "import os, signal, sys; from kapivara.cli.main import run\n"
        "def stop(self, item): os.kill(os.getpid(), signal.SIGKILL)\n"
        "from kapivara.storage.transfer.sqlite_import import SqliteImport; SqliteImport.finish = stop\n"
        "run(sys.argv[1:])"
    )
    command = [sys.executable, "-c", code, "storage", "backup", str(data), str(tmp_path / "one.backup")]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(root / "src")}, timeout=120)
    assert done.returncode == -signal.SIGKILL
    assert not (tmp_path / "one.backup").exists()
    assert run(["storage", "backup", str(data), str(tmp_path / "one.backup")]) == 0


@pytest.mark.slow
def test_a_server_over_what_was_restored(start_server, tool: Tool, tmp_path: Path, etcd) -> None:
    """Writes through one server, backs up while it runs, and serves the backup by another one over the other engine."""
    import httpx

    client = httpx.Client(timeout=120)
    maps = "/api/v1/namespaces/default/configmaps"
    first = start_server("--anonymous", "--data", str(tmp_path / "first"))
    body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"a": "1"}}
    made = client.post(f"{first.url}{maps}", json=body).json()
    tool("backup", tmp_path / "first", tmp_path / "one.backup")
    tool("restore", tmp_path / "one.backup", tmp_path / "second")
    words, _ = etcd
    tool("restore", tmp_path / "one.backup", *words)
    first.stop()
    for arguments in (("--data", str(tmp_path / "second")), ("--etcd", *words)):
        server = start_server("--anonymous", *arguments)
        found = client.get(f"{server.url}{maps}/a").json()
        assert (found["data"], found["metadata"]["uid"]) == ({"a": "1"}, made["metadata"]["uid"])
        found["data"] = {"a": "2"}
        assert client.put(f"{server.url}{maps}/a", json=found).status_code == 200
        end = time.monotonic() + 60
        while client.get(f"{server.url}/readyz").status_code != 200:
            assert time.monotonic() < end
        server.stop()
    client.close()
