"""Tests of JSONPath, with the results and errors of client-go."""

import pytest

from kapivara.languages.json_path import finding
from kapivara.languages.json_path.finding import find_first
from kapivara.languages.json_path.parsing import parse_template

OBJECT = {
    "spec": {
        "a": 1,
        "b": "xy",
        "c": [1, 2, 3],
        "d": [{"e": 1, "f": "p", "t": ["a"]}, {"e": 2, "f": "q", "g": None}, {"e": 3, "t": []}],
        "n": None,
        "u": [],
        "x.y/z": "dotted",
        "deep": {"er": {"name": "found"}},
        "on": [True, False],
    }
}


def find(path):
    return find_first(parse_template(f"{{{path}}}"), OBJECT)


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (".spec.a", [1]),
        (".spec.n", [None]),
        (".spec.none", []),
        (".spec.none.more[0]", []),
        (".spec.a.b", []),
        ("$.spec.a", [1]),
        (".spec['b']", ["xy"]),
        (".spec['a','b']", [1, "xy"]),
        (".spec.x\\.y/z", ["dotted"]),
        (".spec['x\\.y/z']", ["dotted"]),
        (".spec.c[0]", [1]),
        (".spec.c[-1]", [3]),
        (".spec.c[*]", [1, 2, 3]),
        (".spec.c[0,2]", [1, 3]),
        (".spec.c[1:]", [2, 3]),
        (".spec.c[:-1]", [1, 2]),
        (".spec.c[::2]", [1, 3]),
        (".spec.c[]", [1]),
        (".spec.c[1:1]", []),
        (".spec.d[*].f", ["p", "q"]),
        (".spec.d[?(@.e==2)].f", ["q"]),
        (".spec.d[?( @.f == 'p' )].e", [1]),
        ('.spec.d[?(@.f=="q")].e', [2]),
        (".spec.d[?(@.e!=1)].e", [2, 3]),
        (".spec.d[?(@.e>=2)].e", [2, 3]),
        (".spec.d[?(@.e<2)].e", [1]),
        (".spec.d[?(@.f>'p')].e", [2]),
        (".spec.d[?(@.g)].e", [2]),
        (".spec.c[?(@>1)]", [2, 3]),
        (".spec.on[?(@==true)]", [True]),
        (".spec..name", ["found"]),
        (".spec.deep..", [{"er": {"name": "found"}}, {"name": "found"}, "found"]),
        (".spec.deep.*.name", ["found"]),
        (".spec.b.*", [120, 121]),
        (".spec 'text'", ["text"]),
        ('.spec "\\u0041\\tb"', ["A\tb"]),
        (".spec -1.5", [-1.5]),
        (".spec true", [True]),
        (".spec.a}between{.spec.b", [1]),
    ],
)
def test_what_paths_find(path, found):
    assert find(path) == found


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(".spec.c[9]", id="index beyond the list"),
        pytest.param(".spec.c[2:1]", id="end before start"),
        pytest.param(".spec.c[::-1]", id="step backwards"),
        pytest.param(".spec.b[0]", id="index of a text"),
        pytest.param(".spec.d[*].t[0]", id="index beyond one of the lists"),
        pytest.param(".spec.a[?(@.b)]", id="filter of a number"),
        pytest.param(".spec.d[?(@.e>1.5)]", id="integer and float"),
        pytest.param(".spec.d[?(@.e=='1')]", id="integer and text"),
        pytest.param(".spec.on[?(@<true)]", id="order of booleans"),
        pytest.param(".spec.d[?(@.e=!1)]", id="no operator"),
        pytest.param(".spec.d[?(@.g==1)]", id="null and integer"),
        pytest.param(".spec.a word", id="unknown word"),
        pytest.param(".spec.a}{range .spec.c[*]}{end", id="range"),
        pytest.param(".spec.a}{.spec.c[9]", id="a later path"),
    ],
)
def test_paths_that_cannot_be_followed_find_nothing(path):
    assert find(path) == []


def test_a_filter_takes_what_cannot_be_followed_for_existing():
    """As in the server: the list exists, but is too short."""
    assert find(".spec.d[?(@.t[3])].e") == [1, 3]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("..[*]" * 9, id="descents in a row"),
        pytest.param("[" + ",".join(["*"] * 2000) + "][*]", id="unions"),
        pytest.param("[?(@..[*])]" * 3, id="filters"),
    ],
)
def test_steps_are_bounded(monkeypatch, path):
    """Without a limit, these take up to two million steps, and every further `..` multiplies them."""
    monkeypatch.setattr(finding, "MAX_STEPS", 10_000)
    nested = [[[[[1] * 3] * 3] * 3] * 20] * 20
    looked_at = []
    members = finding._members
    monkeypatch.setattr(finding, "_members", lambda value: looked_at.append(value) or members(value))
    assert find_first(parse_template(f"{{.spec{path}}}"), {"spec": nested}) == []
    assert len(looked_at) <= 10_000
    assert find_first(parse_template("{.spec[*]}"), {"spec": nested}) == nested
