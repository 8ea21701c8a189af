"""Tests that slot records behave like records."""

from __future__ import annotations

import copy
import pickle
from typing import ClassVar

import pytest

from kapivara.values.record import field_names, replace, slot_record


@slot_record
class Point:
    """A record with a default, a class variable, a property and a text of its own."""

    x: int
    y: int = 7
    ORIGIN: ClassVar[int] = 0

    @property
    def total(self) -> int:
        return self.x + self.y

    def __str__(self) -> str:
        return f"<{self.x} {self.y}>"


@slot_record
class Other:
    """A record with the same values."""

    x: int
    y: int


def test_fields_by_position_and_by_name():
    assert Point(1) == Point(1, 7) == Point(x=1) == Point(1, y=7)
    assert (Point(1, 2).x, Point(1, 2).y, Point(1, 2).total) == (1, 2, 3)
    assert (Point.ORIGIN, Point.__match_args__, field_names(Point)) == (0, ("x", "y"), ("x", "y"))
    assert Point.__doc__ == "A record with a default, a class variable, a property and a text of its own."


@pytest.mark.parametrize(
    "make",
    [lambda: Point(), lambda: Point(1, 2, 3), lambda: Point(1, z=2), lambda: Point(1, x=1)],
    ids=["missing", "too many", "unknown", "twice"],
)
def test_wrong_fields_are_refused(make):
    with pytest.raises(TypeError, match=r"Point\.__init__"):
        make()


def test_a_required_field_may_not_follow_a_default():
    with pytest.raises(TypeError, match=r"Late\.second needs a default"):

        @slot_record
        class Late:
            first: int = 0
            second: str


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 11, 15])
def test_every_field_has_its_own_value(count):
    names = [f"field_{number}" for number in range(count)]
    made = slot_record(type("Made", (), {"__annotations__": dict.fromkeys(names, "int")}))
    assert [getattr(made(*range(count)), name) for name in names] == list(range(count))
    assert [getattr(made(**dict(zip(names, range(count), strict=True))), name) for name in names] == list(range(count))


def test_equality_and_hashes_are_by_value_and_type():
    assert Point(1) != Point(2)
    assert Point(1) != Other(1, 7)
    assert Point(1) != (1, 7)
    assert len({Point(1), Point(1), Point(2)}) == 2


def test_texts():
    assert repr(Point(1)) == "Point(x=1, y=7)"
    assert str(Point(1)) == "<1 7>"


def test_there_is_room_for_nothing_else():
    with pytest.raises(AttributeError):
        Point(1).z = 3
    assert not hasattr(Point(1), "__dict__")


def test_changed_copied_and_pickled():
    assert replace(Point(1), y=2) == Point(1, 2)
    with pytest.raises(TypeError, match="Point has no use for 'z'"):
        replace(Point(1), z=2)
    assert copy.copy(Point(1)) == copy.deepcopy(Point(1)) == pickle.loads(pickle.dumps(Point(1))) == Point(1)


def test_a_number_of_fields_that_has_no_constructor_yet_is_told():
    fields = {f"field{number}": int for number in range(9)}
    with pytest.raises(TypeError, match="no function yet for 9 fields"):
        slot_record(type("Nine", (), {"__annotations__": fields}))
