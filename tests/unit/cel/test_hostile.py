"""Hostile expressions: each has a result or an error message, soon."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from conformance.unchecked_cel import assume
from kapivara import cel
from kapivara.cel import types
from kapivara.cel.cost.estimator import estimate

VARIABLES = {
    "x": types.INT,
    "b": types.BOOL,
    "s": types.STRING,
    "l": types.list_of(types.INT),
    "d": types.DYN,
    "o": types.optional_of(types.INT),
}
DATA: dict[str, Any] = {
    "x": 1,
    "b": True,
    "s": "abc",
    "l": [0, 1, 2],
    "d": {"a": {"a": 1}},
    "o": cel.OptionalValue(1),
}
ENV = cel.standard_env().extend(variables=VARIABLES)
TOO_DEEP = re.compile("recursion limit exceeded|max recursion depth exceeded")
SOON = 1000  # units, about ten seconds; most take a few


@pytest.fixture(autouse=True)
def in_little_time(pace: Any) -> Iterator[None]:
    limit = sys.getrecursionlimit()
    with pace.within(SOON):
        yield
    assert sys.getrecursionlimit() == limit


def around(before: str, middle: str, after: str) -> Callable[[int], str]:
    return lambda depth: before * depth + middle + after * depth


def chain(sign: str, part: str) -> Callable[[int], str]:
    return lambda length: f" {sign} ".join([part] * length)


NESTED = {
    "parentheses": around("(", "x == 1", ")"),
    "lists": around("[", "1", "]"),
    "maps": around("{'a': ", "1", "}"),
    "maps of keys": around("{", "1", ": 1}[1]"),
    "choices in the condition": around("(", "b", " ? b : !b)"),
    "choices at the end": around("b ? x : ", "x", ""),
    "failing choices": around("(d.a == 1 ? x : ", "x", ")"),
    "sums to the right": around("x + (", "x", ")"),
    "negations": around("!(", "b", ")"),
    "indices": around("l[", "0", "]"),
    "calls": around("size([", "1", "])"),
    "dyn": around("dyn(", "1", ")"),
    "conjunctions to the right": around("b && (", "b", ")"),
    "disjunctions to the left": around("(", "!b", " || !b)"),
    "failing conjunctions to the right": around("d.a != 1 && (", "b", ")"),
    "failing disjunctions to the right": around("d.x == 1 || (", "b", ")"),
    "failing disjunctions to the left": around("(", "d.x == 1", " || d.x == 1)"),
    "both in turn": around("(d.a != 1 && (d.x == 1 || ", "b", "))"),
    "all": around("[1].all(y, ", "b", ")"),
    "failing all": around("[1].all(y, d.a != y && ", "b", ")"),
    "failing exists": around("[1, 2].exists(y, d.x == y || ", "b", ")"),
    "map": around("[1].map(y, ", "y", ")"),
    "filter": around("[1].filter(y, [1] == ", "[1]", ")"),
    "map with a condition": around("[1].map(y, d.a != y, ", "y", ")"),
    "two variables": around("[1].transformList(i, y, ", "y", ")"),
    "bind": around("cel.bind(y, x, ", "y", ")"),
    "failing bind": around("cel.bind(y, d.a, ", "y != 1", ")"),
    "bind of bound": around("cel.bind(y, x, cel.bind(x, y + d.a.a, ", "x > 0", "))"),
    "optMap": around("o.optMap(y, ", "y", ")"),
    "optional elements": around("[?optional.of(", "1", ")]"),
}
CHAINS = {
    "sum": chain("+", "x"),
    "concatenation": chain("+", "s"),
    "comparisons": chain("==", "b"),
    "selections": lambda length: "d" + ".a" * length,
    "optional selections": lambda length: "d" + ".?a" * length,
    "methods": lambda length: "s" + ".trim()" * length,
    "maps": lambda length: "l" + ".map(y, y)" * length,
    "filters": lambda length: "l" + ".filter(y, d.x != y || y > 1 || true)" * length,
    "negations": lambda length: "!" * length + "b",
    "signs": lambda length: "-" * length + "x",
    "conjunctions": chain("&&", "b"),
    "failing conjunctions": chain("&&", "d.a != 1"),
    "failing disjunctions": chain("||", "d.x == 1"),
    "mixed": chain("|| d.x == 2 &&", "d.x == 1"),
}


def outcome(program: cel.Program, *, metered: bool = False) -> Any:
    """Returns the outcome of an expression: its value, or the class of its error."""
    try:
        return program.evaluate_metered(DATA)[0] if metered else program.evaluate(DATA)
    except cel.CelError:
        return cel.CelError


def run(text: str) -> Any:
    """Evaluates an expression plainly and metered, which must have the same outcome, and estimates it."""
    checked = ENV.compile(text)
    result = outcome(cel.Program(ENV, checked))
    assert outcome(cel.Program(ENV, checked), metered=True) == result
    assert estimate(checked).max >= 0
    return result


def run_in_all_ways(text: str) -> Any:
    """Also evaluates an expression without checking it."""
    result = run(text)
    assert outcome(cel.Program(ENV, assume(ENV.parse(text), ENV))) == result
    return result


@pytest.mark.parametrize("depth", [21, 101, 200])
@pytest.mark.parametrize("shape", NESTED.values(), ids=NESTED)
def test_nesting(shape: Callable[[int], str], depth: int) -> None:
    """Python nests 20 blocks, 100 indentations, 200 parentheses, and about 1000 calls; CEL nests 250 levels."""
    try:
        run_in_all_ways(shape(depth))
    except cel.CelIssuesError as error:
        complaint = str(error)
    else:
        return
    assert depth > 100, complaint[:300]
    assert TOO_DEEP.search(complaint), complaint[:300]


@pytest.mark.parametrize("shape", NESTED.values(), ids=NESTED)
def test_nesting_beyond_the_limit(shape: Callable[[int], str]) -> None:
    with pytest.raises(cel.CelIssuesError, match=TOO_DEEP):
        ENV.compile(shape(1500))


@pytest.mark.parametrize("length", [19, 99, 240, 500])
@pytest.mark.parametrize("shape", CHAINS.values(), ids=CHAINS)
def test_chains(shape: Callable[[int], str], length: int) -> None:
    try:
        run_in_all_ways(shape(length))
    except cel.CelIssuesError as error:
        complaint = str(error)
    else:
        return
    assert length > 100, complaint[:300]
    assert TOO_DEEP.search(complaint), complaint[:300]


WIDE = {
    "a list": ("[" + ",".join(["x"] * 20_000) + "].size()", 20_000),
    "a constant list": ("[" + ",".join(map(str, range(15_000))) + "].all(y, y < 15000)", True),
    "a member of a list": ("x in [" + ",".join(map(str, range(15_000))) + "]", True),
    "a map": ("{" + ",".join(f"'k{place}': x" for place in range(5_000)) + "}.size()", 5_000),
    "a map of numbers": ("{" + ",".join(f"{place}: x" for place in range(5_000)) + "}[4999]", 1),
    "arguments": ("[" + ",".join(["d.a.a == 1 || b"] * 1_000) + "].all(y, y)", True),
    "a string": ("'" + "a" * 90_000 + "'.size()", 90_000),
    "bytes": ("b'" + "a" * 90_000 + "'.size()", 90_000),
    "escapes": ("'" + "\\U0001F600" * 9_000 + "'.size()", 9_000),
    "conjunctions": (" && ".join(["b"] * 5_000), True),
    "disjunctions": (" || ".join(["!b"] * 5_000), False),
    "space": (" " * 90_000 + "x", 1),
    "comments": ("//\n" * 30_000 + "x", 1),
}


@pytest.mark.parametrize(("text", "wanted"), WIDE.values(), ids=WIDE)
def test_width(text: str, wanted: Any) -> None:
    assert run(text) == wanted


REFUSED = {
    "more text than is read": ("'" + "a" * 100_000 + "'", "expression code point size exceeds limit: size: 100002"),
    "a large integer": ("9" * 90_000, "invalid int literal"),
    "a large hexadecimal": ("0x" + "f" * 90_000, "invalid int literal"),
    "a large unsigned integer": ("9" * 90_000 + "u", "invalid uint literal"),
    "a large double": ("9" * 90_000 + ".0", "invalid double literal"),
    "a large exponent": ("1e" + "9" * 90_000, "invalid double literal"),
    "a long name": ("a" * 90_000, "undeclared reference"),
    "macros that double": ("o" + ".optMap(y, y)" * 200, "expression too large"),
    "open parentheses": ("(" * 50_000, "recursion limit exceeded|Syntax error"),
    "open braces": ("{" * 50_000, "recursion limit exceeded|Syntax error"),
    "closed brackets": ("]" * 50_000, "Syntax error"),
    "an open string": ("'" + "\\'" * 40_000, "Syntax error"),
    "quotes": ("'" * 90_001, "Syntax error"),
    "question marks": ("? " * 20_000, "Syntax error"),
    "characters without meaning": ("§" * 50_000, "Syntax error"),
}


@pytest.mark.parametrize(("text", "complaint"), REFUSED.values(), ids=REFUSED)
def test_refusal(text: str, complaint: str) -> None:
    with pytest.raises(cel.CelIssuesError, match=complaint):
        ENV.compile(text)


def test_deep_expressions_in_threads() -> None:
    texts = [
        NESTED["both in turn"](60),
        NESTED["failing all"](60),
        NESTED["map"](200),
        CHAINS["failing conjunctions"](99),
    ]
    with ThreadPoolExecutor(4) as pool:
        assert len(list(pool.map(run_in_all_ways, texts * 2))) == 8
