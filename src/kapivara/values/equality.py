"""Two equalities: deep (as Go's reflect.DeepEqual on decoded JSON) and semantic (null, empty and missing alike).

Python's own `==` holds `True == 1 == 1.0`; the server does not, so neither do these.
"""

from kapivara.values.json_value import JsonValue


def deep_equal(one: JsonValue, other: JsonValue) -> bool:
    """Tells whether two values are the same, types of numbers included."""
    kind = type(one)
    if kind is not type(other):
        return False
    if kind is dict:
        if len(one) != len(other):
            return False
        for key, item in one.items():  # noqa: SIM110 - a generator costs a third more here
            if key not in other or not deep_equal(item, other[key]):
                return False
        return True
    if kind is list:
        return len(one) == len(other) and all(map(deep_equal, one, other))
    return bool(one == other)


def semantic_equal(one: JsonValue, other: JsonValue) -> bool:
    """Tells whether two values mean the same: missing, null, an empty list and an empty object are all nothing.

    Upstream: apimachinery/third_party/forked/golang/reflect Equalities.DeepEqual, as it acts on typed objects.
    """
    if type(one) is dict and type(other) is dict:
        return all(semantic_equal(one.get(key), other.get(key)) for key in one.keys() | other.keys())
    if _is_nothing(one) or _is_nothing(other):
        return _is_nothing(one) and _is_nothing(other)
    if type(one) is not type(other):
        return False
    if type(one) is list:
        return len(one) == len(other) and all(map(semantic_equal, one, other))
    return bool(one == other)


def _is_nothing(value: JsonValue) -> bool:
    return value is None or (type(value) in (dict, list) and not value)
