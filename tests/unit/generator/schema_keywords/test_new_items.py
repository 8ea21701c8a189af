"""New items of lists and maps with immutable items, and new lists: which rules reject them."""

from __future__ import annotations

import pytest

from kapivara.generator.schema_keywords.dialect import DEFINITION
from kapivara.openapi import Validator

ITEM = """
type Item struct {
	Name string `json:"name,omitempty"`
	Value string `json:"value,omitempty"`
}
"""


def root(tags: str, kind: str, more: str = "") -> str:
    lines = "".join(f"\t// {tag}\n" for tag in tags.split(" ") if tag)
    return f'{ITEM}{more}type Root struct {{\n{lines}\tA {kind} `json:"a,omitempty"`\n}}\n'


KEYED = "+k8s:listType=map +k8s:listMapKey=name"
EACH = "+k8s:eachVal=+k8s:immutable"
THERE, WAS_THERE = "(has(self.a) && self.a.size() > 0)", "(has(oldSelf.a) && oldSelf.a.size() > 0)"


@pytest.mark.parametrize(
    ("tags", "kind", "held"),
    [
        pytest.param(
            f"{KEYED} {EACH}",
            "[]Item",
            "(self.a.all(item, oldSelf.a.exists(known, (has(item.name) ? item.name : '') == "
            "(has(known.name) ? known.name : ''))))",
            id="by keys",
        ),
        pytest.param(f"+k8s:listType=set {EACH}", "[]string", "(self.a.all(item, item in oldSelf.a))", id="set"),
        pytest.param(f"+k8s:listType=atomic {EACH}", "[]string", "(self.a == oldSelf.a)", id="atomic"),
        pytest.param(EACH, "map[string]string", "(self.a.all(key, key in oldSelf.a))", id="map"),
    ],
)
def test_the_struct_around_sees_new_items(say, tags, kind, held):
    said = say(root(tags, kind))
    assert said.rules() == [f"!{THERE} || {WAS_THERE} && {held}"]
    assert said.own["x-kubernetes-validations"][0]["message"] == "field is immutable"
    assert said.own["x-kubernetes-validations"][0]["fieldPath"] == ".a"
    assert not said.unexpressed


def test_items_are_asked_themselves_where_they_have_old_selves(say):
    said = say(root(f"{KEYED} {EACH}", "[]Item"))
    assert [each["rule"] for each in said.fields["a"]["items"]["x-kubernetes-validations"]] == ["self == oldSelf"]


def test_elsewhere_the_list_says_all(say):
    said = say(root(f"+k8s:listType=set {EACH}", "[]string"))
    assert "items" not in said.fields.get("a", {})


def test_definitions_say_the_same(say):
    said = say(root(f"+k8s:listType=atomic {EACH}", "[]string"), DEFINITION)
    assert len(said.rules()) == 1
    assert not said.unexpressed


def test_an_item_that_is_selected_may_not_come(say):
    said = say(root(f'{KEYED} +k8s:item(name:"x")=+k8s:immutable', "[]Item"))
    (rule,) = said.rules()
    is_x = "exists(item, (has(item.name) ? item.name : '') == 'x')"
    assert rule == f"!{THERE} || !self.a.{is_x} || {WAS_THERE} && (oldSelf.a.{is_x})"


def test_a_list_of_a_type_says_it_of_itself(say):
    more = f"// +k8s:listType=set\n// {EACH}\ntype Words []string\n"
    said = say(root("", "Words", more))
    assert said.rules("a") == ["self.size() == 0 || self.all(item, item in oldSelf)"]


def test_values_of_a_type_that_may_not_change_may_not_come(say):
    more = '// +k8s:immutable\ntype Seal struct {\n\tS string `json:"s"`\n}\n'
    (rule,) = say(root("", "map[string]Seal", more)).rules()
    assert "self.a.all(key, key in oldSelf.a)" in rule


UNION = f'{KEYED} +k8s:item(name:"x")=+k8s:unionMember +k8s:item(name:"y")=+k8s:unionMember'


def judge(said, new, old=None):
    """Returns whether an object is valid by a published schema."""
    item = {"type": "object", "properties": {"name": {"type": "string"}, "value": {"type": "string"}}}
    items = {**item, **said.fields.get("a", {}).get("items", {})}
    a = {"type": "array", **said.fields.get("a", {}), "items": items}
    validator = Validator({"type": "object", **said.own, "properties": {"a": a}})
    return not (validator.validate(new) if old is None else validator.validate(new, old))


def test_a_union_over_items_wants_its_list(say):
    said = say(root(UNION, "[]Item"))
    x, other = {"a": [{"name": "x"}]}, {"a": [{"name": "z"}]}
    assert judge(said, x)
    assert not judge(said, {})
    assert not judge(said, other)
    assert not judge(said, {}, x)
    assert judge(said, {}, other)
    assert said.own["x-kubernetes-validations"][0]["optionalOldSelf"] is True
    assert "must specify one of" in said.own["x-kubernetes-validations"][0]["message"]


@pytest.mark.parametrize("tag", ["+k8s:optional", "+k8s:required"])
def test_a_list_that_need_not_be_there_or_must_in_any_case_is_asked_nothing_more(say, tag):
    assert say(root(f"{UNION} {tag}", "[]Item")).rules() == []


def test_a_group_of_which_none_may_be_set_wants_no_list(say):
    tags = UNION.replace("unionMember", "zeroOrOneOfMember")
    assert say(root(tags, "[]Item")).rules() == []


@pytest.mark.parametrize(
    ("new", "old", "good"),
    [
        ([{"name": "x", "value": "1"}], [{"name": "x", "value": "1"}, {"name": "y"}], True),
        ([{"name": "x", "value": "2"}], [{"name": "x", "value": "1"}], False),
        ([{"name": "x"}, {"name": "z"}], [{"name": "x"}], False),
        ([{"name": "x"}], [], False),
        ([], [{"name": "x"}], True),
    ],
)
def test_documents_refuse_what_validators_refuse(say, new, old, good):
    said = say(root(f"{KEYED} {EACH}", "[]Item"))
    assert judge(said, {"a": new}, {"a": old}) is good
    assert judge(said, {"a": new}, {}) is (not new)
