"""The tags customValidation and opaqueType, and hand-written functions in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kapivara.field import Operation, invalid
from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.model.types import Package
from kapivara.generator.pipeline import generate, load_generated
from kapivara.generator.sources.handwritten import add_python_functions, canonical_name, python_functions
from kapivara.generator.sources.loading import Root, SourceOptions, read_sources

TYPES = """package v1

import "example.com/other"

// +k8s:customValidation
type Root struct {
	// +k8s:customValidation
	A []Word `json:"a"`
}

type Word string
"""
OF_TYPE = (
    "ValidateCustom_Root(ctx context.Context, op operation.Operation, fldPath *field.Path, value, oldValue *Root) "
    "field.ErrorList"
)
OF_FIELD = "ValidateCustom_Root_A(_ c.Context, o op.Operation, p *f.Path, value []Word, oldValue []Word) (f.ErrorList)"


def write(folder: Path, *functions: str, types: str = TYPES) -> Path:
    (folder / "doc.go").write_text("// +k8s:validation-gen=*\npackage v1\n")
    (folder / "types.go").write_text(types.replace('import "example.com/other"\n', ""))
    bodies = "".join(f"func {each} {{ return nil }}\n" for each in functions)
    (folder / "custom.go").write_text(f"package v1\n\n{bodies}")
    return folder


def refused(folder: Path) -> list[str]:
    try:
        generate(read_sources([folder]))
    except AuthorErrors as found:
        return [each.message for each in found.errors]
    return []


@pytest.mark.parametrize(
    ("functions", "wanted"),
    [
        pytest.param(
            [OF_TYPE, OF_FIELD],
            "",
            id="names of imports",
        ),
        pytest.param([OF_TYPE], "ValidateCustom_Root_A was not found", id="missing"),
        pytest.param(
            [OF_TYPE, "ValidateCustom_Root_A(value []Word) f.ErrorList"],
            "fldPath *field.Path, value, oldValue []Word) field.ErrorList",
            id="other parameters",
        ),
        pytest.param(
            [
                OF_TYPE,
                OF_FIELD.replace("[]Word", "*[]Word"),
            ],
            "value, oldValue []Word) field.ErrorList",
            id="other value",
        ),
        pytest.param(
            [
                OF_TYPE,
                OF_FIELD,
                "ValidateCustom_B() int",
            ],
            "ValidateCustom_B: no matching tag (add +k8s:customValidation, or rename if not a custom validation)",
            id="untagged",
        ),
        pytest.param(
            [OF_TYPE, OF_FIELD, "ValidateCustom_C() int", "ValidateCustom_B() int"],
            "ValidateCustom_C: no matching tag (add +k8s:customValidation, or rename if not a custom validation)",
            id="two untagged, told at once",
        ),
    ],
)
def test_functions_of_go_packages(tmp_path: Path, functions: list[str], wanted: str) -> None:
    found = refused(write(tmp_path, *functions))
    assert [each.endswith(wanted) for each in found] == ([True] if wanted else [])


PYTHON = '''"""Hand-written rules."""

def validate_custom_Root(op, path, new, old):
    return []

def ValidateCustom_Root_A(op, path, new, old): return []
'''


def test_python_functions_beside_go_types(tmp_path: Path) -> None:
    folder = write(tmp_path)
    assert len(refused(folder)) == 2
    (folder / "validations.py").write_text(PYTHON)
    assert refused(folder) == []
    (made,) = generate(read_sources([folder]))
    functions = {
        "ValidateCustom_Root": lambda op, path, new, old: [],
        "ValidateCustom_Root_A": lambda op, path, new, old: [invalid(path, None, "asked")],
    }
    module = load_generated(made.source, "v1", functions)
    assert [str(each) for each in module.validate("Root", Operation(), {"a": []})] == ["a: Invalid value: null: asked"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(PYTHON.replace("new, old):\n", "new):\n"), "must take (op, path, new, old)", id="parameters"),
        pytest.param(PYTHON + "def validate_custom_X(a): pass\n", "validate_custom_X: no matching tag", id="untagged"),
        pytest.param("def f(:", "not Python: ", id="syntax"),
        pytest.param("\0", "not Python: ", id="nul"),
    ],
)
def test_mistakes_in_python_functions(tmp_path: Path, text: str, message: str) -> None:
    folder = write(tmp_path)
    (folder / "validations.py").write_text(text)
    assert any(message in each for each in refused(folder))


def test_python_functions_of_a_package_that_an_earlier_one_uses(tmp_path: Path) -> None:
    user = 'package a\n\nimport "example.com/z"\n\ntype Root struct {\n\t// +k8s:optional\n\tA *z.Part `json:"a"`\n}\n'
    part = 'package z\n\n// +k8s:customValidation\ntype Part struct {\n\tB string `json:"b"`\n}\n'
    for name, text in (("a", user), ("z", part)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "types.go").write_text(text)
    (tmp_path / "z" / "validations.py").write_text("def validate_custom_Part(op, path, new, old): return []\n")
    sources = read_sources([tmp_path / "a", tmp_path / "z"], SourceOptions((Root("example.com", tmp_path),)))
    assert len(generate(sources)) == 2


def test_python_files_are_read_without_being_run(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text("raise SystemExit\n\ndef f(a, /, b: int) -> list[str]:\n    return []\n")
    (function,) = python_functions(file).values()
    assert (function.name, function.parameters, function.results) == ("f", (("a", ""), ("b", "int")), ("list[str]",))
    assert function.place.line == 3
    with pytest.raises(AuthorError, match="cannot read the file"):
        python_functions(tmp_path / "none.py")
    package = Package("v1", "v1")
    add_python_functions(package)
    assert package.functions == {}
    add_python_functions(package, file)
    assert list(package.functions) == ["f"]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("validate_custom_A_b_c", "ValidateCustom_A_BC"), ("ValidateCustom_A", "ValidateCustom_A"), ("other", None)],
)
def test_spellings(name: str, wanted: str | None) -> None:
    assert canonical_name(name) == wanted


OPAQUE = """package v1

type Root struct {
	// +k8s:opaqueType
	// +k8s:subfield(x)=+k8s:maxLength=9
	A Sub `json:"a"`
	B Sub `json:"b"`
	// +k8s:subfield(x)=+k8s:maxLength=2
	C Sub `json:"c"`
	// +k8s:eachVal=+k8s:opaqueType
	L []Sub `json:"l"`
	S Sealed `json:"s"`
}

// +k8s:validateFalse="sub"
type Sub struct {
	// +k8s:optional
	// +k8s:minLength=5
	X string `json:"x"`
}

// +k8s:opaqueType
// +k8s:validateFalse="sealed"
type Sealed struct {
	// +k8s:required
	Y string `json:"y"`
}
"""


def test_opaque_types(tmp_path: Path) -> None:
    (made,) = generate(read_sources([write(tmp_path, types=OPAQUE)]))
    value: dict[str, Any] = {each: {"x": "1234567890"} for each in "abc"} | {"l": [{}], "s": {}}
    found = load_generated(made.source, "v1").validate("Root", Operation(), value)
    assert [(each.field, each.detail) for each in found] == [
        ("a.x", "may not be more than 9 characters"),
        ("b", "forced failure: sub"),
        ("c.x", "may not be more than 2 characters"),
        ("c", "forced failure: sub"),
        ("s", "forced failure: sealed"),
    ]
