"""Records: frozen, compared by value, cheap to define."""

import pytest

from kapivara.values.record import record, replace


@record
class Point:
    """A place."""

    x: int
    y: int = 0

    def moved(self, by: int) -> "Point":
        return replace(self, x=self.x + by)


@record(order=True)
class Version:
    major: int
    minor: int = 0


@record
class Named(Point):
    name: str = "here"


def test_fields_by_place_by_name_and_by_default():
    assert Point(1) == Point(x=1, y=0) == Point(1, 0)
    assert repr(Point(1, 2)) == "Point(x=1, y=2)"
    assert hash(Point(1, 2)) == hash(Point(1, 2))
    assert Point(1) != Point(2)
    assert Point(1) != (1, 0)
    assert Point.__doc__ == "A place."


@pytest.mark.parametrize(
    "call", [lambda: Point(), lambda: Point(1, 2, 3), lambda: Point(1, z=3), lambda: Point(1, x=1)]
)
def test_a_call_that_does_not_fit_is_refused(call):
    with pytest.raises(TypeError):
        call()


def test_a_record_is_frozen_and_holds_nothing_else():
    point = Point(1)
    with pytest.raises(AttributeError):
        point.x = 2
    with pytest.raises(AttributeError):
        del point.x
    with pytest.raises(AttributeError):
        object.__setattr__(point, "z", 1)


def test_order_is_that_of_the_fields():
    assert sorted([Version(2), Version(1, 5), Version(1)]) == [Version(1), Version(1, 5), Version(2)]
    assert Version(1) <= Version(1)
    assert Version(2) > Version(1)
    assert Version(2) >= Version(1)


def test_methods_replacement_and_matching():
    assert Point(1, 5).moved(2) == Point(3, 5)
    match Point(3, 4):
        case Point(x, y):
            assert (x, y) == (3, 4)


def test_inheritance_adds_fields():
    named = Named(1, 2, "there")
    assert (named.x, named.y, named.name) == (1, 2, "there")
    assert named == Named(1, 2, name="there")
    assert named != Point(1, 2)
