"""Tests of the entries of managed fields, and of their order."""

from __future__ import annotations

from kapivara.patch.managers.managed_fields import Entry, identifier


def test_managers_are_ordered_by_the_json_of_their_names() -> None:
    entries = [Entry(name, "Apply", "v1", "", {}).identity for name in ("a", "a b", "a!", "b")]
    assert [each[0] for each in sorted(entries, key=identifier)] == ["a b", "a!", "a", "b"]
    assert identifier(("m", "Update", "v1", "status")) == (
        '{"manager":"m","operation":"Update","apiVersion":"v1","subresource":"status"}'
    )
