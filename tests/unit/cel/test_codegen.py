"""What the compiler prints instead of calls means the same as the calls."""

from __future__ import annotations

import pytest

from kapivara import cel

TEXTS = ["", "a", "ab", "ba", "b", "á", "\x00", "\U0010ffff", "a\x00", "abc", "abd", "ab\U0010ffff"]
PREFIXES = ["", "a", "ab", "\x00", "á", "\U0010ffff", "b"]


@pytest.mark.parametrize("prefix", PREFIXES, ids=ascii)
def test_constant_prefixes_mean_what_those_of_values_do(prefix: str) -> None:
    types = {"items": cel.list_of(cel.STRING), "prefix": cel.STRING}
    written = "'" + "".join(f"\\U{ord(character):08x}" for character in prefix) + "'"
    for form in (
        "items.all(x, x.startsWith(P))",
        "items.all(x, x.startsWith(P) && x.size() < 3)",
        "items.all(x, x.size() < 3 && (x.size() > 0 && x.startsWith(P)))",
        "items.all(x, !x.startsWith(P))",
        "items.all(x, x.startsWith(P) || x == 'b')",
        "items.exists(x, x.startsWith(P))",
        "items.exists(x, x.startsWith(P) && x.size() > 1)",
        "items.exists_one(x, x.startsWith(P))",
        "items.filter(x, x.startsWith(P)).size() == items.size()",
        "[items].all(row, row.all(x, x.startsWith(P)))",
        "items.all(x, x.startsWith(P) && items.all(y, y.startsWith(P) && x.size() <= y.size()))",
        "items.all(x, x.startsWith(P) == items.all(y, y.startsWith(P)))",
        "items.size() > 0 && items[0].startsWith(P)",
    ):
        constant = cel.compile(form.replace("P", written), types)
        variable = cel.compile(form.replace("P", "prefix"), types)
        for items in [[], *([text] for text in TEXTS), ["a", ""], ["", "a"], ["a", "ab"], ["ab", "a", "b"]]:
            bindings = {"items": items, "prefix": prefix}
            assert constant.evaluate(bindings) is variable.evaluate(bindings), (form, items)
