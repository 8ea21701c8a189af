"""Tests of the places of characters in files: every style of YAML, and JSON."""

from __future__ import annotations

import pytest

from kapivara.codec import read_documents

STYLES = {
    "bare": b"rule: self.a > 1\n",
    "bare, on several lines": b"rule: self.a >\n    1 &&\n\n  self.b\n",
    "double quotes": b'rule: "self.a > 1"\n',
    "escapes": b'rule: "a\\tb\\u0041c\\x41 \\"d\\" \\\\e \\U0001F600f"\n',
    "an escaped line end": b'rule: "ab\\\n   cd\\\n   \\  ef"\n',
    "double quotes, on several lines": b'rule: "self.a\n   && self.b\n\n   || c"\n',
    "single quotes": b"rule: 'it''s ''x'' y'\n",
    "single quotes, on several lines": b"rule: 'self.a\n     == ''b''\n     && c'\n",
    "literal block": b"a: 1\nrule: |\n  self.a &&\n    self.b\n\n  || c\n",
    "literal block with a comment": b"rule: |- # c\n      self.a &&\n      self.b\n",
    "literal block that starts blank": b"rule: |2\n\n    self.a\n   || b\n",
    "folded block": b"rule: >-\n  self.a\n  && self.b\n\n    && self.c\n  && d\n",
    "behind an anchor and a tag": b"rule: &here !!str |\n  self.a\n  && self.b\n",
    "in a flow": b"x: {y: [1], rule: 'self.a'}\n",
    "beyond ASCII": "rule: 'ä == self.ö'\n".encode(),
    "JSON": b'{"x": 1, "rule": "self.a \\n&& \\ud83d\\ude00b == \\"\\u00e4\\""}',
}
ESCAPED = {
    '"': ('\\"',),
    "\\": ("\\\\",),
    "A": ("\\u0041", "\\x41"),
    "\U0001f600": ("\\U", "\\ud83d"),
    "ä": ("\\u00e4",),
}


@pytest.mark.parametrize("style", STYLES)
def test_every_character_is_found(style: str) -> None:
    data = STYLES[style]
    document = next(read_documents(data, "file.json" if style == "JSON" else "file.yaml"))
    value = document.value
    assert isinstance(value, dict)
    path = "rule" if "rule" in value else "x.rule"
    text = value["rule"] if path == "rule" else value["x"]["rule"]
    lines = data.decode().splitlines()
    found = []
    for offset, char in enumerate(text):
        line, column = document.place_inside("", path, text, offset)
        rest = lines[line - 1][column - 1 :]
        if not char.isspace():
            assert rest.startswith((char, *ESCAPED.get(char, ())))
            found.append((line, column))
    assert found == sorted(set(found))
    behind = document.place_inside("", path, text, len(text))
    assert behind >= found[-1]


def test_a_field_of_a_list_of_objects() -> None:
    data = b"kind: List\nitems:\n- spec:\n    rules:\n    - rule: |\n        self.a\n        > 1\n"
    document = next(read_documents(data, "file.yaml"))
    assert document.place_inside("items[0]", "spec.rules[0].rule", "self.a\n> 1\n", 7) == (7, 9)


@pytest.mark.parametrize(
    ("field", "text", "place"),
    [
        pytest.param("rule", "something else", (2, 7), id="another text"),
        pytest.param("rule.deeper", "self.a", (2, 7), id="no such field, but a text above it"),
        pytest.param("other", "self.a", (1, 1), id="no text"),
    ],
)
def test_what_is_not_there_is_told_where_it_would_start(field: str, text: str, place: tuple[int, int]) -> None:
    document = next(read_documents(b"other: {a: 1}\nrule: x\n", "file.yaml"))
    assert document.place_inside("", field, text, 3) == place


def test_very_long_lines_are_told_by_their_start() -> None:
    text = "a" * 20_000
    document = next(read_documents(f"rule: {text}\n".encode(), "file.yaml"))
    assert document.place_inside("", "rule", text, 15_000) == (1, 7)
