from __future__ import annotations

from kapivara.storage.retention import HistoryBudget, Retention


def test_nothing_is_due_within_the_bounds() -> None:
    budget = HistoryBudget(Retention(seconds=100, entries=100, size=1000), 1, now=0)
    for revision in range(2, 100):
        budget.note(revision, 1, now=1)
    assert budget.due(now=50) == 0


def test_entries_are_bounded() -> None:
    budget = HistoryBudget(Retention(seconds=1e9, entries=640, size=10**9), 1, now=0)
    targets = []
    for revision in range(2, 2001):
        budget.note(revision, 1, now=0)
        if target := budget.due(now=0):
            targets.append((revision, target))
    assert targets[0] == (641, 1)
    assert targets == sorted(set(targets))
    assert all(640 <= revision - target <= 660 for revision, target in targets)


def test_size_is_bounded() -> None:
    budget = HistoryBudget(Retention(seconds=1e9, entries=10**9, size=1000), 1, now=0)
    for revision in range(2, 12):
        budget.note(revision, 300, now=0)
    assert budget.due(now=0) == 7


def test_age_is_bounded_and_told_in_advance() -> None:
    budget = HistoryBudget(Retention(seconds=64), 1, now=0)
    budget.note(2, 1, now=10)
    budget.note(3, 1, now=10.5)
    assert budget.next_due(now=20) == 44
    assert budget.due(now=64) == 1
    assert budget.next_due(now=64) == 10
    assert budget.due(now=74) == 2
    assert budget.due(now=74) == 0
    # Writes between two marks age from the time of their turn.
    assert budget.next_due(now=74) == 64
    assert budget.due(now=138) == 3
    assert budget.next_due(now=138) is None


def test_with_one_step_it_is_compacted_once_in_a_retention() -> None:
    budget = HistoryBudget(Retention(seconds=300, entries=10**9, size=10**9), 1, now=0, steps=1)
    due = []
    for second in range(1, 1501):
        budget.note(second + 1, 1, now=second)
        is_due, target = budget.is_due(second), budget.due(second)
        assert is_due == bool(target)
        if target:
            due.append((second, target))
    assert due == [(300, 1), (600, 301), (900, 601), (1200, 901), (1500, 1201)]
