"""Unreadable elements: where they cause errors, and where they do not matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.library.extensions.lists import distinct, reverse, slice_list, sort
from kapivara.cel.library.extensions.sets import contains, intersects
from kapivara.cel.library.kubernetes.lists import index_of, is_sorted, last_index_of, maximum, minimum
from kapivara.cel.library.standard.containers import in_list, index_list
from kapivara.cel.library.standard.dynamic import has_field, index_value, optional_index, select_field
from kapivara.cel.values.display import display
from kapivara.cel.values.equality import different, equal
from kapivara.cel.values.lists import JoinedList, join_lists
from kapivara.cel.values.optional_value import OptionalValue
from kapivara.cel.values.typing import runtime_name, type_of_value
from kapivara.cel.values.unreadable import Unreadable, usable

BAD = Unreadable("bad data")
OTHER = Unreadable("other data")

FAILING: dict[str, Callable[[], Any]] = {
    "use": lambda: usable(BAD),
    "equality": lambda: equal(Budget(), BAD, 1),
    "field": lambda: select_field(BAD, "a"),
    "presence of a field": lambda: has_field(BAD, "a"),
    "index": lambda: index_value(BAD, 0),
    "optional index": lambda: optional_index(BAD, 0),
    "value of an optional": lambda: OptionalValue(BAD).value,
    "least": lambda: minimum([1, BAD, OTHER]),
    "greatest": lambda: maximum([1, BAD, OTHER]),
    "order": lambda: is_sorted([1, 2, BAD, 1]),
    "lists put together": lambda: equal(Budget(), join_lists(Budget(), [BAD, 1], [OTHER]), [1, 1, 1]),
}


@pytest.mark.parametrize("call", FAILING.values(), ids=FAILING)
def test_it_fails_where_it_is_used(call: Callable[[], Any]) -> None:
    with pytest.raises(CelError, match=r"^bad data$"):
        call()


PASSING: dict[str, tuple[Callable[[], Any], Any]] = {
    "another value passes": (lambda: usable(1), 1),
    "difference": (lambda: different(Budget(), BAD, 1), True),
    "on the other side": (lambda: equal(Budget(), 1, BAD), False),
    "with null": (lambda: equal(Budget(), BAD, None), False),
    "within a list": (lambda: equal(Budget(), [BAD, 1], [2, 1]), True),
    "within lists put together that differ": (lambda: equal(Budget(), join_lists(Budget(), [BAD], [1]), [1, 2]), False),
    "an element": (lambda: index_list([BAD], 0), BAD),
    "an optional element": (lambda: optional_index([BAD], 0).has_value, True),
    "optionals": (lambda: equal(Budget(), OptionalValue(1), OptionalValue(BAD)), False),
    "membership": (lambda: in_list(Budget(), 1, [BAD, 1]), True),
    "no membership": (lambda: in_list(Budget(), 2, [BAD, 1]), False),
    "order that is decided": (lambda: is_sorted([2, 1, BAD]), False),
    "first place": (lambda: index_of(Budget(), [BAD, 1], 1), 1),
    "last place": (lambda: last_index_of(Budget(), [1, BAD], 1), 0),
    "all of a list": (lambda: contains(Budget(), [BAD, 1], [1]), True),
    "none of a list": (lambda: intersects(Budget(), [BAD, 1], [2]), False),
    "distinct elements": (lambda: len(distinct(Budget(), [BAD, BAD, 1])), 3),
    "part of a list": (lambda: slice_list([BAD, 1], 1, 2), [1]),
    "reversed": (lambda: reverse([1, BAD])[1], 1),
    "printed": (lambda: display([BAD]), "[bad data]"),
    "type": (lambda: runtime_name(type_of_value(BAD)), "error"),
}


@pytest.mark.parametrize(("call", "result"), PASSING.values(), ids=PASSING)
def test_nobody_notices(call: Callable[[], Any], result: Any) -> None:
    assert call() == result


def test_sorting_wants_one_type() -> None:
    with pytest.raises(CelError, match="list elements must have the same type"):
        sort([1, BAD])
    with pytest.raises(CelError, match="list elements must be comparable"):
        sort([BAD, 1])


class Searched(list[Any]):
    """A list with its own search."""

    def cel_contains(self, _budget: Budget, item: Any) -> bool:
        if item in list(self):
            return True
        raise CelError(f"no {item}")


def test_lists_put_together_are_searched_one_by_one() -> None:
    joined = join_lists(Budget(), [1], Searched([2]))
    assert type(joined) is JoinedList
    assert in_list(Budget(), 1, joined)
    assert in_list(Budget(), 2, joined)
    with pytest.raises(CelError, match="no 3"):
        in_list(Budget(), 3, joined)
    twice = join_lists(Budget(), join_lists(Budget(), [0], Searched([1])), Searched([2]))
    assert in_list(Budget(), 2, twice)
    with pytest.raises(CelError, match="no 3"):
        in_list(Budget(), 3, twice)


def test_nothing_added_to_a_list_is_the_list() -> None:
    items = Searched([1])
    assert join_lists(Budget(), [], items) is items
    assert join_lists(Budget(), items, []) is items
