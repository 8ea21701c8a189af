"""Tests that the block lists of patches behave as Python's lists."""

from random import Random

import pytest

from kapivara.patch.json.open_list import BLOCK, OpenList


@pytest.mark.parametrize("size", [0, 1, BLOCK - 1, BLOCK, 3 * BLOCK + 5])
def test_it_is_a_list(size):
    random = Random(size)
    plain, made = list(range(size)), OpenList(list(range(size)))
    for number in range(6_000):
        at = random.randrange(len(plain) + 1)
        if random.random() < 0.5 or at == len(plain):
            plain.insert(at, number)
            made.insert(at, number)
        elif random.random() < 0.8:
            del plain[at]
            del made[at]
        else:
            plain[at] = made[at] = -number
            assert made[at] == -number
        if number % 500 == 0:
            assert list(made) == plain
    plain.append("end")
    made.append("end")
    assert (list(made), len(made)) == (plain, len(plain))
    while plain:
        del plain[0]
        del made[0]
    assert list(made) == []
    made.append(1)
    assert list(made) == [1]


def test_what_is_put_in_moves_one_block():
    made = OpenList([0] * 500_000)
    for _ in range(10_000):
        made.insert(0, 1)
    assert len(made) == 510_000
    assert max(map(len, made._blocks)) < 2 * BLOCK
