"""Tests of `kapivara test-types`: cases that match and differ, hand-written functions, bad input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.cli.main import run

TestTypes = Callable[..., tuple[int, str]]
DOC = "// +k8s:validation-gen=TypesWithField=Name\n\npackage v1\n"
TYPES = """package v1

type Widget struct {
\t// +k8s:required
\t// +k8s:maxLength=3
\tName string `json:"name"`
\tPart Part `json:"part"`
}

// +k8s:validation-gen=false
type Part struct {
\t// +k8s:optional
\t// +k8s:maximum=5
\tSize *int32 `json:"size,omitempty"`
}
"""
GOOD: dict[str, Any] = {"type": "Widget", "op": "create", "obj": {"name": "abc"}, "errors": []}
LONG: dict[str, Any] = {
    **GOOD,
    "obj": {"name": "abcd"},
    "errors": [{"type": "FieldValueTooLong", "field": "name", "origin": "maxLength"}],
}


@pytest.fixture
def test_types(capsys: pytest.CaptureFixture[str]) -> TestTypes:
    """Runs `test-types`; returns exit code and output, including standard error."""

    def call(*arguments: str | Path) -> tuple[int, str]:
        code = run(["test-types", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return call


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "doc.go").write_text(DOC)
    (tmp_path / "types.go").write_text(TYPES)
    return tmp_path


def write_cases(folder: Path, *cases: Any) -> None:
    lines = (each if isinstance(each, str) else json.dumps(each) for each in cases)
    (folder / "cases.jsonl").write_text("\n".join(lines))


def test_cases_that_agree(test_types: TestTypes, package: Path) -> None:
    write_cases(package, GOOD, LONG)
    assert test_types(package) == (0, "2 cases: 2 identical, 0 differ\n")


def test_cases_that_differ(test_types: TestTypes, package: Path) -> None:
    write_cases(package, {**LONG, "errors": []}, {**GOOD, "obj": {"part": {"size": 9}}})
    code, out = test_types(package)
    assert code == 1
    assert out == (
        f"differs     {package / 'cases.jsonl'}:1: create Widget\n"
        "            expected  nothing\n"
        "            got       name: Too long: may not be more than 3 characters  (origin maxLength)\n"
        f"differs     {package / 'cases.jsonl'}:2: create Widget\n"
        "            expected  nothing\n"
        "            got       name: Required value  (short circuit)\n"
        "            expected  nothing\n"
        "            got       part.size: Invalid value: 9: must be less than or equal to 5  (origin maximum)\n"
        "2 cases: 0 identical, 2 differ\n"
    )


def test_a_type_that_is_not_registered_is_valid(test_types: TestTypes, package: Path) -> None:
    write_cases(package, {"type": "Part", "op": "create", "obj": {"size": 9}, "errors": []})
    assert test_types(package)[0] == 0


def test_bad_lines_are_told_and_the_rest_is_run(test_types: TestTypes, package: Path) -> None:
    write_cases(package, GOOD, "{", {**GOOD, "op": "delete"}, LONG)
    code, out = test_types(package)
    assert code == 2
    assert f"unreadable  {package / 'cases.jsonl'}:2:" in out
    assert f'unreadable  {package / "cases.jsonl"}:3: "op": "delete" is unknown' in out
    assert out.endswith("2 cases: 2 identical, 0 differ, 2 unreadable\n")


def test_values_that_their_type_does_not_take(test_types: TestTypes, package: Path) -> None:
    write_cases(package, {**GOOD, "obj": {"part": {"size": "big"}}}, {**GOOD, "obj": []})
    code, out = test_types(package)
    assert code == 1
    assert "obj: json: cannot unmarshal string into Go struct field Part.part.size of type int32\n" in out
    assert "obj: json: cannot unmarshal array into Go value of type" in out


def test_other_files(test_types: TestTypes, package: Path, tmp_path: Path) -> None:
    (tmp_path / "more.jsonl").write_text(json.dumps(GOOD))
    assert test_types(package, "--cases", tmp_path / "more.jsonl")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "cases.jsonl: no such file or folder (write one case per line, or name another file with --cases)"),
        (("--cases", "nowhere.jsonl"), "nowhere.jsonl: no such file or folder\n"),
        (("--custom", "nowhere.py"), "'nowhere.py' does not exist"),
    ],
    ids=["none", "cases", "custom"],
)
def test_files_that_are_not_there(
    test_types: TestTypes, package: Path, arguments: tuple[str, ...], message: str
) -> None:
    code, out = test_types(package, *arguments)
    assert code == 2
    assert message in out


def test_a_file_without_cases(test_types: TestTypes, package: Path) -> None:
    write_cases(package)
    code, out = test_types(package)
    assert code == 2
    assert "this file has no cases" in out


def test_types_that_are_not_right(test_types: TestTypes, package: Path) -> None:
    write_cases(package, GOOD)
    (package / "types.go").write_text(TYPES.replace("=3", "=x"))
    code, out = test_types(package)
    assert code == 1
    assert f"error       {package / 'types.go'}:5:6: " in out
    assert out.endswith("1 error; no case was run\n")


def test_a_type_that_nothing_selects_is_noted_once(test_types: TestTypes, package: Path) -> None:
    part = {**GOOD, "type": "Part", "obj": {"size": 9}}
    write_cases(package, part, GOOD, part)
    code, out = test_types(package)
    assert code == 0
    assert out.count("type Part is not selected by +k8s:validation-gen, so it is always valid") == 1
    assert out.count("note ") == 1


def test_custom_functions_of_a_package_that_cannot_be_read(test_types: TestTypes, tmp_path: Path) -> None:
    (tmp_path / "types.py").write_text("# +k8s:validation-gen=*\nclass A(:\n")
    (tmp_path / "custom.py").write_text("")
    write_cases(tmp_path, GOOD)
    code, out = test_types(tmp_path / "types.py", "--custom", tmp_path / "custom.py")
    assert code == 1
    assert "not Python" in out


def test_as_json(test_types: TestTypes, package: Path) -> None:
    write_cases(package, GOOD, {**LONG, "errors": []})
    code, out = test_types(package, "-o", "json")
    document = json.loads(out)
    assert code == 1
    assert document["summary"] == {"cases": 2, "identical": 1, "differ": 1, "unreadable": 0, "errors": 0}
    assert document["cases"][1]["differences"][0]["got"]["field"] == "name"


CUSTOM = TYPES.replace("\t// +k8s:maxLength=3\n", "\t// +k8s:customValidation\n")
PYTHON = """from kapivara.field import invalid


