"""Equality of decoded JSON as Go's reflect.DeepEqual defines it.

Python's `==` has `True == 1 == 1.0`; the server distinguishes them.
"""

from kapivara.values.json_value import JsonValue
from kapivara.values.nested_text import Brackets, BracketsByType, nested_text, unlabelled


def deep_equal(one: JsonValue, other: JsonValue) -> bool:
    """Returns True if two values are equal, including the types of numbers."""
    kind = type(one)
    if kind is not type(other):
        return False
    if kind is dict:
        if len(one) != len(other):
            return False
        for key, item in one.items():  # noqa: SIM110  a generator is a third slower
            if key not in other or not deep_equal(item, other[key]):
                return False
        return True
    if kind is list:
        if len(one) != len(other):
            return False
        for item, twin in zip(one, other, strict=True):  # noqa: SIM110  recursion in Python, see `stack.py`
            if not deep_equal(item, twin):
                return False
        return True
    return bool(one == other)


def identity_text(value: JsonValue) -> str:
    """Returns a string that is the same for two values if and only if `deep_equal` holds; a key for sets and dicts."""
    return nested_text(value, _BRACKETS, _scalar_text)


def _scalar_text(value: JsonValue) -> str:
    return repr(value + 0.0) if type(value) is float else repr(value)  # the sum of -0.0 and 0.0 is 0.0


def _list_brackets(items: list[JsonValue]) -> Brackets:
    return Brackets("[", unlabelled(items), ",", "]")


def _object_brackets(fields: dict[str, JsonValue]) -> Brackets:
    return Brackets("{", [(f"{key!r}:", fields[key]) for key in sorted(fields)], ",", "}")


_BRACKETS: BracketsByType = {list: _list_brackets, dict: _object_brackets}
