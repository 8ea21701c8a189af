"""Tests of the documents: they match the program, their links and scripts exist, and their Python runs."""

from __future__ import annotations

import ast
import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*.md"), *ROOT.glob("src/kapivara/**/README.md")]
)
LINK = re.compile(r"\]\((?!https?://|#)([^)#]+)")
FILE = re.compile(r"[\w/]+\.py\b")
TEST = re.compile(r"^def (test_\w+)\(", re.M)
NAMED_TEST = re.compile(r"`(test_\w+)`")
FENCED = re.compile(r"^```.*?^```$", re.S | re.M)
PYTHON = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", re.S | re.M)


@pytest.mark.slow
def test_generated_parts_are_fresh() -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "scripts.regen", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, f"scripts/regen brings them up to date:\n{finished.stdout}{finished.stderr}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    text = FENCED.sub("", document.read_text())
    missing = [target for target in LINK.findall(text) if not (document.parent / target).exists()]
    assert missing == []


def test_the_first_pages_are_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= 250
    assert len((ROOT / "docs/architecture.md").read_text().split()) <= 1500


def test_files_that_the_architecture_names_are_found_by_their_names() -> None:
    files = [f"/{file.relative_to(ROOT)}" for file in ROOT.glob("src/kapivara/**/*.py")]
    named = {*FILE.findall((ROOT / "docs/architecture.md").read_text())}
    found = {name: [file for file in files if file.endswith(f"/{name}")] for name in named}
    assert {name: hits for name, hits in found.items() if len(hits) != 1} == {}


@pytest.mark.parametrize("document", ["docs/authorization.md", "docs/security.md"])
def test_tests_that_a_document_names_exist(document: str) -> None:
    """A promise names its test."""
    defined = {name for file in ROOT.glob("tests/**/test_*.py") for name in TEST.findall(file.read_text())}
    assert set(NAMED_TEST.findall((ROOT / document).read_text())) - defined == set()


PAGES = [file for file in sorted(ROOT.glob("src/kapivara/*/**/__init__.py")) if not (file.parent / "types.go").exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda file: str(file.parent.relative_to(ROOT / "src/kapivara")))
def test_the_page_of_a_folder_names_its_modules(page: Path) -> None:
    text = ast.get_docstring(ast.parse(page.read_text())) or ""
    named = {each.partition("GROUP")[0] for each in re.findall(r"`([\w/]+(?:\.py|/))`", text)}
    modules = {file.name for file in page.parent.glob("*.py") if not file.name.startswith(("__init__", "zz_"))}
    folders = {f"{file.parent.name}/" for file in page.parent.glob("*/__init__.py")}
    assert modules | folders <= named
    assert [each for each in named if not any(page.parents[1].glob(f"**/{each}"))] == []


READMES = sorted(ROOT.glob("src/kapivara/**/README.md"))


@pytest.mark.parametrize("readme", READMES, ids=lambda file: str(file.parent.relative_to(ROOT / "src/kapivara")))
def test_the_reasons_for_an_engine_are_on_its_page(readme: Path) -> None:
    """A README gives the reasons for an engine: the page names it, its tests exist, and it holds no machine's paths."""
    text = readme.read_text()
    assert "`README.md`" in (ast.get_docstring(ast.parse((readme.parent / "__init__.py").read_text())) or "")
    assert [each for each in re.findall(r"`(tests/[\w/.]+)`", text) if not (ROOT / each).exists()] == []
    assert re.findall(r"/(?:tmp|home|root|work|Users)/", text) == []
    assert "## Why not a library" in text
    assert "## How it is tested" in text


COMMANDS = ("bench", "check", "lint", "play", "record", "regen", "test")


@pytest.mark.parametrize("command", ["kapivara", ".ci/run", *(f"scripts/{name}" for name in COMMANDS)])
def test_commands_are_there(command: str) -> None:
    assert (ROOT / command).stat().st_mode & 0o111


WITH_PYTHON = [file for file in DOCUMENTS if "```python" in file.read_text()]


@pytest.mark.parametrize("document", WITH_PYTHON, ids=lambda file: file.name)
def test_python_in_documents_runs(document: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    for code, expected in PYTHON.findall(document.read_text()):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, document.name, "exec"), names)
        assert printed.getvalue() == expected


@pytest.mark.slow
def test_python_for_programs_is_typed(tmp_path: Path) -> None:
    for document in (ROOT / "README.md", ROOT / "docs/library.md", ROOT / "docs/testing-operators.md"):
        codes = [code for code, _ in PYTHON.findall(document.read_text())]
        (tmp_path / f"{document.stem.lower()}_md.py").write_text("\n".join(codes))
    finished = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
