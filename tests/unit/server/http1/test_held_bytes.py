"""Tests of counting bytes that are held together, and of the one that is dropped."""

from __future__ import annotations

from kapivara.server.http1.held_bytes import HeldBytes


def test_the_highest_rank_has_to_go():
    gone = []
    held = HeldBytes(100, rank=lambda _, size: size, let_go=gone.append)
    held.hold("a", 60)
    held.hold("b", 30)
    held.hold("b", 40)
    assert (held.total, gone) == (100, [])
    held.hold("c", 10)
    assert (held.total, gone) == (50, ["a"])
    held.hold("b", 0)
    held.hold("c", 0)
    assert held.total == 0


def test_several_have_to_go():
    gone = []
    held = HeldBytes(10, rank=lambda name, _: -ord(name), let_go=gone.append)
    for name in "abc":
        held.hold(name, 3)
    held.hold("d", 8)
    assert (held.total, gone) == (8, ["a", "b", "c"])


def test_who_is_alone_may_hold_more():
    gone = []
    held = HeldBytes(10, rank=lambda _, size: size, let_go=gone.append)
    held.hold("a", 11)
    assert (held.total, gone) == (11, [])
