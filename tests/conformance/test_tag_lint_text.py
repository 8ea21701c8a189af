"""Compares lint in the reference's own format with the exact output of validation-gen v1.37."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conformance.lint_text import upstream_text
from conformance.recordings import parse_lines, tags_folder
from kapivara.generator.lint import lint_sources
from kapivara.generator.sources.loading import Root, SourceOptions, read_sources


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "linted" not in metafunc.fixturenames:
        return
    cases = parse_lines((tags_folder() / "mistakes.jsonl").read_text())
    metafunc.parametrize("linted", [pytest.param(case, id=case["id"]) for case in cases if case.get("lint")])


def test_lint_prints_what_the_reference_prints(linted: dict[str, Any], tmp_path: Path) -> None:
    name = linted["package"]
    package = tmp_path / name
    package.mkdir()
    markers = "".join(f"// {each}\n" for each in linted.get("doc", ["+k8s:validation-gen=*"]))
    (package / "doc.go").write_text(f"{markers}package {name}\n")
    (package / "types.go").write_text(linted["source"])
    sources = read_sources([package], SourceOptions(roots=(Root("example.com", tmp_path),)))
    text = upstream_text(lint_sources(sources), sources)
    assert text == "".join(linted["errors"])
