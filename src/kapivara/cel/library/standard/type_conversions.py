"""Conversions between types, and the types of values.

Upstream: cel-go common/stdlib/standard.go; `cel.values.conversions` implements the conversions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.budget import STEP, Budget
from kapivara.cel.cost.table import BYTES_TO_STRING, STRING_TO_BYTES
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import A, function, library, same
from kapivara.cel.types import BOOL, BYTES, DOUBLE, DURATION, DYN, INT, STRING, TIMESTAMP, UINT, type_of
from kapivara.cel.values.conversions import (
    to_bool,
    to_bytes,
    to_double,
    to_duration,
    to_int,
    to_string,
    to_timestamp,
    to_uint,
)
from kapivara.cel.values.typing import type_of_value

_SHORT = 64
_TERM = STEP // 2
"""The charge for each character of a duration: two may form a term."""


def _reading(convert: Callable[[str], Any], weight: int = 1) -> Callable[[Budget, str], Any]:
    """Returns a conversion of strings that charges long ones, whose CEL cost is always 1."""

    def conversion(budget: Budget, text: str) -> Any:
        if len(text) > _SHORT:
            budget.take(weight * len(text))
        return convert(text)

    return conversion


TYPE_CONVERSIONS = library(
    function(
        "type",
        Overload("type", (A,), type_of(A), type_of_value, fails=False),
        doc="The type of a value.",
        examples=(("type(1)", "int"), ("type('hello')", "string"), ("type(int)", "type")),
    ),
    function(
        "bool",
        Overload("bool_to_bool", (BOOL,), BOOL, same, inline="{0}", fails=False),
        Overload("string_to_bool", (STRING,), BOOL, _reading(to_bool), budgeted=True),
        doc="Reads a boolean: true, t, 1 and their like.",
        examples=(("bool('true')", "true"), ("bool('F')", "false")),
    ),
    function(
        "bytes",
        Overload("bytes_to_bytes", (BYTES,), BYTES, same, inline="{0}", fails=False),
        Overload("string_to_bytes", (STRING,), BYTES, to_bytes, fails=False, cost=STRING_TO_BYTES),
        doc="The UTF-8 bytes of a string.",
        examples=(("bytes('hello')", "b'hello'"),),
    ),
    function(
        "double",
        Overload("double_to_double", (DOUBLE,), DOUBLE, same, inline="{0}", fails=False),
        Overload("int64_to_double", (INT,), DOUBLE, float, inline="float({0})", fails=False),
        Overload("string_to_double", (STRING,), DOUBLE, _reading(to_double), budgeted=True),
        Overload("uint64_to_double", (UINT,), DOUBLE, float, inline="float({0})", fails=False),
        doc="Converts a number or a text to a double.",
        examples=(("double(123)", "123.0"), ("double('1.23')", "1.23")),
    ),
    function(
        "duration",
        Overload("duration_to_duration", (DURATION,), DURATION, same, inline="{0}", fails=False),
        Overload("string_to_duration", (STRING,), DURATION, _reading(to_duration, _TERM), budgeted=True),
        doc="Reads a duration: numbers with the units h, m, s, ms, us and ns.",
        examples=(("duration('1h2m3s')", "duration('3723s')"),),
    ),
    function(
        "dyn",
        Overload("to_dyn", (A,), DYN, same, inline="{0}", fails=False),
        doc="The same value, of which the checker shall know nothing.",
        examples=(("dyn(1)", "1"),),
    ),
    function(
        "int",
        Overload("int64_to_int64", (INT,), INT, same, inline="{0}", fails=False),
        Overload("double_to_int64", (DOUBLE,), INT, to_int),
        Overload("duration_to_int64", (DURATION,), INT, to_int, inline="{0}.nanos", fails=False),
        Overload("string_to_int64", (STRING,), INT, _reading(to_int), budgeted=True),
        Overload("timestamp_to_int64", (TIMESTAMP,), INT, to_int, inline="{0}.seconds", fails=False),
        Overload("uint64_to_int64", (UINT,), INT, to_int),
        doc="Converts to an integer: doubles are cut, timestamps give seconds since 1970, durations nanoseconds.",
        examples=(("int(123.45)", "123"), ("int('-456')", "-456"), ("int(duration('1s'))", "1000000000")),
    ),
    function(
        "string",
        Overload("string_to_string", (STRING,), STRING, same, inline="{0}", fails=False),
        Overload("bool_to_string", (BOOL,), STRING, to_string, inline="'true' if {0} else 'false'", fails=False),
        Overload("bytes_to_string", (BYTES,), STRING, to_string, cost=BYTES_TO_STRING),
        Overload("double_to_string", (DOUBLE,), STRING, to_string, fails=False),
        Overload("duration_to_string", (DURATION,), STRING, to_string, inline="str({0})", fails=False),
        Overload("int64_to_string", (INT,), STRING, to_string, inline="str({0})", fails=False),
        Overload("timestamp_to_string", (TIMESTAMP,), STRING, to_string, inline="str({0})", fails=False),
        Overload("uint64_to_string", (UINT,), STRING, to_string, inline="str({0})", fails=False),
        doc="The text of a value; bytes must be UTF-8.",
        examples=(("string(-123)", "'-123'"), ("string(-1.23e4)", "'-12300'"), ("string(duration('1h'))", "'3600s'")),
    ),
    function(
        "timestamp",
        Overload("timestamp_to_timestamp", (TIMESTAMP,), TIMESTAMP, same, inline="{0}", fails=False),
        Overload("int64_to_timestamp", (INT,), TIMESTAMP, to_timestamp),
        Overload("string_to_timestamp", (STRING,), TIMESTAMP, _reading(to_timestamp), budgeted=True),
        doc="Reads a timestamp: RFC 3339, or seconds since 1970.",
        examples=(("timestamp(1)", "timestamp('1970-01-01T00:00:01Z')"),),
    ),
    function(
        "uint",
        Overload("uint64_to_uint64", (UINT,), UINT, same, inline="{0}", fails=False),
        Overload("double_to_uint64", (DOUBLE,), UINT, to_uint),
        Overload("int64_to_uint64", (INT,), UINT, to_uint),
        Overload("string_to_uint64", (STRING,), UINT, _reading(to_uint), budgeted=True),
        doc="Converts to an unsigned integer; doubles are cut.",
        examples=(("uint(123.45)", "123u"), ("uint('123')", "123u")),
    ),
)
