"""Rendering parts of expressions: the text parses to the same tree."""

from __future__ import annotations

import pytest

from kapivara.cel.environments import standard_env
from kapivara.cel.errors import CelIssuesError
from kapivara.cel.library.all_libraries import LIBRARIES
from kapivara.cel.tree.source_text import source_text
from kapivara.cel.tree.walk import descendants

SAME = [
    "1 + 2 * 3 - 4",
    "(1 + 2) * (3 - 4)",
    "1 - (2 - 3)",
    "a || b && c",
    "(a || b) && !c",
    "!(a && b)",
    "-x + 1",
    "a ? b : c ? d : e",
    "(a ? b : c) ? d : e",
    "a == b ? 'x' : \"y\"",
    "x in [1, 2, ?z]",
    "{'a': 1, ?'b': c}",
    "self.list.all(x, x.name != '' && has(x.size))",
    "self.list.filter(x, x > 1).map(y, y * 2).exists_one(z, z == 4)",
    "self.map(i, x, i > 0, x)",
    "self.?a.orValue([])[0].b[?1]",
    "size(self) > 1u",
    "optional.of(1).optMap(v, v + 1)",
    "list.sortBy(x, x.name)",
    "b'\\x00'.size() == 1",
    "google.protobuf.Int64Value{value: 1}",
    "cel.bind(x, 1, x + x)",
    "-1 == -(-1)",
    "1 == 2 == true",
    "1 == (2 == 3)",
]


@pytest.mark.parametrize("text", SAME)
def test_what_is_printed_is_read_as_the_same(text: str) -> None:
    env = standard_env()
    printed = source_text((first := env.parse(text)), first.expr)
    again = env.parse(printed)
    assert [type(each) for each in descendants(again.expr)] == [type(each) for each in descendants(first.expr)]
    assert source_text(again, again.expr) == printed
    if '"' not in text:
        assert printed == text


def test_examples_of_all_functions() -> None:
    env = standard_env()
    examples = [each for library in LIBRARIES for function in library.load().values() for each, _ in function.examples]
    assert len(examples) > 100
    for text in examples:
        try:
            ast = env.parse(text)
        except CelIssuesError:
            continue
        printed = source_text(ast, ast.expr)
        again = env.parse(printed)
        assert source_text(again, again.expr) == printed
        assert len([*descendants(again.expr)]) == len([*descendants(ast.expr)])