def validate_custom_Widget_Name(op, path, new, old):
    return [invalid(path, new, "custom").with_origin("mine")] if new != "abc" else []
"""
REFUSED = {
    **GOOD,
    "obj": {"name": "x"},
    "errors": [{"type": "FieldValueInvalid", "field": "name", "detail": "custom", "origin": "mine"}],
}


def test_hand_written_python_beside_the_types(test_types: TestTypes, package: Path) -> None:
    (package / "types.go").write_text(CUSTOM)
    (package / "validations.py").write_text(PYTHON)
    write_cases(package, GOOD, REFUSED)
    assert test_types(package, "--custom", package / "validations.py") == (0, "2 cases: 2 identical, 0 differ\n")


def test_hand_written_python_is_not_run_unasked(test_types: TestTypes, package: Path, tmp_path: Path) -> None:
    (package / "types.go").write_text(CUSTOM)
    mark = tmp_path / "MARK"
    (package / "validations.py").write_text(f"open({str(mark)!r}, 'w')\n{PYTHON}")
    write_cases(package, GOOD, REFUSED)
    code, out = test_types(package)
    file = package / "validations.py"
    why = f"validate_custom_Widget_Name is required; Python code runs only if it is named: --custom {file}"
    assert code == 2
    assert f"unreadable  {file}:5:1: {why}\n" in out
    assert not mark.exists()


def test_hand_written_python_that_nothing_needs_is_no_obstacle(test_types: TestTypes, package: Path) -> None:
    (package / "validations.py").write_text("open('MARK', 'w')\n")
    write_cases(package, GOOD)
    assert test_types(package)[0] == 0
    assert not Path("MARK").exists()


def test_hand_written_python_elsewhere(test_types: TestTypes, package: Path, tmp_path: Path) -> None:
    (package / "types.go").write_text(CUSTOM)
    (tmp_path / "elsewhere.py").write_text(PYTHON)
    write_cases(package, GOOD, REFUSED)
    assert test_types(package, "--custom", tmp_path / "elsewhere.py") == (0, "2 cases: 2 identical, 0 differ\n")


def test_hand_written_functions_that_fail(test_types: TestTypes, package: Path) -> None:
    (package / "types.go").write_text(CUSTOM)
    (package / "validations.py").write_text(PYTHON.replace("return", "raise ValueError('oh') or"))
    write_cases(package, REFUSED)
    code, out = test_types(package, "--custom", package / "validations.py")
    assert code == 1
    assert "validation failed: ValueError: oh\n" in out


GO = """package v1

import (
	"context"

	"k8s.io/apimachinery/pkg/api/operation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func ValidateCustom_Widget_Name(ctx context.Context, op operation.Operation, fldPath *field.Path, value, _ *string,
) field.ErrorList {
	go report(*value)
	return nil
}

