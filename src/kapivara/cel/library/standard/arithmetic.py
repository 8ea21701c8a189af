"""Addition, subtraction, multiplication, division, remainder and negation, in 64 bits with overflow checks.

Upstream: cel-go common/types/overflow.go, common/stdlib/standard.go.
"""

from __future__ import annotations

import math
from typing import NoReturn

from kapivara.cel.cost.table import ADD_LIST, ADD_TEXT
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import LIST_A, function, library
from kapivara.cel.types import BYTES, DOUBLE, DURATION, INT, STRING, TIMESTAMP, UINT
from kapivara.cel.values.duration import SECOND, Duration
from kapivara.cel.values.lists import join_lists
from kapivara.cel.values.numbers import UINT64_MAX
from kapivara.cel.values.timestamp import Timestamp
from kapivara.cel.values.uint import UInt
from kapivara.values.json_value import INT64_MAX, INT64_MIN

_OVERFLOW = "integer overflow"
_UNSIGNED_OVERFLOW = "unsigned integer overflow"


def checked_int(number: int) -> int:
    """Returns the number; raises CelError unless it fits into 64 bits."""
    if INT64_MIN <= number <= INT64_MAX:
        return number
    raise CelError(_OVERFLOW)


def checked_uint(number: int) -> UInt:
    """Returns the number as unsigned; raises CelError unless it fits into 64 bits."""
    if 0 <= number <= UINT64_MAX:
        return UInt(number)
    raise CelError(_UNSIGNED_OVERFLOW)


def add_int(one: int, other: int) -> int:
    """Returns `one + other`."""
    total = one + other
    if INT64_MIN <= total <= INT64_MAX:
        return total
    raise CelError(_OVERFLOW)


def add_uint(one: int, other: int) -> UInt:
    """Returns `one + other`."""
    return checked_uint(int(one) + int(other))


def subtract_int(one: int, other: int) -> int:
    """Returns `one - other`."""
    difference = one - other
    if INT64_MIN <= difference <= INT64_MAX:
        return difference
    raise CelError(_OVERFLOW)


def subtract_uint(one: int, other: int) -> UInt:
    """Returns `one - other`."""
    return checked_uint(int(one) - int(other))


def multiply_int(one: int, other: int) -> int:
    """Returns `one * other`."""
    product = one * other
    if INT64_MIN <= product <= INT64_MAX:
        return product
    raise CelError(_OVERFLOW)


def multiply_uint(one: int, other: int) -> UInt:
    """Returns `one * other`."""
    return checked_uint(int(one) * int(other))


def divide_int(one: int, other: int) -> int:
    """Returns `one / other`, truncated towards zero."""
    if other == 0:
        _divided_by_zero()
    quotient = one // other
    if quotient < 0 and quotient * other != one:
        quotient += 1
    return checked_int(quotient)


