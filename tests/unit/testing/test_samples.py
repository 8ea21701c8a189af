"""Tests of the samples from which values are generated: each has its declared properties."""

from __future__ import annotations

import pytest

from kapivara import validate
from kapivara.testing.samples import FORMATS


@pytest.mark.parametrize("name", FORMATS)
def test_samples_of_formats(name: str) -> None:
    good, bad = FORMATS[name]
    holds = getattr(validate, f"is_{name}")
    assert [each for each in good if not holds(each)] == []
    assert [each for each in bad if holds(each)] == []


def test_every_format_has_samples() -> None:
    assert {f"is_{name}" for name in FORMATS} == {name for name in vars(validate) if name.startswith("is_")}
