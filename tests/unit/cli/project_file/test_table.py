"""On which lines the keys of a TOML text stand."""

from __future__ import annotations

import tomllib

import pytest

from kapivara.cli.project_file.table import has_deep_key, key_lines, line_of

TEXT = '''\
# a comment with "quotes" and [brackets]
crds = ["a", # one
        "b"]
quoted."odd \\u0041 key" = """
[no.table]
no = "key"
"""

[validate] # [not.this]
paths = 'a # b'
exclude = [
  "x",
  "]",
]

[[validate.overrides]]
paths = "a"

[[validate.overrides]]
paths = { inner = ["b", """
"""] }
after = 1
[validate.overrides.more]
deep = true
[crd.check]
x = 1
'''


def test_keys_and_tables() -> None:
    tomllib.loads(TEXT)
    assert key_lines(TEXT) == {
        ("crds",): 2,
        ("quoted", "odd A key"): 4,
        ("validate",): 9,
        ("validate", "paths"): 10,
        ("validate", "exclude"): 11,
        ("validate", "overrides", 0): 16,
        ("validate", "overrides", 0, "paths"): 17,
        ("validate", "overrides", 1): 19,
        ("validate", "overrides", 1, "paths"): 20,
        ("validate", "overrides", 1, "after"): 22,
        ("validate", "overrides", 1, "more"): 23,
        ("validate", "overrides", 1, "more", "deep"): 24,
        ("crd", "check"): 25,
        ("crd", "check", "x"): 26,
    }


def test_the_nearest_key_above_counts() -> None:
    lines = key_lines(TEXT)
    assert line_of(lines, ("validate", "overrides", 1, "paths", "inner")) == 20
    assert line_of(lines, ("crd", "nothing")) == 1
    assert line_of({}, ("a",)) == 1


def test_many_tables_in_a_list() -> None:
    text = "[[a]]\n" * 100_000
    assert key_lines(text)[("a", 99_999)] == 100_000


def _key(parts: int, part: str = "a", dot: str = ".") -> str:
    return dot.join([part] * parts)


DEEP = {
    "bare": f"{_key(17)} = 1",
    "spaces": f"{_key(17, dot=' . ')} = 1",
    "quoted": _key(17, '"a.b"') + " = 1",
    "literal": _key(17, "'a'") + " = 1",
    "escaped quotes": f'"\\"".{_key(17)}."\\"" = 1',
    "header": f"[{_key(17)}]",
    "list": f"[[{_key(17)}]]",
    "behind a comment": f"# it's\n{_key(17)} = 1",
    "inline, behind a string of several lines": f'x = {{s = """\n \' """, {_key(17)} = 1}}',
    "inline, behind a literal of several lines": f"x = {{s = '''\n \" ''', {_key(17)} = 1}}",
    "inline, behind a string that ends in quotes": f'x = [{{s = """b""""", {_key(17)} = 1}}]',
}
FLAT = {
    "as deep as possible": f"{_key(16)} = 1",
    "string": f'x = "{_key(90)}"',
    "literal": f"x = '{_key(90)}'",
    "several lines": f'x = """\n{_key(90)}\n"""',
    "comment": f"# {_key(90)}",
    "list": f"x = [{_key(90, '1.5', ', ')}]",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_deep_keys(text: str) -> None:
    tomllib.loads(text)
    assert has_deep_key(text)


@pytest.mark.parametrize("text", FLAT.values(), ids=FLAT)
def test_keys_that_are_not_deep(text: str) -> None:
    tomllib.loads(text)
    assert not has_deep_key(text)


@pytest.mark.parametrize("text", ["a", ".", " ", '"', "'", '\\"', '"\\', '"""\\', "a ", "a.", "'''", '"" '])
def test_texts_that_repeat_are_scanned_once(text: str) -> None:
    """A scan whose time grows with the square of the length would take hours."""
    has_deep_key(text * 500_000)
