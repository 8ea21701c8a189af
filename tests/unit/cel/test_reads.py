"""The paths of variables that expressions read."""

from __future__ import annotations

import pytest

from kapivara.cel.environments import kubernetes_env
from kapivara.cel.reads import Path, Read, reads

ENV = kubernetes_env((1, 37))
WHOLE, SHELL = True, False

CASES: dict[str, set[tuple[str, Path, bool]]] = {
    "1 + 2 == 3": set(),
    "self > 1": {("self", (), WHOLE)},
    "self == oldSelf": {("self", (), WHOLE), ("oldSelf", (), WHOLE)},
    "self.a.b > 1": {("self", ("a", "b"), WHOLE)},
    "has(self.a.b)": {("self", ("a", "b"), SHELL)},
    "self.?a.?b.orValue(1) > 0": {("self", ("a", "b"), WHOLE)},
    "size(self.l) > 0": {("self", ("l",), SHELL)},
    "self.l.size() > 0": {("self", ("l",), SHELL)},
    "self.m['k'] == self.z": {("self", ("m", None), WHOLE), ("self", ("z",), WHOLE)},
    "self.m[self.k] > 1": {("self", ("m", None), WHOLE), ("self", ("k",), WHOLE)},
    "self.l[?0].orValue(1) > 0": {("self", ("l", None), WHOLE)},
    "self.l.all(x, x.n > 1)": {("self", ("l",), SHELL), ("self", ("l", None, "n"), WHOLE)},
    "self.l.map(x, x.n)[0] == 1": {("self", ("l",), SHELL), ("self", ("l", None, "n"), WHOLE)},
    "self.l.filter(x, x.n > 1).size() > 0": {
        ("self", ("l",), SHELL),
        ("self", ("l", None), WHOLE),
        ("self", ("l", None, "n"), WHOLE),
    },
    "self.l.all(x, self.l.exists_one(y, y.k == x.k))": {("self", ("l",), SHELL), ("self", ("l", None, "k"), WHOLE)},
    "oldSelf.hasValue() && oldSelf.value().a > 1": {("oldSelf", (), SHELL), ("oldSelf", ("a",), WHOLE)},
    "oldSelf.optMap(o, o.a == self.a).orValue(true)": {
        ("oldSelf", (), SHELL),
        ("oldSelf", ("a",), WHOLE),
        ("self", ("a",), WHOLE),
    },
}


@pytest.mark.parametrize(("text", "expected"), CASES.items(), ids=CASES)
def test_what_is_read(text: str, expected: set[tuple[str, Path, bool]]) -> None:
    assert {(each.variable, each.path, each.whole) for each in reads(ENV.parse(text).expr)} == expected


@pytest.mark.parametrize(
    ("path", "whole", "asked", "touches"),
    [
        pytest.param(("a",), True, ("a",), True, id="the value itself"),
        pytest.param(("a",), True, ("a", "b"), True, id="what it holds"),
        pytest.param(("a",), False, ("a", "b"), False, id="what it holds, of a shell"),
        pytest.param(("a", "b"), True, ("a",), True, id="what holds it"),
        pytest.param(("a",), True, ("b",), False, id="another one"),
        pytest.param(("m", None), True, ("m", "k"), True, id="any element"),
        pytest.param((), True, ("a",), True, id="all of it"),
    ],
)
def test_what_a_read_touches(path: Path, whole: bool, asked: Path, touches: bool) -> None:
    assert Read("self", path, whole).touches(asked) is touches


def test_deep_expressions_are_gone_through_without_recursion() -> None:
    text = " && ".join(f"self.a{place} > 0" for place in range(500))
    assert len(reads(ENV.parse(text).expr)) == 500
