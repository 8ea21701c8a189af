"""Tests of rules over any data, whether it fits its schema or not: they have one answer."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kapivara.cel.budget import Budget
from kapivara.schema.expressions.data.schema_fit import fit_of
from kapivara.schema.expressions.running.evaluation import Evaluation
from kapivara.schema.expressions.running.rule_nodes import RuleNode, rules_of
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject

PROFILE = settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])

SCALARS: dict[str, JsonObject] = {
    "int": {"type": "integer"},
    "double": {"type": "number"},
    "bool": {"type": "boolean"},
    "string": {"type": "string", "maxLength": 9},
    "address": {"type": "string", "format": "ipv4", "maxLength": 9},
    "timestamp": {"type": "string", "format": "date-time"},
    "duration": {"type": "string", "format": "duration"},
    "bytes": {"type": "string", "format": "byte", "maxLength": 9},
    "dyn": {"x-kubernetes-int-or-string": True, "maxLength": 9},
}
ON_SCALARS: dict[str, list[str]] = {
    "int": ["{0} > 1", "{0} + 1 == 2", "[{0}].sum() == 1", "{0} in [1, 2]"],
    "double": ["{0} > 1.0", "{0} in [1.5]"],
    "bool": ["{0}", "!{0}", "{0} ? true : false"],
    "string": ["{0}.startsWith('a')", "size({0}) == 1", "{0} + 'b' == 'ab'", "{0} in ['a']"],
    "address": ["{0} != ''", "{0}.startsWith('1')"],
    "timestamp": ["{0}.getFullYear() > 2000", "{0} == timestamp('2024-01-01T00:00:00Z')"],
    "duration": ["{0} > duration('1h')"],
    "bytes": ["size({0}) > 1", "{0} == b'abc'"],
    "dyn": ["{0} == 1", "type({0}) == int ? {0} > 1 : {0} == 'a'"],
}
ON_ANYTHING = ["{0} == {0}", "{0} != {0}", "[{0}] == [{0}]", "dyn({0}) == 1", "{{'x': {0}}} != {{'x': {0}}}"]
ON_LISTS = [
    "{0}.all(x, {1})", "{0}.exists(x, {1})", "{0}.exists_one(x, {1})", "{0}.filter(x, {1}).size() == 1",
    "{0}.map(x, {1}).size() == 1", "size({0}) > 1", "{0}[0] == {0}[1]", "{0}[?0].hasValue()", "{0} + {0} == {0}",
    "{0}.first() == {0}.last()", "sets.contains({0}, {0})", "{0}.distinct() == {0}", "{0}.slice(0, 1) != {0}",
    "{0}.indexOf({0}[0]) == 0", "{0}[0] in {0}", "{0}.reverse() == {0}", "{0}.all(i, x, {1})",
]  # fmt: skip
ON_MAPS = [
    "{0}.all(k, k != '')", "'x' in {0}", "{0}.all(k, x, {1})", "{0}.exists(k, x, {1})", "{0}['x'] == {0}['y']",
    "{0}[?'x'].hasValue()", "size({0}) == 1", "{0}.transformMap(k, x, {1}).size() == 1",
]  # fmt: skip
ON_OBJECTS = ["has({0}.a)", "{0}.?a.hasValue()", "!has({0}.a) || {0}.a == {0}.a", "{0}.a == {0}.a || {0}.b == {0}.b"]


@st.composite
def ruled_schemas(draw: st.DrawFn) -> JsonObject:
    """Draws a schema with a rule that reads its values, and old values."""
    kind = draw(st.sampled_from(sorted(SCALARS)))
    element = dict(SCALARS[kind])
    if draw(st.booleans()):
        element["nullable"] = True
    shape = draw(st.sampled_from(("scalar", "list", "set", "map", "object", "objects")))
    subject = draw(st.sampled_from(("self", "oldSelf")))
    inner = draw(st.sampled_from(ON_SCALARS[kind])).format("x")
    own: JsonObject = {"type": "object", "properties": {"a": element, "b": SCALARS[kind]}}
    schema, templates = {
        "scalar": (element, ON_SCALARS[kind]),
        "list": ({"type": "array", "maxItems": 9, "items": element}, ON_LISTS),
        "set": ({"type": "array", "maxItems": 9, "items": element, "x-kubernetes-list-type": "set"}, ON_LISTS),
        "map": ({"type": "object", "maxProperties": 9, "additionalProperties": element}, ON_MAPS),
        "object": (own, ON_OBJECTS),
        "objects": ({"type": "array", "maxItems": 9, "items": own}, ON_LISTS),
    }[shape]
    if shape == "objects":
        inner = draw(st.sampled_from(ON_OBJECTS)).format("x")
    rules = [draw(st.sampled_from([*templates, *ON_ANYTHING])).format(subject, inner) for _ in range(2)]
    joined = draw(st.sampled_from(("({0})", "({0}) || ({1})", "({0}) && ({1})", "!({0})"))).format(*rules)
    return {**schema, "x-kubernetes-validations": [{"rule": joined}]}


scalars = st.sampled_from(
    (None, True, 0, 1, 7, 1.5, 2.0, "", "a", "1h", "YWJj", "/wA=", "10.0.0.1", "2024-01-01T00:00:00Z", "2024-13-01")
)
data = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abxyk"), inner, max_size=3),
    max_leaves=6,
)


def node_of(schema: JsonObject) -> RuleNode:
    node = rules_of(Structural({"type": "object", "properties": {"spec": schema}}))
    assert node is not None
    return node


def told(node: RuleNode, new: Any, old: Any, *, metered: bool = False) -> list[str]:
    pair = Correlated({"spec": new}, ABSENT if old is None else {"spec": old}, node.schema)
    run = Evaluation(10**9, Budget(), metered=metered, fits=False)
    run.visit(node, None, pair)
    return [str(error) for error in run.errors]


@given(ruled_schemas(), data, data)
@PROFILE
def test_there_is_an_answer_and_counting_costs_does_not_change_it(schema: JsonObject, new: Any, old: Any) -> None:
    node = node_of(schema)
    assert told(node, new, old) == told(node, new, old, metered=True)


@given(ruled_schemas(), data, data)
@PROFILE
def test_full_speed_says_yes_only_where_nothing_is_wrong(schema: JsonObject, new: Any, old: Any) -> None:
    node = node_of(schema)
    before = None if old is None else {"spec": old}
    if fit_of(node.declared)({"spec": new}) and node.quick.run({"spec": new}, before, Budget()) >= 0:
        assert told(node, new, old) == []


@given(ruled_schemas(), data, data, st.booleans())
@PROFILE
def test_data_that_fits_may_be_trusted(schema: JsonObject, new: Any, old: Any, metered: bool) -> None:
    """Fitting data is evaluated by an expression that trusts it, with the same result and cost."""
    node = node_of(schema)
    if not fit_of(node.declared)({"spec": new}) or (old is not None and not fit_of(node.declared)({"spec": old})):
        return
    pair = Correlated({"spec": new}, ABSENT if old is None else {"spec": old}, node.schema)
    spent = []
    for fits in (True, False):
        run = Evaluation(10**9, Budget(), metered=metered, fits=fits)
        run.visit(node, None, pair)
        spent.append((10**9 - run.remaining, [str(error) for error in run.errors]))
    assert spent[0] == spent[1]


def test_a_text_that_cannot_be_converted_does_not_fit() -> None:
    """Even `has` reports it: upstream's map converts a value when it is found."""
    texts = {"a": {"type": "string", "format": "duration"}}
    node = node_of({"type": "object", "properties": texts, "x-kubernetes-validations": [{"rule": "has(self.a)"}]})
    fits = fit_of(node.declared)
    assert fits({"spec": {"a": "1h"}})
    assert not fits({"spec": {"a": ""}})
    assert "unable to parse" in told(node, {"a": ""}, None)[0]
