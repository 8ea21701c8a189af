"""The types of decoded JSON, as the server decodes it.

Integers that fit int64 are `int`, all other numbers are `float`; `1` and `1.0` differ.
"""

from typing import Any, TypeAlias

JsonValue: TypeAlias = Any
"""None, bool, int (int64), float, str, list of JsonValue, or dict of str to JsonValue."""

JsonObject: TypeAlias = dict[str, Any]

INT64_MIN = -(2**63)
INT64_MAX = 2**63 - 1


def go_json_type(value: JsonValue) -> str:
    """Returns the JSON type of a value as Go's encoding/json names it in errors."""
    return _GO_NAMES.get(type(value), "object")


_GO_NAMES = {
    bool: "bool",
    int: "number",
    float: "number",
    str: "string",
    list: "array",
    type(None): "null",
}
