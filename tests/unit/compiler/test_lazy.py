"""Tests that nodes are interpreted for their first values and then compiled, up to the limit of their schema."""

from __future__ import annotations

from collections.abc import Callable

from kapivara.compiler.allowance import CodeAllowance
from kapivara.compiler.lazy import LazyNode


class Doubling(LazyNode[[int], str]):
    """Doubles a number and returns the way in which it did so."""

    warm_after = 2

    def walk(self, value: int) -> str:
        return f"walked {2 * value}"

    def compile(self) -> Callable[[int], str]:
        return lambda value: f"compiled {2 * value}"


def test_a_node_is_compiled_when_it_has_been_walked_often_enough() -> None:
    allowance = CodeAllowance("doubles")
    before, node = allowance.left, Doubling(allowance)
    assert [node.run(n) for n in range(4)] == ["walked 0", "walked 2", "compiled 4", "compiled 6"]
    assert node.is_warm
    assert allowance.left == before - 1


def test_a_node_is_walked_for_good_where_the_allowance_is_spent() -> None:
    allowance = CodeAllowance("doubles")
    allowance.left = 0
    node = Doubling(allowance)
    assert [node.run(n) for n in range(4)] == ["walked 0", "walked 2", "walked 4", "walked 6"]
