"""Validation rules of IntOrString values that are a number or a percentage, such as `25%`.

Upstream: pkg/apis/apps/validation/validation.go ValidatePositiveIntOrPercent, IsNotMoreThan100Percent;
apimachinery/pkg/util/validation/validation.go IsValidPercent; apimachinery/pkg/util/intstr (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.apis.shared.rules.numbers import validate_non_negative
from kapivara.content.messages import regex_message
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import NamedString

_PERCENT = "[0-9]+%"
_PERCENT_PATTERN = lazy_pattern(_PERCENT)
_PERCENT_RULE = "a valid percent string must be a numeric string followed by an ending '%'"
_NUMBER = lazy_pattern("[+-]?[0-9]+")
_MOST_DIGITS = 20


def percent_problems(text: str) -> Sequence[str]:
    """Returns the errors of a percentage."""
    return () if _PERCENT_PATTERN.fullmatch(text) else (regex_message(_PERCENT_RULE, _PERCENT, "1%", "93%"),)


def validate_positive_int_or_percent(value: int | str, path: FieldPath) -> ErrorList:
    """Rejects a negative number, and a text that is not a percentage."""
    if isinstance(value, int):
        return validate_non_negative(value, path)
    return [invalid(path, shown_int_or_percent(value), problem) for problem in percent_problems(value)]


def validate_not_more_than_100_percent(value: int | str, path: FieldPath) -> ErrorList:
    """Rejects a percentage above 100 %."""
    percent = percent_of(value)
    if percent is None or percent <= 100:
        return []
    return [invalid(path, shown_int_or_percent(value), "must not be greater than 100%")]


def shown_int_or_percent(value: int | str) -> int | str:
    """Returns a value as errors print it: an IntOrString is printed as JSON."""
    return value if isinstance(value, int) else NamedString(value)


def percent_of(value: int | str) -> int | None:
    """Returns the number of a percentage; None for other values."""
    if isinstance(value, int) or percent_problems(value):
        return None
    return _as_int(value[:-1])


def int_or_percent_value(value: int | str) -> int:
    """Returns the number, or the number of a percentage; 0 for other texts."""
    percent = percent_of(value)
    if percent is not None:
        return percent
    return value if isinstance(value, int) else int_value(value)


def int_value(text: str) -> int:
    """Returns the number in a text; 0 if it is not a number."""
    return _as_int(text) if _NUMBER.fullmatch(text) else 0


def _as_int(digits: str) -> int:
    """Parses a number, limited to 64 bits. Kept: Go's Atoi returns its bounds for larger numbers."""
    trimmed = digits.lstrip("+-").lstrip("0") or "0"
    number = int(trimmed) if len(trimmed) <= _MOST_DIGITS else INT64_MAX + 1
    return max(-number, INT64_MIN) if digits.startswith("-") else min(number, INT64_MAX)
