"""Results and costs of failing expressions, as recorded from cel-go with the server's options.

Plain and metered programs must have the same outcome.
"""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from kapivara.cel import types
from kapivara.cel.budget import Budget
from kapivara.cel.codegen.metered import Meter
from kapivara.cel.environments import kubernetes_env
from kapivara.cel.errors import CelError
from kapivara.cel.program import UNLIMITED, compile_function
from kapivara.cel.types import Type, list_of, map_of

VARIABLES: Mapping[str, Type] = {
    "n": types.INT,
    "s": types.STRING,
    "ints": list_of(types.INT),
    "texts": list_of(types.STRING),
    "map": map_of(types.STRING, types.STRING),
    "one": map_of(types.STRING, types.INT),
    "nested": map_of(types.STRING, map_of(types.STRING, types.INT)),
    "any": types.DYN,
}
DATA: Mapping[str, Any] = {
    "n": 1,
    "s": "x" * 500,
    "ints": [1, 2, 3, 4, 5],
    "texts": ["aa", "bb", "cc"],
    "map": {"key": "value"},
    "one": {"k": 7},
    "nested": {"val": {"int": 0}},
    "any": "text",
}
ENV = kubernetes_env((1, 36)).extend(variables=VARIABLES)
NO_LIST = "internal error: interface conversion: *types.Err is not traits.Lister: missing method Add"
NO_KEY = "internal error: runtime error: hash of unhashable type types.Bytes"

