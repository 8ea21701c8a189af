"""Estimated costs, equal to those of upstream's checker with the same size hints (has() is free)."""

from collections.abc import Mapping

import pytest

from kapivara.cel import types
from kapivara.cel.cost.estimator import bound, estimate, estimate_and_bound
from kapivara.cel.cost.ranges import CostEstimate, SizeEstimate
from kapivara.cel.env import Env
from kapivara.cel.library.standard.language import STANDARD, STANDARD_TYPES
from kapivara.cel.macros import BINDING_MACROS, STANDARD_MACROS, TWO_VARIABLE_MACROS, macro_table
from kapivara.cel.types import Type, list_of, map_of

NESTED = map_of(types.STRING, map_of(types.STRING, types.INT))
INTS = list_of(types.INT)
TEXTS = list_of(types.STRING)
VARIABLES: Mapping[str, Type] = {
    "bool1": types.BOOL,
    "bool2": types.BOOL,
    "bool3": types.BOOL,
    "bool4": types.BOOL,
    "int1": types.INT,
    "int2": types.INT,
    "text1": types.STRING,
    "text2": types.STRING,
    "bytes1": types.BYTES,
    "time1": types.TIMESTAMP,
    "time2": types.TIMESTAMP,
    "span1": types.DURATION,
    "span2": types.DURATION,
    "ints1": INTS,
    "ints2": INTS,
    "texts1": TEXTS,
    "texts2": TEXTS,
    "lists": list_of(INTS),
    "map1": map_of(types.STRING, types.STRING),
    "doubles": map_of(types.STRING, types.DOUBLE),
    "bools": map_of(types.STRING, types.BOOL),
    "times": map_of(types.STRING, types.TIMESTAMP),
    "nested": NESTED,
    "qualified.name": types.DOUBLE,
}
MACROS = macro_table(STANDARD_MACROS, TWO_VARIABLE_MACROS, BINDING_MACROS)
ENV = Env(variables=VARIABLES, types=STANDARD_TYPES, libraries=[STANDARD], macros=MACROS)


class Hints:
    """Sizes by dotted paths."""

    def __init__(self, sizes: Mapping[str, int]):
        self.sizes = sizes

    def size_at(self, path: tuple[str, ...]) -> SizeEstimate | None:
        found = self.sizes.get(".".join(path))
        return None if found is None else SizeEstimate(0, found)


HALF = {"text1": 500, "text2": 500, "bytes1": 500}
TENS = {"text1": 10, "text2": 10}

