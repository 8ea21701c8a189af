"""Costs of evaluations, equal to upstream's with the server's options: constants are folded, has() is free.

Upstream's own table folds nothing: there each literal list of constants adds 10, each such map 30, per evaluation.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from kapivara.cel import types
from kapivara.cel.cost.runtime import prices
from kapivara.cel.environments import kubernetes_env
from kapivara.cel.errors import CostExceededError
from kapivara.cel.program import Program
from kapivara.cel.types import Type, list_of, map_of

VARIABLES: Mapping[str, Type] = {
    "a": types.BOOL,
    "b": types.BOOL,
    "n": types.INT,
    "s": types.STRING,
    "t": types.STRING,
    "raw": types.BYTES,
    "ints": list_of(types.INT),
    "texts": list_of(types.STRING),
    "map": map_of(types.STRING, types.STRING),
    "nested": map_of(types.STRING, map_of(types.STRING, types.INT)),
    "any": types.DYN,
}
DATA: Mapping[str, Any] = {
    "a": False,
    "b": True,
    "n": 1,
    "s": "x" * 500,
    "t": "y" * 500,
    "raw": b"z" * 500,
    "ints": [1, 2, 3, 4, 5],
    "texts": ["aa", "bb", "cc"],
    "map": {"key": "value", "n": "2"},
    "nested": {"val": {"int": 0}},
    "any": "text",
}
ENV = kubernetes_env((1, 36)).extend(variables=VARIABLES)

CASES: list[tuple[str, int]] = [
    # constants, names, chains
    ("'Hello World!'", 0),
    ("ints", 1),
    ("map['key']", 2),
    ("map.key", 2),
    ("ints[0]", 2),
    ("map['ke' + 'y']", 3),
    ("ints[3-3]", 3),
    ("ints[n]", 2),
    ("map[map.key == 'value' ? 'n' : 'key']", 6 - 1),
    ("has(map.key)", 1),
    ("has(nested.val.int)", 2),
    ("int", 0),
    ("type(n) == int", 3),
    ("[1, 2, 3]", 0),
    ("[1, 2, 3][0]", 2),
    ("[n, 2][0]", 10 + 1 + 2),
    ("{'a': [1], 'b': [2]}", 0),
    ("{'a': n}", 31),
    ("{'a': n}.a", 33),
    # operators
    ("false || false", 0),
    ("a || b", 2),
    ("b || a", 1),
    ("a && b", 1),
    ("1 < 2", 1),
    ("2 in [1, 2, 3]", 0),
    ("n in [1, 2, 3]", 1),
    ("n in ints", 2 + 5),
    ("n in []", 0),
    ("n in [n]", 1 + 11 + 1),
    ("null in [null]", 1),
    ("1 + 1", 1),
    ("true ? 1 : 2", 0),
    ("true ? n : 2", 0),
    ("true ? map.key : ''", 1),
    ("true ? has(map.key) : a", 1),
    ("false ? false : 1 > 3", 1),
    ("(1 > 2 ? 5 : 3) > 1", 2),
    ("(1 > 2 || 2 > 1) == true", 3),
    ("(n > 2 ? nested : nested).val", 3),
    # text
    ("size('123')", 1),
    ("'12345678901234567890' == '123456789012345678901234567890'", 2),
    ("s == t", 52),
    ("s < t", 52),
    ("any == 'text'", 2),
    ("string(raw)", 51),
    ("bytes(s)", 51),
    ("string(1)", 0),
    ("string(n)", 2),
    ("timestamp('2020-01-01T00:00:00Z').getFullYear()", 1),
    ("s.contains(t)", 2502),
    ("s.matches('[0-9]')", 103),
    ("matches(s, '[0-9]')", 103),
    ("any.matches('[0-9]')", 3),
    ("s.startsWith(t)", 52),
    ("s.endsWith(t)", 52),
    ("s.size()", 2),
    ("'abcdefg'.contains('val1' + 'val2222222')", 4),
    ("any + any", 3),
    # loops
    ("ints.all(x, true)", 1 + 5 * 3 + 1),
    ("ints.all(x, x < 3)", 1 + 3 * 5 + 2 + 1),
    ("ints.exists(x, x == 2)", 1 + 2 * 6 + 3 + 1),
    ("ints.exists(x, x == 5)", 1 + 5 * 6 + 1),
    ("ints.exists_one(x, x == 5)", 1 + 5 * 2 + 2 + 2),
    ("[1, 2, 3].all(x, true)", 10),
    ("[{'k1': 1}, {'k2': 2}].all(x, true)", 7),
    ("[1,2,3,4,5].filter(x, x % 2 == 0)", 62 - 20),
    ("[1,2,3,4,5].map(x, x)", 86 - 20),
    ("ints.map(x, 1)", 1 + 5 * 2 + 1),
    ("[1,2,3,4,5].map(x, x).filter(x, x % 2 == 0)", 138 - 30),
    ("[1,2,3,4,5].map(x, x).exists(x, x == 5) == true", 118 - 20),
    ("[1,2,3,4,5].map(x, [x, x]).filter(z, z.size() == 2)", 232 - 30),
    ("[1,2,3,4,5].map(x, [x, x]).all(y, y.all(y, y == 1))", 171 - 20),
    ("[1,2,3,4,5].map(x, x).map(x, x) + [1]", 173 - 40),
    ("[1,2,3].all(i, i in [1,2,3].map(j, j + j))", 86 - 30),
    ("(n > 2 ? ints : [7]).all(y, true)", 6),
    ("nested.all(k, nested[k].int > 3)", 9),
    ("{'a': 1, 'b': 2}.all(k, v, v > 0)", 41 - 30),
    ("{'a': 1, 'b': 2}.exists(k, v, v > 0)", 40 - 30),
    ("{'a': 1, 'b': 2}.existsOne(k, v, v > 0)", 40 - 30),
    ("{'a': 1, 'b': 2}.transformMap(k, v, v + 1)", 71 - 60),
    ("{'a': 1, 'b': 2}.transformMap(k, v, v < 5, v + 1)", 75 - 60),
    ("{'a': 1, 'b': 2}.transformMapEntry(k, v, {k: v + 1})", 131 - 60),
    ("[1, 2].all(i, v, v > 0)", 21 - 10),
    ("[1, 2].exists(i, v, v > 0)", 20 - 10),
    ("[1, 2].transformList(i, v, v + 1)", 49 - 20),
    ("[1, 2].transformList(i, v, v < 5, v + 1)", 53 - 20),
    # optional values
    ("map.?key", 2),
    ("map.?missing", 1),
    ("map.?key.orValue('x')", 2),
    ("map.?missing.orValue('x')", 1),
    ("map.?key.orValue(map.missing)", 2),
    ("map.?key.or(map.?missing).value()", 3),
    ("map.?missing.or(map.?key).value()", 4),
    ("map.?missing.orValue(texts.map(x, x)[0])", 1 + 1 + 3 * 13 + 1 + 2),
    ("ints[?0].hasValue()", 3),
    ("map.?key.optMap(v, v.size())", 9),
    ("map.?missing.optMap(v, v.size())", 3),
    # libraries
    ("'ABCDEFGHIJ abcdefghij'.lowerAscii() == 'abcdefghij ABCDEFGHIJ'.lowerAscii()", 9),
    ("strings.quote('ABCDEFGHIJ abcdefghij')", 3),
    ("'abc 123 def 123'.replace('123', '456', 1)", 3),
    ("'abc 123 def 123'.split(' ')", 3),
    ("'abc 123 def 123'.substring(5)", 2),
    ("['aa', 'bb', 'cc', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].join(' ')", 15 - 10),
    ("'abc 123 def 123'.findAll('123', 1)", 2),
    ("'01234567890123456789012345678901234567890123456789'.indexOf('123')", 5),
    ("[1, 2, 3, 4, 5].sum()", 5),
    ("['012345678901', '012345678901', '012345678901', '012345678901', '012345678901'].max()", 5),
    ("texts.isSorted()", 1),
    ("ints.indexOf(3)", 6),
    ("sets.equivalent([1, 2, 3], [3, 2, 1])", 39 - 20),
    ("sets.contains([1, 2], [1])", 3),
    ("ints.slice(1, 3)", 1 + 2 + 11),
    ("lists.range(4)", 4 + 11),
    ("ints.reverse()", 1 + 5 + 11),
    ("[[1], [2, 3]].flatten()", 2 + 11),
    ("ints.distinct()", 1 + 50 + 11),
    ("texts.distinct()", 1 + 18 + 11),
    ("texts.sort()", 1 + 18 + 11),
    ("ints.sortBy(x, -x)", 1 + (1 + 5 * (1 + 1 + 10 + 2) + 1) + 1 + 50 + 11),
    ("'%s'.format([s])", 1 + 11),
]


@pytest.mark.parametrize(("text", "wanted"), CASES, ids=[case[0] for case in CASES])
def test_cost(text: str, wanted: int) -> None:
    _, spent = Program(ENV, ENV.compile(text)).evaluate_metered(DATA)
    assert spent == wanted


def test_a_value_that_is_named_and_not_used() -> None:
    test_cost("map.?key.optMap(v, 1)", 4)


def test_limit() -> None:
    program = Program(ENV, ENV.compile("'abcdefg'.contains(map.key + map.n)"))
    assert program.evaluate_metered(DATA, limit=6)[1] == 6
    with pytest.raises(CostExceededError, match="operation cancelled: actual cost limit exceeded"):
        program.evaluate_metered(DATA, limit=5)


def test_constants_are_told() -> None:
    checked = ENV.compile("[1, int('2')]")
    assert checked.ast.expr.id in prices(checked).constants
