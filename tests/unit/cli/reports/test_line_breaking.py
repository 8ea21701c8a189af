"""Text reports, broken to fit."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kapivara.cli.framework.terminal import shown_width, styled
from kapivara.cli.framework.wording import label
from kapivara.cli.reports.line_breaking import fit_text

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def fitted(*lines: str, width: int = 40) -> list[str]:
    return fit_text("\n".join(lines), width).split("\n")


def test_what_fits_stays() -> None:
    assert fitted("a" * 40, "", "  b") == ["a" * 40, "", "  b"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(
            "3 objects: 1 valid, 1 invalid (12 errors), 1 gone",
            ["3 objects: 1 valid, 1 invalid (12", "  errors), 1 gone"],
            id="summary",
        ),
        pytest.param(
            "warning     Pod a: something old, that goes",
            ["warning     Pod a: something old, that", "              goes"],
            id="label",
        ),
        pytest.param(
            "rules       requires that ports are well formed",
            ["rules       requires that ports are well", "              formed"],
            id="label of one command",
        ),
        pytest.param(
            "words of a sentence with one blank between",
            ["words of a sentence with one blank", "  between"],
            id="no label",
        ),
        pytest.param(
            "            a.yaml:1:2  spec.size: Invalid value",
            ["            a.yaml:1:2  spec.size:", "              Invalid value"],
            id="indented",
        ),
        pytest.param(
            "    spec.template.containers[0].resources.limits: no",
            ["    spec.template.containers[0].", "      resources.limits: no"],
            id="a long word is broken behind its signs",
        ),
        pytest.param("  " + "x" * 50, ["  " + "x" * 38, "    " + "x" * 12], id="a word without signs"),
        pytest.param(
            "  some/folder/that/has/a/very/long/name/a.yaml:10:2  no",
            ["  some/folder/that/has/a/very/long/name/a.yaml:10:2", "    no"],
            id="places stay whole",
        ),
        pytest.param("  " + "語" * 30, ["  " + "語" * 19, "    " + "語" * 11], id="characters of two columns"),
    ],
)
def test_lines_hang_below_their_beginning(line: str, expected: list[str]) -> None:
    assert fitted(line) == expected


def test_an_excerpt_is_cut_around_what_is_marked() -> None:
    text = "a" * 30 + "WRONG" + "b" * 40
    shown, signs = fitted(f"  12 | {text}", f"     | {'':30}^^^^^")
    assert shown.index("WRONG") == signs.index("^^^^^")
    assert len(shown) <= 40
    assert shown.startswith("  12 | …")
    assert shown.endswith("…")


def test_an_excerpt_whose_mark_is_at_its_end() -> None:
    shown, signs = fitted(f"  12 | {'a' * 60}X", f"     | {'':60}^")
    assert (shown[-1], len(shown), signs.index("^")) == ("X", 40, 39)


def test_expressions_with_dots_below_are_cut_alike() -> None:
    shown, signs = fitted(f"   | {'a' * 50} > 'b'", f"   | {'.' * 51}^")
    assert shown[signs.index("^")] == ">"


def test_colours_end_with_each_line() -> None:
    first, second = fitted(f"{label('invalid', colour=True)}{styled('one two three four five six seven', 'cyan')}")
    assert first == f"{label('invalid', colour=True)}\x1b[36mone two three four five six\x1b[0m"
    assert second == "              \x1b[36mseven\x1b[0m"


def test_a_line_that_nobody_reads_to_its_end() -> None:
    assert sum(map(len, fitted("  " + "word " * 1_000_000))) < 20_000


@given(st.text(st.sampled_from("ab .:/[]|^語é1\x1b"), max_size=300), st.integers(40, 60))
def test_everything_fits_and_nothing_is_lost(text: str, width: int) -> None:
    text = text.replace("\x1b", "\x1b[31m")
    lines = fit_text(text, width).split("\n")
    assert all(shown_width(ESCAPES.sub("", line)) <= width for line in lines if not re.search(r"\S:\d", line))
    if "|" not in text:
        assert "".join(ESCAPES.sub("", "".join(lines)).split()) == "".join(ESCAPES.sub("", text).split())
