"""Values that are an integer or a string, such as ports and `maxSurge`."""

from kapivara.values.json_value import INT64_MAX, INT64_MIN, JsonValue
from kapivara.values.lazy_pattern import lazy_pattern

_PERCENT = lazy_pattern("[-+]?0*[0-9]{1,19}%")


def is_int_or_string(value: JsonValue) -> bool:
    """Tells whether a value is an integer or a string (a boolean is neither)."""
    return type(value) in (int, str)


def percent_of(value: JsonValue) -> int | None:
    """Returns the number before the percent sign, or None where the value is not a percentage that fits 64 bits."""
    if type(value) is not str or not _PERCENT.fullmatch(value):
        return None
    sign, digits = value[0] == "-", value[:-1].lstrip("+-0") or "0"
    number = -int(digits) if sign else int(digits)
    return number if INT64_MIN <= number <= INT64_MAX else None
