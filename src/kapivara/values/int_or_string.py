"""Values that are an integer or a string, such as ports and `maxSurge`."""

import re

from kapivara.values.json_value import JsonValue

_PERCENT = re.compile(r"[-+]?[0-9]+%\Z")


def is_int_or_string(value: JsonValue) -> bool:
    """Tells whether a value is an integer or a string (a boolean is neither)."""
    return type(value) in (int, str)


def percent_of(value: JsonValue) -> int | None:
    """Returns the number before the percent sign, or None where the value is not a percentage."""
    if type(value) is str and _PERCENT.match(value):
        return int(value[:-1])
    return None
