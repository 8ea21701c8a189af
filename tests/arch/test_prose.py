"""Tests of the English: docstrings, comments, help texts, own error texts and documents use plain words."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BANNED = {
    "is told, tells": r"\b(?:is|are|was|were|be|been) told\b|\btells?\b|\btold\b",
    "said, says": r"\bsaid\b|\bsays?\b|\bsaying\b",
    "nobody, somebody, whoever": r"\b(?:nobody|somebody|whoever|whomever|whatever comes)\b",
    "what or who as a subject": r"(?:^|[.;:] )(?:What|Who) ",
    "of it": r"\bof it\b",
    "as it is, as they are": r"\bas (?:it is|they are|it was|they were|it stands|they stand)\b",
    "comes to, comes of": r"\b(?:comes?|came) (?:to|of)\b",
    "one and the same": r"\bone and the same\b",
    "what is, what there is": r"\bwhat (?:is|are|was|there is|there are|has|have|comes)\b",
    "judge": r"\bjudg(?:e|es|ed|ing|ement)s?\b",
    "thing": r"\bthings?\b",
    "affair, by way of, in turn": r"\b(?:affairs?|by way of|for good|in turn|the way that|on the way out)\b",
}
"""The banned phrases; `docs/glossary.md` and CONTRIBUTING.md name the words to use instead."""

RIGHT = ("what exactly would it say?",)
"""Phrases in which a banned word is right: the question that the program answers."""

MOST = {"docstrings and comments": 6, "texts": 7, "documents": 23}
"""The lines that have a banned phrase today, where it is right or not rewritten yet. Lower a figure that has fallen."""

QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”")
"""Code and quotations, which may have any words."""


def tracked(*patterns: str) -> list[Path]:
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--", *patterns]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).exists()]


def documented(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yields the docstrings of a module, its classes and functions."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                yield first.value


def prose(text: str) -> Iterator[tuple[int, str]]:
    """Yields the lines of the docstrings and comments of a module, with their numbers."""
    for each in documented(ast.parse(text)):
        yield from enumerate(str(each.value).split("\n"), each.lineno)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


def texts(text: str) -> Iterator[tuple[int, str]]:
    """Yields the strings of a module that are sentences; parts of f-strings count as strings."""
    tree = ast.parse(text)
    left_out = {id(each) for each in documented(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield from [(node.lineno, node.value)] if len(node.value.split()) > 2 else []


def document(text: str) -> Iterator[tuple[int, str]]:
    """Yields the lines of a document outside of code blocks."""
    is_code = False
    for number, line in enumerate(text.split("\n"), 1):
        is_code ^= line.lstrip().startswith("```")
        if not is_code:
            yield number, line


def own_modules() -> list[Path]:
    return [each for each in tracked("src/*.py") if not each.name.startswith("zz_generated")]


def banned_in(path: Path, lines: Iterator[tuple[int, str]]) -> list[str]:
    """Returns the place and text of each line with a banned phrase."""
    found = []
    for number, line in lines:
        plain = QUOTED.sub("", line)
        for phrase in RIGHT:
            plain = plain.replace(phrase, "")
        names = [name for name, pattern in BANNED.items() if re.search(pattern, plain)]
        if names:
            found.append(f"{path.relative_to(ROOT)}:{number}: {', '.join(names)}: {line.strip()[:100]}")
    return found


def all_banned(part: str) -> list[str]:
    if part == "documents":
        return [hit for path in tracked("*.md") for hit in banned_in(path, document(path.read_text()))]
    lines = prose if part == "docstrings and comments" else texts
    return [hit for path in own_modules() for hit in banned_in(path, lines(path.read_text()))]


@pytest.mark.parametrize("part", MOST)
def test_no_more_banned_phrases(part: str) -> None:
    found = all_banned(part)
    assert len(found) <= MOST[part], "\n".join(["Rewrite one of these lines:", *found])


@pytest.mark.parametrize(
    ("line", "is_found"),
    [
        ("each kind is told by `kind.py`", True),
        ("What a caller gets", True),
        ("Returns the errors of a value.", False),
        ('the message "nobody waits"', False),
        ("Would it accept this, and what exactly would it say?", False),
    ],
)
def test_phrases_are_found(line: str, is_found: bool) -> None:
    assert bool(banned_in(ROOT / "README.md", iter([(1, line)]))) is is_found