CASES: list[tuple[str, dict[str, int], tuple[int, int]]] = [
    # literals, names, selections
    ("'Hello World!'", {}, (0, 0)),
    ("ints1", {}, (1, 1)),
    ("map1['key']", {}, (2, 2)),
    ("map1.key", {}, (2, 2)),
    ("has(map1.key)", {}, (1, 1)),
    ("has(nested.a.b)", {}, (2, 2)),
    ("[1, 2, 3]", {}, (10, 10)),
    ("{'a': 1, 'b': 2, 'c': 3}", {}, (30, 30)),
    ("[[1,2],[1,2],[1,2],[1,2],[1,2]][4]", {}, (61, 61)),
    ("{'a': [1,2], 'b': [1,2], 'c': [1,2], 'd': [1,2], 'e': [1,2]}.b", {}, (81, 81)),
    ("{'hello': 'hi'}['hello'] != {'hello': 'bye'}['hello']", {}, (63, 63)),
    ("['hello', 'hi'][0] != ['hello', 'bye'][1]", {}, (23, 23)),
    # operators
    ("true || false", {}, (0, 0)),
    ("bool1 || bool2 || bool3 || bool4", {}, (1, 4)),
    ("bool1 && bool2 && bool3 && bool4", {}, (1, 4)),
    ("1 < 2", {}, (1, 1)),
    ("1 == 2", {}, (1, 1)),
    ("2 in [1, 2, 3]", {}, (13, 13)),
    ("1 % 1", {}, (1, 1)),
    ("true ? 1 : 2", {}, (0, 0)),
    ("((5 != 6) == (1 == 2)) == ((3 <= 4) == (9 != 9))", {}, (7, 7)),
    ("qualified.name == 1.0", {}, (2, 2)),
    ("doubles.a == 1.0", {}, (3, 3)),
    ("bools.a != bools.b", {}, (5, 5)),
    ("bools.a != true", {}, (3, 3)),
    ("time1 == time2", {}, (3, 3)),
    ("span1 != span2", {}, (3, 3)),
    ("times.a == timestamp('2011-08-18T00:00:00.000+01:00') + duration('19h3m37s10ms')", {}, (6, 6)),
    # text
    ("size('123')", {}, (1, 1)),
    ("text1.size()", {}, (2, 2)),
    ("text1.matches('[0-9]')", HALF, (3, 103)),
    ("matches(text1, '[0-9]')", HALF, (3, 103)),
    ("'123'.matches('[0-9]')", {}, (2, 2)),
    (r"text1.matches('\\d+a\\d+b')", HALF, (3, 103)),
    ("text1.contains(text2)", HALF, (2, 2502)),
    ("text1.startsWith(text2)", {"text2": 500}, (2, 52)),
    ("text1.endsWith(text2)", {"text2": 500}, (2, 52)),
    ("'abcdefg'.contains(text1 + text2)", TENS, (2, 6)),
    ("text1.endsWith('abcdefghijklmnopqrstuvwxyz') == text2.endsWith('abcdefghijklmnopqrstuvwxyz')", {}, (9, 9)),
    # conversions
    ("string(bytes1)", HALF, (1, 51)),
    ("string(bytes1) == string(bytes1)", HALF, (3, 152)),
    ("bytes(text1)", HALF, (1, 51)),
    ("bytes(text1) == bytes(text1)", HALF, (3, 302)),
    ("string(1)", {}, (1, 1)),
    ("string(time1) == string(time2)", {}, (5, 1844674407370955268)),
    ("type(1)", {}, (1, 1)),
    ("type(doubles.a)", {}, (3, 3)),
    ("type(doubles.a) == double", {}, (5, 1844674407370955268)),
    ("type(1) == int", {}, (3, 1844674407370955266)),
    # concatenated lists
    ("ints1.size() == ints2.size()", {}, (5, 5)),
    ("int1 > int2 ? ints1.size() : ints2.size()", {}, (5, 5)),
    ("([int1, int2] + ints1 + ints2).size()", {"ints1": 10, "ints2": 20}, (17, 17)),
    ("(ints1 + ints2).all(x, true)", {"ints1": 10, "ints2": 10}, (4, 64)),
    ("(int1 > 2 ? ints1 : ints2).all(y, true)", {"ints1": 1, "ints2": 1}, (4, 7)),
    # loops
    ("ints1.all(x, true)", {"ints1": 100}, (2, 302)),
    ("lists.all(x, x.all(y, true))", {"lists": 50, "lists.@items": 10}, (2, 1752)),
    ("[1, 2, 3].all(x, true)", {}, (20, 20)),
    ("nested.all(k, nested[k].a > 3)", {"nested": 10}, (2, 82)),
    ("nested.all(k, nested[k].all(x, true))", {"nested": 5, "nested.@values": 10}, (2, 187)),
    ("nested.all(k, k.contains(k))", {"nested": 5, "nested.@keys": 10}, (2, 32)),
    (
        "nested.all(k, nested[k].all(k, true) && k.contains(k))",
        {"nested": 2, "nested.@values": 2, "nested.@keys": 5},
        (2, 34),
    ),
    (
        "[texts1, texts2].exists(l, l.exists(v, v.startsWith('hi')))",
        {"texts1": 10, "texts1.@items": 64, "texts2": 20, "texts2.@items": 128},
        (21, 265),
    ),
    ("[1,2,3,4,5].filter(x, x % 2 == 0)", {}, (41, 101)),
    ("[1,2,3,4,5].map(x, x)", {}, (86, 86)),
    ("[1,2,3,4,5].map(x, x).filter(x, x % 2 == 0)", {}, (117, 177)),
    ("[1,2,3,4,5].map(x, x).exists(x, x == 5) == true", {}, (108, 118)),
    ("[1,2,3,4,5].map(x, x).map(x, x)", {}, (162, 162)),
    ("[1,2,3,4,5].map(x, x)[4]", {}, (87, 87)),
    ("[1,2,3,4,5].map(x, x).map(x, x) + [1]", {}, (173, 173)),
    ("[[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]].all(y, y.all(y, y == 1))", {}, (76, 136)),
    ("[1,2,3,4,5].map(x, [x, x]).all(y, y.all(y, y == 1))", {}, (157, 217)),
    ("['a', 'ab', 'abc', 'abcd', 'abcde'].map(x, [x, x]).all(y, y.all(y, y.startsWith('a')))", {}, (157, 217)),
    (
        "texts1.map(x, [x, x]).all(y, y.all(y, y.startsWith('a')))",
        {"texts1": 5, "texts1.@items": 10},
        (13, 208),
    ),
    ("[1,2,3].all(i, i in [1,2,3].map(j, j + j))", {}, (20, 230)),
    ("dyn([1,2,3]).all(i, i in dyn([1,2,3]).map(j, j + j))", {}, (21, 234)),
]


