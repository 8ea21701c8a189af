"""Tests of concurrent connections: which one makes room, and which one times out."""

from __future__ import annotations

from math import inf

import pytest

from kapivara.server.http1.connections import Connections
from kapivara.server.http1.limits import Limits, allow_descriptors, within_descriptors


class Member:
    """Replaces a connection."""

    def __init__(self, connections, idle_since=inf, deadline=inf):
        self.connections = connections
        self.idle_since = idle_since
        self.paused_since = inf
        self.deadline = deadline
        self.done = []
        connections.add(self)

    def drop(self):
        self.done.append("drop")
        self.connections.remove(self)

    def expire(self):
        self.done.append("expire")

    def finish_up(self):
        self.done.append("finish up")

    def give_up(self):
        self.done.append("give up")


def test_the_oldest_stranger_makes_room():
    connections = Connections(Limits(strangers=2))
    known, first, second = (Member(connections) for _ in range(3))
    connections.mark_known(known)
    assert connections.make_room()
    assert (known.done, first.done, second.done, len(connections)) == ([], ["drop"], [], 2)


def test_the_longest_idle_makes_room():
    connections = Connections(Limits(connections=3))
    members = [Member(connections, idle_since) for idle_since in (3.0, 2.0, inf)]
    for each in members:
        connections.mark_known(each)
    assert connections.make_room()
    assert [each.done for each in members] == [[], ["drop"], []]


def test_who_is_busy_stays():
    rooms = []
    connections = Connections(Limits(connections=1))
    connections.on_room = lambda: rooms.append(len(connections))
    busy = Member(connections)
    connections.mark_known(busy)
    assert not connections.make_room()
    connections.remove(busy)
    assert (rooms, connections.make_room()) == ([0], True)


def test_only_those_whose_time_is_up_expire():
    connections = Connections(Limits(), clock=lambda: 100.0)
    members = [Member(connections, deadline=deadline) for deadline in (99.0, 101.0)]
    connections.expire_overdue()
    assert [each.done for each in members] == [["expire"], []]


def test_the_end():
    connections = Connections(Limits())
    member = Member(connections)
    connections.finish_up()
    connections.give_up()
    connections.drop()
    assert (member.done, connections.stopping, len(connections)) == (["finish up", "give up", "drop"], True, 0)


def test_limits_stay_below_what_the_process_may_open():
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        small = within_descriptors(Limits())
        assert (small.connections, small.strangers) == (128, 64)
        assert within_descriptors(Limits(connections=5, strangers=3)) == Limits(connections=5, strangers=3)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_process_is_allowed_what_its_connections_need():
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        allow_descriptors(Limits(connections=300))
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (428, before[1])
        allow_descriptors(Limits(connections=10))
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (428, before[1])
        allow_descriptors(Limits(connections=10**12))
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[1] == before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
