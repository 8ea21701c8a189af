"""Tests of the public names: each can be imported, and docs/library.md explains it."""

from __future__ import annotations

from pathlib import Path

import pytest

import kapivara


@pytest.mark.parametrize("name", kapivara.__all__)
def test_a_public_name_is_there_and_explained(name: str, root: Path) -> None:
    assert getattr(kapivara, name) is not None
    assert f"`{name}`" in (root / "docs" / "library.md").read_text()


def test_an_unknown_name_fails_as_usual() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = kapivara.no_such_name
