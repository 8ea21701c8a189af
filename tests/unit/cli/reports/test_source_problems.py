"""Errors to authors of types: the place, the line with a caret, what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.cli.reports.source_problems import author_error_to_json, author_lines
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Position


@pytest.fixture
def types(tmp_path: Path) -> str:
    file = tmp_path / "types.go"
    file.write_text("package v1\n\ntype Root struct {\n\t// +k8s:maxlength=3\n\tA int32\n}\n")
    return str(file)


def test_an_error_in_full(types: str) -> None:
    error = AuthorError(
        'tag "k8s:maxLength": no',
        Position(types, 4, 5),
        type_name="v1.Root",
        field="A",
        tag="k8s:maxLength",
        hint="do so",
    )
    assert list(author_lines([error], colour=False)) == [
        f'error       {types}:4:5: tag "k8s:maxLength": no',
        "            4 |     // +k8s:maxlength=3",
        "              |        ^^^^^^^^^^^^^^^^",
        "            type v1.Root, field A, tag k8s:maxLength",
        "            hint: do so",
    ]


def test_a_message_of_several_lines_that_tries_to_steer(types: str) -> None:
    error = AuthorError("one\n\ttwo\x1b[31m", None)
    assert list(author_lines([error], colour=False)) == ["error       one", "                two\\x1b[31m"]


@pytest.mark.parametrize("place", [("gone.go", 1, 1), ("types.go", 99, 1), ("types.go", 2, 1)], ids=str)
def test_a_place_that_shows_nothing(place: tuple[str, int, int], types: str) -> None:
    found = Position(str(Path(types).parent / place[0]), *place[1:])
    assert len(list(author_lines([AuthorError("no", found)], colour=False))) == 1


def test_a_long_line_is_cut_around_the_place(tmp_path: Path) -> None:
    file = tmp_path / "long.go"
    file.write_text("x" * 500 + "!" + "y" * 500)
    _, line, caret = author_lines([AuthorError("no", Position(str(file), 1, 501))], colour=False)
    assert len(line) < 150
    assert line[caret.index("^")] == "!"


def test_colours_say_the_same(types: str) -> None:
    error = AuthorError("no", Position(types, 4, 5), hint="yes")
    text = "\n".join(author_lines([error], colour=True))
    assert "\x1b[31merror" in text
    assert "\x1b[32m\x1b[1mhint\x1b[0m: yes" in text


def test_json() -> None:
    error = AuthorError("no", Position("a.go", 4, 5), type_name="v1.Root", field="A", tag="k8s:x", hint="yes")
    assert author_error_to_json(error) == {
        "source": "a.go",
        "line": 4,
        "column": 5,
        "type": "v1.Root",
        "field": "A",
        "tag": "k8s:x",
        "message": "no",
        "hint": "yes",
    }
    assert author_error_to_json(AuthorError("no", None))["line"] == 0
