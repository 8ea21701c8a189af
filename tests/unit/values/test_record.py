"""Records behave as frozen dataclasses with slots do."""

from __future__ import annotations

import copy
import pickle
from typing import ClassVar

import pytest

from kapivara.values.record import record, replace


@record
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


@record(order=True)
class Pair:
    """A record with an order."""

    one: str
    other: str


@record
class Named(Point):
    """A record with one field more than another."""

    name: str = ""


def test_fields_by_position_and_by_name():
    assert Point(1) == Point(1, 7) == Point(x=1) == Point(1, y=7)
    assert (Point(1, 2).x, Point(1, 2).y, Point(1, 2).total) == (1, 2, 3)
    assert Point.ORIGIN == 0


@pytest.mark.parametrize(
    "make",
    [lambda: Point(), lambda: Point(1, 2, 3), lambda: Point(1, z=2), lambda: Point(1, x=1)],
    ids=["missing", "too many", "unknown", "twice"],
)
def test_wrong_fields_are_refused(make):
    with pytest.raises(TypeError):
        make()


def test_records_are_frozen_and_slotted():
    point = Point(1)
    with pytest.raises(AttributeError):
        point.x = 2
    with pytest.raises(AttributeError):
        del point.x
    with pytest.raises(AttributeError):
        point.z = 3
    assert not hasattr(point, "__dict__")


def test_equality_is_by_value_and_type():
    assert Point(1) != Point(2)
    assert Point(1) != Pair("1", "7")
    assert Point(1) != (1, 7)
    assert len({Point(1), Point(1), Point(2)}) == 2


def test_order():
    assert sorted([Pair("b", "a"), Pair("a", "z"), Pair("a", "b")]) == [Pair("a", "b"), Pair("a", "z"), Pair("b", "a")]
    assert Pair("a", "b") <= Pair("a", "b") < Pair("b", "a")
    assert Pair("b", "a") >= Pair("a", "b")
    assert Pair("b", "a") > Pair("a", "b")
    with pytest.raises(TypeError):
        Point(1) < Point(2)  # noqa: B015 - it must raise


def test_texts():
    assert repr(Point(1)) == "Point(x=1, y=7)"
    assert str(Point(1)) == "<1 7>"


def test_inheritance():
    assert repr(Named(1, 2, "a")) == "Named(x=1, y=2, name='a')"
    assert Named(1).total == 8
    assert Named(1, 2) != Point(1, 2)
    assert Named.__doc__ == "A record with one field more than another."


def test_replace():
    point = Point(1, 2)
    assert replace(point, y=3) == Point(1, 3)
    assert point == Point(1, 2)
    with pytest.raises(TypeError):
        replace(point, z=1)


def test_matching():
    match Point(1, 2):
        case Point(1, y):
            assert y == 2
        case _:
            pytest.fail("no match")


def test_copies():
    assert copy.copy(Point(1)) == Point(1)
    assert copy.deepcopy(Named(1, 2, "a")) == Named(1, 2, "a")


def test_pickles():
    from kapivara.meta.kinds import GroupKind

    assert pickle.loads(pickle.dumps(GroupKind("a", "B"))) == GroupKind("a", "B")
