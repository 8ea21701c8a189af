"""Tests that fields are printed in the order of their Go types."""

from kapivara.codec.shapes import ANYTHING, STRING, Custom, ListOf, MapOf, Struct, optional
from kapivara.codec.typed.go_order import in_go_order
from kapivara.values.rendering import to_json_text

PAIR = Struct("v1.Pair", (optional("z", STRING), optional("a", STRING)))
EITHER = Custom("v1.Either", lambda value: value, holds=lambda value: PAIR if isinstance(value, dict) else None)
WHOLE = Struct(
    "v1.Whole",
    (
        optional("pairs", ListOf(PAIR)),
        optional("by", MapOf(PAIR)),
        optional("either", EITHER),
        optional("any", ANYTHING),
    ),
)
TWO = {"a": "1", "z": "2"}


def test_structs_in_their_own_order_and_maps_sorted():
    value = {"any": TWO, "by": {"y": TWO, "x": {}}, "either": TWO, "pairs": [TWO]}
    assert to_json_text(in_go_order(value, WHOLE)) == (
        '{"pairs":[{"z":"2","a":"1"}],"by":{"x":{},"y":{"z":"2","a":"1"}},"either":{"z":"2","a":"1"},'
        '"any":{"a":"1","z":"2"}}'
    )


def test_the_value_stays_as_it_is():
    value = {"either": True, "pairs": [TWO]}
    assert in_go_order(value, WHOLE) == value
    assert list(value) == ["either", "pairs"]
