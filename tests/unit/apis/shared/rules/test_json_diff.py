"""Tests of diffs in errors."""

import difflib

from kapivara.apis.shared.rules import json_diff as module
from kapivara.apis.shared.rules.json_diff import json_diff
from kapivara.values.rendering import GoStruct


def test_structs_keep_their_order_and_maps_are_sorted():
    old = GoStruct(B=1, A=[], C={"y": "<", "x": None})
    new = GoStruct(B=1, A=["z"], C={"y": "<", "x": {}})
    assert json_diff(old, new) == (
        '@@ -1,8 +1,10 @@\n {\n  "B": 1,\n- "A": [],\n+ "A": [\n+  "z"\n+ ],\n  "C": {\n-  "x": null,\n+  "x": {},\n'
        '   "y": "\\u003c"\n  }\n }\n'
    )


def test_equal_values_have_no_difference():
    assert json_diff({"a": 1}, {"a": 1}) == ""


def test_parts_far_from_each_other_are_shown_apart():
    old, new = list(range(40)), [*range(5), "x", *range(6, 30), *range(31, 40)]
    expected = difflib.unified_diff(*(_printed(each) for each in (old, new)))
    assert json_diff(old, new).splitlines() == [line.rstrip("\n") for line in expected][2:]


def _printed(values):
    inside = [f'  "{each}"' if isinstance(each, str) else f" {each}" for each in values]
    inside = [line.replace("  ", " ", 1) for line in inside]
    return ["[", *(f"{line}," for line in inside[:-1]), inside[-1], "]"]


def test_what_takes_too_long_to_compare_is_shown_as_replaced(monkeypatch):
    monkeypatch.setattr(module, "_MOST_STEPS", 5)
    assert json_diff([1, 2], [1, 3]) == "@@ -1,4 +1,4 @@\n-[\n- 1,\n- 2\n-]\n+[\n+ 1,\n+ 3\n+]\n"
