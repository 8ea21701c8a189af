import json

import pytest

from kapivara.codec.decoded import Decoded
from kapivara.codec.yaml.exact.nodes import read_nodes
from kapivara.codec.yaml.exact.values import decode_node
from kapivara.codec.yaml.plain.lines import UnsureError
from kapivara.codec.yaml.plain.reader import PlainReader

SURE = {
    "fields": "a: 1\nb: text\n",
    "fields-unsorted": "b: 1\nC: 2\na: {z: 1, b: 2}\n",
    "nested": "a:\n  b:\n    c: 1\n  d: 2\ne: 3\n",
    "list": "- a\n- b: 1\n  c: 2\n-   d: 3\n    e: 4\n",
    "list-in-the-column-of-its-key": "a:\n- x\n- k: 1\n  z:\n  - 1\n  - 2\nb: 2\n",
    "indented-list": "a:\n  - x\n  - k:\n      z: 1\nb: 2\n",
    "nothing-behind-keys": "a:\nb:\n  c:\n  d:\ne: #none\n",
    "nothing-in-items": "- a:\n- b:\n",
    "words-of-yaml-1.1": "a: [on, y, No, null, off]\nb: yes\nc: ~\nd: NULL\ne: yEs\nf: N\n",
    "numbers": "a: [1e3, 0o7, 08, 010, 0x1f, 1_000, 1.0, .5]\nb: -0x1F\nc: +12\n",
    "nearly-numbers": "a: [0x0x1, 0b0b1, 00o7, 0x, 1e, 1.2.3]\nb: 1\u0663\nc: ._5\nd: 0b12\ne: +\n",
    "large-numbers": "a: 9223372036854775807\nb: 9223372036854775808\nc: 1e400\nd: -1.5\n",
    "dates-and-base-60": "a: 2024-01-02\nb: 2001-12-14t21:59:43.10-05:00\nc: 1:30\nd: 12:30:45\n",
    "signs": "a: =\nb: <<\nc: -x\nd: --flag=1\ne: a#b\nf: a:b\ng: $x\nh: <x>\n",
    "colons-in-texts": "image: registry:5000/app:v1\nurl: http://x:80/?a=b#c\n",
    "quotes": "a: \"x: y # z\"\nb: 'it''s'\nc: \"\"\nd: ''\ne: \"1\"\n\"f g\": 1\n'h': 2\n",
    "escapes": 'a: "x\\n\\"y\\"\\\\\\t"\n',
    "quotes-over-lines": "a: \"one\n  two\n\n  three\" # c\nb: 'it''s\n  ''quoted'' '\nc: \"\n  x\n  \"\n",
    "comments": '# a\na: 1 # b\n  # c\nb: x#y # z\nc: "d" # e\nd: # f\n  e: 1\n',
    "spaces-at-ends": "a: 1  \nb: x y   \nc:   \n  d: 2\n   \n",
    "words-in-brackets": "a: [digital signature, server auth, 1 2]\nb: {c: d e}\n",
    "comments-behind-brackets": "a: {}  # b\nc: [d] # e\nf: [g]  \n",
    "brackets": 'a: []\nb: {}\nc: ["x", \'y\', z, 1]\nd: {e: {f: []}, "g": [{}]} # h\n',
    "texts-over-lines": "a: one\n  two - three\n    four\nb:\n- five\n  six\n- seven: eight\n    nine\n",
    "literal": "a: |\n  one\n\n    two\n  # three\n\nb: |-\n  x: y\n  - z\n\n\nc: 1\n",
    "folded": "a: >\n  one\n  two\nb: >-\n  one\n  two\n",
    "literal-in-lists": "- |\n  a\n- b: |-\n    c\n  d: |\n   e\n",
    "marker-before": "---\na: 1\n",
    "marker-with-spaces": "---  \n# c\na: 1\n",
    "no-line-break-at-the-end": "a:\n  b: c",
    "letters-of-all-kinds": "a: Größe 😀\nb: \xa0x\n",
    "indented-as-a-whole": "  a: 1\n  b:\n    c: 2\n",
    "marker-alone": "---\n",
    "marker-as-text": "a: ---\nb: x --- y\n",
    "duplicate": "a: 1\na: 2\n",
    "duplicate-without-value": "a:\nb: 1\na:\n",
    "duplicates-within-duplicates": """\
---
a:
  b: 1
  b:
  - c: 1
    c:
    d: |
      d: 1
a:

# c
  b: x
    b
  b: 2
""",
}
UNSURE = {
    "anchor": "a: &x 1\nb: *x\n",
    "merge": "a: 1\n<<: {b: 1}\n",
    "tag": "a: !!str 1\n",
    "tab": "a:\tb\n",
    "tab-in-a-text": "a: |\n  x\ty\n",
    "question-mark": "? a\n: b\n",
    "lists-in-one-line": "- - a\n",
    "dash-alone": "-\n  a: 1\n",
    "dash-and-comment": "- # c\n  a: 1\n",
    "key-that-is-no-text": "on: 1\ny: 2\n",
    "number-as-key": "1: x\n",
    "null-as-key": "~: x\n",
    "duplicate-beside-an-anchor": "a: &x\n  b: 1\na: 2\n",
    "duplicate-in-brackets": "a: {b: 1, b: 2}\n",
    "two-documents": "a: 1\n---\nb: 2\n",
    "end-marker": "a: 1\n...\n",
    "directive": "%YAML 1.1\n---\na: 1\n",
    "carriage-return": "a: 1\rb: 2\n",
    "byte-order-mark": "\ufeffa: 1\n",
    "next-line": "a: 1\x85b: 2\n",
    "line-separator": "a: 1\u2028b: 2\n",
    "paragraph-separator": "a: 1\u2029b: 2\n",
    "control-character": "a: \x01\n",
    "no-space-behind-the-key": "a:b\n",
    "colon-in-a-text": "a: b: c\n",
    "colon-at-the-end": "a: b:\n",
    "comment-behind-quotes": 'a: "b"#c\n',
    "text-behind-quotes": 'a: "b" c\n',
    "comment-behind-brackets": "a: {}#c\n",
    "other-escape": 'a: "\\x41"\n',
    "break-that-is-escaped": 'a: "b\\\n  c"\n',
    "quotes-left-open": 'a: "b\n',
    "quotes-that-go-on-too-far-left": "a:\n  b: 'c\nd'\n",
    "text-of-a-number-over-lines": "a: 1\n  2\n",
    "text-with-an-empty-line": "a: b\n\n  c\n",
    "text-after-a-comment": "a: b\n  # c\n  d\n",
    "field-in-a-text": "a: b\n  c: d\n",
    "between-columns": "a:\n    b: 1\n  c: 2\n",
    "between-columns-of-a-list": "- a:\n    b: 1\n c: 2\n",
    "field-among-items": "- a\nb: 1\n",
    "item-among-fields": "a: 1\n- b\n",
    "item-below-a-value": "a: 1\n  - b\n",
    "scalar": "text\n",
    "brackets-over-lines": "a: [b,\n  c]\n",
    "brackets-left-open": "a: [b\n",
    "brackets-as-a-document": "{a: 1}\n",
    "comma-at-the-end": "a: [b, ]\n",
    "colon-in-brackets": "a: [b:c]\n",
    "question-mark-in-brackets": "a: [b?]\n",
    "literal-with-an-empty-first-line": "a: |\n\n  b\n",
    "literal-without-text": "a: |\nb: 1\n",
    "literal-with-a-number": "a: |2\n  b\n",
    "literal-that-keeps-breaks": "a: |+\n  b\n\n",
    "literal-without-a-last-break": "a: |\n  b",
    "folded-with-an-empty-line": "a: >\n  b\n\n  c\n",
    "folded-with-spaces": "a: >\n  b\n    c\n",
    "infinity": "a: .inf\n",
    "value-behind-the-marker": "--- a\n",
    "long-key": f"{'k' * 1025}: 1\n",
    "sign-that-starts-no-text": "a: %b\n",
    "template": "a: {{ .Values.b }}\n",
    "item-in-the-column-of-a-field": "a: b\n- c\n",
    "text-that-goes-on-behind-one": "a: b\n  c\n\n  d\n",
    "control-character-in-a-text-that-goes-on": "a: b\n  c\x01\n",
    "mark-in-a-comment": "a: b # \ufeff\n",
    "deep": "".join(f"{' ' * depth}a:\n" for depth in range(600)),
    "deep-brackets": f"a: {'[' * 30}{']' * 30}\n",
}


