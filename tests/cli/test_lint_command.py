"""Tests of `kapivara lint`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kapivara.cli.main import run

GOOD = 'package v1\n\ntype Root struct {\n\t// +k8s:required\n\tName string `json:"name"`\n}\n'
DOUBTFUL = GOOD.replace("// +k8s:required", "// +k8s:required\n\t// +k8s:maxlength=3")
BAD = GOOD.replace("// +k8s:required", "// +k8s:maxLength=3")
PYTHON = '''"""Types."""

from dataclasses import dataclass


@dataclass
class Root:
    """One."""

    # +k8s:maxlength=3
    # +k8s:minLength=1
    name: str
'''


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "v1"
    folder.mkdir()
    (folder / "doc.go").write_text("// +k8s:validation-gen=*\npackage v1\n")
    return folder


@pytest.mark.parametrize(
    ("source", "arguments", "code"),
    [
        (GOOD, [], 0),
        (DOUBTFUL, [], 0),
        (DOUBTFUL, ["--strict"], 1),
        (DOUBTFUL, ["--strict", "--ignore", "unknown-tag"], 0),
        (BAD, [], 1),
        (BAD, ["--select", "unknown-tag,upstream"], 0),
        ("package v1\ntype {", [], 1),
        ("package v1\ntype {", ["--ignore", "refused"], 0),
    ],
)
def test_exit_codes(source: str, arguments: list[str], code: int, package: Path) -> None:
    (package / "types.go").write_text(source)
    assert run(["lint", str(package), *arguments]) == code


def test_the_report_shows_the_line(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (package / "types.go").write_text(DOUBTFUL)
    run(["lint", str(package)])
    printed = capsys.readouterr().out
    assert f"{package}/types.go:5:6: unknown tag" in printed
    assert "5 |     // +k8s:maxlength=3" in printed
    assert "hint: did you mean +k8s:maxLength?" in printed
    assert printed.endswith("1 warning\n")


def test_python_types_are_linted_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "types.py").write_text(PYTHON)
    assert run(["lint", str(tmp_path / "types.py"), "-o", "json"]) == 1
    found = json.loads(capsys.readouterr().out)["findings"]
    assert [(each["rule"], each["line"]) for each in found] == [("unknown-tag", 10), ("required-and-optional", 12)]


def test_a_file_of_exceptions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for version, limit in (("v1", 63), ("v1beta1", 64)):
        (tmp_path / version).mkdir()
        text = DOUBTFUL.replace("v1", version).replace("maxlength=3", f"maxLength={limit}")
        (tmp_path / version / "types.go").write_text(text)
    both = [str(tmp_path / "v1"), str(tmp_path / "v1beta1")]
    assert run(["lint", *both]) == 1
    exceptions = tmp_path / "exceptions.txt"
    exceptions.write_text("v1beta1 Root.name\n")
    assert run(["lint", *both, "--exceptions", str(exceptions)]) == 0
    assert run(["lint", *both, "--exceptions", str(tmp_path / "none.txt")]) == 2
    exceptions.write_bytes(b"\xff\xfe")
    assert run(["lint", *both, "--exceptions", str(exceptions)]) == 2
    assert "not UTF-8" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [["lint"], ["lint", "no/such/folder"], ["lint", ".", "--select", "unknown-tags"], ["lint", ".", "--target", "v9"]],
    ids=["no-path", "missing", "unknown-rule", "unknown-target"],
)
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err


def test_rules_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint", "--list-rules"]) == 0
    assert "required-and-optional" in capsys.readouterr().out
