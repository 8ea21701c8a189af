"""Groups of constants that close on their last line."""

import pytest

from kapivara.generator.sources.go.go_file import parse_go
from kapivara.generator.sources.go.open_groups import with_semicolons

CASES = {
    "one line": ("const ( A = 1 )", "const ( A = 1 ;)"),
    "several": ("const (A = 1; B = f(2))", "const (A = 1; B = f(2);)"),
    "closed on the last line": ("const (\n\tA = 1\n\tB = (2))\n", "const (\n\tA = 1\n\tB = (2);)\n"),
    "variables": ("var (a = 1)\nvar (b = 2)", "var (a = 1;)\nvar (b = 2;)"),
    "a comment before the end": ("const (A = 1 /* ) */)", "const (A = 1 /* ) */;)"),
    "texts": ("const (A = \")\"; B = ')'; C = `\n)`)", "const (A = \")\"; B = ')'; C = `\n)`;)"),
}
FINE = {
    "closed": "const (\n\tA = 1 // )\n)\nvar (\n\tb = 2\n)",
    "empty": "const ()",
    "a semicolon": "const (A = 1;)",
    "a comment over two lines": "const (A = 1 /*\n*/)",
    "others": "type (A string)\nfunc f(a int) { myconst (1) }",
}


@pytest.mark.parametrize(("text", "closed"), CASES.values(), ids=CASES)
def test_semicolons_are_put_in(text, closed):
    assert with_semicolons(text) == closed
    assert not parse_go("types.go", f"package v1\n{text}".encode()).root.has_error


@pytest.mark.parametrize("text", FINE.values(), ids=FINE)
def test_nothing_is_put_in(text):
    assert with_semicolons(text) is None
