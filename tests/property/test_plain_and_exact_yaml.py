"""Tests that the plain YAML reader reads a text exactly as the exact one does, or declines it.

The same holds for the places of fields.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import SHARED

from kapivara.codec import DecodeError
from kapivara.codec.positions import PositionTree
from kapivara.codec.yaml.exact.nodes import read_nodes
from kapivara.codec.yaml.exact.places import yaml_places
from kapivara.codec.yaml.exact.values import decode_node
from kapivara.codec.yaml.plain.lines import UnsureError
from kapivara.codec.yaml.plain.places import plain_places
from kapivara.codec.yaml.plain.reader import PlainReader
from kapivara.codec.yaml.reader import read_yaml, split
from kapivara.server.responses.yaml_text import to_yaml

_SCALARS = (
    *(
        "a",
        "b",
        "on",
        "y",
        "No",
        "null",
        "~",
        "1",
        "1e3",
        "0o7",
        "08",
        "0x1f",
        "1.0",
        ".5",
        ".inf",
        "2024-01-02",
        "12:30",
    ),
    *(
        "=",
        "<<",
        "--x",
        "-1",
        '"x"',
        "'x'",
        "''",
        '"\\n"',
        '"\\x41"',
        "a:b",
        "http://x:80/",
        "two words",
        "1_000",
        "+1",
    ),
    *("[a b, 1 2]", "{a: no way, b: c d }", "[a  b]", "[a -b]", "[a #b]"),
    *("[]", "{}", "[a, 1]", "{a: b}", "{a: [b, {}]}", "{a: 1, a: 2}", "[a, ]", "[a:b]", "x" * 130, "'a''b'", "é", "😀"),
)
_SIGNS = (
    *(
        ": ",
        ": ",
        ": ",
        ":",
        "- ",
        "- ",
        "-",
        "? ",
        "#",
        " # c",
        " ",
        "  ",
        "\n",
        "\n",
        "\n  ",
        "\n    ",
        "\n- ",
        "\n  - ",
    ),
    *(
        '"',
        "'",
        "[",
        "{",
        "]",
        "}",
        ",",
        "|",
        "|-",
        ">",
        ">-",
        "|+",
        "|2",
        "&a ",
        "*a",
        "!t ",
        "!!str ",
        "%",
        "@",
        "\\",
    ),
    *("\n---\n", "\n...\n", "\t", "\r", "\r\n", "\x85", "\u2028", "\ufeff", "\x01", "\n\n", " \n", "\n   "),
    *("a: b", "\nb: c", "\n  c: d", "\n- a: b", "\n  b:", "\nk:", ": |\n  x\n", ": >-\n  x\n  y\n", "\n a", '"a": '),
)
_NAMES = ("&p", "&p", "&q # c", "*p", "*p", "*q # c")
TEXTS = st.lists(st.sampled_from((*_SCALARS, *_SIGNS)), min_size=1, max_size=14).map("".join)
LINES = st.lists(
    st.builds(
        lambda indent, dash, key, value: f"{' ' * indent}{dash}{key}{value}\n",
        st.sampled_from((0, 0, 0, 2, 2, 2, 4, 4, 1, 3)),
        st.sampled_from(("", "", "", "- ", "-   ")),
        st.sampled_from(("a: ", "b: ", "c: ", "a:", "b:", "'d': ", '"e f": ', "")),
        st.sampled_from(
            (
                *_SCALARS,
                "",
                "",
                "&p",
                "&p",
                "&q # c",
                "*p",
                "*p",
                "*q # c",
                "|",
                "|-",
                ">",
                "x # c",
                '"x" # c',
                '"x',
                "x'",
                'y"',
            )
        ),
    ),
    min_size=1,
    max_size=12,
).map("".join)
STREAMS = st.lists(
    st.sampled_from(
        (
            *(
                "a: b\n",
                "- x\n",
                "k:\n  v: 1\n",
                "---\n",
                "---\n",
                "--- x\n",
                "...\n",
                "# c\n",
                "%YAML 1.1\n",
                "%TAG ! x\n",
            ),
            *(
                "a: [\n",
                "x: 'y\n",
                "z: |\n  t\n",
                "\n",
                "c: &a d\n",
                "e: *a\n",
                "\t\n",
                "a: b\r\n",
                "---\r\n",
                "a: \x85b\n",
            ),
            *(
                "\ufeff",
                "a: \u2028\n",
                "a: !!int x\n",
                "a: 1\na: 2\n",
                "---",
                "--- |\n  x\n",
                "é: ü\n",
                "\x01",
                "? a\n: b\n",
            ),
        )
    ),
    max_size=9,
).map(lambda parts: "".join(parts).encode())


def compare(text: str) -> bool:
    """Compares the two readers; returns whether the text is plain."""
    try:
        plain = PlainReader().read(text)
    except UnsureError:
        return False
    exact = [(decode_node(root), root.line) for root in read_nodes(text.encode())]
    if plain is None:
        assert exact == []
        return True
    ((decoded, line),) = exact
    assert plain[0] == decoded
    assert json.dumps(plain[0].value) == json.dumps(decoded.value)  # distinguishes 1 from 1.0, and orders of keys
    assert plain[1] == line or decoded.value is None
    if decoded.value is not None and not decoded.duplicates:
        (places,) = yaml_places(text.encode())
        assert _all_places(plain_places(text)) == _all_places(places)
    return True


def _all_places(tree: PositionTree) -> Any:
    children = tree.children
    if isinstance(children, dict):
        return tree.at, tree.value, {key: _all_places(each) for key, each in children.items()}
    return tree.at, tree.value, None if children is None else [*map(_all_places, children)]


@given(TEXTS)
@settings(max_examples=500)
def test_texts(text):
    compare(text)


@given(LINES)
@settings(max_examples=500)
def test_lines(text):
    compare(text)


FEW_KEYS = st.lists(
    st.builds(
        lambda indent, dash, key, value: f"{' ' * indent}{dash}{key}{value}\n",
        st.sampled_from((0, 0, 2, 2, 4)),
        st.sampled_from(("", "", "", "- ")),
        st.sampled_from(("a:", "a:", "b:", "'a':", "# c", "")),
        st.sampled_from(("", "", "", " 1", " x", " |\n     a: 1\n     a: 2", " {a: b}", " &p", " *p")),
    ),
    min_size=2,
    max_size=10,
).map("".join)


@given(FEW_KEYS, st.sampled_from(("", "---\n", "# c\n")))
@settings(max_examples=1000)
def test_keys_that_come_twice(lines, start):
    compare(start + lines)


ALIASES = """\
a: &p
  x: 1
  b: [1, {z: 2}]
