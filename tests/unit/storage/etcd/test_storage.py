"""Tests of etcd alone: round trips, foreign keys, several servers, an etcd that disappears and returns."""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from http import HTTPStatus
from math import inf

import pytest
from tests.contract.conftest import take_all, wait_for_events
from tests.contract.engines import overwrite, remove
from tests.etcd_server import EtcdServer, free_port
from tests.unit.registry.conftest import Talk

pytest.importorskip("hpack")

from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.storage import (
    AlreadyExists,
    Compacted,
    Conflict,
    KeyNotFound,
    NothingSince,
    PreconditionFailed,
    StorageError,
    Unavailable,
    Unchanged,
)
from kapivara.storage.etcd.access import EtcdAccess
from kapivara.storage.etcd.client import CALL_SECONDS, EtcdClient
from kapivara.storage.etcd.grpc.channel import GrpcChannel
from kapivara.storage.etcd.messages import LEASE_REVOKE, WRITE
from kapivara.storage.etcd.storage import EtcdStorage
from kapivara.storage.retention import Retention
from kapivara.values.record import replace

CONFIG_MAPS = GroupVersionResource("", "v1", "configmaps")
PATIENCE = 120.0


@pytest.fixture
def storage(open_etcd):
    return open_etcd()


@pytest.fixture
def client(access):
    """Writes to etcd as another program would."""
    client = EtcdClient(access)
    yield client
    client.close()


def put(client, *keys):
    """Writes keys in one transaction."""
    client.call(WRITE, {"success": [{"request_put": {"key": key, "value": b"theirs"}} for key in keys]})


@pytest.fixture
def calls(storage, monkeypatch):
    """Returns the names of later calls in order, without those of other threads."""
    made = []
    usual = GrpcChannel.call

    def call(self, path, message, **options):
        if threading.current_thread() is threading.main_thread():
            made.append(path.rpartition("/")[2])
        return usual(self, path, message, **options)

    monkeypatch.setattr(GrpcChannel, "call", call)
    return made


def test_an_etcd_in_which_nothing_was_written_is_at_revision_one(tmp_path):
    with EtcdServer(tmp_path) as server, EtcdStorage(EtcdAccess((server.url,))) as storage:
        assert storage.revision == 1
        with pytest.raises(Compacted) as refusal:
            storage.list("/registry/", at_revision=0)
        assert refusal.value.compacted == 1
        assert storage.create("/registry/a", b"1").revision == 2


def test_every_write_is_one_round_trip_refused_or_not(storage, calls):
    other = storage.create("/other", b"1")
    conditions = (Unchanged("/other", other.revision), NothingSince("/c/", other.revision))
    made = storage.create("/a", b"1", conditions)
    storage.update("/a", b"2", made.revision, conditions)
    for refused, action in (
        (AlreadyExists, lambda: storage.create("/a", b"")),
        (Conflict, lambda: storage.update("/a", b"", made.revision)),
        (KeyNotFound, lambda: storage.delete("/gone", 5)),
        (PreconditionFailed, lambda: storage.create("/b", b"", (Unchanged("/other", 1),))),
    ):
        with pytest.raises(refused):
            action()
    assert calls == ["Txn"] * 7


def test_leases_are_shared_by_writes_and_one_that_is_gone_is_replaced(storage, calls, client):
    storage.forget_after("/events/", 3600)
    storage.create("/events/a", b"")
    storage.create("/events/b", b"")
    storage.create("/others/a", b"")
    assert calls == ["LeaseGrant", "Txn", "Txn", "Txn"]
    storage.forget_after("/lasting/", inf)
    assert storage.create("/lasting/a", b"").revision == storage.revision
    [lease] = {storage._leases.find(3600) for _ in range(3)}
    client.call(LEASE_REVOKE, {"ID": lease})
    calls.clear()
    made = storage.create("/events/c", b"1")
    assert calls == ["Txn", "LeaseGrant", "Txn"]
    storage.delete("/events/c", made.revision)
    storage._stream.reach(storage.revision, PATIENCE)
    assert [each.key for each in storage.list("/").items] == ["/lasting/a", "/others/a"]


