"""Tests of field sets in the server's printed form."""

from __future__ import annotations

from kapivara.codec.typed.field_steps import in_step_order


def test_steps_are_ordered_by_kind_and_value() -> None:
    ports = ('k:{"port":80}', 'k:{"port":443}', 'k:{"port":8080}')
    steps = (".", "f:a", "f:b", *ports, 'k:{"port":"x"}', "v:1", 'v:"a"', "v:true", "v:[1]", "v:null", "i:2", "i:10")
    given = {step: {"f:z": {}, ".": {}} for step in reversed(steps)}
    ordered = in_step_order(given)
    assert isinstance(ordered, dict)
    assert tuple(ordered) == steps
    assert list(ordered["f:a"]) == [".", "f:z"]


def test_what_is_no_set_stays_as_it_is() -> None:
    for given in (None, 1, {"v:{": {}, "f:a": {}}, {"i:x": {}, "f:a": {}}, {"k:1": {}, "k:2": {}}):
        assert in_step_order(given) == given
