"""Generates well-typed expressions and values for their variables.

Types have the names of `TEMPLATES`: holes such as `<ints>` are filled with expressions of that type, `<int:v>` with one
that may use the variable `v` of a macro. Expressions may fail on purpose when they run.
"""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st

from kapivara.cel import types
from kapivara.cel.types import Type
from kapivara.cel.values import Duration, OptionalValue, Timestamp, UInt, make_map

HOLE = re.compile(r"<([a-z_]+(?::\w)?)>")
LONGEST = 8
"""The most characters of a string."""
INTS = st.one_of(st.integers(-3, 5), st.sampled_from([-(2**63), 2**63 - 1, 2**53 + 1, 10**9]))
UINTS = st.one_of(st.integers(0, 4), st.sampled_from([2**64 - 1, 2**63])).map(UInt)
DOUBLES = st.one_of(
    st.sampled_from([0.0, -0.0, 1.0, -1.5, 2.0, 1e300, float("inf"), float("-inf"), float("nan"), 2.0**63]),
    st.floats(width=32),
)
STRINGS = st.one_of(st.sampled_from(["", "a", "b", "ab", "1", "é", "𝕏", "{0}", "'", "\\"]), st.text(max_size=LONGEST))
BYTES = st.one_of(st.sampled_from([b"", b"a", b"\xff"]), st.binary(max_size=3))
TIMESTAMPS = st.sampled_from([0, 1, -1, 10**9, 253402300799 * 10**9, -62135596800 * 10**9]).map(Timestamp)
DURATIONS = st.sampled_from([0, 1, -1, 10**9, 3600 * 10**9, 2**63 - 1, -(2**63)]).map(Duration)
JSON = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-3, 5), st.floats(-2, 2, width=16), st.sampled_from(["a", "b", ""])
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["a", "b", "c"]), inner, max_size=3)
    ),
    max_leaves=6,
)

VARIABLES: dict[str, tuple[Type, st.SearchStrategy[Any]]] = {
    "i": (types.INT, INTS),
    "j": (types.INT, INTS),
    "u": (types.UINT, UINTS),
    "f": (types.DOUBLE, DOUBLES),
    "s": (types.STRING, STRINGS),
    "y": (types.BYTES, BYTES),
    "b": (types.BOOL, st.booleans()),
    "t": (types.TIMESTAMP, TIMESTAMPS),
    "d": (types.DURATION, DURATIONS),
    "li": (types.list_of(types.INT), st.lists(INTS, max_size=4)),
    "ls": (types.list_of(types.STRING), st.lists(STRINGS, max_size=3)),
    "lb": (types.list_of(types.BOOL), st.lists(st.booleans(), max_size=3)),
    "msi": (
        types.map_of(types.STRING, types.INT),
        st.dictionaries(st.sampled_from(["a", "b", "c"]), INTS, max_size=3),
    ),
    "mis": (
        types.map_of(types.INT, types.STRING),
        st.lists(st.tuples(st.integers(-1, 3), STRINGS), max_size=3).map(make_map),
    ),
    "oi": (types.optional_of(types.INT), st.one_of(st.just(OptionalValue.none()), INTS.map(OptionalValue))),
    "any": (types.DYN, JSON),
}
SIZES: dict[tuple[str, ...], int] = {
    ("s",): LONGEST,
    ("y",): 3,
    ("li",): 4,
    ("ls",): 3,
    ("ls", "@items"): LONGEST,
    ("lb",): 3,
    ("msi",): 3,
    ("msi", "@keys"): 1,
    ("mis",): 3,
    ("mis", "@values"): LONGEST,
}
"""The largest sizes of variables, by path; values of unknown type have none."""
BINDINGS = st.fixed_dictionaries({name: strategy for name, (_, strategy) in VARIABLES.items()})

LEAVES: dict[str, tuple[str, ...]] = {
    "int": ("i", "j", "0", "1", "-1", "7", "9223372036854775807", "-9223372036854775808"),
    "uint": ("u", "0u", "1u", "18446744073709551615u"),
    "double": ("f", "0.0", "1.5", "-2.0", "1e308"),
    "string": ("s", "''", "'a'", '"é\\n"', "r'\\d'", "'''q'q'''", "'1'"),
    "bytes": ("y", "b''", "b'a\\xff'"),
    "bool": ("b", "true", "false"),
    "time": ("t", "timestamp('2024-02-29T12:30:00.5Z')", "timestamp(0)"),
    "span": ("d", "duration('1h2m')", "duration('-1.5s')"),
    "ints": ("li", "[i].filter(v, false)", "[1, 2, 3]", "[i]"),
    "strings": ("ls", "['a', 'b']", "[s]"),
    "bools": ("lb", "[true, b]"),
    "by_string": ("msi", "{'a': 1, 'b': i}", "{'a': j}"),
    "by_int": ("mis", "{1: 'x', i: s}"),
    "maybe": ("oi", "(b ? optional.none() : optional.of(i))", "optional.of(1)"),
    "dyn": ("any", "dyn(1)", "dyn(1u)", "dyn('a')", "dyn(1.0)", "dyn(null)", "dyn(b)"),
}

