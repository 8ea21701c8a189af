"""Tests of generated strings that match patterns and have the requested lengths."""

from __future__ import annotations

import pytest

from kapivara.languages.re2.patterns import matcher
from kapivara.languages.re2.samples import sample_text


@pytest.mark.parametrize(
    "pattern",
    [
        r"^[a-z]([-a-z0-9]*[a-z0-9])?$",
        r"^(\S+\s+){4}\S+$",
        r"^(100|[1-9]?[0-9])%$",
        r"^(?i)\.?a{2,3}\d+$",
        r"^[[:alpha:]]\x41[^a-c]$",
        r"^(?:a|b)+?c$",
        r"[A-Z]{3}",
        r"^https?://[^/]+/.*$",
        r"^([0-9]{1,3}\.){3}[0-9]{1,3}$",
        "",
        "^$",
    ],
)
@pytest.mark.parametrize("least", [0, 12])
def test_samples_match(pattern: str, least: int) -> None:
    text = sample_text(pattern, least)
    if text is None:
        assert least or pattern in ("", "^$")
        return
    assert len(text) >= least
    assert matcher(pattern)(text)


@pytest.mark.parametrize(("pattern", "most"), [("^a{9}$", 3), ("(", None), ("^a" + "b?" * 300, None), ("^ab$", 1)])
def test_what_cannot_be_made_up(pattern: str, most: int | None) -> None:
    assert sample_text(pattern, 0, most) is None
