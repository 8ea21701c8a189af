"""How rules are followed through their source: what each way of writing them comes to."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from scripts.rule_tracing.tracer import RuleTracer
from scripts.rule_tracing.values import FieldValue, Place

HEAD = """
from importlib import import_module
from typing import Any, cast
from kapivara.field import FieldPath, duplicate, invalid, required
from kapivara.values.record import record
SPEC = FieldPath.of("spec")
FIELDS = ("a", "b")
TABLE = {"a": "b", "b": "c"}
"""
OBJECT = frozenset((FieldValue(()),))
Write = Callable[[str], ModuleType]


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """Makes a module of rules out of its source."""
    numbers = itertools.count()
    made: list[str] = []

    def make(source: str) -> ModuleType:
        name = f"kapivara.apis.rules_of_a_test_{next(numbers)}"
        file = tmp_path / f"{name}.py"
        file.write_text(HEAD + source)
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        made.append(name)
        spec.loader.exec_module(module)
        return module

    yield make
    for name in made:
        del sys.modules[name]


def trace(module: ModuleType, has_field: Callable[[Place], bool] = lambda _: True) -> RuleTracer:
    tracer = RuleTracer(object(), has_field)
    tracer.call(module.validate, [OBJECT], {})
    return tracer


def told(found: dict[Place, set[Any]]) -> dict[str, list[str]]:
    return {".".join(place): sorted(each.__name__ for each in functions) for place, functions in found.items()}


@pytest.mark.parametrize(
    ("source", "worded"),
    [
        pytest.param(
            "def validate(o): return [required(SPEC.child('x'))] if o else []", {"spec.x": ["validate"]}, id="constant"
        ),
        pytest.param(
            "def validate(o): return check(o['spec'], path=SPEC)\n"
            "def check(spec, path): return [invalid(path.child('x'), spec, '')]",
            {"spec.x": ["check"]},
            id="handed on",
        ),
        pytest.param(
            "def validate(o): return [required(SPEC.child(each)) for each in FIELDS if each in o]",
            {"spec.a": ["validate"], "spec.b": ["validate"]},
            id="names of constants",
        ),
        pytest.param(
            "def validate(o): return [e for old, new in TABLE.items() for e in check(o, old, SPEC.child(new))]\n"
            "def check(o, name, path): return [invalid(path.child(f'{name}Name'), o.get(name), '')]",
            {"spec.b.aName": ["check"], "spec.c.bName": ["check"]},
            id="pairs stay together",
        ),
        pytest.param(
            "def validate(o):\n given = [each for each in FIELDS if each in o]\n"
            " return check(given[0], o[given[0]], SPEC.child(given[0]))\n"
            "def check(name, value, path):\n match name:\n  case 'a': return [required(path.child('x'))]\n"
            "  case _: return [required(path.child('y'))]",
            {"spec.a.x": ["check"], "spec.b.y": ["check"]},
            id="one of several names",
        ),
        pytest.param(
            "def validate(o):\n for name, value in (('x', o.get('x')), ('y', o.get('y'))):\n"
            "  yield invalid(FieldPath.of(name), value, '')",
            {"x": ["validate"], "y": ["validate"]},
            id="rows that are written out",
        ),
        pytest.param(
            "def validate(o):\n path = SPEC.child('x')\n if o:\n  path = SPEC.child('y')\n return [required(path)]",
            {"spec.x": ["validate"], "spec.y": ["validate"]},
            id="either branch",
        ),
        pytest.param(
            "@record\nclass Around:\n    path: FieldPath\n    def check(self): return [required(self.path)]\n"
            "def validate(o): return Around(SPEC.child('x')).check() if o else []",
            {"spec.x": ["check"]},
            id="a record",
        ),
        pytest.param(
            "class Walk:\n    def __init__(self, path): self._path = path\n"
            "    def check(self, o): return [invalid(self._path.child('x'), o, '')]\n"
            "def validate(o): return Walk(SPEC).check(o)",
            {"spec.x": ["check"]},
            id="a class",
        ),
        pytest.param(
            "def validate(o):\n def inner(name): return required(SPEC.child(name))\n"
            " return [*map(inner, FIELDS), (lambda name: required(FieldPath.of(name)))('z')] if o else []",
            {"spec.a": ["validate"], "spec.b": ["validate"], "z": ["validate"]},
            id="functions within",
        ),
        pytest.param(
            "def validate(o): return getattr(import_module(__name__), 'check')(o, SPEC)\n"
            "def check(o, path): return [required(path.index(3).key('k').child('x'))]",
            {"spec.x": ["check"]},
            id="found by name",
        ),
        pytest.param(
            "def validate(o, depth=FIELDS): return [required(SPEC)] + [e for each in o['a'] for e in validate(each)]",
            {"spec": ["validate"]},
            id="calls itself",
        ),
        pytest.param("def validate(o): return [e.marked(level='x') for e in ()]", {}, id="no error"),
    ],
)
def test_where_errors_are_worded(write: Write, source: str, worded: dict[str, list[str]]) -> None:
    assert told(trace(write(source)).worded) == worded


@pytest.mark.parametrize(
    ("source", "fields"),
    [
        pytest.param("if o['spec']['x'] < o.get('y', 0):", {"spec.x", "y"}, id="compared"),
        pytest.param("for each in o['x']:", {"x"}, id="gone through"),
        pytest.param("if (o['x'], o['y']) in seen or f\"{o['z']}\" in seen:", {"x", "y", "z"}, id="together"),
        pytest.param("if len(o['x']) > 3:", {"x"}, id="given to other functions"),
        pytest.param("if 'x' in cast('Any', o):", set(), id="only whether it is there"),
        pytest.param("if check(o['x']):", set(), id="handed on"),
    ],
)
def test_what_is_looked_at_by_who_words_errors_elsewhere(write: Write, source: str, fields: set[str]) -> None:
    rules = f"def check(value): return value\ndef validate(o, seen=()):\n {source}\n  return [required(SPEC)]\n"
    assert set(told(trace(write(rules)).looked_at)) == fields
    without_errors = rules.replace("return [required(SPEC)]", "return []")
    assert told(trace(write(without_errors)).looked_at) == {}


def test_only_fields_that_there_are_count(write: Write) -> None:
    module = write("def validate(o): return [required(SPEC.child(each)) for each in FIELDS if o[each] > 1]")
    tracer = trace(module, lambda place: place[-1] == "a")
    assert set(told(tracer.worded)) == {"spec.a"}
    assert set(told(tracer.looked_at)) == {"a"}


def test_types_that_hold_themselves_end(write: Write) -> None:
    module = write(
        "def validate(o, path=SPEC):\n"
        " return [required(path)] + [e for name in FIELDS for e in validate(o[name], path.child(name))]"
    )
    tracer = trace(module, lambda place: len(place) < 6)
    assert set(map(len, tracer.worded)) == {1, 2, 3, 4, 5}
