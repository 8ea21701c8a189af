"""Tests of `languages/re2/program.py`."""

from __future__ import annotations

from kapivara.languages.re2.program import ANYWHERE, CompiledPattern, Pool
from kapivara.values.caches import ByteCache

MEGABYTE = 1 << 20


def test_programs_make_room_for_others():
    pool: Pool = ByteCache(140 << 10)  # two of the smallest fit
    programs = [CompiledPattern(f"^{letter}+$", pool) for letter in "abc"]
    assert [each.loaded is not None for each in programs] == [False, True, True]
    assert programs[0].load().match(ANYWHERE, b"aaa", 0, 3) == [(0, 3)]
    assert [each.loaded is not None for each in programs] == [True, False, True]
    assert pool.held <= 140 << 10


def test_programs_that_nobody_uses_make_room_at_once():
    pool: Pool = ByteCache(MEGABYTE)
    program = CompiledPattern("a", pool)
    assert pool.held > 0
    del program
    assert pool.held == 0