def read_exactly(text: str) -> tuple[Decoded, int]:
    (root,) = read_nodes(text.encode())
    return decode_node(root), root.line


@pytest.mark.parametrize("text", SURE.values(), ids=SURE)
def test_reads_what_it_is_certain_of_as_the_exact_reader_does(text: str) -> None:
    found, expected = PlainReader().read(text), read_exactly(text)
    assert found is not None
    assert found[0] == expected[0]
    assert json.dumps(found[0].value) == json.dumps(expected[0].value)  # distinguishes 1 from 1.0, and orders of keys
    assert found[1] == expected[1] or expected[0].value is None


@pytest.mark.parametrize("text", UNSURE.values(), ids=UNSURE)
def test_leaves_all_else_to_the_exact_reader(text: str) -> None:
    with pytest.raises(UnsureError):
        PlainReader().read(text)


@pytest.mark.parametrize("text", ["", "\n", "# c\n\n  # d"])
def test_comments_are_no_document(text: str) -> None:
    assert PlainReader().read(text) is None
    assert list(read_nodes(text.encode())) == []


def test_documents_share_no_collection() -> None:
    reader = PlainReader()
    text = "a: []\nb: {c: [1]}\nd:\n- e: {}\n"
    one, other = reader.read(text), reader.read(text)
    assert one == other is not None
    one[0].value["a"].append(1)
    one[0].value["b"]["c"].append(2)
    one[0].value["d"][0]["e"]["f"] = 3
    assert other[0].value == {"a": [], "b": {"c": [1]}, "d": [{"e": {}}]}


def test_keys_that_come_twice_are_told_in_the_lines_of_the_whole_text() -> None:
    decoded, _ = PlainReader().read("a:\n- b: 1\n  b: 2\n", lines_before=10)
    assert decoded == Decoded({"a": [{"b": 2}]}, ("a[0].b",), ('line 13: key "b" already set in map',))


def test_keeps_a_bounded_number_of_lines() -> None:
    reader = PlainReader()
    reader.read("".join(f"a{number}: {number}\n" for number in range(25_000)))
    assert len(reader._known) <= 10_000


def test_keeps_a_bounded_number_of_orders_of_keys() -> None:
    reader = PlainReader()
    reader.read("".join(f"- b{number}: 1\n  a: 2\n" for number in range(2_500)))
    assert 0 < len(reader._moves) <= 1_000


@pytest.mark.parametrize("line", ["a{}: 1\n", "- []\n"], ids=["new-lines", "brackets"])
def test_may_be_told_how_many_lines_to_parse(line: str) -> None:
    text = "".join(line.format(number) for number in range(20))
    assert PlainReader(22).read(text) is not None
    with pytest.raises(UnsureError):
        PlainReader(19).read(text)
