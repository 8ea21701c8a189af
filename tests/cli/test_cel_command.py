"""Tests of `kapivara cel`: results, types and costs, and bad input."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from kapivara.cli.main import run

Cel = Callable[..., tuple[int, str]]


@pytest.fixture
def cel(capsys: pytest.CaptureFixture[str]) -> Cel:
    """Runs `cel`; returns exit code and output, including standard error."""

    def call(*arguments: str) -> tuple[int, str]:
        code = run(["cel", *arguments])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return call


def document(cel: Cel, *arguments: str) -> Any:
    return json.loads(cel(*arguments, "-o", "json")[1])


def test_result_type_and_cost(cel: Cel) -> None:
    assert cel("items.all(x, x.size() < limit)", "--var", 'items=["a","bb"]', "--var", "limit=5") == (
        0,
        "result      true\ntype        bool\ncost        16\nestimate    8 to 16\n",
    )


@pytest.mark.parametrize(
    ("expression", "literal"),
    [
        ("'it\\'s' + \"\\u001b\"", "'it\\'s\\u001b'"),
        ("[1, 2].map(i, i * 2)", "[2, 4]"),
        ("{'a': 1.0}", "{'a': 1.0}"),
        ("duration('90s')", "duration('90s')"),
        ("type(1u)", "uint"),
        ("optional.none()", "optional.none()"),
        ("b'\\x00a'", "b'\\x00a'"),
        ("quantity('1Ki').add(1)", "quantity('1025')"),
    ],
)
def test_results_are_shown_as_expressions(cel: Cel, expression: str, literal: str) -> None:
    assert cel(expression)[1].splitlines()[0] == f"result      {literal}"


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("[?dyn(1)]", "failed      cannot initialize optional list element from non-optional value 1"),
        ("{?'a': dyn('b')}", "failed      cannot initialize optional entry 'a' from non-optional value b"),
        ("[?dyn(1)] == [] || true", "result      true"),
    ],
)
def test_what_is_written_as_optional_must_be(cel: Cel, expression: str, said: str) -> None:
    assert cel(expression)[1].splitlines()[0] == said


@pytest.mark.parametrize(
    ("given", "type_name"),
    [
        ("null", "null"),
        ("true", "bool"),
        ("1", "int"),
        ("1.0", "double"),
        ("123456789012345678901", "double"),
        ('"a"', "string"),
        ("[]", "list(dyn)"),
        ("[1, 2]", "list(int)"),
        ('[1, "a"]', "list(dyn)"),
        ('{"a": 1}', "map(string, int)"),
        ('[{"a": 1}, {"a": "b"}]', "list(map(string, dyn))"),
    ],
)
def test_variables_have_the_types_of_their_json(cel: Cel, given: str, type_name: str) -> None:
    assert document(cel, "x", "--var", f"x={given}")["type"] == type_name


def test_a_compile_error_has_its_line_and_caret(cel: Cel) -> None:
    assert cel("1 + 'a'") == (
        1,
        "ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'\n | 1 + 'a'\n | ..^\n"
        "hint: a text is only added to a text: string(…)\n",
    )


def test_a_compile_error_as_json(cel: Cel) -> None:
    found = document(cel, "1 +\n  x")
    assert (found["verdict"], found["type"], found["result"]) == ("invalid", None, None)
    assert found["issues"] == [{"line": 2, "column": 3, "message": "undeclared reference to 'x' (in container '')"}]
    assert found["error"].startswith("ERROR: <input>:2:3: undeclared reference to 'x'")


def test_what_fails_says_why(cel: Cel) -> None:
    code, output = cel("self.a.b", "--var", 'self={"a": {"c": 1}}')
    assert code == 1
    assert output.splitlines()[0] == "failed      no such key: b"


def test_what_the_server_does_not_instantiate(cel: Cel) -> None:
    assert cel("int('a') == 1") == (
        1,
        "program instantiation failed: type conversion error from 'string' to 'int'\n",
    )


def test_costs_stop_at_the_servers_limit(cel: Cel) -> None:
    code, output = cel("lists.range(2000).all(x, lists.range(2000).all(y, y >= 0))")
    assert code == 1
    assert output.startswith("failed      operation cancelled: actual cost limit exceeded (1,000,000)\n")


def test_the_standard_environment_has_more(cel: Cel) -> None:
    assert cel("math.greatest(1, 2)")[0] == 1
    assert cel("math.greatest(1, 2)", "--env", "standard")[1].startswith("result      2\n")


def test_json_has_all_that_is_known(cel: Cel) -> None:
    assert document(cel, "{'n': [1u, 2u]}", "--env", "standard") == {
        "expression": "{'n': [1u, 2u]}",
        "environment": "standard",
        "verdict": "valid",
        "type": "map(string, list(uint))",
        "result": {"n": [1, 2]},
        "literal": "{'n': [1u, 2u]}",
        "cost": 0,
        "times": None,
        "estimate": {"min": 40, "max": 40},
        "parts": [],
        "error": "",
        "hints": [],
        "issues": [],
    }


def test_an_estimate_without_a_bound(cel: Cel) -> None:
    arguments = ["lists.range(x).all(i, i >= 0)", "--var", "x=2"]
    assert document(cel, *arguments)["estimate"]["max"] is None
    assert cel(*arguments)[1].splitlines()[-1] == "estimate    unbounded"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        pytest.param(["x", "--var", "x"], "'x': write NAME=VALUE", id="no value"),
        pytest.param(["x", "--var", "x={"], "x: this is neither JSON nor YAML", id="no data"),
        pytest.param(["x", "--var", "x=@no.yaml"], "x: no.yaml: no such file or folder", id="no file"),
        pytest.param(["x", "y"], "give one expression, not 2", id="two expressions"),
        pytest.param(["x", "--at", "spec"], "--at requires --crd", id="no definition"),
        pytest.param(["x", "--var", 'x={"a":1,"a":2}'], "x: duplicate field a", id="duplicate field"),
        pytest.param(["x", "--var", "x=1", "--var", "x=2"], "x is given twice", id="given twice"),
        pytest.param(["x", "--var", "1x=1"], "'1x' is not a valid name of a variable", id="no name"),
        pytest.param(["x", "--env", "other"], "Invalid value for '--env'", id="environment"),
    ],
)
def test_wrong_usage(cel: Cel, arguments: list[str], complaint: str) -> None:
    code, output = cel(*arguments)
    assert code == 2
    assert complaint in output


@pytest.mark.parametrize(
    "expression",
    ["(" * 5000 + "1" + ")" * 5000, "+".join(["1"] * 20000), "[" * 300 + "]" * 300, "\udcff", "", "\0", "a" * 200_000],
    ids=["deep", "long", "nested", "not UTF-8", "empty", "control", "large"],
)
def test_hostile_expressions_are_refused_in_a_few_lines(cel: Cel, expression: str) -> None:
    code, output = cel(expression)
    assert code == 1
    assert output.startswith("ERROR: <input>:")
    assert "\0" not in output


@pytest.mark.parametrize(("version", "code"), [("1.33", 1), ("1.34", 0), ("v1.34.2", 0)])
def test_a_version_has_its_own_functions(cel: Cel, version: str, code: int) -> None:
    found, text = cel("isSemver('1.2.3')", "--kubernetes-version", version)
    assert found == code
    assert ("hint: isSemver() is there for rules from Kubernetes 1.34 on" in text) == bool(code)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--kubernetes-version", "1.29"), "'1.29' is no version of Kubernetes that is known here: 1.30 to 1.37 are."),
        (("--kubernetes-version", "1.33", "--env", "standard"), "--kubernetes-version requires --env kubernetes"),
    ],
)
def test_versions_that_there_are_not(cel: Cel, arguments: tuple[str, ...], complaint: str) -> None:
    code, text = cel("true", *arguments)
    assert code == 2
    assert complaint in text
