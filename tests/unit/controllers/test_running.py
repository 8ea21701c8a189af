"""Tests of controllers in a server: at once, with a delay, over a storage that compacts or fails."""

import logging
import time

import pytest
from tests.unit.controllers.conftest import CONFIG_MAPS, NAMESPACES, Cluster

from kapivara.controllers.running import WorkQueue, rest_after
from kapivara.storage import Pending, StorageError
from kapivara.storage.memory import MemoryStorage

HANGS = 60


def wait_until(happened):
    end = time.monotonic() + HANGS
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.005)


def family(cluster):
    cluster.make("child", cluster.make("owner"))
    assert cluster("delete", CONFIG_MAPS, "owner").ok


def test_a_thread_runs_them_and_ends(storage):
    cluster = Cluster(storage)
    cluster.controllers.start()
    family(cluster)
    assert cluster("create", NAMESPACES, body={"metadata": {"name": "zoo"}}).ok
    assert cluster("delete", NAMESPACES, "zoo").ok
    wait_until(lambda: cluster.names() == [] and cluster("get", NAMESPACES, "zoo").code == 404)
    cluster.controllers.close()
    family(cluster)
    assert cluster.names() == ["child"]


def test_they_end_with_their_storage():
    storage = MemoryStorage()
    cluster = Cluster(storage)
    cluster.controllers.start()
    storage.close()
    wait_until(lambda: not cluster.controllers._thread.is_alive())


def test_what_clients_write_may_be_put_off_and_what_follows_is_not(storage):
    cluster = Cluster(storage, delay=50)
    owner = cluster.make("owner")
    child = cluster.make("child", owner, block=True)
    cluster.make("grandchild", child, block=True)
    cluster.run_until_idle()
    cluster.ahead += 51
    cluster.run_until_idle()
    assert cluster("delete", CONFIG_MAPS, "owner", propagationPolicy="Foreground").ok
    cluster.run_until_idle()
    assert cluster.names() == ["child", "grandchild", "owner"]
    cluster.ahead += 51
    cluster.run_until_idle()
    assert cluster.names() == []


def test_all_is_told_anew_where_the_history_is_gone(storage):
    cluster = Cluster(storage)
    cluster.run_until_idle()
    family(cluster)
    watch = cluster.controllers._watch
    watch.close()
    cluster.controllers._watch = storage.watch("/registry/", 1)
    storage.compact(storage.revision)
    cluster.run_until_idle()
    assert cluster.names() == []


def test_a_defect_in_one_ends_neither_the_others_nor_itself(storage, caplog, monkeypatch):
    cluster = Cluster(storage)
    collector = cluster.controllers._controllers[1]
    monkeypatch.setattr(collector, "observe", lambda change: 1 / 0)
    assert cluster("create", NAMESPACES, body={"metadata": {"name": "zoo"}}).ok
    assert cluster("delete", NAMESPACES, "zoo").ok
    with caplog.at_level(logging.ERROR, "kapivara"):
        cluster.run_until_idle()
    assert cluster("get", NAMESPACES, "zoo").code == 404
    assert "a controller failed over /registry/namespaces/zoo" in caplog.text


def test_each_is_told_of_the_keys_that_it_asks_for():
    cluster = Cluster(MemoryStorage())
    told = {}

    def listen(controller):
        keys = told.setdefault(type(controller).__name__, set())
        controller.observe = lambda write: keys.add(write.key)

    for each in cluster.controllers._controllers:
        listen(each)
    assert cluster("create", NAMESPACES, body={"metadata": {"name": "zoo"}}).ok
    cluster.make("owner")
    cluster.controllers._take_in()
    namespace, config_map = "/registry/namespaces/zoo", "/registry/configmaps/default/owner"
    for name in ("NamespaceDeletion", "GarbageCollection", "RootCertificates"):
        assert {namespace, config_map} <= told[name]
    assert namespace in told["ServiceAccounts"]
    assert config_map not in told["ServiceAccounts"]
    assert told["EventExpiry"] == told["LeaseExpiry"] == set()


def test_folders_whose_controllers_are_known_take_no_room_without_end(monkeypatch):
    monkeypatch.setattr("kapivara.controllers.running._MOST_FOLDERS", 2)
    controllers = Cluster(MemoryStorage()).controllers
    for folder in ("/registry/a/", "/registry/b/", "/registry/c/"):
        assert [type(each).__name__ for each in controllers._find_concerned(folder).controllers] == [
            "NamespaceDeletion",
            "GarbageCollection",
        ]
    assert len(controllers._by_folder) == 1


def test_what_a_storage_has_lost_is_done_again(monkeypatch):
    class Lost(Pending):
        def wait(self):
            raise StorageError("no space left")

    cluster = Cluster(MemoryStorage(), "garbage-collector-controller")
    family(cluster)
    cluster.controllers._take_in()
    monkeypatch.setattr("kapivara.controllers.running.Pending", Lost)
    assert cluster.controllers._work_off()
    assert cluster.controllers._queue.seconds_left() is not None


def test_looks_are_rarer_while_many_writes_concern_nobody():
    rests = [0.01]
    for told in (0, 11, 500, 500, 500, 500, 500, 10):
        rests.append(rest_after(rests[-1], told))
    assert rests == [0.01, 0.01, 0.02, 0.04, 0.08, 0.1, 0.1, 0.1, 0.01]


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def queue(clock):
    return WorkQueue(clock)


def taken(queue):
    items = []
    while (item := queue.take()) is not None:
        items.append(item)
    return items


def test_items_come_when_they_are_due_in_the_order_of_their_moments(queue, clock):
    queue.add("late", after=5)
    queue.add("now")
    queue.add("soon", after=1)
    assert taken(queue) == ["now"]
    assert queue.seconds_left() == 1
    clock.now = 5
    assert taken(queue) == ["soon", "late"]
    assert queue.seconds_left() is None


def test_an_item_waits_once_and_comes_at_the_sooner_moment(queue, clock):
    queue.add("item", after=5)
    queue.add("item", after=1)
    queue.add("item", after=3)
    assert len(queue) == 1
    clock.now = 1
    assert taken(queue) == ["item"]
    clock.now = 9
    assert taken(queue) == []
    assert queue.seconds_left() is None


def test_an_item_may_be_noted_again_once_it_was_taken(queue):
    queue.add("item")
    assert taken(queue) == ["item"]
    queue.add("item")
    assert taken(queue) == ["item"]


def test_what_fails_comes_back_later_and_later_but_within_a_minute(queue, clock):
    waits = []
    for _ in range(20):
        queue.retry("item")
        waits.append(queue.seconds_left())
        clock.now += waits[-1]
        assert taken(queue) == ["item"]
    assert waits[:4] == pytest.approx([0.005, 0.01, 0.02, 0.04])
    assert waits[-1] == 60
    queue.forgive("item")
    queue.retry("item")
    assert queue.seconds_left() == pytest.approx(0.005)


def test_nothing_is_left_after_clearing(queue):
    queue.add("item")
    queue.clear()
    assert taken(queue) == []
    assert len(queue) == 0
