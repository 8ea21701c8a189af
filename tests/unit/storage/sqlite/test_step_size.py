from __future__ import annotations

from kapivara.storage.sqlite.step_size import StepSize


def test_quick_steps_grow_up_to_the_most() -> None:
    size = StepSize(100, 0.05)
    assert size.pieces == 10
    for expected in (20, 40, 80, 100, 100):
        size.note(size.pieces, 0.01)
        assert size.pieces == expected
    size.note(100, 0.04)
    assert size.pieces == 100


def test_a_slow_step_is_not_made_again() -> None:
    size = StepSize(1000, 0.05)
    for _ in range(10):
        size.note(size.pieces, 0.001)
    size.note(1000, 0.5)
    assert size.pieces == 100
    size.note(100, 5.0)
    assert size.pieces == 10
    size.note(10, 60.0)
    assert size.pieces == 10


def test_a_small_rest_tells_nothing_about_larger_steps() -> None:
    size = StepSize(1000, 0.05)
    size.note(10, 0.001)
    assert size.pieces == 20
    size.note(3, 0.001)
    assert size.pieces == 20
