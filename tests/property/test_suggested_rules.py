"""Tests of suggested rules in place of a stricter schema: they reject the same new objects and no stored one."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kapivara.api import Api
from kapivara.apis.groups.apiextensions.changes.definition import compare_definitions
from kapivara.cli.commands.crd.upgrade.crd_changes import with_accepted_rules, with_rules

sys.path.insert(0, str(Path(__file__).parent))
try:
    from change_cases import KEYS, LIST_TYPE, RULES, fields, listing, root
    from definition_trial import CRD, GROUP, KIND, PLURAL, definition, version, widget
finally:
    sys.path.pop(0)

PROFILE = settings(max_examples=150, deadline=None)
STR, LONG, INT = {"type": "string", "maxLength": 9}, {"type": "string", "maxLength": 40}, {"type": "integer"}
ADDRESSES = ["1.2.3.4", "::1", "1.2.3", "", "a-b", "123e4567-e89b-12d3-a456-426614174000", "A", "0.0.0.0"]
ITEM = fields(["k"], k=STR, v=STR)
KEYED = {LIST_TYPE: "map", KEYS: ["k"]}

# Stricter schemas: the old schema, the new one, and values of the old.
TIGHTENED: dict[str, tuple[Any, Any, list[Any]]] = {
    "minLength": (STR, {**STR, "minLength": 2}, ["", "a", "ab", "abc"]),
    "maxLength": (STR, {**STR, "maxLength": 2}, ["", "a", "ab", "abc"]),
    "pattern": (STR, {**STR, "pattern": "^[a-z]\\d+\"?'?$"}, ["", "a1", 'b22"', "a1'", "x"]),
    "enum": ({**STR, "enum": ["a", "b", "c"]}, {**STR, "enum": ["a"]}, ["a", "b", "c"]),
    "enum of integers": (INT, {**INT, "enum": [1, 2]}, [0, 1, 2, 3]),
    "minimum": (INT, {**INT, "minimum": -1}, [-3, -1, 0]),
    "maximum": (INT, {**INT, "maximum": 3, "exclusiveMaximum": True}, [2, 3, 4]),
    "minimum of numbers": ({"type": "number"}, {"type": "number", "minimum": 2}, [1, 2, 1.25, 2.5]),
    "multipleOf": (INT, {**INT, "multipleOf": 3}, [-3, 0, 1, 3]),
    "format ipv4": (LONG, {**LONG, "format": "ipv4"}, ADDRESSES),
    "format ipv6": (LONG, {**LONG, "format": "ipv6"}, ADDRESSES),
    "format uuid": (LONG, {**LONG, "format": "uuid"}, ADDRESSES),
    "format of names": (LONG, {**LONG, "format": "k8s-short-name"}, ADDRESSES),
    "minItems": (listing(STR), listing(STR, minItems=1), [[], ["a"], ["a", "b"]]),
    "maxItems": (listing(STR), listing(STR, maxItems=1), [[], ["a"], ["a", "b"]]),
    "maxProperties": (
        {"type": "object", "additionalProperties": STR},
        {"type": "object", "additionalProperties": STR, "maxProperties": 1},
        [{}, {"a": "b"}, {"a": "b", "c": "d"}],
    ),
    "items": (listing(STR, maxItems=5), listing({**STR, "minLength": 2}, maxItems=5), [[], ["a"], ["ab"], ["a", "ab"]]),
    "items of items": (
        listing(listing(INT, maxItems=5), maxItems=5),
        listing(listing({**INT, "minimum": 1}, maxItems=5), maxItems=5),
        [[], [[1]], [[0]], [[1], [2, 0]]],
    ),
    "fields of items": (
        listing(fields(a=INT), maxItems=5),
        listing(fields(a={**INT, "minimum": 1}), maxItems=5),
        [[{}], [{"a": 0}], [{"a": 1}], [{"a": 1}, {"a": 0}]],
    ),
    "values of maps in items": (
        listing({"type": "object", "additionalProperties": INT, "maxProperties": 5}, maxItems=5),
        listing({"type": "object", "additionalProperties": {**INT, "minimum": 1}, "maxProperties": 5}, maxItems=5),
        [[{}], [{"a": 0}], [{"a": 1}]],
    ),
    "required": (fields(a=STR, b=STR), fields(["b"], a=STR, b=STR), [{}, {"a": "x"}, {"b": "y"}]),
    "required in items": (
        listing(fields(a=STR, b=STR), maxItems=5),
        listing(fields(["b"], a=STR, b=STR), maxItems=5),
        [[{}], [{"a": "x"}], [{"b": "y"}]],
    ),
    "set": (listing(STR, maxItems=5), listing(STR, maxItems=5, **{LIST_TYPE: "set"}), [["a"], ["a", "a"], ["a", "b"]]),
    "map": (
        listing(ITEM, maxItems=5),
        listing(ITEM, maxItems=5, **KEYED),
        [[{"k": "a"}], [{"k": "a", "v": "b"}, {"k": "a"}], [{"k": "a"}, {"k": "b"}]],
    ),
    "rule": (
        fields(a=INT, b=INT),
        {**fields(a=INT, b=INT), RULES: [{"rule": "!has(self.a) || !has(self.b) || self.a < self.b"}]},
        [{}, {"a": 1}, {"a": 1, "b": 1}, {"a": 1, "b": 2}],
    ),
    "rule with a loop": (
        listing(STR, maxItems=5),
        listing(STR, maxItems=5, **{RULES: [{"rule": "self.all(x, x != 'self') && !('self' in self)"}]}),
        [[], ["self"], ["a"]],
    ),
}


def suggested(old: Any, new: Any) -> tuple[Any, bool]:
    """Returns the new CRD with the suggested rules, and whether these are whole.

    Rules that are not whole require nothing of a value that existed before.
    """
    found = compare_definitions(old, new)
    assert found is not None
    accepted = with_accepted_rules(found, old, new)
    (suggestion,) = [each.suggestion for each in accepted if each.breaking]
    assert suggestion is not None
    return with_rules(new, accepted), suggestion.rule != suggestion.cheaper


def served(crd: Any, *, then: Any = None, stored: Any = None) -> Api:
    """A registry with a CRD, an object that was stored under it, and the changed CRD."""
    api = Api()
    assert api.create(crd).ok
    if stored is not None:
        assert api.create(widget(**stored)).ok
    if then is not None:
        assert api.patch(CRD, "CustomResourceDefinition", f"{PLURAL}.{GROUP}", {"spec": then["spec"]}).ok
    return api


def definitions(kind: str) -> tuple[Any, Any, list[Any]]:
    old, new, values = TIGHTENED[kind]
    schemas = (root(properties={"spec": fields(v=each)}) for each in (old, new))
    found = [definition(version(each)) for each in schemas]
    return found[0], found[1], [{"spec": {"v": each}} for each in values]


@pytest.mark.parametrize("kind", TIGHTENED)
def test_new_objects_are_refused_the_same(kind: str) -> None:
    old, new, values = definitions(kind)
    strict, spared = served(new), served(suggested(old, new)[0])
    answers = [(strict.create(widget(**each), dry_run=True).ok, spared.create(widget(**each), dry_run=True).ok)
               for each in values]  # fmt: skip
    assert [one for one, _ in answers] == [other for _, other in answers]
    assert len({one for one, _ in answers}) == 2, "the values show both"


@cache
def tightened(kind: str) -> tuple[Any, Any, bool, list[Any], list[bool]]:
    """Draws a CRD, the stricter one with suggested rules and whether these are whole; values, and the accepted ones."""
    old, new, values = definitions(kind)
    crd, whole = suggested(old, new)
    strict = served(new)
    return old, crd, whole, values, [strict.create(widget(**each), dry_run=True).ok for each in values]


@PROFILE
@given(kind=st.sampled_from(sorted(TIGHTENED)), places=st.tuples(st.integers(0, 9), st.integers(0, 9)))
def test_stored_objects_may_be_changed(kind: str, places: tuple[int, int]) -> None:
    assume(max(places) < len(TIGHTENED[kind][2]))
    old, crd, whole, values, taken = tightened(kind)
    before, after = (values[place] for place in places)
    was, is_ = (taken[place] for place in places)
    api = served(old, then=crd, stored=before)
    shown = api.get(f"{GROUP}/v1", KIND, "a").object
    outcome = api.update({**shown, **after}, dry_run=True)
    assert outcome.ok is (is_ or not was or not whole)
    assert not outcome.ratcheted


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(root(properties={"spec": STR}), root(properties={"spec": STR}, required=["spec"]), id="required"),
        pytest.param(
            root(properties={"spec": fields(a=INT)}),
            root(
                properties={"spec": fields(a=INT)},
                **{RULES: [{"rule": "has(self.spec) && has(self.spec.a)", "message": "no"}]},
            ),
            id="rule",
        ),
    ],
)
def test_at_the_root_where_nothing_else_is_forgiven(old: Any, new: Any) -> None:
    old, new = definition(version(old)), definition(version(new))
    strict, spared = served(old, then=new, stored={}), served(old, then=suggested(old, new)[0], stored={})
    label = {"metadata": {"labels": {"a": "b"}}}
    assert not strict.patch(f"{GROUP}/v1", KIND, "a", label, dry_run=True).ok
    assert spared.patch(f"{GROUP}/v1", KIND, "a", label, dry_run=True).ok
    assert not spared.create(widget("b"), dry_run=True).ok
