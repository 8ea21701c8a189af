"""Lists, sets and the maps that macros build."""

import math
from inspect import signature

import pytest

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.library.extensions import comprehensions, lists, regex, sets
from kapivara.cel.library.kubernetes import lists as kubernetes_lists
from kapivara.cel.values import CelMap, Duration, UInt

CALLS = [
    (lists.slice_list, ([1, 2, 3], 1, 1), []),
    (lists.flatten, ([1, [2, [3]]],), [1, 2, [3]]),
    (lists.flatten_to, ([1, [2, [3, [4]]]], 2), [1, 2, 3, [4]]),
    (lists.flatten_to, ([[1]], 0), [[1]]),
    (lists.flatten_to, ([[1]], 2**62), [1]),
    (lists.sort, ([],), []),
    (lists.sort, (["b", "a"],), ["a", "b"]),
    (lists.sort_by_keys, (["a", "b", "c"], [3, 1, 2]), ["b", "c", "a"]),
    (lists.distinct, ([1, 1.0, UInt(1), True, "1"],), [1, True, "1"]),
    (lists.distinct, ([[1], [1.0], [2]],), [[1], [2]]),
    (lists.make_range, (0,), []),
    (kubernetes_lists.is_sorted, ([],), True),
    (kubernetes_lists.is_sorted, ([1, 1, 2],), True),
    (kubernetes_lists.is_sorted, ([2.0, 1.0],), False),
    (kubernetes_lists.is_sorted, ([1, "a"],), True),
    (kubernetes_lists.minimum, ([3, 1, 2],), 1),
    (kubernetes_lists.maximum, (["a", "b"],), "b"),
    (kubernetes_lists.minimum, ([1, 0.5],), 0.5),
    (kubernetes_lists.index_of, ([1, 2.0, 2], 2), 1),
    (kubernetes_lists.last_index_of, ([1, 2.0, 2], 2), 2),
    (kubernetes_lists.index_of, ([True], 1), -1),
    (kubernetes_lists.includes, ([1], 1.0), True),
    (kubernetes_lists.includes, ("a", "a"), True),
    (sets.contains, ([1, 2], [2.0, 2]), True),
    (sets.contains, ([], []), True),
    (sets.equivalent, ([1, 1], [UInt(1)]), True),
    (sets.equivalent, ([1, 2], [1]), False),
    (sets.intersects, ([], [1]), False),
    (regex.find, ("a\u00e9b", "\u00e9."), "\u00e9b"),
    (regex.find, ("abc", "^b"), ""),
    (regex.find_all, ("123 abc 456", "[0-9]*"), ["123", "", "", "", "", "456"]),
    (regex.find_all, ("baaac", "a*"), ["", "aaa", ""]),
    (regex.find_all, ("a\u00e9", "x*"), ["", "", ""]),
    (regex.find_all, ("ab", "^a|^b"), ["a"]),
    (regex.find_all, ("aaa", "a", 2), ["a", "a"]),
    (regex.find_all, ("aaa", "a", 0), []),
    (regex.find_all, ("", ""), [""]),
]
FAILURES = [
    (lists.slice_list, ([1], -1, 1), r"cannot slice\(-1, 1\), negative indexes not supported"),
    (lists.slice_list, ([1], 1, 0), "start index must be less than or equal to end index"),
    (lists.slice_list, ([1], 0, 2), r"cannot slice\(0, 2\), list is length 1"),
    (lists.flatten_to, ([1], -1), "level must be non-negative"),
    (lists.flatten, (1,), r"no such overload: int.flatten\(\)"),
    (lists.sort, ([[1]],), "list elements must be comparable"),
    (lists.sort, ([1, UInt(1)],), "list elements must have the same type"),
    (lists.sort_by_keys, ([1], []), "but got 1 and 0 elements respectively"),
    (lists.make_range, (-1,), "lists.range: size must be non-negative, got -1"),
    (lists.make_range, (1_000_001,), r"lists.range: size 1000001 exceeds maximum allowed \(1000000\)"),
    (kubernetes_lists.minimum, ([],), "min called on empty list"),
    (kubernetes_lists.maximum, ([],), "max called on empty list"),
    (regex.find, ("a", "("), r"Illegal regex: error parsing regexp: missing closing \): `\(`"),
    (comprehensions.insert_entry, ({"a": 1}, "a", 2), "insert failed: key a already exists"),
    (comprehensions.insert_entry, (CelMap([(1, 1)]), UInt(1), 2), "insert failed: key 1 already exists"),
]


@pytest.mark.parametrize(("call", "args", "result"), CALLS)
def test_call(call, args, result):
    found = _called(call, args)
    assert found == result
    assert type(found) is type(result)


@pytest.mark.parametrize(("call", "args", "message"), FAILURES)
def test_failure(call, args, message):
    with pytest.raises(CelError, match=message):
        _called(call, args)


def _called(call, args):
    """Calls a function of a library, with a budget if it is budgeted."""
    return call(Budget(), *args) if "budget" in signature(call).parameters else call(*args)


def _sum(name, items):
    overloads = {overload.id: overload for overload in kubernetes_lists.KUBERNETES_LISTS["sum"].overloads}
    return overloads[f"list_{name}_sum_{name}"].implementation(items)


def test_sums():
    assert _sum("int", []) == 0
    assert _sum("double", [0.1] * 10) == 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1
    assert _sum("duration", [Duration(1), Duration(2)]) == Duration(3)
    assert type(_sum("uint", [UInt(1)])) is UInt
    with pytest.raises(CelError, match="integer overflow"):
        _sum("int", [2**63 - 1, 1, -5])
    with pytest.raises(CelError, match="no such overload"):
        _sum("int", [1, "a"])


def test_extremes_keep_what_cannot_be_compared():
    assert kubernetes_lists.minimum([1.0, math.nan]) == 1.0
    assert math.isnan(kubernetes_lists.minimum([math.nan, 1.0]))


def test_entries_of_any_key():
    entries = comprehensions.insert_entry({"a": 1}, 2, "b")
    assert isinstance(entries, CelMap)
    assert comprehensions.insert_entries(entries, {"c": 3}) == CelMap([("a", 1), (2, "b"), ("c", 3)])


@pytest.mark.parametrize("size", [999, 5_000, 2_000, 1_000_000, 1_000])
def test_a_range_of_any_size_is_a_list_of_its_own(size: int) -> None:
    made = lists.make_range(size)
    assert made == list(range(size))
    made.clear()
    assert len(lists.make_range(size)) == size
