"""Packages whose types are in another package: `+k8s:validation-gen-input`."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.field import Operation, Verb, invalid
from kapivara.generator.lint import LintOptions, lint_sources
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.pipeline import generate, load_generated
from kapivara.generator.sources.loading import Root, SourceOptions, Sources, read_sources
from kapivara.testing import error, load_types

MARKERS = "// +k8s:validation-gen=TypesWithField=Name\n// +k8s:validation-gen-input=example.com/api/v1\n"
TYPES = """package v1

type Part struct {
	// +k8s:customValidation
	// +k8s:optional
	Name string `json:"name"`
	// +k8s:maxlength=3
	Free string `json:"free"`
}

// +k8s:maxLength=3
type Alone string
"""
FUNCTION = """package v1

func ValidateCustom_Part_Name(ctx context.Context, op operation.Operation, fldPath *field.Path, value, oldValue *string,
) field.ErrorList {
	return field.ErrorList{field.Invalid(fldPath, *value, "not this one")}
}
"""


def write(folder: Path, *, types: str = TYPES, function: str = FUNCTION) -> Path:
    (folder / "api" / "v1").mkdir(parents=True)
    (folder / "api" / "v1" / "types.go").write_text(types)
    marked = folder / "checks" / "v1"
    marked.mkdir(parents=True)
    (marked / "doc.go").write_text(f"{MARKERS}package v1\n")
    (marked / "validation.go").write_text(function)
    return marked


def read(*folders: Path) -> Sources:
    return read_sources(folders, SourceOptions(roots=(Root("example.com", folders[0].parent.parent),)))


def test_types_of_the_input_package_are_validated_and_have_shapes(tmp_path: Path) -> None:
    (made,) = generate(read(write(tmp_path)))
    functions = {"ValidateCustom_Part_Name": lambda op, path, new, old: [invalid(path, new, "not this one")]}
    module = load_generated(made.source, "checks", functions)
    found = module.validate("Part", Operation(), {"name": "a"})
    assert [str(each) for each in found] == ['name: Invalid value: "a": not this one']
    assert [name for name in ("Part", "Alone", "Other") if module.shape(name) is not None] == ["Part", "Alone"]


def test_functions_of_other_packages_carry_the_path_of_theirs(tmp_path: Path) -> None:
    checks = write(tmp_path)
    user = tmp_path / "users"
    user.mkdir()
    (user / "doc.go").write_text("// +k8s:validation-gen=*\npackage users\n")
    types = 'import "example.com/api/v1"\n\ntype User struct {\n\tPart v1.Part `json:"part"`\n}\n'
    (user / "types.go").write_text(f"package users\n\n{types}")
    sources = read_sources([checks, user], SourceOptions(roots=(Root("example.com", tmp_path),)))
    own, other = generate(sources)
    assert '(HAND_WRITTEN, "ValidateCustom_Part_Name")' in own.source
    assert '(HAND_WRITTEN, "example.com/checks/v1.ValidateCustom_Part_Name")' in other.source


def test_a_readonly_package_brings_its_types_and_functions(tmp_path: Path) -> None:
    write(tmp_path)
    user = tmp_path / "users"
    user.mkdir()
    types = 'import "example.com/api/v1"\n\ntype User struct {\n\tPart v1.Part `json:"part"`\n}\n'
    (user / "types.go").write_text(f"package users\n\n{types}")
    roots = (Root("example.com", tmp_path),)
    (made,) = generate(read_sources([user], SourceOptions(roots=roots, readonly=("example.com/checks/v1",))))
    assert '(HAND_WRITTEN, "example.com/checks/v1.ValidateCustom_Part_Name")' in made.source


def test_a_folder_without_files_and_a_package_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(AuthorErrors) as caught:
        read_sources([tmp_path], SourceOptions(readonly=("example.com/nowhere",)))
    assert [each.message.partition(":")[0] for each in caught.value.errors] == [
        "cannot find package example.com/nowhere",
        "no Go files in this folder, and no Python file with types",
    ]


@pytest.mark.parametrize(
    ("function", "beside_types", "message"),
    [
        pytest.param(
            "package v1\n",
            "",
            "expected hand-written function example.com/checks/v1.ValidateCustom_Part_Name was not found",
            id="missing",
        ),
        pytest.param(
            FUNCTION.replace("*string", "*int"),
            "",
            "example.com/checks/v1.ValidateCustom_Part_Name must have signature",
            id="of another type",
        ),
        pytest.param(
            FUNCTION,
            FUNCTION.replace("_Name", "_Free"),
            "example.com/api/v1.ValidateCustom_Part_Free: move to the generated package example.com/checks/v1",
            id="beside the types",
        ),
        pytest.param(
            FUNCTION + FUNCTION.replace("package v1", "").replace("_Name", "_Other"),
            "",
            "example.com/checks/v1.ValidateCustom_Part_Other: no matching tag",
            id="without a tag",
        ),
    ],
)
def test_functions_stand_where_the_code_is_generated(
    tmp_path: Path, function: str, beside_types: str, message: str
) -> None:
    folder = write(tmp_path, function=function)
    (tmp_path / "api" / "v1" / "more.go").write_text(beside_types or "package v1\n")
    with pytest.raises(AuthorErrors) as caught:
        generate(read(folder))
    assert [message in each.message for each in caught.value.errors] == [True]


def test_an_input_that_is_not_there(tmp_path: Path) -> None:
    folder = write(tmp_path)
    with pytest.raises(AuthorErrors) as caught:
        read_sources([folder])
    wanted = "cannot find package example.com/api/v1: +k8s:validation-gen-input names it"
    assert [each.message for each in caught.value.errors] == [wanted]


def test_python_markers_may_name_what_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "types.py").write_text("# +k8s:validation-gen=*\n# +k8s:validation-gen-input=example.com/api/v1\n")
    with pytest.raises(AuthorErrors) as caught:
        generate(read_sources([tmp_path]))
    assert "cannot find package example.com/api/v1" in str(caught.value)


def test_lint_looks_at_the_types(tmp_path: Path) -> None:
    found = lint_sources(read(write(tmp_path)), LintOptions(select=frozenset(("unknown-tag",))))
    assert [(each.field, each.message) for each in found] == [
        ("Free", 'unknown tag "k8s:maxlength": it does nothing'),
    ]


def test_types_of_the_input_can_be_tested(tmp_path: Path) -> None:
    folder, roots = write(tmp_path), {"example.com": tmp_path}
    types = load_types(folder, roots=roots, hand_written={"ValidateCustom_Part_Name": lambda *_: []})
    assert (types.path, sorted(types)) == ("example.com/api/v1", ["Alone", "Part"])
    types["Part"].value({"name": "a"}).expect_valid()
    types["Alone"].value("long").expect_errors(error("too_long", "<nil>", origin="maxLength"))


def test_the_verb_reaches_the_functions(tmp_path: Path) -> None:
    seen = []
    types = load_types(
        write(tmp_path),
        roots={"example.com": tmp_path},
        hand_written={"ValidateCustom_Part_Name": lambda op, _path, new, old: seen.append((op.verb, new, old)) or []},
    )
    types["Part"].value({"name": "b"}).old_value({"name": "a"}).expect_valid()
    types["Part"].value({"name": "b"}).old_value({"name": "b"}).expect_valid()
    assert seen == [(Verb.UPDATE, "b", "a")]