def test_every_read_is_one_round_trip(storage, calls):
    storage.create("/a/1", b"1")
    calls.clear()
    storage.get("/a/1")
    storage.list("/a/")
    storage.list("/a/", limit=1, counts=True)
    assert calls == ["Range"] * 3
    calls.clear()
    storage.watch("/a/", storage.revision).take()
    storage.watch("/a/").take()
    assert calls == []


def test_a_request_is_one_round_trip(open_etcd, access, calls):
    talk = Talk(Registry(EtcdStorage(access)))
    body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}
    assert talk("create", CONFIG_MAPS, body=body, namespace="default").ok
    calls.clear()
    body["metadata"]["name"] = "b"
    assert talk("create", CONFIG_MAPS, body=body, namespace="default").ok
    assert calls == ["Txn"]
    calls.clear()
    assert talk("get", CONFIG_MAPS, "b", namespace="default").ok
    assert talk("list", CONFIG_MAPS, namespace="default").ok
    assert calls == ["Range", "Range"]


def test_keys_stand_where_administrators_look_for_them(access, client):
    with EtcdStorage(access) as storage:
        storage.create("/registry/configmaps/default/a", b"1")
        storage.create("/registry/configmaps/default/b", b"2")
        keys = [
            each.key for each in storage.list("/registry/configmaps/", after="/registry/configmaps/default/a").items
        ]
        assert keys == ["/registry/configmaps/default/b"]
        assert storage.list("/registry/configmaps/", after="/registry/z").items == []
    with EtcdStorage(access, stands_for="") as below:
        assert below.get("/configmaps/default/a").value == b"1"


def test_keys_of_others_do_no_harm(storage, client, access):
    watch = storage.watch("/a/")
    prefix = access.prefix.encode()
    put(client, b"elsewhere", prefix + b"/a/\xff\xfe")
    put(client, prefix + b"x")
    mine = storage.create("/a/1", b"1")
    put(client, b"elsewhere")
    assert [each.key for each in storage.list("/a/").items] == ["/a/1"]
    assert [event.key for event in watch.take()] == ["/a/1"]
    assert storage.list("/a/").revision == mine.revision + 1
    with pytest.raises(PreconditionFailed) as refusal:  # whose revision is one that others made
        storage.create("/b", b"", (Unchanged("/a/gone", mine.revision),))
    assert watch.revision >= refusal.value.revision


def test_writes_of_one_revision_come_together(storage, client, access):
    prefix = access.prefix.encode()
    first, second = storage.watch("/"), storage.watch("/", storage.revision)
    put(client, prefix + b"/a", prefix + b"/b", prefix + b"/c")
    storage.create("/d", b"")
    for watch in (first, second):
        taken = [[event.key for event in watch.take(1)] for _ in range(3)]
        assert taken == [["/a", "/b", "/c"], ["/d"], []]


def test_one_hears_of_what_went_through_the_other(open_etcd):
    one, other = open_etcd(), open_etcd()
    watch = other.watch("/")
    made = [one.create(f"/{number}", b"") for number in range(50)]
    events = []
    while len(events) < 50:
        events += wait_for_events(watch)
    assert [event.revision for event in events] == [each.revision for each in made]
    assert other.reaches(one.create("/last", b"").revision)


def test_a_watch_begins_before_the_storage_was_opened(open_etcd):
    one = open_etcd()
    start = one.create("/a/0", b"").revision
    for number in range(1, 30):
        one.create(f"/a/{number}", b"")
        one.create(f"/b/{number}", b"")
    remove(one, "/b/29")
    other = open_etcd()
    watch = other.watch("/a/", start)
    assert watch.lags
    assert [event.key for event in take_all(watch)] == [f"/a/{number}" for number in range(1, 30)]
    one.create("/a/30", b"")
    assert [event.key for event in wait_for_events(watch)] == ["/a/30"]


