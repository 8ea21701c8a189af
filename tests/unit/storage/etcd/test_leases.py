"""Tests of leases of keys that etcd deletes: shared while they last long enough, by as many keys as possible."""

from __future__ import annotations

import pytest

from kapivara.storage.etcd import leases as etcd_leases
from kapivara.storage.etcd.leases import Leases


class Client:
    """Grants leases, as etcd does."""

    def __init__(self):
        self.granted = []

    def call(self, method, request):
        self.granted.append(request["TTL"])
        return {"ID": len(self.granted), "TTL": request["TTL"]}


@pytest.fixture
def clock(monkeypatch):
    """A clock that only the test advances."""
    now = [1000.0]
    monkeypatch.setattr(etcd_leases, "monotonic", lambda: now[0])
    return now


@pytest.mark.parametrize(("seconds", "granted"), [(1, 2), (100, 105), (3600, 3660), (90_000, 90_060)])
def test_a_lease_lasts_a_little_longer_than_its_keys(clock, seconds, granted):
    client = Client()
    Leases(client).find(seconds)
    assert client.granted == [granted]


def test_keys_share_a_lease_as_long_as_it_lasts_for_them(clock):
    client = Client()
    leases = Leases(client)
    assert [leases.find(3600), leases.find(3600)] == [1, 1]
    clock[0] += 60
    assert leases.find(3600) == 1
    clock[0] += 1
    assert leases.find(3600) == 2
    assert leases.find(10) == 3, "others are to live for another time"
    assert client.granted == [3660, 3660, 11]


def test_a_lease_has_so_many_keys(clock):
    client = Client()
    leases = Leases(client)
    assert {leases.find(3600) for _ in range(1000)} == {1}
    assert leases.find(3600) == 2


def test_a_lease_that_is_gone_is_given_to_nobody(clock):
    leases = Leases(Client())
    leases.drop(leases.find(3600))
    assert leases.find(3600) == 2
