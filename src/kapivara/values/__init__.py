"""The JSON value model: what a value is, when two are equal, what absence means.

The lowest room: it imports nothing of kapivara. Everything above speaks in these values.
"""

from kapivara.values.absent import ABSENT, Absent
from kapivara.values.copying import copy_json
from kapivara.values.equality import deep_equal
from kapivara.values.json_value import JsonObject, JsonValue

__all__ = ["ABSENT", "Absent", "JsonObject", "JsonValue", "copy_json", "deep_equal"]