@pytest.mark.parametrize(("text", "hints", "wanted"), CASES, ids=[case[0] for case in CASES])
def test_estimate(text: str, hints: dict[str, int], wanted: tuple[int, int]) -> None:
    assert estimate(ENV.compile(text), Hints(hints)) == CostEstimate(*wanted)


def test_nothing_known_about_sizes() -> None:
    assert estimate(ENV.compile("text1 == 'a'")) == CostEstimate(2, 2)
    assert estimate(ENV.compile("texts1.all(x, x == text1)")) == CostEstimate(2, 2**64 - 1)


def test_a_named_value_keeps_its_size() -> None:
    wanted = estimate(ENV.compile("text1.contains(text1)"), Hints(HALF))
    bound = estimate(ENV.compile("cel.bind(x, text1, x.contains(x))"), Hints(HALF))
    assert bound == CostEstimate(wanted.min + 11, wanted.max + 11)  # the empty range of the binding, and its name


BOUNDED = [
    "text1 == 'a' && text2 != 'b' && has(map1.a)",
    "texts1.all(x, x == 'a' || x.startsWith(text1))",
    "lists.all(x, x.exists(y, y == 1 && ints1.all(z, z != y)))",
    "cel.bind(x, text1 + text2, x.contains(x) && x == text2)",
    "int1 > int2 ? text1 == text2 : bool1",
]
SIZES = {"text1": 500, "text2": 40, "texts1": 5, "texts1.@items": 64, "lists": 7, "lists.@items": 3, "ints1": 4}


@pytest.mark.parametrize("text", BOUNDED)
def test_an_estimate_that_mixes_up_nothing_tells_the_bound(text: str) -> None:
    checked, sizes = ENV.compile(text), Hints(SIZES)
    estimated = estimate(checked, sizes)
    most = bound(checked, sizes)
    assert most > estimated.max
    assert estimate_and_bound(checked, sizes) == (estimated, most)


def test_branches_leave_unpaid_what_either_does() -> None:
    checked, sizes = ENV.compile("bool1 ? text1 == text2 : text2 == text1"), Hints(SIZES)
    _, told = estimate_and_bound(checked, sizes)
    assert told == bound(checked, sizes) + 1


MISLEADING = {
    "nothing bounds it": "text1.contains(text2)",
    "keys": "map1.all(k, k == 'a')",
    "keys and values": "map1.all(k, v, k == v)",
    "items of what was made": "[text1, text2].all(x, x == 'a')",
    "fields of what was made": "(bool1 ? map1 : map1).a == 'a'",
}


@pytest.mark.parametrize("text", MISLEADING.values(), ids=MISLEADING)
def test_an_estimate_that_may_mix_up_sizes_tells_no_bound(text: str) -> None:
    checked, sizes = ENV.compile(text), Hints({"map1": 3})
    assert estimate_and_bound(checked, sizes) == (estimate(checked, sizes), None)


class TestSharedPaths:
    """Upstream overwrites one path by another where both start from the same loop variable."""

    ITEMS = list_of(NESTED)

    HINTS: Mapping[str, int] = {"self.a": 10, "self.a.@items.list": 100, "self.a.@items.name": 3}

    def _told(self, text: str) -> tuple[int, int | None]:
        env = ENV.extend(variables={"self": map_of(types.STRING, self.ITEMS)})
        cost, told = estimate_and_bound(env.compile(text), Hints(self.HINTS))
        return cost.max, told

    def test_a_range_takes_the_size_of_what_its_body_reads(self) -> None:
        plain, _ = self._told("self.a.all(x, x.list.all(y, y != 'name'))")
        misled, bound_of_misled = self._told("self.a.all(x, x.list.all(y, y != 'name' && size(x.name) > 1))")
        assert plain == 2 + 1 + 10 * (3 + 2 + 1 + 100 * 5)
        assert misled == 2 + 1 + 10 * (3 + 2 + 1 + 3 * (5 + 4))
        assert bound_of_misled is None

    def test_a_path_written_over_does_not_matter_once_it_has_been_read(self) -> None:
        cost, told = self._told("self.a.all(x, size(x.name) > 1 && size(x.list) > 1 && x.name == x.list)")
        assert told == cost + 10
