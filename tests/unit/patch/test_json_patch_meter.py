"""Tests that a JSON patch stops at the deadline of its request, and pays for its copies."""

from __future__ import annotations

import pytest

from kapivara.patch import Operation, apply_json_patch
from kapivara.values import ABSENT
from kapivara.values.deadline import Deadline, DeadlineExceededError
from kapivara.values.request_budget import RequestBudget

ADD = Operation("add", "/a", None, 1)


def test_operations_end_with_the_time_of_the_request() -> None:
    with RequestBudget(Deadline(0)), pytest.raises(DeadlineExceededError):
        apply_json_patch({}, [ADD] * 200)


def test_long_paths_count_by_their_steps() -> None:
    deep = Operation("test", "/a" * 3_000, None, 1)
    with RequestBudget(Deadline(0)), pytest.raises(DeadlineExceededError):
        apply_json_patch({}, [deep])


def test_copies_are_paid_for_before_they_are_put_in() -> None:
    paid: list[int] = []
    copy = Operation("copy", "/b", "/a", ABSENT)
    apply_json_patch({"a": [1, 2, 3]}, [copy, copy], pay_copy=paid.append)
    assert paid == [7 + 2 * 16] * 2
