"""Code that the compiler prints instead of calls is equivalent to the calls."""

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


CONSTANTS = [
    ("text.matches(P)", "text", ["^a+$", "b", "(", ""]),
    ("matches(text, P) || text == 'b'", "text", ["^a+$", "(", "[[:alpha:]]"]),
    ("duration(text) == duration(P)", "span", ["1s", "1000ms", "0", "x", ""]),
    ("duration(text) != duration(P)", "span", ["1s", "1000ms", "x"]),
    ("[duration(text)].exists(d, d > duration(P))", "span", ["1s", "x"]),
    ("timestamp(text) == timestamp(P)", "moment", ["2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00", "x"]),
    ("timestamp(text) != timestamp(P) ? duration(P) == duration(text) : true", "moment", ["2026-01-01T00:00:00Z"]),
]
VALUES = {
    "text": ["", "a", "aa", "b", "ab"],
    "span": ["1s", "0s", "1000ms", "1m", "y"],
    "moment": ["2026-01-01T00:00:00Z", "2025-12-31T23:00:00-01:00", "2026-01-01T00:00:01Z", "y"],
}


def _outcome(program: cel.Program, **bindings: object) -> object:
    try:
        return program.evaluate(bindings)
    except cel.CelError as error:
        return str(error)


@pytest.mark.parametrize(("form", "of", "constants"), CONSTANTS, ids=[case[0] for case in CONSTANTS])
def test_constants_that_are_read_once_mean_what_values_do(form: str, of: str, constants: list[str]) -> None:
    types = {"text": cel.STRING, "given": cel.STRING}
    variable = cel.compile(form.replace("P", "given"), types)
    for given in constants:
        constant = cel.compile(form.replace("P", f"'{given}'"), types)
        for text in VALUES[of]:
            assert _outcome(constant, text=text) == _outcome(variable, text=text, given=given), (given, text)


def test_sums_of_sizes_are_not_checked_and_others_are() -> None:
    types = {"a": cel.list_of(cel.STRING), "n": cel.INT}
    sizes = " + ".join("(a.size() > 0 ? a[0].size() : 0)" for _ in range(20))
    assert cel.compile(sizes, types).evaluate({"a": ["bcd"]}) == 60
    assert cel.compile(sizes, types).evaluate({"a": []}) == 0
    for form in (f"{sizes} + n", f"{sizes} + (a.size() > 0 ? n : 0)", f"{sizes} + (a.size() > 0 ? 0 : 1) + n"):
        with pytest.raises(cel.CelError, match="integer overflow"):
            cel.compile(form, types).evaluate({"a": ["bcd"], "n": 2**63 - 1})