def test_compaction_by_another_is_told(open_etcd):
    one, other = open_etcd(), open_etcd()
    start = one.create("/a", b"1").revision
    for number in range(5):
        overwrite(one, "/a", b"%d" % number)
    late = open_etcd()
    other.compact(other.list("/").revision)
    for storage in (other, late):
        with pytest.raises(Compacted):
            storage.list("/", at_revision=start)
        with pytest.raises(Compacted):
            storage.watch("/", start - 1).take()


def test_servers_agree_who_compacts(open_etcd):
    retention = Retention(entries=50)
    one, other = open_etcd(retention=retention), open_etcd(retention=retention)
    for number in range(300):
        (one if number % 2 else other).create(f"/{number}", b"")
    end = time.monotonic() + PATIENCE
    while max(one._history.compacted, other._history.compacted) < one.revision - 150:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert len(one.list("/").items) == 300


def test_the_turn_is_one_servers_and_passes_on(open_etcd):
    one, other = open_etcd(), open_etcd()
    heard = [], []
    news = threading.Condition()

    def hear(number, holds):
        with news:
            heard[number].append(holds)
            news.notify_all()

    one.take_turn(lambda holds: hear(0, holds))
    with news:
        assert news.wait_for(lambda: heard[0] == [True], PATIENCE)
    other.take_turn(lambda holds: hear(1, holds))
    time.sleep(0.1)
    assert heard[1] == []
    one.close()
    with news:
        assert news.wait_for(lambda: heard[1] == [True], PATIENCE)
    assert heard[0] == [True, False]


def test_where_one_member_is_gone_another_answers(access):
    gone = f"http://127.0.0.1:{free_port()}"
    with EtcdStorage(replace(access, endpoints=(gone, *access.endpoints))) as storage:
        assert storage.create("/registry/a", b"").key == "/registry/a"


@pytest.mark.parametrize("url", ["ftp://host:1", "http://", "http://host/path"])
def test_what_is_no_url_is_refused(access, url):
    with pytest.raises(StorageError, match="no URL of an etcd"):
        EtcdStorage(replace(access, endpoints=(url,)))


def test_an_etcd_that_is_not_there_is_told_by_its_address():
    gone = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(StorageError, match=f"etcd at {gone} cannot be reached .*: is etcd running there"):
        EtcdStorage(EtcdAccess((gone,)), seconds=0.5)


def test_an_etcd_that_is_restarted_is_found_again(tmp_path):
    server = EtcdServer(tmp_path, durable=True)
    with server, EtcdStorage(EtcdAccess((server.url,)), stands_for="") as storage:
        watch = storage.watch("/")
        storage.create("/a", b"1")
        server.stop(gently=True)
        storage._client._seconds = 0.5  # there is no server to wait for
        started = time.monotonic()
        for action in (
            lambda: storage.get("/a"),
            lambda: storage.create("/b", b""),
            lambda: storage.list("/"),
            storage.check,
        ):
            with pytest.raises(Unavailable, match="etcd at http"):
                action()
        assert time.monotonic() - started < 60
        assert [event.key for event in watch.take()] == ["/a"]
        storage._client._seconds = CALL_SECONDS
        server.start()
        with EtcdStorage(EtcdAccess((server.url,)), stands_for="") as other:
            other.create("/c", b"3")
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                storage.create("/d", b"4")
                break
            except Unavailable:
                assert time.monotonic() < deadline
        events = []
        while not events or events[-1].key != "/d":
            events += wait_for_events(watch)
        assert [event.key for event in events] == ["/c", "/d"]
        assert storage.get("/a").value == b"1"


