"""Descriptions that are shortened or removed."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.generator.crd.descriptions import cut_descriptions


@pytest.mark.parametrize(
    ("text", "most", "cut"),
    [
        ("One. Two. Three.", 11, "One. Two."),
        ("One two three", 9, "One two..."),
        ("Unbroken", 3, "Unb..."),
        ("Short.", 6, "Short."),
        ("Straße", 5, "Stra..."),
    ],
)
def test_cut(text: str, most: int, cut: str) -> None:
    schema: dict[str, Any] = {"description": text, "properties": {"a": {"items": {"description": text}}}}
    cut_descriptions(schema, most)
    assert schema == {"description": cut, "properties": {"a": {"items": {"description": cut}}}}


def test_left_out() -> None:
    schema: dict[str, Any] = {"description": "x", "additionalProperties": {"description": "y"}}
    cut_descriptions(schema, 0)
    assert schema == {"additionalProperties": {}}
