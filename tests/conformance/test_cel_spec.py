"""Runs the CEL specification's conformance tests: every case passes, except those that are excluded for a reason.

`cel_spec_exclusions.json` lists the exclusions; an excluded case that passes fails the test.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from conformance.block_macros import BLOCK_MACROS
from conformance.floors import raise_floors, read_floors
from conformance.recordings import read_lines
from conformance.tally import Count
from conformance.unchecked_cel import assume
from kapivara import cel
from kapivara.cel import types
from kapivara.cel.functions import Function, Overload
from kapivara.cel.macros import macro_table
from kapivara.cel.types import Type
from kapivara.cel.values import make_map, runtime_name

NEEDS_CASES = pytest.mark.shared("conformance/cel_spec.jsonl")
BASIC_TYPES = {
    "bool": types.BOOL,
    "bytes": types.BYTES,
    "double": types.DOUBLE,
    "dyn": types.DYN,
    "int": types.INT,
    "null": types.NULL,
    "string": types.STRING,
    "uint": types.UINT,
}


EXCLUSIONS = json.loads(Path(__file__).with_name("cel_spec_exclusions.json").read_text())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrizes `cel_case` with every case of the specification; excluded ones are strict expected failures."""
    if "cel_case" not in metafunc.fixturenames:
        return
    reasons = {case: entry["reason"] for entry in EXCLUSIONS for case in entry["cases"]}
    cases = [
        pytest.param(case, id=case["id"], marks=[pytest.mark.xfail(reason=reasons[case["id"]], strict=True)])
        if case["id"] in reasons
        else pytest.param(case, id=case["id"])
        for case in read_lines("cel_spec") or ()
    ]
    metafunc.parametrize("cel_case", cases or [pytest.param(None, id="absent")])


@NEEDS_CASES
def test_a_case(cel_case: dict[str, Any]) -> None:
    if "error" in cel_case:
        with pytest.raises((cel.CelError, cel.CelIssuesError)):
            compile_case(cel_case).evaluate(bindings_of(cel_case))
        return
    program = compile_case(cel_case)
    if "type" in cel_case:
        assert str(program.result_type) == str(read_type(cel_case["type"]))
    if "value" in cel_case:
        wanted, bindings = read_value(cel_case["value"]), bindings_of(cel_case)
        for result in (program.evaluate(bindings), program.evaluate_metered(bindings)[0]):
            assert same(wanted, result), f"gives {result!r}"


@NEEDS_CASES
def test_what_is_excluded_exists() -> None:
    known = {case["id"] for case in read_lines("cel_spec") or ()}
    assert [case for entry in EXCLUSIONS for case in entry["cases"] if case not in known] == []


@NEEDS_CASES
def test_the_kept_counts_are_right(request: pytest.FixtureRequest) -> None:
    excluded = {case for entry in EXCLUSIONS for case in entry["cases"]}
    counts: dict[str, Count] = {}
    for case in read_lines("cel_spec") or ():
        group, holds = case["id"].split("/")[0], case["id"] not in excluded
        counts[group] = counts.get(group, Count()) + Count(1, 1, holds, holds)
    if request.config.getoption("--update"):
        raise_floors({"cel_spec": counts})
    assert counts == read_floors()["cel_spec"], "scripts/regen floors writes them"


@pytest.mark.parametrize("entry", EXCLUSIONS, ids=lambda entry: entry["group"])
def test_what_is_excluded_is_documented(root: Path, entry: dict[str, Any]) -> None:
    text = (root / "docs" / "parity.md").read_text()
    assert f"| {entry['group']} | {len(entry['cases'])} | {entry['reason']} |" in text


@lru_cache(maxsize=1)
def base_env() -> cel.Env:
    return cel.standard_env().extend(macros=macro_table(BLOCK_MACROS))


def compile_case(case: Mapping[str, Any]) -> cel.Program:
    declarations = case.get("typeEnv", ())
    variables = {each["ident"]: read_type(each["type"]) for each in declarations if "ident" in each}
    functions = {each["function"]: read_function(each) for each in declarations if "function" in each}
    unchecked = case.get("disableCheck", False)
    if unchecked:
        variables = {**dict.fromkeys(case.get("bindings", ()), types.DYN), **variables}
    env = base_env().extend(
        container=case.get("container", ""), variables=variables, libraries=[functions] if functions else []
    )
    if unchecked:
        return cel.Program(env, assume(env.parse(case["expr"]), env))
    return cel.Program(env, env.compile(case["expr"]))


def read_function(declaration: Mapping[str, Any]) -> Function:
    overloads = (
        Overload(
            each["id"],
            tuple(map(read_type, each["params"])),
            read_type(each["result"]),
            never_called,
            member=each["member"],
        )
        for each in declaration["overloads"]
    )
    return Function(declaration["function"], tuple(overloads))


def never_called(*_values: Any) -> Any:
    raise AssertionError("a function that is only declared")


def read_type(written: Any) -> Type:
    match written:
        case str():
            return BASIC_TYPES[written]
        case {"list": item}:
            return types.list_of(read_type(item))
        case {"map": [key, value]}:
            return types.map_of(read_type(key), read_type(value))
        case {"param": name}:
            return types.type_param(name)
        case {"abstract": name, "params": params}:
            return types.opaque(name, *map(read_type, params))
    raise ValueError(written)


def bindings_of(case: Mapping[str, Any]) -> dict[str, Any]:
    return {name: read_value(value) for name, value in case.get("bindings", {}).items()}


class TypeName(str):
    """The value of an expression that evaluates to a type."""


def read_value(written: Mapping[str, Any]) -> Any:
    ((kind, content),) = written.items()
    match kind:
        case "int":
            return int(content)
        case "uint":
            return cel.UInt(int(content))
        case "double":
            return float(content)
        case "bytes":
            return base64.b64decode(content)
        case "list":
            return [read_value(each) for each in content]
        case "map":
            return make_map([(read_value(key), read_value(value)) for key, value in content])
        case "type":
            return TypeName(content)
        case "bool" | "null" | "string":
            return content
    raise ValueError(kind)


def same(wanted: Any, given: Any) -> bool:
    """Returns whether two values have the same types and content at every depth."""
    if isinstance(wanted, TypeName):
        return isinstance(given, Type) and runtime_name(given) == wanted
    if isinstance(wanted, list):  # concatenated lists have a type of their own
        return isinstance(given, list) and len(wanted) == len(given) and all(map(same, wanted, given))
    if type(wanted) is not type(given):
        return False
    if hasattr(wanted, "items"):
        return len(wanted) == len(given) and all(
            any(same(key, other) and same(value, own) for other, own in given.items()) for key, value in wanted.items()
        )
    return wanted == given or wanted != wanted
