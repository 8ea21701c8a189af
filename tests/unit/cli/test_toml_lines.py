"""On which lines the keys of a TOML text stand."""

from __future__ import annotations

import tomllib

from kapivara.cli.toml_lines import key_lines, line_of

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
