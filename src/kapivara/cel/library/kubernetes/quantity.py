"""Quantities such as `1.5Gi` in expressions: parsing, comparison, addition.

Upstream: k8s.io/apiserver/pkg/cel/library/quantity.go, quantity.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.cost.library_table import PARSE
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import function, library
from kapivara.cel.types import BOOL, DOUBLE, INT, STRING, object_type
from kapivara.values.quantity import Format, Quantity, QuantityError, parse_quantity

QUANTITY_TYPE = object_type("kubernetes.Quantity")
_BOTH = (QUANTITY_TYPE, QUANTITY_TYPE)


class QuantityValue:
    """A quantity as a value.

    Kept: a computed quantity cannot be on the right of `==`, because upstream wraps it differently.
    """

    __slots__ = ("computed", "quantity")
    cel_type = QUANTITY_TYPE

    def __init__(self, quantity: Quantity, *, computed: bool = False):
        self.quantity = quantity
        self.computed = computed

    @property
    def go_class(self) -> str:
        """The Go type that upstream uses for it."""
        return "*cel.Quantity" if self.computed else "cel.Quantity"

    def __eq__(self, other: object) -> bool:
        if type(other) is not QuantityValue or other.computed:
            raise CelError("no such overload")
        return self.quantity.compare(other.quantity) == 0

    def __hash__(self) -> int:
        return hash(self.quantity)

    def __str__(self) -> str:
        return str(self.quantity)

    def __repr__(self) -> str:
        return f"quantity('{self}')"


def to_quantity(text: str) -> QuantityValue:
    """Parses a quantity; raises CelError."""
    try:
        return QuantityValue(parse_quantity(text))
    except QuantityError as problem:
        raise CelError(str(problem)) from None


def is_quantity(text: str) -> bool:
    """Returns whether a text is a quantity."""
    try:
        parse_quantity(text)
    except QuantityError:
        return False
    return True


def compare(one: QuantityValue, other: QuantityValue) -> int:
    """Returns -1, 0 or 1, as the first is less than, equal to or greater than the second."""
    return one.quantity.compare(other.quantity)


def _is_greater(one: QuantityValue, other: QuantityValue) -> bool:
    return compare(one, other) > 0


def _is_less(one: QuantityValue, other: QuantityValue) -> bool:
    return compare(one, other) < 0


def _sign(value: QuantityValue) -> int:
    return value.quantity.sign


def _as_float(value: QuantityValue) -> float:
    return value.quantity.as_approximate_float()


def _is_integer(value: QuantityValue) -> bool:
    return value.quantity.as_integer() is not None


def _as_integer(value: QuantityValue) -> int:
    number = value.quantity.as_integer()
    if number is None:
        raise CelError("cannot convert value to integer")
    return number


def _computing(compute: Callable[[Quantity, Quantity], Quantity]) -> Callable[[QuantityValue, Any], QuantityValue]:
    """Returns an operation whose second operand is a quantity or an integer."""

    def operation(one: QuantityValue, other: Any) -> QuantityValue:
        second = other.quantity if type(other) is QuantityValue else Quantity(other, 0, Format.DECIMAL_EXPONENT)
        try:
            return QuantityValue(compute(one.quantity, second), computed=True)
        except QuantityError as problem:
            raise CelError(str(problem)) from None

    return operation


_add = _computing(Quantity.add)
_subtract = _computing(Quantity.subtract)

QUANTITY = library(
    function(
        "quantity",
        Overload("string_to_quantity", (STRING,), QUANTITY_TYPE, to_quantity, cost=PARSE),
        doc="Reads a quantity, such as 100m, 1.5Gi or 2e3.",
        examples=(("quantity('1.5G').asInteger()", "1500000000"),),
    ),
    function(
        "isQuantity",
        Overload("is_quantity_string", (STRING,), BOOL, is_quantity, fails=False, cost=PARSE),
        doc="Whether a string is a quantity.",
        examples=(("isQuantity('1.3G')", "true"), ("isQuantity('1.3GB')", "false")),
    ),
    function(
        "sign",
        Overload("quantity_sign", (QUANTITY_TYPE,), INT, _sign, fails=False),
        doc="1, 0 or -1, as a quantity is positive, zero or negative.",
        examples=(("sign(quantity('-1k'))", "-1"),),
    ),
    function(
        "isGreaterThan",
        Overload("quantity_is_greater_than", _BOTH, BOOL, _is_greater, member=True, fails=False),
        doc="Whether a quantity is more than another.",
        examples=(("quantity('200M').isGreaterThan(quantity('100M'))", "true"),),
    ),
    function(
        "isLessThan",
        Overload("quantity_is_less_than", _BOTH, BOOL, _is_less, member=True, fails=False),
        doc="Whether a quantity is less than another.",
        examples=(("quantity('50k').isLessThan(quantity('100'))", "false"),),
    ),
    function(
        "compareTo",
        Overload("quantity_compare_to", _BOTH, INT, compare, member=True, fails=False),
        doc="-1, 0 or 1, as a quantity is less than, equal to or more than another.",
        examples=(("quantity('200M').compareTo(quantity('0.2G'))", "0"),),
    ),
    function(
        "asApproximateFloat",
        Overload("quantity_get_float", (QUANTITY_TYPE,), DOUBLE, _as_float, member=True, fails=False),
        doc="A quantity as a double, more or less.",
        examples=(("quantity('50k').asApproximateFloat()", "50000.0"),),
    ),
    function(
        "asInteger",
        Overload("quantity_get_int", (QUANTITY_TYPE,), INT, _as_integer, member=True),
        doc="A quantity as an integer; fails where it is no whole number, or too large.",
        examples=(("quantity('50k').asInteger()", "50000"),),
    ),
    function(
        "isInteger",
        Overload("quantity_is_integer", (QUANTITY_TYPE,), BOOL, _is_integer, member=True, fails=False),
        doc="Whether `asInteger` has a value.",
        examples=(("quantity('50.5').isInteger()", "false"),),
    ),
    function(
        "add",
        Overload("quantity_add", _BOTH, QUANTITY_TYPE, _add, member=True),
        Overload("quantity_add_int", (QUANTITY_TYPE, INT), QUANTITY_TYPE, _add, member=True),
        doc="The sum of two quantities, or of a quantity and an integer.",
        examples=(("quantity('50k').add(20) == quantity('50020')", "true"),),
    ),
    function(
        "sub",
        Overload("quantity_sub", _BOTH, QUANTITY_TYPE, _subtract, member=True),
        Overload("quantity_sub_int", (QUANTITY_TYPE, INT), QUANTITY_TYPE, _subtract, member=True),
        doc="The difference of two quantities, or of a quantity and an integer.",
        examples=(("quantity('50k').sub(20) == quantity('49980')", "true"),),
    ),
    since=(1, 28),
)
