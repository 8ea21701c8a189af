"""Tests of `kapivara gen`: it writes or compares files, reports all mistakes, and never writes half of the files."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kapivara.cli.main import run

Gen = Callable[..., tuple[int, str]]
DOC = "// +k8s:validation-gen=*\n\n// Package v1 is a test.\npackage v1\n"
TYPES = """package v1

type Widget struct {
\t// +k8s:required
\t// +k8s:maxLength=3
\tName string `json:"name"`
}
"""
NAME = "zz_generated_validations.py"


@pytest.fixture
def gen(capsys: pytest.CaptureFixture[str]) -> Gen:
    """Runs `gen`; returns exit code and output, including standard error."""

    def call(*arguments: str | Path) -> tuple[int, str]:
        code = run(["gen", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return call


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return write_package(tmp_path / "v1", TYPES)


def write_package(folder: Path, types: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "doc.go").write_text(DOC)
    (folder / "types.go").write_text(types)
    return folder


def test_a_file_beside_the_types(gen: Gen, package: Path) -> None:
    code, out = gen(package)
    assert (code, out) == (
        0,
        f"written     {package / NAME} (1 function, 1 registered type)\n1 package: 1 written\n",
    )
    code, out = gen(package)
    assert (code, out) == (0, f"unchanged   {package / NAME}\n1 package: 1 unchanged\n")


def test_what_is_written_works_without_the_generator(gen: Gen, package: Path) -> None:
    gen(package)
    program = (
        "import sys; from kapivara.field import Operation; from zz_generated_validations import validate\n"
        "print(validate('Widget', Operation(), {'name': 'long'})[0])\n"
        "print([name for name in sys.modules if name.startswith(('kapivara.generator', 'tree_sitter', 'click'))])"
    )
    environment = {**os.environ, "PYTHONPATH": str(package)}
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert finished.stdout == "name: Too long: may not be more than 3 characters\n[]\n", finished.stderr


def test_the_same_types_give_the_same_file(gen: Gen, package: Path, tmp_path: Path) -> None:
    gen(package, "--out", tmp_path / "one")
    gen(package, "--out", tmp_path / "two")
    (one,), (two,) = (list((tmp_path / name).iterdir()) for name in ("one", "two"))
    assert one.name == two.name
    assert one.read_bytes() == two.read_bytes()
    assert not (package / NAME).exists()


def test_check_writes_nothing(gen: Gen, package: Path) -> None:
    code, out = gen(package, "--check")
    assert code == 1
    assert out == (f"missing     {package / NAME}\n1 package: 0 up to date, 1 missing; run kapivara gen\n")
    assert not (package / NAME).exists()


def test_check_of_a_stale_file(gen: Gen, package: Path) -> None:
    gen(package)
    assert gen(package, "--check") == (0, "1 package: 1 up to date\n")
    (package / "types.go").write_text(TYPES.replace("=3", "=4"))
    before = (package / NAME).read_bytes()
    code, out = gen(package, "--check")
    assert code == 1
    assert f"stale       {package / NAME}: +" in out
    assert "1 package: 0 up to date, 1 stale" in out
    assert (package / NAME).read_bytes() == before


def test_all_mistakes_are_told_and_nothing_is_written(gen: Gen, package: Path, tmp_path: Path) -> None:
    wrong = TYPES.replace("=3", "=x").replace("}", '\t// +k8s:minimum=1\n\tSize string `json:"size"`\n}')
    bad = write_package(tmp_path / "bad", wrong)
    code, out = gen(package, bad)
    assert code == 1
    assert f"{bad / 'types.go'}:5:6: " in out
    assert 'tag "k8s:maxLength": tag value has wrong type: got string, want int\n' in out
    assert "            5 |     // +k8s:maxLength=x\n              |         ^^^^^^^^^^^^^^^\n" in out
    assert f"{bad / 'types.go'}:7:6: " in out
    assert 'tag "k8s:minimum": can only be used on integer types (string)\n' in out
    assert out.endswith("2 errors; nothing was written\n")
    assert not (package / NAME).exists()


@pytest.mark.parametrize(
    "data",
    [b"this is no Go", b"package v1\n\nvar x = \xff\xfe\n", b"", b"package v1\n\ntype T struct {"],
    ids=["text", "bytes", "empty", "torn"],
)
def test_files_that_are_not_go(gen: Gen, package: Path, data: bytes) -> None:
    (package / "types.go").write_bytes(data)
    code, out = gen(package)
    assert code == 1
    assert "error       " in out
    assert "Traceback" not in out
    assert not (package / NAME).exists()


def test_a_folder_without_types(gen: Gen, tmp_path: Path) -> None:
    code, out = gen(tmp_path)
    assert code == 1
    assert out.startswith(f"error       {tmp_path}")


def test_a_path_that_is_not_there(gen: Gen, package: Path) -> None:
    code, out = gen(package, package / "nowhere")
    assert code == 2
    assert out == f"unreadable  {package / 'nowhere'}: no such file or folder\nnothing was written\n"


def test_somebody_elses_file_is_left_alone(gen: Gen, package: Path, tmp_path: Path) -> None:
    (package / NAME).write_text("mine = 1\n")
    other = write_package(tmp_path / "other", TYPES)
    code, out = gen(package, other)
    assert code == 2
    assert "foreign     " in out
    assert out.endswith("2 packages: nothing was written\n")
    assert (package / NAME).read_text() == "mine = 1\n"
    assert not (other / NAME).exists()
    assert gen(package, "--check")[0] == 1


def test_a_place_that_cannot_be_written_to(gen: Gen, package: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    code, out = gen(package, "--out", tmp_path / "file" / "out")
    assert code == 2
    assert "nothing was written" in out


@pytest.mark.parametrize(
    ("root", "message"),
    [("example.com", "write PREFIX=FOLDER"), ("example.com=nowhere", "there is no folder nowhere")],
)
def test_a_root_that_is_none(gen: Gen, package: Path, root: str, message: str) -> None:
    code, out = gen(package, "--root", root)
    assert code == 2
    assert message in out


def test_packages_elsewhere(gen: Gen, tmp_path: Path) -> None:
    write_package(tmp_path / "lib" / "other", TYPES.replace("package v1", "package other"))
    (tmp_path / "lib" / "other" / "doc.go").write_text(DOC.replace("package v1", "package other"))
    uses = 'package v1\n\nimport "example.com/other"\n\ntype Box struct {\n\tIn other.Widget `json:"in"`\n}\n'
    package = write_package(tmp_path / "v1", uses)
    code, out = gen(package)
    assert code == 1
    assert "non-included package" in out
    root = f"example.com={tmp_path / 'lib'}"
    assert gen(package, "--root", root)[0] == 0
    assert gen(package, "--root", root, "--readonly-pkg", "example.com/other", "--check")[0] == 0
    assert sorted(file.name for file in (tmp_path / "lib" / "other").iterdir()) == ["doc.go", "types.go"]


def test_types_in_python(gen: Gen, tmp_path: Path) -> None:
    (tmp_path / "types.py").write_text(
        "# +k8s:validation-gen=*\n\nfrom dataclasses import dataclass\n\n\n"
        "@dataclass\nclass Widget:\n    # +k8s:required\n    # +k8s:maxLength=3\n    name: str\n"
    )
    assert gen(tmp_path)[0] == 0
    assert (tmp_path / NAME).exists()


def test_all_packages_below_a_folder(gen: Gen, tmp_path: Path) -> None:
    write_package(tmp_path / "api" / "v1", TYPES)
    write_package(tmp_path / "api" / "deep" / "v2", TYPES)
    write_package(tmp_path / "api" / "vendor" / "other", "no Go at all")
    free = write_package(tmp_path / "api" / "free", "package v1\n\ntype Free struct{}\n")
    for name, marker in {"out": "=false", "other": "-input=example.com/api", "tags": ""}.items():
        other = write_package(tmp_path / "api" / name, TYPES)
        (other / "doc.go").write_text(f"// +k8s:deepcopy-gen=package\n// +k8s:validation-gen{marker}\npackage v1\n")
    (tmp_path / "api" / "types.py").write_text("this has nothing to do with it")
    code, out = gen(tmp_path / "api" / "...")
    assert code == 0
    assert out.endswith("3 packages: 3 written\n")
    assert (tmp_path / "api" / "deep" / "v2" / NAME).exists()
    assert "def explain" not in (free / NAME).read_text()
    code, out = gen(tmp_path / "api" / "...", "--check")
    assert code == 0
    assert out.endswith("3 packages: 3 up to date\n")


def test_a_package_without_rules_and_marker_gets_no_file(gen: Gen, tmp_path: Path) -> None:
    (tmp_path / "free").mkdir()
    (tmp_path / "free" / "types.go").write_text("package free\n\ntype Free struct{}\n")
    assert gen(tmp_path / "free") == (0, "skipped     free: no type has rules\n1 package: 1 skipped\n")


def test_no_packages_below_a_folder(gen: Gen, tmp_path: Path) -> None:
    code, out = gen(tmp_path / "...")
    assert code == 2
    assert "no package in this folder or below has the marker +k8s:validation-gen" in out
    assert gen(tmp_path / "nowhere" / "...")[0] == 2


@pytest.mark.parametrize(
    ("version", "tag", "refused"),
    [
        ("v1", '+k8s:neq="x"', 'tag "k8s:neq" with stability level "Alpha" cannot be used in Stable validation'),
        ("v1beta1", '+k8s:neq="x"', 'tag "k8s:neq" with stability level "Alpha" cannot be used in Beta validation'),
        ("v1", "+k8s:subfield(name)=+k8s:beta=+k8s:maxLength=3", 'tag "k8s:beta" can\'t be used in between'),
        ("v1alpha1", '+k8s:neq="x"', ""),
        ("v1", '+k8s:alpha=+k8s:neq="x"', ""),
        ("v1", "+k8s:exclusiveMinimum=3", ""),  # unknown to the reference, which has no level for it
    ],
)
def test_tags_less_stable_than_the_api_are_refused(
    gen: Gen, tmp_path: Path, version: str, tag: str, refused: str
) -> None:
    kind = "int32" if "Minimum" in tag else "Sub" if "subfield" in tag else "string"
    types = f'package v1\n\ntype Sub struct {{\n\tName string `json:"name"`\n}}\n\ntype T struct {{\n\t// {tag}\n'
    folder = write_package(tmp_path / version, f'{types}\tField {kind} `json:"field"`\n}}\n')
    code, out = gen(folder)
    assert (code, refused in out) == (1 if refused else 0, True)
    assert (folder / NAME).exists() is not bool(refused)
    if refused:
        (folder / "doc.go").write_text(f"// +k8s:validation-gen-nolint\n{DOC}")
        assert gen(folder)[0] == 0


def test_a_path_that_leads_nowhere_hides_no_mistake(gen: Gen, tmp_path: Path) -> None:
    package = write_package(tmp_path / "v1", TYPES.replace("=3", "=x"))
    code, out = gen(package, tmp_path / "nowhere")
    assert code == 2
    assert "nowhere: no such file or folder\n" in out
    assert "failed to parse" in out or "tag value has wrong type" in out
    assert out.endswith("1 error; nothing was written\n")


def test_unstable_tags_are_told_beside_wrong_ones(gen: Gen, tmp_path: Path) -> None:
    types = TYPES.replace("=3", "=x") + '\ntype Other struct {\n\t// +k8s:optional\n\t// +k8s:neq="a"\n'
    package = write_package(tmp_path / "v1", types + '\tName string `json:"name"`\n}\n')
    code, out = gen(package)
    assert code == 1
    assert 'tag "k8s:neq" with stability level "Alpha" cannot be used in Stable validation' in out
    assert out.endswith("2 errors; nothing was written\n")


@pytest.mark.parametrize("command", ["gen", "lint"])
@pytest.mark.parametrize("name", ["secret.go", "types.go", "doc.go"])
def test_a_link_out_of_the_package_is_neither_read_nor_shown(
    command: str, name: str, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (package.parent / "passwd").write_text("hunter2:x:0:0\n")
    (package / name).unlink(missing_ok=True)
    (package / name).symlink_to("../passwd")
    assert run([command, str(package)]) == 1
    out = capsys.readouterr().out
    assert f"{package / name}:1:1: cannot be read: a symbolic link that leaves its folder is not followed" in out
    assert "hunter2" not in out


def test_a_link_out_of_a_python_package_is_neither_read_nor_shown(gen: Gen, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hunter2:x:0:0\n")
    folder = tmp_path / "v1"
    folder.mkdir()
    imports = "from dataclasses import dataclass\nfrom .other import A\n"
    (folder / "types.py").write_text(f"# +k8s:validation-gen=*\n{imports}\n\n@dataclass\nclass B:\n    a: A\n")
    (folder / "other.py").symlink_to("../secret")
    code, out = gen(folder)
    assert code == 1
    assert "a symbolic link that leaves its folder is not followed" in out
    assert "hunter2" not in out


@pytest.mark.parametrize("name", ["go.mod", "types2.go", "doc.go", "validations.py", "cases.jsonl"])
@pytest.mark.parametrize("command", ["gen", "lint", "test-types"])
def test_pipes_among_the_files_hang_nothing(
    command: str, name: str, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (package / name).unlink(missing_ok=True)
    os.mkfifo(package / name)
    for path in (package, package.parent / "..."):
        assert run([command, str(path)]) in (0, 1, 2)
        assert "unexpected failure" not in capsys.readouterr().err