c: *p
list:
- d: *p
  e: &p # anew
  - f
- text: |
    g: &p
  h: *p
i: &q
  j: *p
k: *q
"""


def test_what_has_a_name_is_repeated() -> None:
    assert compare(ALIASES)


@pytest.mark.parametrize(
    "text",
    [
        "a: *p\nb: &p\n  c: 1\n",
        "a: &p\n  b: *p\n",
        "a: &p 1\nb: *p\n",
        "a: &p\nb: *p\n",
        "- &p\n  a: 1\n- *p\n",
        "- a: &p\n    b: 1\n  c: *p\n",
        "a: &p\n  b: 1\nc:\n  <<: *p\n",
        "a: &p\n" + "".join(f"  b{number}: 1\n" for number in range(30)) + "c: *p\nd: *p\n",
    ],
    ids=["before", "itself", "scalar", "nothing", "items", "first of an item", "merged", "much"],
)
def test_names_that_are_read_exactly(text: str) -> None:
    with pytest.raises(UnsureError):
        PlainReader().read(text)


def _outcome(read):
    try:
        return list(read())
    except DecodeError as error:
        return error.message, error.line, error.column, error.syntax


@given(STREAMS)
@settings(max_examples=500)
def test_documents_in_one_text(data):
    documents = _outcome(lambda: read_yaml(data))
    exact = _outcome(lambda: [(decode_node(root), root.line + 1) for root in read_nodes(data)])
    if isinstance(documents, tuple):
        assert documents == exact
        return
    assert [each.decoded for each in documents] == [decoded for decoded, _ in exact]
    for each, (_, line), place in zip(documents, exact, yaml_places(data), strict=True):
        if each.decoded.value is None:
            continue  # a place without a value is never requested
        assert each.line == line
        assert each.positions.find("") == place.at
        for key, child in place.children.items() if isinstance(place.children, dict) else ():
            assert each.positions.find(f"[{key}]") == child.at


def _real_texts(root: Path) -> Iterator[str]:
    """Documents as people write them, and real objects as programs write them."""
    for file in sorted((root / "examples").rglob("*.yaml")):
        yield file.read_text()
    for file in sorted((SHARED / "realworld").rglob("*.json")):
        value = json.loads(file.read_bytes())
        for each in value if isinstance(value, list) else [value]:
            yield to_yaml(each).decode()
            yield yaml.dump(each, Dumper=yaml.CSafeDumper, allow_unicode=True)


@pytest.fixture(scope="module")
def real_texts(root: Path) -> list[str]:
    texts = [piece.data.decode() for text in _real_texts(root) for piece in split(text.encode())]
    return [text for text in texts if len(text) < 200_000]


@pytest.mark.shared("realworld")
def test_real_documents(real_texts):
    plain = sum(map(compare, real_texts))
    assert plain > 0.9 * len(real_texts)


@pytest.mark.shared("realworld")
def test_real_documents_with_something_changed(real_texts):
    random = Random(5)
    for _ in range(3_000):
        lines = random.choice(real_texts).split("\n")
        start = random.randrange(len(lines))
        compare(_changed(random, lines[start : start + random.randrange(2, 20)]))


def _changed(random: Random, lines: list[str]) -> str:
    for _ in range(random.randrange(1, 4)):
        at = random.randrange(len(lines))
        line = lines[at]
        column = random.randrange(len(line) + 1)
        lines[at : at + 1] = random.choice(
            (
                [line[:column] + random.choice((*_SIGNS, *_SCALARS)) + line[column:]],
                [line[:column] + line[column + random.randrange(1, 4) :]],
                [" " * random.randrange(8) + line.lstrip()],
                [line, random.choice(lines)],
                [],
            )
        ) or [""]
    return "\n".join(lines) + random.choice(("", "\n"))
