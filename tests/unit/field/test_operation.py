"""Tests that operations compare by value."""

from kapivara.field import Operation, Verb


def test_defaults():
    assert Operation() == Operation(Verb.CREATE, "", {})


def test_operations_are_values():
    assert Operation(Verb.UPDATE, "status") == Operation(Verb.UPDATE, "status")
    assert Operation(Verb.UPDATE) != Operation(Verb.CREATE)
    assert Operation(options={"Gate": True}) != Operation(options={"Gate": False})
    assert Operation(options={"Gate": True}) != Operation()
