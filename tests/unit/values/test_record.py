"""Tests that records behave like frozen dataclasses with slots."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from dataclasses import KW_ONLY
from typing import ClassVar

import pytest

from kapivara.values.record import field_names, record, replace


@record
class Point:
    """A record with a default, a class variable, a property and its own text."""

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


@record
class Asked:
    """A record with some keyword-only fields."""

    verb: str
    _: KW_ONLY
    path: str
    user: str = "nobody"


@record
class AskedAgain(Asked):
    """A record with another keyword-only field."""

    _: KW_ONLY
    times: int = 2


@record(eq=False)
class Bag:
    """A record with its own representation."""

    count: int
    index: int = 0

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.count))


@record
class BigBag(Bag):
    """Another record."""


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


def test_fields_by_name_alone():
    assert Asked("get", path="/") == Asked(verb="get", path="/", user="nobody")
    assert AskedAgain("get", path="/", user="me").times == 2
    assert replace(Asked("get", path="/"), path="/x").path == "/x"
    assert copy.copy(AskedAgain("get", path="/", times=3)).times == 3
    assert repr(Asked("get", path="/")) == "Asked(verb='get', path='/', user='nobody')"
    assert Asked.__match_args__ == ("verb",)
    assert field_names(AskedAgain) == ("verb", "path", "user", "times")
    for wrong in (lambda: Asked("get", "/"), lambda: Asked("get"), lambda: AskedAgain("get", "/", "me", 3)):
        with pytest.raises(TypeError):
            wrong()


def test_a_required_field_may_not_follow_a_default():
    with pytest.raises(TypeError, match=r"Late\.second needs a default"):

        @record
        class Late:
            first: int = 0
            second: str

    with pytest.raises(TypeError, match=r"Later\.second must be keyword-only"):

        @record
        class Later(Asked):
            second: int = 0


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda pair: tuple(pair), id="tuple"),
        pytest.param(lambda pair: [*pair], id="unpack"),
        pytest.param(lambda pair: len(pair), id="length"),
        pytest.param(lambda pair: pair[0], id="item"),
        pytest.param(lambda pair: pair[:1], id="slice"),
        pytest.param(lambda pair: "a" in pair, id="member"),
        pytest.param(lambda pair: (*(), *pair), id="spread"),
        pytest.param(lambda pair: pair + ("c",), id="sum"),  # noqa: RUF005  it must not be a tuple
        pytest.param(lambda pair: pair + pair, id="sum of records"),
        pytest.param(lambda pair: ("c",) + pair, id="sum from the right"),  # noqa: RUF005  the same
        pytest.param(lambda pair: pair * 2, id="product"),
        pytest.param(lambda pair: 2 * pair, id="product from the right"),
        pytest.param(lambda pair: pair.index("a"), id="index"),
        pytest.param(lambda pair: pair < ("b", "b"), id="order among tuples"),
    ],
)
def test_a_record_is_no_tuple(use):
    with pytest.raises(TypeError):
        use(Pair("a", "b"))


def test_a_record_is_true():
    assert Pair("", "")
    two = ("a", "b")
    assert two != Pair("a", "b") != two


def test_a_record_may_hold_others():
    for bag in (Bag(2), BigBag(2)):
        assert (len(bag), list(bag), bag.count, bag.index) == (2, [0, 1], 2, 0)


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
