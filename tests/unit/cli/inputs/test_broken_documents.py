"""One broken document does not drop the rest of its file."""

from __future__ import annotations

import pytest

from kapivara.cli.findings import Unreadable
from kapivara.cli.inputs.broken_documents import read_sound_documents

GOOD = "a: {n}\n"


def read(text: str, name: str = "a.yaml") -> tuple[list[tuple[int, object]], list[Unreadable]]:
    unreadable: list[Unreadable] = []
    documents = read_sound_documents(text.encode(), name, unreadable)
    return [(document.place_of("", "a")[0], document.value) for document in documents], unreadable


def test_documents_around_broken_ones_are_read_at_their_lines() -> None:
    found, unreadable = read("a: 1\n---\na: [1\n---\na: 2\n---\na: b: c\n--- # last\na: 3\n")
    assert found == [(1, {"a": 1}), (5, {"a": 2}), (9, {"a": 3})]
    assert [each.place.line for each in unreadable] == [4, 7]  # where the reader noticed


def test_the_first_and_the_last_may_be_broken() -> None:
    found, unreadable = read("a: b: c\n---\na: 1\n---\nx: [\n")
    assert found == [(3, {"a": 1})]
    assert len(unreadable) == 2


def test_a_marker_within_a_line_ends_nothing() -> None:
    found, unreadable = read("a: x---y\n---\na: b: c\n")
    assert found == [(1, {"a": "x---y"})]
    assert len(unreadable) == 1


def test_a_hint_tells_of_tabs() -> None:
    _, (indented, other) = read("a:\n  b: 1\n\tc: 2\n---\na: b:\tc: d\n")
    assert indented.message.endswith(" (indent YAML with spaces, never with tabs)")
    assert "tabs" not in other.message


@pytest.mark.parametrize(
    ("text", "line", "marked", "note"),
    [
        pytest.param("a: {b: 1\n---\n", 1, "{", "what begins in line 1 does not end", id="bracket"),
        pytest.param("a: 1\nb: 'x\nc: 2\n", 2, "'", "what begins in line 2 does not end", id="quote"),
        pytest.param("a: 1\nkind Pod\nb: 2\n", 2, "k", "line 2 has no colon", id="colon"),
        pytest.param("a: b: c\n", 1, ":", "quote a text that contains a colon and a space", id="two colons"),
        pytest.param("a: 1\n  b: 2\n", 2, ":", "is this indented too far?", id="too far"),
        pytest.param("a: @b\n", 1, "@", "quote a text that begins with @", id="sign"),
        pytest.param("a:\n  b: 1\n c: 2\n", 3, "c", "", id="not far enough"),
        pytest.param("{a: [1}\n", 1, "}", "", id="in one line"),
    ],
)
def test_the_line_of_what_is_wrong_is_shown(text: str, line: int, marked: str, note: str) -> None:
    _, (found,) = read(text)
    assert found.excerpt is not None
    assert (found.excerpt.line, found.excerpt.marked, found.note) == (line, marked, note)


def test_what_is_missing_at_the_end_has_no_line() -> None:
    _, (found,) = read('{"a": 1,\n', "a.json")
    assert (found.excerpt, found.note) == (None, "")


def test_bytes_that_are_no_text_are_not_shown() -> None:
    unreadable: list[Unreadable] = []
    assert read_sound_documents(b"a: \xff\xff\n", "a.yaml", unreadable) == []
    assert unreadable[0].excerpt is None


def test_json_is_read_whole_or_not_at_all() -> None:
    found, unreadable = read('{"a": 1}\n{"a": ', "a.json")
    assert found == []
    assert len(unreadable) == 1


def test_templates_are_recognised() -> None:
    _, unreadable = read("a: 1\n---\na: {{ .Values.x }}\n")
    assert "render it first" in unreadable[0].message


@pytest.mark.parametrize("count", [20, 21, 3000])
def test_many_broken_documents_are_bounded(count: int) -> None:
    _, unreadable = read("---\na: b: c\n" * count)
    assert len(unreadable) == (20 if count == 20 else 21)
