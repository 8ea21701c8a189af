"""Tests that no evaluation costs more than its estimate.

Excluded, because upstream's own sides differ there: selections from results of functions or from values of unknown
type, `distinct` of strings, `join`, `validate`.
"""

from collections.abc import Mapping
from math import inf
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kapivara.cel import types
from kapivara.cel.cost.estimator import bound, estimate, estimate_and_bound
from kapivara.cel.cost.ranges import SizeEstimate
from kapivara.cel.environments import kubernetes_env
from kapivara.cel.errors import CelError
from kapivara.cel.program import Program
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.types import Type, list_of, map_of

VARIABLES: Mapping[str, Type] = {
    "n": types.INT,
    "b": types.BOOL,
    "s": types.STRING,
    "t": types.STRING,
    "ints": list_of(types.INT),
    "texts": list_of(types.STRING),
    "map": map_of(types.STRING, types.STRING),
}
SIZES = {
    ("s",): 30,
    ("t",): 8,
    ("ints",): 4,
    ("texts",): 3,
    ("texts", "@items"): 12,
    ("map",): 3,
    ("map", "@keys"): 6,
    ("map", "@values"): 15,
    ("map", "k"): 15,
}
ENV = kubernetes_env((1, 36)).extend(variables=VARIABLES)


class Sizes:
    def size_at(self, path: tuple[str, ...]) -> SizeEstimate | None:
        found = SIZES.get(path)
        return None if found is None else SizeEstimate(0, found)


def text(most: int) -> st.SearchStrategy[str]:
    return st.text("ab-é", max_size=most)


DATA = st.fixed_dictionaries(
    {
        "n": st.integers(-3, 6),
        "b": st.booleans(),
        "s": text(30),
        "t": text(8),
        "ints": st.lists(st.integers(-3, 3), max_size=4),
        "texts": st.lists(text(12), max_size=3),
        "map": st.dictionaries(text(6), text(15), max_size=2).map(lambda made: {**made, "k": "v"}),
    }
)


class Grammar:
    """Draws expressions of each type up to a depth; `scope` has the variables of the surrounding loops."""

    def __init__(self, draw: st.DrawFn):
        self.draw = draw
        self.loops = 0

    def pick(self, *templates: str) -> str:
        return self.draw(st.sampled_from(templates))

    def int(self, depth: int, scope: dict[str, str]) -> str:
        names = ["n", "1", "2", "int('3')", *(name for name, kind in scope.items() if kind == "int")]
        if depth == 0:
            return self.pick(*names)
        template = self.pick("{i} + {i}", "{i} * {i}", "size({s})", "{l}.size()", "{b} ? {i} : {i}", "ints[0]", "-{i}")
        return f"({self.fill(template, depth, scope)})"

    def str(self, depth: int, scope: dict[str, str]) -> str:
        names = ["s", "t", "'ab'", "map.k", "texts[0]", *(name for name, kind in scope.items() if kind == "str")]
        if depth == 0:
            return self.pick(*names)
        template = self.pick("{s} + {s}", "{b} ? {s} : {s}", "{s}.lowerAscii()", "{s}.replace('a', 'bb')", "{s}.trim()")
        return f"({self.fill(template, depth, scope)})"

    def list(self, depth: int, scope: dict[str, str]) -> str:
        if depth == 0:
            return self.pick("ints", "[1, 2]", "[n]")
        return self.pick(*(f"({self.fill(each, depth, scope)})" for each in ("ints + ints", "[{i}, {i}]", "ints")))

    def texts(self, depth: int, scope: dict[str, str]) -> str:
        return self.pick("texts", "['a', s]", "map", self.fill("[{s}, {s}]", max(depth, 1), scope))

    def bool(self, depth: int, scope: dict[str, str]) -> str:
        if depth == 0:
            return self.pick("b", "true", "has(map.k)", "(n in [1, 2])", "('a' in texts)")
        plain = ("{i} < {i}", "{i} == {i}", "{s} == {s}", "{s} != {s}", "{s} < {s}", "{s}.contains({s})", "!{b}")
        more = (
            "{s}.startsWith({s})",
            "{s}.matches('a+b')",
            "{b} && {b}",
            "{b} || {b}",
            "{b} ? {b} : {b}",
            "{i} in {l}",
        )
        return f"({self.fill(self.pick(*plain, *more, 'loop', 'loop'), depth, scope)})"

    def fill(self, template: str, depth: int, scope: dict[str, str]) -> str:
        if template == "loop":
            return self.loop(depth - 1, scope)
        parts = {"i": self.int, "s": self.str, "l": self.list, "b": self.bool}
        made = ""
        while "{" in template:
            before, _, rest = template.partition("{")
            kind, _, template = rest.partition("}")
            made += before + parts[kind](depth - 1, scope)
        return made + template

    def loop(self, depth: int, scope: dict[str, str]) -> str:
        self.loops += 1
        name, kind = f"x{self.loops}", self.pick("int", "str")
        source = self.list(depth, scope) if kind == "int" else self.texts(depth, scope)
        inner = {**scope, name: kind}
        match self.pick("all", "exists", "exists_one", "filter", "map"):
            case "filter":
                return f"{source}.filter({name}, {self.bool(depth, inner)}).size() > 1"
            case "map":
                return f"{source}.map({name}, {self.int(depth, inner)}).size() > 1"
            case macro:
                return f"{source}.{macro}({name}, {self.bool(depth, inner)})"


