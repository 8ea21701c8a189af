"""Values at run time: Python's own where possible, our classes for unsigned integers, times, optionals and maps.

`None`, `bool`, `int`, `UInt`, `float`, `str`, `bytes`, `list`, `dict` (string keys) or `CelMap`, `Timestamp`,
`Duration`, `OptionalValue`, `Type`; libraries add classes with an attribute `cel_type`. Values are immutable.
"""

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
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.equality import equal
from kapivara.cel.values.maps import CelMap, make_map
from kapivara.cel.values.optional_value import NONE, OptionalValue
from kapivara.cel.values.ordering import compare
from kapivara.cel.values.timestamp import Timestamp
from kapivara.cel.values.typing import runtime_name, type_of_value, type_text
from kapivara.cel.values.uint import UInt

__all__ = [
    "NONE",
    "CelMap",
    "Duration",
    "OptionalValue",
    "Timestamp",
    "UInt",
    "compare",
    "equal",
    "make_map",
    "runtime_name",
    "to_bool",
    "to_bytes",
    "to_double",
    "to_duration",
    "to_int",
    "to_string",
    "to_timestamp",
    "to_uint",
    "type_of_value",
    "type_text",
]
