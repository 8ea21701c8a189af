"""Renders values in messages as Go's `%v` does.

Upstream: the String methods of cel-go common/types.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.budget import ATTEMPT, Budget
from kapivara.cel.errors import BudgetExceededError
from kapivara.cel.types import Type
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.extent import pay_to_print
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.optional_value import OptionalValue
from kapivara.cel.values.timestamp import Timestamp
from kapivara.cel.values.typing import type_text
from kapivara.values.rendering import format_float

_MOST_SHOWN = ATTEMPT
"""The limit for a value in a message: the text is copied repeatedly on its way to the client."""


def display(value: Any) -> str:
    """Returns the text of a value for a message: strings without quotes, lists in brackets, maps in braces."""
    try:
        pay_to_print(Budget(_MOST_SHOWN), value)
    except BudgetExceededError:
        raise BudgetExceededError(f"kapivara cannot go on: a message shows more than {_MOST_SHOWN >> 20} MiB") from None
    return _display(value)


def _display(value: Any) -> str:
    kind = type(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is float:
        return format_float(value)
    if value is None:
        return "NULL_VALUE"
    if kind is bytes:
        return f"[{' '.join(map(str, value))}]"
    if kind in (Timestamp, Duration):
        return str(value.go_text())
    if kind is Type:
        return type_text(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_display, value))}]"
    if isinstance(value, (dict, CelMap)):
        return "{" + ", ".join(f"{_display(key)}: {_display(each)}" for key, each in value.items()) + "}"
    if kind is OptionalValue:
        return f"optional({_display(value.held)})" if value.has_value else "optional.none()"
    return str(value)
