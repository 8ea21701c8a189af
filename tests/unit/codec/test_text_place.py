"""Tests of byte offsets: lines and columns, and the ends of white space and of JSON strings."""

from __future__ import annotations

import pytest

from kapivara.codec import read_documents
from kapivara.codec.text_place import TextPlaces, line_and_column, skip_space, skip_string_text


@pytest.mark.parametrize(
    ("data", "offset", "place"),
    [
        pytest.param(b"abc", 0, (1, 1), id="first"),
        pytest.param(b"a\nbc", 3, (2, 2), id="second-line"),
        pytest.param("é\nßx".encode(), 5, (2, 2), id="characters-not-bytes"),
    ],
)
def test_line_and_column(data: bytes, offset: int, place: tuple[int, int]) -> None:
    assert line_and_column(data, offset) == place


def test_skip_space() -> None:
    assert [skip_space(b" \t\r\n1", start) for start in range(5)] == [4] * 5
    assert skip_space(b"  ", 0) == 2


@pytest.mark.parametrize(
    ("data", "end"),
    [
        pytest.param(b'"abc"', 4, id="plain"),
        pytest.param(b'""', 1, id="empty"),
        pytest.param(b'"a\\"b\\u00e9\\\\"', 13, id="escapes"),
        pytest.param(b'"' + b"\\n" * 2500 + b'x"', 5002, id="more-escapes-than-are-read-at-once"),
        pytest.param(b'"a\\x"', 2, id="unknown-escape"),
        pytest.param(b'"a\\u00e', 2, id="short-escape"),
        pytest.param(b'"a\nb"', 2, id="control-character"),
        pytest.param(b'"abc', 4, id="no-end"),
        pytest.param(b"abc", 0, id="no-string"),
    ],
)
def test_skip_string_text(data: bytes, end: int) -> None:
    assert skip_string_text(data, 0) == end


@pytest.mark.parametrize("text", ["", "a", "a\nbc\n\nd", "é\nüx €y\n\n\U0001f600z", "\n\n", "a\r\nb"])
@pytest.mark.parametrize("backwards", [False, True])
def test_many_places_are_as_one_by_one(text: str, backwards: bool) -> None:
    data = text.encode()
    offsets = [len(text[:end].encode()) for end in range(len(text) + 1)]
    places = TextPlaces(data)
    for offset in reversed(offsets) if backwards else offsets:
        assert places.find(offset) == line_and_column(data, offset)


class Counted(bytes):
    """Bytes that count how many of them are copied."""

    copied = 0

    def __getitem__(self, key: object) -> bytes:  # type: ignore[override]
        part = super().__getitem__(key)  # type: ignore[index]
        Counted.copied += len(part)
        return part


def test_a_long_line_is_read_once() -> None:
    data = Counted("é".encode() + b"x" * 10_000)
    places = TextPlaces(data)
    assert [places.find(offset)[1] for offset in range(2, 10_000)] == list(range(2, 10_000))
    assert Counted.copied <= 10_002


def test_lines_of_many_documents() -> None:
    documents = list(read_documents(b'{"a": 1}\n' * 3 + b'\n{"a": {"b": 2}}', "a.json"))
    assert [each.line for each in documents] == [1, 2, 3, 5]
    assert documents[3].positions.find("a.b") == (5, 8)
