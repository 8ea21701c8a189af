"""Tests of enum values, and of rules of a set field about a sibling."""

from __future__ import annotations

import pytest

from kapivara.codec import shapes
from kapivara.field import Operation
from kapivara.validate import enum

MODE = shapes.STRING.named("v1.Mode")
VALUES = ("Basic", "Fast", "Loose")
EXCLUSIONS = (("Fast", "Fast", False), ("Loose", "Strict", True))


@pytest.mark.parametrize(
    ("options", "value", "wanted"),
    [
        pytest.param({"Fast": True, "Strict": False}, "Fast", None, id="nothing is left out"),
        pytest.param({"Fast": False, "Strict": False}, "Fast", '"Basic", "Loose"', id="left out when off"),
        pytest.param({"Fast": True, "Strict": True}, "Loose", '"Basic", "Fast"', id="left out when on"),
        pytest.param({"Fast": False, "Strict": True}, "", '"Basic"', id="the empty string is a value"),
        pytest.param({}, None, None, id="nil passes"),
    ],
)
def test_enum(options: dict[str, bool], value: str | None, wanted: str | None) -> None:
    errors = enum(Operation(options=options), None, value, None, VALUES, EXCLUSIONS, MODE)
    assert [each.detail for each in errors] == ([] if wanted is None else [f"supported values: {wanted}"])


@pytest.mark.parametrize(
    ("options", "undefined"),
    [
        pytest.param({}, "Fast", id="none is defined"),
        pytest.param({"Fast": True}, "Strict", id="one is defined"),
        pytest.param({"Strict": True}, "Fast", id="the first is looked up first"),
    ],
)
def test_options_have_to_be_defined_for_any_value(options: dict[str, bool], undefined: str) -> None:
    for value in ("Basic", "other"):
        (error,) = enum(Operation(options=options), None, value, None, VALUES, EXCLUSIONS, MODE)
        assert str(error) == f'<nil>: Internal error: undefined validation option "{undefined}"'


def test_enum_without_values_and_with_quotes() -> None:
    (error,) = enum(Operation(), None, "<a>", None, (), (), MODE)
    assert str(error) == '<nil>: Unsupported value: "\\u003ca\\u003e"'
    (error,) = enum(Operation(), None, "a", None, ('say "hi"',), (), MODE)
    assert error.detail == 'supported values: "say \\"hi\\""'
