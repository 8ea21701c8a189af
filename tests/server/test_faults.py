"""Runs a few of the faults of `python -m bench.faults`, after which acknowledged writes remain and every history is
possible, and a few seconds of `python -m bench.soak`.
"""

from __future__ import annotations

import pytest
from tests.etcd_server import find_program

from bench.faults.clocks import JUMPS, jump
from bench.faults.killing import kill_over_etcd, kill_over_sqlite
from bench.faults.racing import kill_leaders, race, stop_etcd
from bench.faults.workers import kill_workers
from bench.soak import soak

pytestmark = pytest.mark.slow


def assert_nothing_is_lost(figures):
    found = {each.name: each for each in figures}
    assert [str(each) for each in found.values() if each.is_over and each.unit != "s"] == []
    assert found["writes that were acknowledged"].value > 10


def test_killed_over_sqlite():
    assert_nothing_is_lost(kill_over_sqlite(3))


@pytest.mark.parametrize(
    ("fault", "rounds"), [(kill_over_etcd, 2), (kill_workers, 2), (race, 1), (stop_etcd, 2), (kill_leaders, 1)]
)
def test_over_etcd(fault, rounds):
    find_program()
    assert_nothing_is_lost(fault(rounds))


def test_clocks_that_jump():
    found = list(jump(len(JUMPS)))
    assert [str(each) for each in found if each.is_over and each.unit != "s"] == []
    assert {each.name: each.value for each in found}["jumps"] == len(JUMPS)


def test_all_at_once_for_a_moment():
    found = list(soak(5))
    assert [str(each) for each in found if each.is_over] == []