def divide_uint(one: int, other: int) -> UInt:
    """Returns `one / other`, truncated."""
    if other == 0:
        _divided_by_zero()
    return UInt(int(one) // int(other))


def divide_double(one: float, other: float) -> float:
    """Returns `one / other` by IEEE 754: division by zero results in an infinity or NaN."""
    if other:
        return one / other
    if one == 0 or one != one:
        return math.nan
    return math.copysign(math.inf, one) * math.copysign(1.0, other)


def _divided_by_zero() -> NoReturn:
    raise CelError("division by zero")


def modulo_int(one: int, other: int) -> int:
    """Returns the remainder, with the sign of the dividend."""
    if other == 0:
        raise CelError("modulus by zero")
    if other == -1 and one == INT64_MIN:
        raise CelError(_OVERFLOW)
    remainder = one % other
    return remainder - other if remainder and (one < 0) != (other < 0) else remainder


def modulo_uint(one: int, other: int) -> UInt:
    """Returns the remainder."""
    if other == 0:
        raise CelError("modulus by zero")
    return UInt(int(one) % int(other))


def negate_int(number: int) -> int:
    """Returns `-number`."""
    return checked_int(-number)


def negate_duration(span: Duration) -> Duration:
    """Returns `-span`, which only expressions on values of unknown type can contain."""
    return Duration.checked(-span.nanos)


def add_durations(one: Duration, other: Duration) -> Duration:
    """Returns `one + other`."""
    return Duration.checked(one.nanos + other.nanos)


def subtract_durations(one: Duration, other: Duration) -> Duration:
    """Returns `one - other`."""
    return Duration.checked(one.nanos - other.nanos)


def add_to_timestamp(time: Timestamp, span: Duration) -> Timestamp:
    """Returns `time + span`."""
    return Timestamp.checked(time.nanos + span.nanos, time.offset)


def add_to_duration(span: Duration, time: Timestamp) -> Timestamp:
    """Returns `span + time`."""
    return add_to_timestamp(time, span)


def subtract_from_timestamp(time: Timestamp, span: Duration) -> Timestamp:
    """Returns `time - span`."""
    return add_to_timestamp(time, negate_duration(span))


def subtract_timestamps(one: Timestamp, other: Timestamp) -> Duration:
    """Returns `one - other`; kept: the whole seconds alone must fit into 64 bits of nanoseconds."""
    nanos = checked_int((one.seconds - other.seconds) * SECOND)
    return Duration(checked_int(nanos + one.nanos % SECOND - other.nanos % SECOND))


def _plus(one: float, other: float) -> float:
    return one + other


def _minus(one: float, other: float) -> float:
    return one - other


def _times(one: float, other: float) -> float:
    return one * other


def _negative(number: float) -> float:
    return -number


ARITHMETIC = library(
    function(
        "_+_",
        Overload("add_bytes", (BYTES, BYTES), BYTES, bytes.__add__, inline="{0} + {1}", fails=False, cost=ADD_TEXT),
        Overload("add_double", (DOUBLE, DOUBLE), DOUBLE, _plus, inline="{0} + {1}", fails=False),
        Overload("add_duration_duration", (DURATION, DURATION), DURATION, add_durations),
        Overload("add_duration_timestamp", (DURATION, TIMESTAMP), TIMESTAMP, add_to_duration),
        Overload("add_timestamp_duration", (TIMESTAMP, DURATION), TIMESTAMP, add_to_timestamp),
        Overload("add_int64", (INT, INT), INT, add_int),
        Overload("add_list", (LIST_A, LIST_A), LIST_A, join_lists, fails=False, cost=ADD_LIST, budgeted=True),
        Overload("add_string", (STRING, STRING), STRING, str.__add__, inline="{0} + {1}", fails=False, cost=ADD_TEXT),
        Overload("add_uint64", (UINT, UINT), UINT, add_uint),
        doc="Adds numbers and times, or concatenates strings, bytes or lists.",
        examples=(
            ("1 + 2", "3"),
            ("'Hello, ' + 'world!'", "'Hello, world!'"),
            ("[1] + [2, 3]", "[1, 2, 3]"),
            ("duration('1m') + duration('1s')", "duration('1m1s')"),
            ("timestamp('2023-01-01T00:00:00Z') + duration('24h')", "timestamp('2023-01-02T00:00:00Z')"),
        ),
    ),
    function(
        "_-_",
        Overload("subtract_double", (DOUBLE, DOUBLE), DOUBLE, _minus, inline="{0} - {1}", fails=False),
        Overload("subtract_duration_duration", (DURATION, DURATION), DURATION, subtract_durations),
        Overload("subtract_int64", (INT, INT), INT, subtract_int),
        Overload("subtract_timestamp_duration", (TIMESTAMP, DURATION), TIMESTAMP, subtract_from_timestamp),
        Overload("subtract_timestamp_timestamp", (TIMESTAMP, TIMESTAMP), DURATION, subtract_timestamps),
        Overload("subtract_uint64", (UINT, UINT), UINT, subtract_uint),
        doc="Subtracts numbers or times.",
        examples=(
            ("5 - 3", "2"),
            ("42u - 3u", "39u"),
            ("timestamp('2023-01-10T12:00:00Z') - timestamp('2023-01-10T00:00:00Z')", "duration('12h')"),
        ),
    ),
    function(
        "_*_",
        Overload("multiply_double", (DOUBLE, DOUBLE), DOUBLE, _times, inline="{0} * {1}", fails=False),
        Overload("multiply_int64", (INT, INT), INT, multiply_int),
        Overload("multiply_uint64", (UINT, UINT), UINT, multiply_uint),
        doc="Multiplies numbers.",
        examples=(("3.5 * 40.0", "140.0"), ("-2 * 6", "-12")),
    ),
    function(
        "_/_",
        Overload("divide_double", (DOUBLE, DOUBLE), DOUBLE, divide_double, fails=False),
        Overload("divide_int64", (INT, INT), INT, divide_int),
        Overload("divide_uint64", (UINT, UINT), UINT, divide_uint),
        doc="Divides numbers; quotients of integers are cut towards zero.",
        examples=(("7.0 / 2.0", "3.5"), ("-7 / 2", "-3")),
    ),
    function(
        "_%_",
        Overload("modulo_int64", (INT, INT), INT, modulo_int),
        Overload("modulo_uint64", (UINT, UINT), UINT, modulo_uint),
        doc="The remainder of a division, with the sign of the dividend.",
        examples=(("3 % 2", "1"), ("-7 % 2", "-1")),
    ),
    function(
        "-_",
        Overload("negate_double", (DOUBLE,), DOUBLE, _negative, inline="-{0}", fails=False),
        Overload("negate_int64", (INT,), INT, negate_int),
        doc="The negative of a number.",
        examples=(("-(3.14)", "-3.14"), ("-(5)", "-5")),
    ),
)
