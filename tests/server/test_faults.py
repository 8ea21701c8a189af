"""A few of the faults of `python -m bench.faults`: what was acknowledged stays, and every history can be true."""

from __future__ import annotations

import pytest
from tests.etcd_server import find_program

from bench.faults.killing import kill_over_etcd, kill_over_sqlite
from bench.faults.racing import kill_leaders, race, stop_etcd

pytestmark = pytest.mark.slow


def assert_nothing_is_lost(figures):
    found = {each.name: each for each in figures}
    assert [str(each) for each in found.values() if each.is_over and each.unit != "s"] == []
    assert found["writes that were acknowledged"].value > 10


def test_killed_over_sqlite():
    assert_nothing_is_lost(kill_over_sqlite(3))


@pytest.mark.parametrize(("fault", "rounds"), [(kill_over_etcd, 2), (race, 1), (stop_etcd, 2), (kill_leaders, 1)])
def test_over_etcd(fault, rounds):
    find_program()
    assert_nothing_is_lost(fault(rounds))
