"""Values at run time.

Steps
- `uint.py`: unsigned integers
- `failed.py`: a failed operand
- `numbers.py`: numbers from text
- `duration.py`: durations
- `timestamp.py`: timestamps
- `time_zones.py`: time zones
- `optional_value.py`: optional values
- `unreadable.py`: unreadable data
- `equality.py`: equality
- `ordering.py`: order
- `maps.py`: maps with keys of any type
- `lists.py`: concatenated lists
- `typing.py`: run-time types
- `conversions.py`: conversions
- `display.py`: values in messages
- `extent.py`: printed size
- `literal.py`: values as expressions

Entry point: the names that this package exports.
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
