"""Rules about files: their size, their names, and forbidden content."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAX_LINES = 600
SAY_NOTHING = {"utils", "helpers", "common", "misc", "manager"}
# Split, so that this file does not match itself.
MACHINE_PATHS = re.compile("|".join(("/" + "work/", "/" + "farm/", "/" + "root/", "/" + "home/[a-z]", "/" + "tmp/")))
# A possessive or atomic group: `(…)*+`, `{piece}*+` in an f-string, `(?>…)`.
POSSESSIVE_GROUP = re.compile(r"""[)}](?:[*+?]|\{[0-9,]+\})\+|\(\?>""")
UNFINISHED = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "X" + "XX", "NotImplemented" + "Error")) + r")\b")


def tracked(*patterns: str) -> list[Path]:
    """Returns the files of the repository that git tracks; without git, all files in it."""
    listed = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_python_files_stay_small() -> None:
    lines = {file: len(file.read_text().splitlines()) for file in tracked("*.py") if "zz_generated" not in file.name}
    assert {str(file): count for file, count in lines.items() if count > MAX_LINES} == {}


def test_file_names_say_something() -> None:
    assert [file for file in tracked("*.py") if file.stem in SAY_NOTHING] == []


def test_every_folder_is_a_package() -> None:
    """A folder without `__init__.py` can be imported, but import-linter does not see it."""
    folders = {file.parent for file in tracked("src/kapivara/*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_no_path_of_a_machine() -> None:
    assert _matching(MACHINE_PATHS, [file for file in tracked() if file.suffix != ".xz"]) == []


def test_nothing_is_left_unfinished() -> None:
    assert _matching(UNFINISHED, tracked("src/*.py")) == []


def test_no_group_of_a_pattern_is_possessive() -> None:
    """Python before 3.11.5 matches possessive groups wrongly; single characters may be possessive (`[0-9]*+`)."""
    assert _matching(POSSESSIVE_GROUP, tracked("src/*.py", "scripts/*.py")) == []


def test_caches_are_bounded_in_bytes() -> None:
    """Caches without an argument of text may use functools; others use `kapivara.values.caches`."""
    found = {
        f"{file.relative_to(ROOT)}:{function.name}"
        for file in tracked("src/kapivara/*.py")
        if "cache" in (text := file.read_text())  # other files need not be parsed
        for function in ast.walk(ast.parse(text))
        if isinstance(function, ast.FunctionDef) and any(map(_remembers, function.decorator_list))
        for argument in function.args.args
        if ast.unparse(argument.annotation or ast.Name("")) not in ("bool", "int", "Version")
    }
    assert found == {
        "src/kapivara/cli/reports/source_problems.py:_line_of",  # for commands that exit: a few lines of a few files
        "src/kapivara/cli/reports/source_problems.py:_lines_of",
        "src/kapivara/cli/inputs/excerpts.py:_end_of_brackets",  # lines of 10,000 characters at most
        "src/kapivara/cli/inputs/excerpts.py:_is_in_flow",
        "src/kapivara/field/errors.py:_remarked",  # only our rules set marks, in a few combinations
        "src/kapivara/generator/emission/printing.py:printed",  # and names of Go sources
        "src/kapivara/generator/tags/values/formats.py:pattern_form",  # and our own patterns
        "src/kapivara/generator/grammar/tag_reading.py:_name_of",
        "src/kapivara/generator/grammar/tag_reading.py:_read_links",
    }


def _remembers(decorator: ast.expr) -> bool:
    return ast.unparse(decorator).partition("(")[0] in ("cache", "lru_cache", "functools.cache", "functools.lru_cache")


def _matching(pattern: re.Pattern[str], files: list[Path]) -> list[str]:
    found = []
    for file in files:
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
            if pattern.search(line):
                found.append(f"{file.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    return found
