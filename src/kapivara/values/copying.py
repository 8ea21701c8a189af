"""Copies of JSON values; plain recursion, because `copy.deepcopy` is an order of magnitude slower."""

from kapivara.values.json_value import JsonValue


def copy_json(value: JsonValue) -> JsonValue:
    """Returns a value that shares no list and no object with the given one."""
    kind = type(value)
    if kind is dict:
        return {key: copy_json(item) if type(item) in _NESTED else item for key, item in value.items()}
    if kind is list:  # which may be long: what is empty is copied without a call of ours
        return [(copy_json(item) if item else type(item)()) if type(item) in _NESTED else item for item in value]
    return value


_NESTED = frozenset((dict, list))