def test_history_that_went_while_etcd_could_not_be_reached_is_told(tmp_path):
    server = EtcdServer(tmp_path, durable=True)
    with server, EtcdStorage(EtcdAccess((server.url,)), stands_for="") as storage:
        watch = storage.watch("/")
        storage.create("/a", b"1")
        assert [event.key for event in watch.take()] == ["/a"]
        server.stop(gently=True)
        storage._stream._client = away = _Away(storage._client)
        assert away.was_asked.wait(PATIENCE)  # so no attempt of the other one is running any more
        server.start()
        with EtcdStorage(EtcdAccess((server.url,)), stands_for="") as other:
            other.create("/b", b"1")
            overwrite(other, "/b", b"2")
            other.compact(overwrite(other, "/b", b"3").revision)
        storage._stream._client = storage._client
        with pytest.raises(Compacted):
            wait_for_events(watch)
        after = storage.watch("/", storage.list("/").revision)
        storage.create("/c", b"")
        assert [event.key for event in wait_for_events(after)] == ["/c"]


class _Away:
    """A client whose watches never start."""

    def __init__(self, client):
        self.newest = client.newest
        self.was_asked = threading.Event()

    def watch(self, *_, **__):
        self.was_asked.set()
        raise Unavailable("away")


def test_where_one_member_does_not_answer_another_is_asked(tmp_path, access):
    with EtcdServer(tmp_path) as silent:
        os.kill(silent.process.pid, signal.SIGSTOP)
        endpoints = (silent.url, *access.endpoints)
        try:
            with EtcdStorage(replace(access, endpoints=endpoints)) as storage:
                assert storage.create("/registry/a", b"").key == "/registry/a"
        finally:
            os.kill(silent.process.pid, signal.SIGCONT)


def test_an_etcd_that_was_emptied_is_followed_from_its_beginning(tmp_path):
    server = EtcdServer(tmp_path / "data")
    with server, EtcdStorage(EtcdAccess((server.url,))) as storage:
        talk = Talk(Registry(storage))
        for number in range(30):
            storage.create(f"/registry/configmaps/{number}", b"{}")
        watch = storage.watch("/registry/configmaps/")
        server.stop()
        shutil.rmtree(tmp_path / "data")
        server.start()
        with pytest.raises(Compacted):
            wait_for_events(watch)
        assert storage.revision == 1
        again = storage.watch("/registry/configmaps/")
        assert storage.create("/registry/configmaps/a", b"{}").revision == 2
        assert [event.key for event in wait_for_events(again)] == ["/registry/configmaps/a"]
        status = talk("create", CONFIG_MAPS, body={"metadata": {"name": "b"}}, namespace="default").status
        assert status.code == HTTPStatus.NOT_FOUND  # the namespace is gone, too


def test_an_etcd_that_does_not_answer_is_not_waited_for_long(tmp_path):
    with EtcdServer(tmp_path) as server, EtcdStorage(EtcdAccess((server.url,))) as storage:
        talk = Talk(Registry(storage))
        os.kill(server.process.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, server.process.pid, os.WSTOPPED)
        storage._client._seconds = 1.0
        try:
            status = talk("get", CONFIG_MAPS, "a", namespace="default").status
            assert (status.http_code, status.message) == (
                504,
                "Timeout: request did not complete within the allotted timeout - "
                f"etcd at {server.url} does not answer in time",
            )
            with pytest.raises(Unavailable, match="does not answer in time"):
                storage.create("/registry/a", b"")
        finally:
            os.kill(server.process.pid, signal.SIGCONT)
            storage._client._seconds = CALL_SECONDS
        end = time.monotonic() + PATIENCE
        while True:
            try:
                storage.get("/registry/a")
                break
            except KeyNotFound:
                break
            except Unavailable:
                assert time.monotonic() < end


def test_a_version_that_others_have_made_is_not_waited_for(storage, client):
    """No event reports it: a read at that version asks etcd."""
    talk = Talk(Registry(storage))
    talk("create", CONFIG_MAPS, body={"metadata": {"name": "a"}}, namespace="default")
    put(client, b"/theirs")
    ahead = str(client.newest)
    query = {"resourceVersion": ahead, "sendInitialEvents": "true", "resourceVersionMatch": "NotOlderThan"}
    watch = talk("watch", CONFIG_MAPS, watch="1", **query).watch
    pieces = b""
    while b'"ADDED"' not in pieces:
        assert watch.lags  # it does not wait, because the version would have to come by an event
        pieces += watch.take() or b""
    watch.close()
