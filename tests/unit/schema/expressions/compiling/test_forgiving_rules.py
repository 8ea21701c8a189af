"""Tests of rules that read the old value only to accept more."""

from __future__ import annotations

import pytest

from kapivara.schema.expressions.compiling.forgiving_rules import only_forgives
from kapivara.schema.structural.structural import Structural


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("has(self.a) || oldSelf.hasValue() && !has(oldSelf.value().a)", True),
        ("(has(self.a) ? 1 : 0) <= 1 || has(self.b) || oldSelf.hasValue() && self == oldSelf.value()", True),
        ("oldSelf.hasValue() && self == oldSelf.value() || self.size() > 0", True),
        ("self == oldSelf.orValue(self) || oldSelf.hasValue() && has(self.a)", False),
        ("oldSelf.hasValue() ? self == oldSelf.value() : true", False),
        ("!oldSelf.hasValue() || self == oldSelf.value()", False),
        ("has(self.a) && (has(self.b) || oldSelf.hasValue() && true)", False),
        ("has(self.a) || [1].all(x, oldSelf.hasValue())", False),
        ("oldSelf.hasValue() &&", False),
        ("self == oldSelf", False),
    ],
)
def test_what_is_seen(text: str, expected: bool) -> None:
    assert only_forgives({"rule": text, "optionalOldSelf": True}) is expected
    assert not only_forgives({"rule": text})


def test_sound_objects_need_no_look_at_old_ones_for_them() -> None:
    def schema(*texts: str) -> Structural:
        rules = [{"rule": each, "optionalOldSelf": True} for each in texts]
        return Structural({"type": "object", "x-kubernetes-validations": rules})

    forgiving = "has(self.a) || oldSelf.hasValue() && !has(oldSelf.value().a)"
    assert not schema(forgiving).asks_more_of_updates
    assert schema(forgiving, "!oldSelf.hasValue() || self == oldSelf.value()").asks_more_of_updates
