"""Tests that absence is a value of its own: false, unequal to null, and a singleton."""

import copy
import pickle

from kapivara.values import ABSENT, Absent


def test_absent_is_false_and_not_none():
    assert not ABSENT
    assert ABSENT is not None
    assert ABSENT is Absent.ABSENT


def test_absent_survives_copies():
    assert copy.deepcopy(ABSENT) is ABSENT
    assert pickle.loads(pickle.dumps(ABSENT)) is ABSENT


def test_absent_names_itself():
    assert repr(ABSENT) == "ABSENT"