CASES: list[tuple[str, str, int]] = [
    ("map.missing", "no such key: missing", 2),
    ("nested.none.int", "no such key: none", 2),
    ("nested.val.none", "no such key: none", 3),
    ("nested[map.missing].int", "no such key: missing", 3),
    ("nested[map.key].int", "no such key: value", 3),
    ("ints[n / 0]", "division by zero", 4),
    ("has(nested.none.int)", "no such key: none", 1),
    ("has((1 / 0 > n ? nested : nested).val)", "division by zero", 2),
    ("nested.?none.int.orValue(n)", "1", 2),
    ("ints[?n / 0]", "division by zero", 3),
    ("nested.?none[map.missing].hasValue()", "false", 2),
    ("nested.?none[?map.missing].hasValue()", "false", 2),
    ("nested.?val[map.missing].hasValue()", "no such key: missing", 4),
    ("dyn(optional.none())[n / 0] == optional.none()", "true", 5),
    ("dyn(optional.of(ints))[n / 0] == optional.none()", "division by zero", 8),
    ("has(dyn(optional.of({'x': n})).y)", "false", 33),
    ("dyn(optional.of({'x': n})).x == optional.of(1)", "true", 37),
    ("-(n / 0)", "division by zero", 3),
    ("size(map.missing)", "no such key: missing", 3),
    ("n / 0 + n", "division by zero", 4),
    ("n + n / 0", "division by zero", 4),
    ("n / 0 + ints[9]", "division by zero", 5),
    ("map.missing == s", "no such key: missing", 4),
    ("s == map.missing", "no such key: missing", 4),
    ("map.missing.contains(s)", "no such key: missing", 53),
    ("map.missing.matches('[0-9]')", "no such key: missing", 2),
    ("map.missing.matches(s)", "no such key: missing", 128),
    ("s.replace(map.missing, s)", "no such key: missing", 3),
    ("s.replace('a', map.missing)", "no such key: missing", 103),
    ("s.substring(n / 0, 5)", "division by zero", 3),
    ("s.substring(0, n / 0)", "division by zero", 53),
    ("s.substring(900)", "index out of range: 900", 51),
    ("map.missing.lowerAscii()", "no such key: missing", 3),
    ("'%s'.format([map.missing])", "no such key: missing", 13),
    ("map.missing.format([n])", "no such key: missing", 2),
    ("any.getHours()", "no such overload: getHours(string)", 2),
    ("any + n", "no such overload", 3),
    ("dyn(n / 0).getHours('UTC')", "division by zero", 4),
    ("timestamp(n / 0).getHours(s)", "division by zero", 5),
    ("any.matches(s)", "false", 127),
    ("dyn(n).matches(s)", "no such overload: matches", 128),
    ("dyn(n).matches('a')", "no such overload", 3),
    ("ints.exists_one(x, dyn(x))", "no such overload", 13),
    ("[n, n / 0, n]", "division by zero", 13),
    ("{'a': n / 0, 'b': n}", "division by zero", 32),
    ("{map.missing: n}", "no such key: missing", 32),
    ("google.protobuf.Int64Value{value: n / 0}", "division by zero", 42),
    ("n / 0 > 1 || true", "true", 3),
    ("n / 0 > 1 && n > 0", "division by zero", 5),
    ("n / 0 > 1 ? n : 2", "division by zero", 3),
    ("n / 0 in []", "false", 0),
    ("n / 0 in [1, 2]", "division by zero", 2),
    ("n in [n / 0]", "division by zero", 14),
    ("n / 0 in ints", "division by zero", 8),
    ("map.missing in map", "no such key: missing", 4),
    ("ints.all(x, x / 0 > 1)", "division by zero", 32),
    ("ints.all(x, 6 / (x - 1) > 2)", "false", 32),
    ("ints.exists(x, 6 / (x - 1) == 6)", "true", 21),
    ("ints.exists(x, ints[x + 2] == 9)", "index out of bounds: 5", 47),
    ("ints.exists_one(x, ints[x + 2] == 9)", "index out of bounds: 7", 28),
    ("ints.filter(x, ints[x + 2] > 0)", "index out of bounds: 7", 53),
    ("ints.map(x, ints[x + 2])", "index out of bounds: 5", 82),
    ("ints.map(x, ints[x + 2] > 0, ints[x + 3])", "index out of bounds: 7", 59),
    ("ints.map(x, x > 2, ints[x + 2])", "index out of bounds: 5", 60),
    ("one.transformMap(k, v, v / 0)", "division by zero", 7),
    ("one.transformMap(k, v, v / 0 > 1, v)", "division by zero", 5),
    ("one.transformMapEntry(k, v, {k: v / 0})", "division by zero", 37),
    ("texts.transformMap(i, v, ints[i + 4])", "index out of bounds: 5", 17),
    ("texts.transformMap(i, v, ints[i + 4] > 0, v)", "index out of bounds: 6", 21),
    ("texts.transformList(i, v, ints[i + 4])", "index out of bounds: 5", 50),
    ("nested.none.all(k, true)", "no such key: none", 2),
    ("nested.?val.optMap(v, v.missing)", "no such key: missing", 9),
    ("ints.slice(n / 0, 2)", "division by zero", 3),
    ("ints.slice(0, 9)", "cannot slice(0, 9), list is length 5", 13),
    ("[ints[9]].reverse()", "index out of bounds: 9", 24),
    ("[ints[9]].distinct()", NO_LIST, 12),
    ("[ints[9]].sort()", NO_LIST, 12),
    ("ints.sortBy(x, ints[x + 2])", NO_LIST, 84),
    ("[ints[9]].sortBy(x, x)", NO_LIST, 14),
    ("[ints].flatten(n / 0)", "internal error: interface conversion: ref.Val is *types.Err, not types.Int", 13),
    ("any.distinct()", NO_LIST.replace("*types.Err", "types.String").replace("Add", "Contains"), 1),
    ("any.sort()", "no such overload", 2),
    ("any.flatten()", "no such overload: string.flatten()", 16),
    ("any.flatten(1)", "no such overload: string.flatten(int)", 16),
    ("[ints].flatten(dyn('a'))", "internal error: interface conversion: ref.Val is types.String, not types.Int", 11),
    ("[ints[9]].distinct().size() == 1 || true", NO_LIST, 12),
    ("n / 0 > 1 || [ints[9]].distinct() == ints", NO_LIST, 15),
    ("n / 0 + [ints[9]].sort()[0] > 1", NO_LIST, 14),
    ("n / 0 == [ints[9]].sort()[0]", NO_LIST, 14),
    ("ints.all(x, x < 9 || [ints[9]].sort() == ints)", "true", 27),
    ("ints.map(x, x == 1 ? n / 0 : [ints[9]].sort()[0])", NO_LIST, 32),
    ("{b'a': n}", NO_KEY, 1),
    ("{'a': n}.exists(k, dyn(b'a') in {'a': n})", NO_KEY, 66),
    ("dyn(b'a') in ['a']", NO_KEY, 0),
]


def _outcome(evaluate: Callable[[], Any]) -> str:
    try:
        found = evaluate()
    except CelError as failure:
        return str(failure)
    return str(found).lower() if isinstance(found, bool) else str(found)


@pytest.mark.parametrize(("text", "wanted", "cost"), CASES, ids=[case[0] for case in CASES])
def test_outcome_and_cost(text: str, wanted: str, cost: int) -> None:
    checked, names = ENV.compile(text), tuple(VARIABLES)
    values = [DATA[name] for name in names]
    plain = compile_function(checked, names, provider=ENV.provider)
    metered = compile_function(checked, names, provider=ENV.provider, metered=True)
    meter = Meter(UNLIMITED, Budget())
    assert _outcome(lambda: plain(Budget(), *values)) == wanted
    assert _outcome(lambda: metered(meter, *values)) == wanted
    assert meter.spent == cost
