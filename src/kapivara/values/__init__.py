"""The JSON value model: types of values, equality, copies and absence.

The lowest room, which imports nothing of kapivara.
"""

from kapivara.values.absent import ABSENT, Absent
from kapivara.values.copying import copy_json
from kapivara.values.equality import deep_equal
from kapivara.values.json_value import JsonObject, JsonValue

__all__ = ["ABSENT", "Absent", "JsonObject", "JsonValue", "copy_json", "deep_equal"]
