"""Tests of caches: their entries and their limits."""

from __future__ import annotations

import gc

import pytest

from kapivara.values.caches import ByteCache, SharedCache, cache_short_texts


class Thing:
    """An object that supports weak references."""


def test_short_texts_are_remembered_and_long_ones_are_not():
    asked = []

    @cache_short_texts(2, longest=3)
    def length(text):
        asked.append(text)
        return len(text)

    assert [length(text) for text in ("a", "a", "long", "long")] == [1, 1, 4, 4]
    assert asked == ["a", "long", "long"]
    for text in "bcd":
        length(text)
    assert length.held() == 2


def test_two_texts_are_short_together():
    asked = []

    @cache_short_texts(8, longest=3)
    def joined(text, other):
        asked.append((text, other))
        return text + other

    assert [joined("a", "bc"), joined("a", "bc"), joined("aa", "bb"), joined("aa", "bb")] == ["abc", "abc"] + [
        "aabb"
    ] * 2
    assert len(asked) == 3


def test_what_was_used_least_recently_goes_first():
    kept = ByteCache(30)
    for key in "abc":
        assert kept.put(key, key.upper(), 10) == []
    assert kept.get("a") == "A"
    assert kept.put("d", "D", 10) == ["B"]
    assert (kept.get("b"), kept.held, len(kept)) == (None, 30, 3)


def test_a_value_that_is_too_large_is_not_kept():
    kept = ByteCache(30)
    kept.put("a", "A", 10)
    assert kept.put("b", "B", 31) == ["A", "B"]
    assert (kept.held, len(kept)) == (0, 0)


def test_a_value_put_again_counts_once():
    kept = ByteCache(30)
    for size in (10, 20, 5):
        kept.put("a", "A", size)
    assert kept.held == 5
    kept.drop("a")
    kept.drop("a")
    assert kept.held == 0


@pytest.mark.parametrize(("recent", "left"), [(100, 1), (5, 0)], ids=["a-little-longer", "no-room"])
def test_shared_values_go_with_who_uses_them(recent, left):
    shared = SharedCache(recent)
    first = shared.get("key", Thing, lambda _: 10)
    assert shared.get("key", Thing, lambda _: 10) is first
    assert len(shared) == 1
    del first
    gc.collect()
    assert len(shared) == left