@st.composite
def expressions(draw: st.DrawFn) -> str:
    return Grammar(draw).bool(draw(st.integers(1, 3)), {})


@settings(max_examples=400, deadline=None)
@given(expressions(), DATA)
def test_no_evaluation_costs_more_than_estimated(expression: str, data: dict[str, Any]) -> None:
    checked = ENV.compile(expression)
    try:
        _, spent = Program(ENV, checked).evaluate_metered(data)
    except CelError:
        assume(False)
    assert spent <= estimate(checked, Sizes()).max
    assert spent <= bound(checked, Sizes()) <= told_bound(checked)


STEPS = {
    "selections from what a function gives": "optional.of({'a': {'b': s}}).a.b == optional.of(t)",
    "presence in what a function gives": "has(optional.of({'a': {'b': s}}).a.b)",
    "values of unknown type": "[dyn({'a': {'b': {'c': 1}}})].all(x, x.a.b.c == 1 && has(x.a.b.c))",
    "lists in lists, searched": "[texts, texts, texts].indexOf(texts) == 0",
    "lists in lists, searched from the end": "[[texts], [texts]].lastIndexOf([texts]) == 1",
    "maps, searched": "[map, map].indexOf(map) == 0",
    "a list of unknown type, searched": "dyn([texts, texts]).indexOf(texts) == 0",
    "joined text": "texts.join(s) == s",
    "text joined of what was made": "[s, t, s].join(s).size() > 0",
    "distinct text": "(texts + texts).distinct().size() > 0",
    "flattened lists": "[texts, texts, texts].flatten().all(x, x.matches('^[a-b]*$') || true)",
    "formats": "!format.uri().validate(s).hasValue() || true",
    "items of what was made, under the names of data": "[s + s + s, s + s].all(texts, texts.matches('a*b*'))",
    "keys": "map.all(k, k.matches('^[ab-]*$') || true)",
    "keys of what was made": "{s: t, t: s}.all(k, k.matches('^[ab-]*$') || true)",
    "a choice": "(b ? s + s : t).matches('a*') || true",
    "bound values": "optional.of(s + s).optMap(x, x.matches('a*') || x.matches('b*') || true).orValue(true)",
    "parts of text": "s.split('').all(c, c.matches('a*') || true)",
    "replaced text": "s.replace('', t).matches('a*b*') || true",
    "found text": "s.findAll('a').all(c, c.matches('a*') || true)",
    "text in text": "s.contains(t) || s.indexOf(t) < 0 || s.lastIndexOf(t) < 0 || true",
    "sorted text": "texts.sort() == texts || texts.isSorted() || texts.max() == texts.min() || true",
}


@pytest.mark.parametrize("expression", STEPS.values(), ids=STEPS)
@settings(max_examples=30, deadline=None)
@given(DATA)
def test_no_evaluation_costs_more_than_its_bound(expression: str, data: dict[str, Any]) -> None:
    """Where upstream's estimates are too low, the decision to count costs is still right."""
    checked = ENV.compile(expression)
    try:
        _, spent = Program(ENV, checked).evaluate_metered(data)
    except CelError:
        assume(False)
    assert spent <= bound(checked, Sizes()) <= told_bound(checked)


def told_bound(checked: CheckedAst) -> float:
    """Returns the difference between the estimate's walk and the bound, if any."""
    _, told = estimate_and_bound(checked, Sizes())
    return inf if told is None else told
