"""Saturating arithmetic of ranges, and paths that share their storage."""

import pytest

from kapivara.cel.cost.library_table import replaced_size
from kapivara.cel.cost.local_variables import NO_PATH, path_of
from kapivara.cel.cost.ranges import UNBOUNDED, CostEstimate, SizeEstimate, add, fixed_cost, fixed_size, multiply, scale


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (add(1, 2), 3),
        (add(UNBOUNDED, 1), UNBOUNDED),
        (multiply(3, 4), 12),
        (multiply(2**40, 2**40), UNBOUNDED),
        (scale(0, 0.1), 0),
        (scale(1, 0.1), 1),
        (scale(30, 0.1), 3),
        (scale(31, 0.1), 4),
        (scale(UNBOUNDED, 0.1), 1844674407370955264),
        (scale(UNBOUNDED, 1), UNBOUNDED),
        (scale(UNBOUNDED, 2.0), UNBOUNDED),
    ],
)
def test_numbers(found: int, wanted: int) -> None:
    assert found == wanted


def test_sizes() -> None:
    size = SizeEstimate(1, 10)
    assert size.plus(fixed_size(5)) == SizeEstimate(6, 15)
    assert size.times(fixed_size(5)) == SizeEstimate(5, 50)
    assert size.union(SizeEstimate(0, 3)) == SizeEstimate(0, 10)
    assert size.repeated(fixed_cost(7)) == CostEstimate(7, 70)


def test_costs() -> None:
    assert CostEstimate(1, 2).plus(CostEstimate(3, UNBOUNDED)) == CostEstimate(4, UNBOUNDED)
    assert CostEstimate(4, 5).union(CostEstimate(1, 4)) == CostEstimate(1, 5)


class TestPaths:
    def test_a_variable_has_no_room(self) -> None:
        start = path_of("self")
        first, second = start.then("a"), start.then("b")
        assert (first.names(), second.names()) == (("self", "a"), ("self", "b"))

    def test_the_third_step_leaves_room_for_one(self) -> None:
        start = path_of("self").then("list").then("@items")
        first, second = start.then("a"), start.then("b")
        assert first.names() == second.names() == ("self", "list", "@items", "b")
        longer, other = first.then("c"), second.then("d")
        assert (longer.names()[-1], other.names()[-1]) == ("c", "d")

    def test_nothing_is_the_start_of_anything(self) -> None:
        assert NO_PATH.names() == ()
        assert NO_PATH.then("@items").names() == ("@items",)
        assert NO_PATH.names() == ()


@pytest.mark.parametrize(
    ("text", "part", "replacement", "wanted"),
    [
        ((10, 10), (1, 1), (1, 1), (10, 10)),
        ((10, 10), (0, 0), (2, 2), (32, 32)),
        ((10, 10), (3, 3), (6, 6), (10, 24)),
        ((10, 10), (3, 3), (1, 1), (4, 10)),
        ((0, 100), (0, 4), (0, 5), (0, 605)),
        ((3, 3), (0, 0), (1, 1), (7, 7)),
        ((3, 3), (1, 1), (0, 0), (0, 3)),
        ((4, 4), (2, 2), (4, 4), (4, 8)),
        ((4, 4), (0, 1), (0, 2), (0, 14)),
        ((4, 4), (1, 1), (1, 2), (4, 8)),
        ((4, 4), (1, 2), (1, 1), (2, 4)),
        ((0, UNBOUNDED), (0, 0), (1, 1), (1, UNBOUNDED)),
        ((0, UNBOUNDED), (1, 1), (3, 3), (0, UNBOUNDED)),
    ],
)
def test_replaced_size(
    text: tuple[int, int], part: tuple[int, int], replacement: tuple[int, int], wanted: tuple[int, int]
) -> None:
    sizes = (SizeEstimate(*each) for each in (text, part, replacement))
    assert replaced_size(*sizes) == SizeEstimate(*wanted)
