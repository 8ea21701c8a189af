"""IntOrString values that are a number of things or a share of them, such as `25%`.

Upstream: pkg/apis/apps/validation/validation.go ValidatePositiveIntOrPercent, IsNotMoreThan100Percent;
apimachinery/pkg/util/validation/validation.go IsValidPercent; apimachinery/pkg/util/intstr (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.apis.rules.numbers import validate_non_negative
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
    """Says what keeps a text from being a share."""
    return () if _PERCENT_PATTERN.fullmatch(text) else (regex_message(_PERCENT_RULE, _PERCENT, "1%", "93%"),)


def validate_positive_int_or_percent(value: int | str, path: FieldPath) -> ErrorList:
    """Refuses a number below zero, and a text that is no share."""
    if isinstance(value, int):
        return validate_non_negative(value, path)
    return [invalid(path, shown_int_or_percent(value), problem) for problem in percent_problems(value)]


def validate_not_more_than_100_percent(value: int | str, path: FieldPath) -> ErrorList:
    """Refuses a share of more than everything."""
    percent = percent_of(value)
    if percent is None or percent <= 100:
        return []
    return [invalid(path, shown_int_or_percent(value), "must not be greater than 100%")]


def shown_int_or_percent(value: int | str) -> int | str:
    """Returns a value as errors show it: an IntOrString is printed as JSON, which escapes more than quotes do."""
    return value if isinstance(value, int) else NamedString(value)


def percent_of(value: int | str) -> int | None:
    """Returns a share as a number of hundredths; None of what is none."""
    if isinstance(value, int) or percent_problems(value):
        return None
    return _as_int(value[:-1])


def int_or_percent_value(value: int | str) -> int:
    """Returns a number, or a share as hundredths; of a text that is neither, 0."""
    percent = percent_of(value)
    if percent is not None:
        return percent
    return value if isinstance(value, int) else int_value(value)


def int_value(text: str) -> int:
    """Returns the number that a text stands for, 0 where it stands for none."""
    return _as_int(text) if _NUMBER.fullmatch(text) else 0


def _as_int(digits: str) -> int:
    """Reads a number of which the largest is as good as any beyond. Kept: Go's Atoi returns its bounds there."""
    trimmed = digits.lstrip("+-").lstrip("0") or "0"
    number = int(trimmed) if len(trimmed) <= _MOST_DIGITS else INT64_MAX + 1
    return max(-number, INT64_MIN) if digits.startswith("-") else min(number, INT64_MAX)
