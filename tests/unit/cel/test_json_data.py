"""JSON as the data of expressions, and results as JSON."""

from __future__ import annotations

import math

import pytest

from kapivara.cel.budget import Budget
from kapivara.cel.environments import standard_env
from kapivara.cel.json_data import JsonSizes, to_json
from kapivara.cel.program import Program
from kapivara.cel.values import equal
from kapivara.cel.values.literal import to_literal

DATA = {"list": ["a", "äöü"], "map": {"k": [1, 2, 3], "long": []}, "number": 5, "objects": [{"n": "abc"}, {}]}


@pytest.mark.parametrize(
    ("path", "sizes"),
    [
        (("list",), (2, 2)),
        (("list", "@items"), (1, 6)),
        (("map", "@keys"), (1, 4)),
        (("map", "@values"), (0, 3)),
        (("map", "k"), (3, 3)),
        (("number",), (1, 1)),
        (("objects", "@items", "n"), (3, 3)),
        (("objects", "@items", "absent"), (0, 0)),
    ],
    ids=lambda value: ".".join(value) if isinstance(value[0], str) else "",
)
def test_sizes_are_those_of_the_data(path: tuple[str, ...], sizes: tuple[int, int]) -> None:
    found = JsonSizes(DATA).size_at(path)
    assert found is not None
    assert (found.min, found.max) == sizes


def test_nothing_is_known_of_other_names() -> None:
    assert JsonSizes(DATA).size_at(("other", "@items")) is None


EXPRESSIONS = [
    ("null", None),
    ("1u", 1),
    ("1.5", 1.5),
    ("double('-Infinity')", "-inf"),
    ("b'a\\x00\\''", "YQAn"),
    ("'tab\\t quote\\' \\U0001f600\\u0007'", "tab\t quote' \U0001f600\u0007"),
    ("timestamp('2020-01-02T03:04:05.5Z')", "2020-01-02T03:04:05.5Z"),
    ("duration('1m')", "60s"),
    ("{1: 'a', true: 'b', 'x': [null]}", {"1": "a", "true": "b", "x": [None]}),
    ("[optional.of(1), optional.none()]", [1, None]),
    ("type([1])", "list"),
    ("ip('::1')", "::1"),
    ("semver('1.2.3')", "1.2.3"),
]


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS, ids=[text for text, _ in EXPRESSIONS])
def test_results_as_json(text: str, expected: object) -> None:
    assert to_json(Budget(), _evaluate(text)) == expected


@pytest.mark.parametrize("text", [text for text, _ in EXPRESSIONS if not text.startswith("type")])
def test_a_literal_means_its_value(text: str) -> None:
    value = _evaluate(text)
    assert equal(Budget(), _evaluate(to_literal(value)), value)


def test_the_literal_of_no_number() -> None:
    assert to_literal(math.nan) == "double('NaN')"


def _evaluate(text: str) -> object:
    env = standard_env()
    return Program(env, env.compile(text)).evaluate()
