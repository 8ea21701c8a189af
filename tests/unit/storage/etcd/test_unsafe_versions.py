"""Tests of the versions of etcd that lose acknowledged writes, and of the note about them."""

from __future__ import annotations

import pytest

from kapivara.storage.etcd.storage import loses_writes, note_about


@pytest.mark.parametrize(
    ("version", "of_several", "alone"),
    [
        ("3.4.0", False, True),
        ("3.4.20", False, True),
        ("3.4.21", False, False),
        ("3.4.37", False, False),
        ("3.5.0", True, True),
        ("3.5.0-rc.1", True, True),
        ("3.5.2", True, True),
        ("3.5.3", False, True),
        ("3.5.4", False, True),
        ("3.5.5", False, False),
        ("3.5.21", False, False),
        ("3.6.0", False, False),
        ("4.0.0", False, False),
        ("", False, False),
        ("of our own", False, False),
    ],
)
def test_versions_that_lose_writes(version: str, of_several: bool, alone: bool) -> None:
    assert loses_writes(version, is_alone=False) is of_several
    assert loses_writes(version, is_alone=True) is alone
    assert bool(note_about(version)) is alone


def test_a_note_says_when_and_what_to_take_instead() -> None:
    sound = "3.4.21, 3.5.5 and newer do not"
    assert note_about("3.5.1") == f"etcd 3.5.1 can lose acknowledged writes when it is killed; {sound}"
    assert note_about("3.5.4") == (
        f"etcd 3.5.4 can lose acknowledged writes when it is killed where it has one member only; {sound}"
    )
