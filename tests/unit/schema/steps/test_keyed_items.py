"""Tests of `schema/steps/keyed_items.py`."""

from kapivara.schema.steps.keyed_items import KeyedItems, keyed_items
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject

STRING: JsonObject = {"type": "string"}


ITEM: JsonObject = {"type": "object", "properties": {"k": STRING, "l": {"type": "integer"}, "v": {"type": "integer"}}}


ATOMIC: JsonObject = {"type": "array", "items": ITEM}


KEYED: JsonObject = {**ATOMIC, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]}


def test_keys_keep_types_apart() -> None:
    items = KeyedItems(["k"], [{"k": 1, "n": 0}, {"k": True, "n": 1}, {"k": "1", "n": 2}, {"k": 1, "n": 3}])
    found = [items.find({"k": key}) for key in (1, True, "1", 1.0)]
    assert [each["n"] if each is not ABSENT else None for each in found] == [0, 1, 2, None]


def test_all_keys_count() -> None:
    items = KeyedItems(["k", "l"], [{"k": "a", "l": 1}, {"k": "a", "l": 2, "v": 3}])
    assert items.find({"k": "a", "l": 2}) == {"k": "a", "l": 2, "v": 3}
    assert items.find({"k": "a"}) is ABSENT
    assert items.find({"k": "a", "l": [2]}) is ABSENT
    assert items.find("a") is ABSENT


def test_only_lists_of_type_map_have_keys() -> None:
    assert keyed_items(Structural(ATOMIC), [{}]) is None
    assert keyed_items(Structural(KEYED), {}) is None
    assert keyed_items(Structural(KEYED), []) is not None