func ValidateCustom_Part(ctx context.Context, op operation.Operation, fldPath *field.Path, value, oldValue *Part,
) field.ErrorList {
	return field.ErrorList{field.Forbidden(fldPath, "no parts")}
}
"""


def test_a_function_that_cannot_be_run_stops_only_its_own_cases(test_types: TestTypes, package: Path) -> None:
    types = CUSTOM.replace("// +k8s:validation-gen=false\n", "// +k8s:validation-gen=true\n// +k8s:customValidation\n")
    (package / "types.go").write_text(types)
    (package / "validation.go").write_text(GO)
    part = {**GOOD, "type": "Part", "obj": {}, "errors": [{"type": "FieldValueForbidden", "field": "<nil>"}]}
    without = {**GOOD, "obj": {}, "errors": [{"type": "FieldValueRequired", "field": "name", "shortCircuit": True}]}
    without["errors"].append({"type": "FieldValueForbidden", "field": "part"})
    write_cases(package, GOOD, part, without)
    code, out = test_types(package)
    assert code == 1
    assert f"{package / 'validation.go'}:12:2: ValidateCustom_Widget_Name: a go statement cannot be run" in out
    assert out.endswith("3 cases: 2 identical, 1 differ\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [("import nothing_of_the_kind", "ModuleNotFoundError"), ("raise SystemExit(0)", "SystemExit")],
)
def test_hand_written_python_that_cannot_be_loaded(
    test_types: TestTypes, package: Path, line: str, message: str
) -> None:
    (package / "types.go").write_text(CUSTOM)
    (package / "validations.py").write_text(f"{PYTHON}\n\n{line}\n")
    write_cases(package, REFUSED)
    code, out = test_types(package, "--custom", package / "validations.py")
    assert code == 2
    assert f"unreadable  {package / 'validations.py'}:8: cannot be loaded: {message}" in out


@pytest.mark.parametrize("folder", ["backups", "backups_python"])
def test_the_examples(test_types: TestTypes, root: Path, folder: str) -> None:
    code, out = test_types(root / "examples" / "types" / folder)
    assert code == 0
    assert " identical, 0 differ\n" in out


def test_fields_that_the_type_does_not_have_are_noted(test_types: TestTypes, package: Path) -> None:
    case = {**GOOD, "op": "update", "obj": {"name": "abc", "part": {"sise": 1}}, "old": {"name": "abc", "nam": ""}}
    write_cases(package, case)
    code, output = test_types(package)
    file = package / "cases.jsonl"
    assert output.splitlines()[:2] == [
        f'note        {file}:1: unknown field "obj.part.sise"',
        f'note        {file}:1: unknown field "old.nam"',
    ]
    assert code == 0


def test_rules_that_no_case_tests_are_told(package: Path, test_types: TestTypes) -> None:
    write_cases(package, GOOD, LONG)
    assert test_types(package, "--coverage") == (
        0,
        "uncovered   Widget.Name: required_value\n"
        "uncovered   Part.Size: maximum(5)\n"
        "2 cases: 2 identical, 0 differ\n"
        "3 rules: 1 covered (33.3%)\n",
    )
    code, output = test_types(package, "--coverage", "-o", "json")
    assert (code, json.loads(output)["coverage"]) == (
        0,
        {
            "rules": 3,
            "percent": 33.3,
            "uncovered": [
                {"owner": "Widget.Name", "rule": "required_value"},
                {"owner": "Part.Size", "rule": "maximum(5)"},
            ],
        },
    )


def test_what_is_covered_only_rises(package: Path, tmp_path: Path, test_types: TestTypes) -> None:
    floor = tmp_path / "floor.json"
    write_cases(package, GOOD, LONG)
    assert test_types(package, "--floor", floor)[1].endswith("3 rules: 1 covered (33.3%), floor raised to 33.3%\n")
    assert test_types(package, "--floor", floor)[1].endswith("3 rules: 1 covered (33.3%), floor 33.3%\n")
    write_cases(package, GOOD)
    code, output = test_types(package, "--floor", floor)
    assert code == 1
    assert output.endswith("3 rules: 0 covered (0.0%), below the floor of 33.3%\n")
    missing = {**GOOD, "obj": {}, "errors": [{"type": "FieldValueRequired", "field": "name", "shortCircuit": True}]}
    write_cases(package, GOOD, LONG, missing)
    assert test_types(package, "--floor", floor)[0] == 0
    assert json.loads(floor.read_text()) == {"coverage": 66.6}


@pytest.mark.parametrize("text", ["", "[]", '{"coverage": "all"}', '{"coverage": 101}', '{"coverage": true}'])
def test_a_floor_that_is_none_is_left_alone(text: str, package: Path, tmp_path: Path, test_types: TestTypes) -> None:
    floor = tmp_path / "floor.json"
    floor.write_text(text)
    write_cases(package, GOOD)
    code, output = test_types(package, "--floor", floor)
    assert (code, "does not hold a floor such as" in output, floor.read_text()) == (2, True, text)
