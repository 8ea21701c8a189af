"""Operations on values of unknown type: the inline code for usual classes agrees with the general functions."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara import cel
from kapivara.cel.codegen import emitter
from kapivara.cel.values import CelMap, Duration, OptionalValue, Timestamp, UInt, make_map
from kapivara.cel.values.unreadable import Unreadable

VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2**63 - 1, -(2**63), 1.0, 0.5, float("nan"), UInt(1), "", "a", "ab", "b", b"a"),
    *([], [1], ["a", "b"], [[1]], {}, {"a": 1}, {"a": {"a": "b"}}, {"b": None}, make_map([(1, "a")])),
    *(Duration(1), Timestamp(1), OptionalValue(1), OptionalValue.none(), OptionalValue({"a": 1})),
    *(Unreadable("cannot be read"), [Unreadable("nor can this")], {"a": Unreadable("nor can that")}),
]
ONE = [
    *("x.a", "x.a.a", "has(x.a)", "has(x.a.a)", "x['a']", "x[0]", "x[1]", "x[-1]", "x[true]", "x[1.0]"),
    *("size(x)", "x.size() > 0", "!x", "x && true", "x || false", "x ? 1 : 2"),
    *("x == 1", "1 == x", "x == 'a'", "'a' != x", "x != true", "x == null", "null != x", "x == 1.0", "x == 1u"),
    *("x < 1", "1 <= x", "x > 'a'", "'a' >= x", "x < 1.0", "x < true"),
    *("x + 1", "1 - x", "x * 2", "x + 'a'", "-1 + x", "x - 1.0"),
    *("x.startsWith('a')", "x.endsWith('b')", "x.contains('b')", "'ab'.contains(x)"),
    *("'a' in x", "1 in x", "x in ['a', 'b']", "x in [1, 2]", "x in [1, 'a']", "x in []", "x in ['a', 1.0]"),
    *("x.all(y, y == 'a')", "x.all(y, x[y] != 1)", "x.exists(y, y > 0)"),
]
TWO = [
    *("x == y", "x != y", "x < y", "x >= y", "x + y", "x - y", "x * y", "x[y]", "x in y", "x in [y]"),
    *("x.startsWith(y)", "x.endsWith(y)", "x.contains(y)", "x && y", "x || y", "x.a == y.a"),
]
TYPES = {"x": cel.DYN, "y": cel.DYN}


def outcome(program: cel.Program, **bindings: Any) -> str:
    try:
        found = program.evaluate(bindings)
    except cel.CelError as failure:
        return f"failed: {failure}"
    shown = [*found.items()] if isinstance(found, (dict, CelMap)) else found
    return f"{type(found).__name__} {shown!r}"


def without_guards(expression: str, monkeypatch: pytest.MonkeyPatch) -> cel.Program:
    """Compiles an expression like a large one, which is printed as calls."""
    program = cel.compile(expression, TYPES)
    with monkeypatch.context() as patched:
        patched.setattr(emitter, "_LARGE", 0)
        outcome(program, x=0, y=0)
    return program


@pytest.mark.parametrize("expression", ONE)
def test_one_value(expression: str, monkeypatch: pytest.MonkeyPatch) -> None:
    guarded, general = cel.compile(expression, TYPES), without_guards(expression, monkeypatch)
    for value in VALUES:
        assert outcome(guarded, x=value, y=0) == outcome(general, x=value, y=0), value


@pytest.mark.parametrize("expression", TWO)
def test_two_values(expression: str, monkeypatch: pytest.MonkeyPatch) -> None:
    guarded, general = cel.compile(expression, TYPES), without_guards(expression, monkeypatch)
    for one in VALUES:
        for other in VALUES:
            assert outcome(guarded, x=one, y=other) == outcome(general, x=one, y=other), (one, other)


@pytest.mark.parametrize(
    ("expression", "given"),
    [
        ("x.a.b == 'c' && x.a.n < 5", {"a": {"b": "c", "n": 4}}),
        ("x.l.all(i, i.startsWith('a') && i.size() < 4)", {"l": ["a", "ab"]}),
        ("has(x.a) && x.l[0] + 1 == 2 && 'a' in x && x.a in ['b', 'c']", {"a": "b", "l": [1]}),
    ],
)
def test_usual_values_take_no_function(expression: str, given: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts the calls: one for the loop's range."""
    program = cel.compile(expression, {"x": cel.DYN})
    assert program.evaluate({"x": given}) is True
    names = program.evaluate.__globals__
    called: list[str] = []
    for name, value in list(names.items()):
        if name.startswith("g") and callable(value) and not isinstance(value, type):
            monkeypatch.setitem(names, name, lambda *args, n=name, v=value: (called.append(n), v(*args))[1])
    assert program.evaluate({"x": given}) is True
    assert len(called) <= expression.count("all(")
