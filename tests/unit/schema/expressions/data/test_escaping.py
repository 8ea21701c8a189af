"""Tests of escaped field names."""

import pytest

from kapivara.schema.expressions.data.escaping import RESERVED, escape, unescape

SPELLINGS = {
    "plain": ("abc", "abc"),
    "camel case and digits": ("aB9", "aB9"),
    "single underscores": ("_a_b_", "_a_b_"),
    "dash": ("a-b", "a__dash__b"),
    "dot": (".a.b", "__dot__a__dot__b"),
    "slash": ("a/b", "a__slash__b"),
    "two underscores": ("a__b", "a__underscores__b"),
    "three underscores": ("a___b", "a__underscores___b"),
    "everything": ("x__a-b.c/d", "x__underscores__a__dash__b__dot__c__slash__d"),
    "looks escaped": ("a__dash__b", "a__underscores__dash__underscores__b"),
    "reserved": ("namespace", "__namespace__"),
    "reserved within": ("in-a", "in__dash__a"),
}


@pytest.mark.parametrize(("name", "spelled"), SPELLINGS.values(), ids=SPELLINGS)
def test_names_are_spelled_and_read_back(name: str, spelled: str) -> None:
    assert escape(name) == spelled
    assert unescape(spelled) == name


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_reserved_words_are_set_off(name: str) -> None:
    assert escape(name) == f"__{name}__"
    assert unescape(f"__{name}__") == name


@pytest.mark.parametrize("name", ["", "1a", "a$b", "a b", "é", "a\n", "😀"])
def test_some_names_cannot_be_spelled(name: str) -> None:
    assert escape(name) is None


@pytest.mark.parametrize("spelled", ["__nope__", "a__in__b", "__true__x", "x__dash__y__what__"])
def test_some_spellings_mean_nothing(spelled: str) -> None:
    assert unescape(spelled) is None