_CHOICE = "(<bool> ? <self> : <self>)"
_NUMBERS = ("<self> + <self>", "<self> - <self>", "<self> * <self>", "<self> / <self>", _CHOICE)
TEMPLATES: dict[str, tuple[str, ...]] = {
    "int": (
        *_NUMBERS,
        "<int> % <int>",
        "-(<int>)",
        "size(<string>)",
        "<ints>.size()",
        "size(<string>) + <ints>.size() - 1",
        "<ints>.filter(v, <bool:v>).size()",
        "<ints>[0]",
        "size(any)",
        "size(<by_int>)",
        "size(<bytes>)",
        "<ints>[<int>]",
        "<by_string>[<string>]",
        "<by_string>.a",
        "int(<uint>)",
        "int(<double>)",
        "int(<string>)",
        "int(<time>)",
        "<time>.getFullYear()",
        "<time>.getDayOfWeek('Europe/Berlin')",
        "<span>.getSeconds()",
        "<maybe>.value()",
        "<maybe>.orValue(<int>)",
        "<string>.indexOf(<string>)",
        "cel.bind(v, <int>, <int:v>)",
        "<ints>.map(v, <int:v>).size()",
        "math.greatest(<int>, <int>)",
    ),
    "uint": (*_NUMBERS, "<uint> % <uint>", "uint(<int>)", "uint(<double>)"),
    "double": (*_NUMBERS, "-(<double>)", "double(<int>)", "double(<string>)"),
    "string": (
        "<string> + <string>",
        _CHOICE,
        "string(<int>)",
        "string(<double>)",
        "string(<time>)",
        "string(<span>)",
        "string(<bytes>)",
        "<strings>[<int>]",
        "<by_int>[<int>]",
        "<string>.substring(<int>)",
        "<string>.charAt(<int>)",
        "<string>.replace(<string>, <string>)",
        "<strings>.join(<string>)",
        "<string>.lowerAscii()",
        "type(<dyn>) == int ? 'int' : <string>",
        "'%s|%d'.format([<string>, <int>])",
    ),
    "bytes": ("<bytes> + <bytes>", _CHOICE, "bytes(<string>)"),
    "time": ("<time> + <span>", "<time> - <span>", _CHOICE, "timestamp(<int>)"),
    "span": ("<span> + <span>", "<span> - <span>", "<time> - <time>", _CHOICE, "duration(<string>)"),
    "ints": (
        "<ints> + <ints>",
        "[<int>, <int>]",
        "[?<maybe>, <int>]",
        _CHOICE,
        "<ints>.filter(v, <bool:v>)",
        "<ints>.map(v, <int:v>)",
        "<ints>.map(v, <bool:v>, <int:v>)",
        "<by_string>.map(k, <by_string>[k])",
        "<ints>.transformList(i, v, <int:v> + i)",
        "<ints>.transformList(i, v, <bool:v>, i)",
        "<ints>.slice(<int>, <int>)",
        "<ints>.sort()",
        "<ints>.sortBy(v, <int:v>)",
        "<ints>.distinct()",
    ),
    "strings": ("<strings> + <strings>", "[<string>, <string>]", _CHOICE, "<string>.split(<string>)"),
    "bools": ("<bools> + <bools>", "[<bool>, <bool>]", "<ints>.map(v, <bool:v>)"),
    "by_string": (
        "{<string>: <int>, <string>: <int>}",
        "{?<string>: <maybe>}",
        "{'a': <int>, ?<string>: <maybe>}",
        _CHOICE,
        "<by_string>.transformMap(k, v, <int:v>)",
        "<strings>.transformMapEntry(i, v, {v: i})",
    ),
    "by_int": ("{<int>: <string>, <int>: <string>}", _CHOICE),
    "maybe": (
        "optional.of(<int>)",
        "optional.ofNonZeroValue(<int>)",
        "<ints>[?<int>]",
        "<by_string>[?<string>]",
        "<by_string>.?a",
        "<maybe>.or(<maybe>)",
        "<maybe>.optMap(v, <int:v>)",
        "<maybe>.optFlatMap(v, <maybe>)",
        _CHOICE,
    ),
    "dyn": (
        "dyn(<int>)",
        "dyn(<double>)",
        "dyn(<uint>)",
        "dyn(<string>)",
        "dyn(<ints>)",
        "dyn(<by_string>)",
        "any.a",
        "any.b.c",
        "any['a'][<int>]",
        "any[<dyn>]",
        "any[0]",
        "<dyn> + <dyn>",
        "dyn(any - 1)",
        "dyn(2 * any)",
        "<dyn> / <dyn>",
        _CHOICE,
    ),
    "bool": (
        "<bool> && <bool>",
        "<bool> || <bool>",
        "<bool> && <bool> || <bool>",
        "!(<bool>)",
        _CHOICE,
        "<int> < <int>",
        "<int> >= <int>",
        "<uint> <= <uint>",
        "<double> < <double>",
        "<double> == <double>",
        "<int> == <int>",
        "<string> != <string>",
        "<string> > <string>",
        "<bytes> == <bytes>",
        "<time> < <time>",
        "<span> >= <span>",
        "<ints> == <ints>",
        "<bools> != <bools>",
        "<by_string> == <by_string>",
        "<by_int> == <by_int>",
        "<maybe> == <maybe>",
        "<dyn> == <dyn>",
        "<dyn> < <dyn>",
        "<dyn> != 'a'",
        "<dyn> >= 1",
        "<dyn>.startsWith('a')",
        "<dyn> in ['a', 'b']",
        "'a' in <dyn>",
        "<dyn> && <bool>",
        "<dyn> || <bool>",
        "!<dyn>",
        "<dyn> in <ints>",
        "<dyn> in any",
        "<int> in <ints>",
        "<string> in <strings>",
        "<string> in <by_string>",
        "<int> in <by_int>",
        "has(<by_string>.a)",
        "has(any.a)",
        "has(any.a.b)",
        "<maybe>.hasValue()",
        "<string>.contains(<string>)",
        "<string>.startsWith('a')",
        "<string>.startsWith(<string>)",
        "<string>.endsWith(<string>)",
        "<string>.matches('a+|b$')",
        "<string>.matches(<string>)",
        "type(<dyn>) == type(<dyn>)",
        "1 / <int> > 0",
        "<ints>.all(v, <bool:v>)",
        "<ints>.exists(v, <bool:v>)",
        "<ints>.exists_one(v, <bool:v>)",
        "<strings>.all(w, w.startsWith('a'))",
        "<strings>.all(w, w.startsWith('a') && w.size() < <int>)",
        "<strings>.all(w, w.size() < 5 && (w.startsWith('b') && !w.endsWith(<string>)))",
        "<strings>.exists(w, w.startsWith('a') && w != <string>)",
        "<bools>.all(w, w)",
        "<bools>.exists(w, w || <bool>)",
        "<by_string>.all(k, <by_string>[k] > <int>)",
        "<by_string>.exists(k, v, <bool:v>)",
        "<ints>.all(i, v, <bool:v> || i > 1)",
        "<ints>.existsOne(i, v, <bool:v>)",
        "any.all(w, w == <dyn>)",
        "any.exists(w, w.a > 0)",
        "any.exists(k, w, w == <dyn>)",
        "cel.bind(v, <int>, <bool:v>)",
    ),
}


@st.composite
def expressions(draw: st.DrawFn, kind: str | None = None) -> str:
    """Draws an expression of one of the types, or of the given one."""
    kind = kind or draw(st.sampled_from(sorted(TEMPLATES)))
    return _expression(draw, kind, draw(st.integers(1, 4)), frozenset())


def _expression(draw: st.DrawFn, kind: str, depth: int, loops: frozenset[str]) -> str:
    """Draws an expression; `loops` has the int variables of the surrounding macros."""
    if depth == 0:
        leaves = LEAVES[kind]
        return draw(st.sampled_from((*leaves, *sorted(loops)) if kind == "int" else leaves))
    parts = HOLE.split(draw(st.sampled_from(TEMPLATES[kind])))
    for place in range(1, len(parts), 2):
        wanted, _, variable = parts[place].partition(":")
        inner = loops | {variable} if variable else loops
        filled = _expression(draw, kind if wanted == "self" else wanted, depth - 1, inner)
        parts[place] = f"({filled})" if depth > 1 else filled
    return "".join(parts)
