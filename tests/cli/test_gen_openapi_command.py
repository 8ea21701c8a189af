"""Tests of `kapivara gen --openapi`: it writes or compares documents, and reports tags that schemas cannot express."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kapivara.cli.main import run

Gen = Callable[..., tuple[int, str]]
TYPES = """package v1

type Widget struct {
\t// +k8s:optional
\t// +k8s:maxLength=3
\tName string `json:"name,omitempty"`
\t// +k8s:ifEnabled(Fast)=+k8s:maximum=9
\tSize int32 `json:"size"`
}
"""


@pytest.fixture
def gen(capsys: pytest.CaptureFixture[str]) -> Gen:
    """Runs `gen --openapi`; returns exit code and output, including standard error."""

    def call(*arguments: str | Path) -> tuple[int, str]:
        code = run(["gen", "--openapi", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return call


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "v1"
    folder.mkdir()
    (folder / "doc.go").write_text("// +groupName=example.com\npackage v1\n")
    (folder / "types.go").write_text(TYPES)
    return folder


def schema(package: Path, version: int) -> dict[str, object]:
    document = json.loads((package / f"zz_generated_openapi_v{version}.json").read_text())
    schemas = document["components"]["schemas"] if version == 3 else document["definitions"]
    properties: dict[str, object] = schemas["v1.Widget"]["properties"]
    return properties


def test_documents_of_both_versions(gen: Gen, package: Path) -> None:
    code, out = gen(package)
    v3, v2 = (package / f"zz_generated_openapi_v{number}.json" for number in (3, 2))
    assert (code, out.splitlines()) == (
        0,
        [
            f"omitted     {package}/types.go:8:2: +k8s:maximum of Widget.size: it depends on the option Fast, which "
            "is not set",
            f"written     {v3} (OpenAPI v3, 1 type)",
            f"written     {v2} (OpenAPI v2, 1 type)",
            "2 documents: 2 written",
        ],
    )
    for version in (3, 2):
        assert schema(package, version)["name"]["maxLength"] == 3  # type: ignore[index]
    assert gen("--check", package)[0] == 0


def test_options_decide(gen: Gen, package: Path) -> None:
    code, out = gen(package, "--option", "Fast=true")
    assert code == 0
    assert "unsaid" not in out
    assert schema(package, 3)["size"]["maximum"] == 9  # type: ignore[index]
    assert "'Fast=maybe': write NAME=true or NAME=false" in gen(package, "--option", "Fast=maybe")[1]


def test_check_tells_what_is_stale(gen: Gen, package: Path) -> None:
    gen(package)
    (package / "types.go").write_text(TYPES.replace("maxLength=3", "maxLength=4"))
    code, out = gen("--check", package)
    assert code == 1
    assert "run kapivara gen --openapi" in out


def test_somebody_elses_file_is_left_alone(gen: Gen, package: Path) -> None:
    (package / "zz_generated_openapi_v3.json").write_text("{}")
    code, out = gen(package)
    assert code == 2
    assert "foreign" in out
    assert not (package / "zz_generated_openapi_v2.json").exists()


def test_the_report_for_programs(gen: Gen, package: Path) -> None:
    report = json.loads(gen(package, "-o", "json")[1])
    (unsaid,) = report["unsaid"]
    assert (unsaid["field"], unsaid["tag"], unsaid["line"]) == ("size", "k8s:maximum", 8)
    assert [each["document"] for each in report["files"]] == ["v1", "v1"]


def test_mistakes_are_told_and_nothing_is_written(gen: Gen, package: Path) -> None:
    (package / "types.go").write_text(TYPES.replace("maxLength=3", "maximum=3"))
    code, out = gen(package)
    assert code == 1
    assert "can only be used on integer types" in out
    assert not list(package.glob("*.json"))
